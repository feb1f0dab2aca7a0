import { uncompressSync } from 'lz4-napi';
import type { XXHashAPI } from 'xxhash-wasm';
import createXxhash from 'xxhash-wasm';
import type { FileCursor } from './file-cursor.ts';

/** A piece of a file's content, or the reason why the content ends or is doubtful here. */
export interface ContentPiece {
  bytes: Buffer;
  /** Bytes of the file consumed so far. */
  bytesRead: number;
  /** `ends` where nothing of the file can be read behind it. */
  fault?: { reason: string; raw: string; ends: boolean };
}

const frameMagic = 0x184d2204;
const skippableMagic = 0x184d2a50;
const pieceBytes = 1 << 20;
const linkedWindowBytes = 64 * 1024;
/** By the descriptor's block size code, 4 to 7. */
const blockBytesLimits: Record<number, number> = { 4: 1 << 16, 5: 1 << 18, 6: 1 << 20, 7: 1 << 22 };

interface FrameHeader {
  linked: boolean;
  blockChecksums: boolean;
  contentChecksum: boolean;
  contentBytes: bigint | undefined;
  blockBytesLimit: number;
}

/** What the decoder found wrong; the offset is the caller's to add. */
class FrameFault extends Error {}

/** The file ends inside the frame: what stands before is whole. */
class FrameCut extends FrameFault {}

/** Whether a file's first four bytes begin an LZ4 frame or a skippable frame. */
export function isLz4(head: Buffer): boolean {
  if (head.length < 4) return false;
  const magic = head.readUInt32LE(0);
  return magic === frameMagic || isSkippable(magic);
}

/**
 * Decodes all LZ4 frames of a file block by block (LZ4 Frame Format 1.6), so that memory holds one block
 * however large a frame is: the archive's files are several frames, one after the other, and the library
 * stops after the first. A frame that carries checksums or its size is decoded twice, first to verify them: one
 * byte that was turned over may be the digit of a price, so of a frame that does not match nothing is delivered.
 *
 * @param cursor At the start of the first frame.
 * @returns The content piece by piece. A frame that is damaged or cut gives a piece that carries a fault naming
 *   the byte offset; a cut one, and one without checksums, delivers what was decoded before. Behind a frame whose
 *   content is wrong the next one is read.
 */
export async function* decodeLz4(cursor: FileCursor): AsyncGenerator<ContentPiece> {
  const xxhash = await createXxhash();
  while (true) {
    const frameOffset = cursor.offset;
    const head = await cursor.peek(64);
    if (head.length === 0) return;
    const raw = `hex of the first bytes: ${head.toString('hex')}`;
    try {
      yield* decodeFrame(cursor, xxhash);
      yield { bytes: Buffer.alloc(0), bytesRead: cursor.offset };
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error;
      const at = `LZ4 frame at byte ${frameOffset}, near byte ${cursor.offset}`;
      const reason = `${at}: ${error.message}; the rest of the file was not read`;
      yield { bytes: Buffer.alloc(0), bytesRead: cursor.offset, fault: { reason, raw, ends: true } };
      return;
    }
  }
}

async function* decodeFrame(cursor: FileCursor, xxhash: XXHashAPI): AsyncGenerator<ContentPiece> {
  const frameOffset = cursor.offset;
  const magic = (await need(cursor, 4, 'magic number')).readUInt32LE(0);
  if (isSkippable(magic)) {
    const bytes = (await need(cursor, 4, 'size of a skippable frame')).readUInt32LE(0);
    const end = cursor.offset + bytes;
    await cursor.skip(bytes);
    if (cursor.offset < end) throw new FrameCut('truncated inside a skippable frame');
    return;
  }
  if (magic !== frameMagic) throw new FrameFault('no LZ4 frame begins here (wrong magic number)');
  const header = await readHeader(cursor, xxhash);
  const contentOffset = cursor.offset;
  if (header.blockChecksums || header.contentChecksum || header.contentBytes !== undefined) {
    const damage = await frameDamage(cursor, header, xxhash);
    if (damage !== undefined) {
      const reason = `LZ4 frame at byte ${frameOffset}: ${damage}; nothing of it was read`;
      yield { bytes: Buffer.alloc(0), bytesRead: cursor.offset, fault: { reason, raw: '', ends: false } };
      return;
    }
    cursor.back(contentOffset);
  }
  for await (const bytes of frameBlocks(cursor, header, xxhash)) {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      yield { bytes: bytes.subarray(from, from + pieceBytes), bytesRead: cursor.offset };
    }
  }
  if (header.contentChecksum) await need(cursor, 4, 'content checksum');
}

/**
 * Decodes a frame for its checksums alone.
 * @returns what does not match, with the cursor behind the frame; undefined where all is right, or where the frame is cut
 * @throws FrameFault where the frame cannot be decoded to its end
 */
