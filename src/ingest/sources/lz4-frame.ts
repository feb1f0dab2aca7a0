import { uncompressSync } from 'lz4-napi';
import type { XXHashAPI } from 'xxhash-wasm';
import createXxhash from 'xxhash-wasm';
import type { FileCursor } from './file-cursor.ts';

/** Piece of a file's content, or a fault at this place. */
export interface ContentPiece {
  bytes: Buffer;
  /** Bytes of the file consumed so far. */
  bytesRead: number;
  /** `ends`: nothing of the file after the fault can be read. */
  fault?: { reason: string; raw: string; ends: boolean };
}

const frameMagic = 0x184d2204;
const skippableMagic = 0x184d2a50;
const pieceBytes = 1 << 20;
const linkedWindowBytes = 64 * 1024;
/** Maximum block size by the descriptor's code, 4 to 7. */
const blockBytesLimits: Record<number, number> = { 4: 1 << 16, 5: 1 << 18, 6: 1 << 20, 7: 1 << 22 };

interface FrameHeader {
  linked: boolean;
  blockChecksums: boolean;
  contentChecksum: boolean;
  contentBytes: bigint | undefined;
  blockBytesLimit: number;
}

/** Decoding fault; the caller adds the offset. */
class FrameFault extends Error {}

/** The file ends inside the frame; the content before it is intact. */
class FrameCut extends FrameFault {}

/** Whether a file's first four bytes begin an LZ4 frame or a skippable frame. */
export function isLz4(head: Buffer): boolean {
  if (head.length < 4) return false;
  const magic = head.readUInt32LE(0);
  return magic === frameMagic || isSkippable(magic);
}

/**
 * Decodes all LZ4 frames of a file block by block (LZ4 Frame Format 1.6), so that memory holds one block regardless of the frame's size:
 * the archive's files are several frames in sequence, and the library stops after the first. A frame with checksums or a size is decoded
 * twice, first for verification: one flipped byte may be the digit of a price, so nothing of a mismatching frame is delivered.
 *
 * @param cursor At the start of the first frame.
 * @returns The content in pieces. A damaged or truncated frame yields a piece with a fault naming the byte offset; a truncated one, and
 *   one without checksums, still delivers its decoded part. After a frame with wrong content, the next frame is read.
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
 * Decodes a frame only to verify its checksums.
 * @returns the mismatch, with the cursor after the frame; undefined if the frame is valid or truncated
 * @throws FrameFault if the frame cannot be decoded to its end
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

/** Content of the frame's blocks. The cursor starts after the header, and ends after the end mark. */
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

/** Content of the next block; undefined at the end mark. */
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
  // The library expects the content's size in front and allocates it; the frame only has an upper bound, which the library accepts. It
  // overwrites the block's own size, so nothing is copied. The promise API leaks the decoded memory (2.10.0), and a block takes 3 ms at
  // most.
  sized.writeUInt32LE(header.blockBytesLimit, 0);
  try {
    return uncompressSync(sized, header.linked && dictionary.length > 0 ? dictionary : undefined);
  } catch (error) {
    throw new FrameFault(
      `block cannot be decoded (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

/** Last 64 KiB of decoded content; linked blocks refer back at most this far. */
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