async function frameDamage(
  cursor: FileCursor,
  header: FrameHeader,
  xxhash: XXHashAPI,
): Promise<string | undefined> {
  const hash = xxhash.create32(0);
  let contentBytes = 0n;
  try {
    for await (const bytes of frameBlocks(cursor, header, xxhash)) {
      if (header.contentChecksum) hash.update(bytes);
      contentBytes += BigInt(bytes.length);
    }
    if (header.contentChecksum) {
      const stored = (await need(cursor, 4, 'content checksum')).readUInt32LE(0);
      if (stored !== hash.digest() >>> 0) return 'content checksum does not match';
    }
  } catch (error) {
    if (error instanceof FrameCut) return undefined;
    throw error;
  }
  if (header.contentBytes === undefined || header.contentBytes === contentBytes) return undefined;
  return `content has ${contentBytes} bytes where the header says ${header.contentBytes}`;
}

/** The content of the frame's blocks, with the cursor behind the header; at its end behind the end mark. */
async function* frameBlocks(
  cursor: FileCursor,
  header: FrameHeader,
  xxhash: XXHashAPI,
): AsyncGenerator<Buffer> {
  let dictionary: Buffer = Buffer.alloc(0);
  while (true) {
    const bytes = await readBlock(cursor, header, dictionary, xxhash);
    if (bytes === undefined) return;
    if (header.linked) dictionary = lastWindow(dictionary, bytes);
    yield bytes;
  }
}

async function readHeader(cursor: FileCursor, xxhash: XXHashAPI): Promise<FrameHeader> {
  const [flags = 0, sizes = 0] = await cursor.peek(2);
  const descriptorBytes = 2 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0);
  const descriptor = await need(cursor, descriptorBytes, 'frame header');
  const checksum = (await need(cursor, 1, 'frame header'))[0];
  if (checksum !== ((xxhash.h32Raw(descriptor, 0) >>> 8) & 0xff)) {
    throw new FrameFault('header checksum does not match');
  }
  if (flags >> 6 !== 1) throw new FrameFault(`frame version ${flags >> 6} is unknown, only 1 is read`);
  if (flags & 1) throw new FrameFault('the frame needs an external dictionary, which no archive file does');
  const blockBytesLimit = blockBytesLimits[(sizes >> 4) & 7];
  if (blockBytesLimit === undefined) throw new FrameFault('unknown block size code in the header');
  return {
    linked: (flags & 32) === 0,
    blockChecksums: (flags & 16) !== 0,
    contentChecksum: (flags & 4) !== 0,
    contentBytes: flags & 8 ? descriptor.readBigUInt64LE(2) : undefined,
    blockBytesLimit,
  };
}

/** The next block's content; undefined at the end mark. */
async function readBlock(
  cursor: FileCursor,
  header: FrameHeader,
  dictionary: Buffer,
  xxhash: XXHashAPI,
): Promise<Buffer | undefined> {
  const head = await cursor.peek(4);
  if (head.length < 4) throw new FrameCut('truncated before the end mark');
  const word = head.readUInt32LE(0);
  if (word === 0) {
    await cursor.take(4);
    return undefined;
  }
  const bytes = word & 0x7fffffff;
  if (bytes > header.blockBytesLimit)
    throw new FrameFault(`block of ${bytes} bytes is above the frame's limit`);
  const sized = await need(cursor, 4 + bytes, 'block');
  const block = sized.subarray(4);
  if (header.blockChecksums) {
    const stored = (await need(cursor, 4, 'block checksum')).readUInt32LE(0);
    if (stored !== xxhash.h32Raw(block, 0) >>> 0) throw new FrameFault('block checksum does not match');
  }
  if (word >>> 31 === 1) return block;
  // The library wants the content's size in front and allocates it; the frame has only an upper bound,
  // which it accepts. It goes where the block's own size stood, so that nothing is copied. Its promise
  // form never frees what it decoded (2.10.0); a block takes 3 ms at most.
  sized.writeUInt32LE(header.blockBytesLimit, 0);
  try {
    return uncompressSync(sized, header.linked && dictionary.length > 0 ? dictionary : undefined);
  } catch (error) {
    throw new FrameFault(
      `block cannot be decoded (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

/** The last 64 KiB of what was decoded: linked blocks refer back as far as that. */
function lastWindow(previous: Buffer, bytes: Buffer): Buffer {
  if (bytes.length >= linkedWindowBytes) return bytes.subarray(bytes.length - linkedWindowBytes);
  const joined = Buffer.concat([previous, bytes]);
  return joined.subarray(Math.max(0, joined.length - linkedWindowBytes));
}

async function need(cursor: FileCursor, bytes: number, what: string): Promise<Buffer> {
  const taken = await cursor.take(bytes);
  if (taken.length < bytes) throw new FrameCut(`truncated inside the ${what}`);
  return taken;
}

function isSkippable(magic: number): boolean {
  return (magic & 0xfffffff0) >>> 0 === skippableMagic;
}
