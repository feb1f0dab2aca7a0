import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { columnsOf } from './csv-header.ts';
import { type ByteSource, type FileCursor, fileCursor } from './file-cursor.ts';
import { type ContentPiece, decodeLz4, isLz4 } from './lz4-frame.ts';

const pieceBytes = 1 << 20;
/** First bytes of formats that are mistaken for archive files. */
const foreignFormats: readonly (readonly [hex: string, name: string])[] = [
  ['28b52ffd', 'Zstandard'],
  ['504b0304', 'ZIP'],
  ['425a68', 'bzip2'],
  ['fd377a585a00', 'XZ'],
  ['02214c18', 'legacy LZ4 (made by lz4 -l)'],
  ['fffe', 'text in UTF-16'],
  ['feff', 'text in UTF-16'],
];
/** `[{` starts an answer of the exchange's API; `["0x…", {` starts a line of a node file. */
const answerStart = /^\s*\[\s*\{/;
/** Detects UTF-16 text without a byte order mark: every other byte is zero. */
const isWideText = (head: Buffer) =>
  head.length >= 8 &&
  [0, 1].some((high) => [0, 2, 4, 6].every((at) => head[at + high] === 0 && head[at + 1 - high] !== 0));

const gzipMagic = 0x1f8b;
export const isGzip = (head: Buffer) => head.length >= 2 && head.readUInt16BE(0) === gzipMagic;

/**
 * Reads the content of a plain, LZ4 or gzip file in pieces. The first bytes determine the format; the name decides only if they are
 * inconclusive.
 *
 * @param source An open file; the caller closes it.
 * @param path Name of the file, which distinguishes a broken `.lz4` file from plain text.
 * @param fromByte Start offset in a plain file; compressed files are read from the start.
 * @returns Pieces of at most 1 MiB; one with a fault if the file has another format.
 */
export async function* readContent(
  source: ByteSource,
  path: string,
  fromByte = 0,
): AsyncGenerator<ContentPiece> {
  const cursor = fileCursor(source);
  const head = await cursor.peek(64);
  if (isLz4(head)) {
    yield* decodeLz4(cursor);
    return;
  }
  if (isGzip(head)) {
    yield* decodeGzip(cursor);
    return;
  }
  const reason = formatFault(head, path);
  if (reason !== undefined) {
    const raw = `hex of the first bytes: ${head.toString('hex', 0, 8)}`;
    yield { bytes: Buffer.alloc(0), bytesRead: 0, fault: { reason, raw, ends: true } };
    return;
  }
  if (fromByte > 0) cursor.back(fromByte);
  while (true) {
    const bytes = await cursor.take(pieceBytes);
    if (bytes.length === 0) return;
    yield { bytes, bytesRead: cursor.offset };
  }
}

/** Content of all gzip members of a file; a damaged or truncated member yields its decoded part and a fault. */
async function* decodeGzip(cursor: FileCursor): AsyncGenerator<ContentPiece> {
  const packed = Readable.from(pieces(cursor));
  const unpacked = createGunzip({ chunkSize: pieceBytes });
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    for await (const bytes of unpacked) yield { bytes: bytes as Buffer, bytesRead: unpacked.bytesWritten };
  } catch (error) {
    // The caller handles disk errors.
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    const bytesRead = unpacked.bytesWritten;
    const reason = `gzip, near byte ${bytesRead}: ${(error as Error).message}; the rest of the file was not read`;
    yield { bytes: Buffer.alloc(0), bytesRead, fault: { reason, raw: '', ends: true } };
  } finally {
    packed.destroy();
  }
}

async function* pieces(cursor: FileCursor): AsyncGenerator<Buffer> {
  for (let bytes = await cursor.take(pieceBytes); bytes.length > 0; bytes = await cursor.take(pieceBytes))
    yield bytes;
}

function formatFault(head: Buffer, path: string): string | undefined {
  const hex = head.toString('hex');
  const foreign = foreignFormats.find(([magic]) => hex.startsWith(magic));
  const right = 'expected JSON lines or CSV, plain, in LZ4 frames or in gzip; the file was not read';
  if (foreign !== undefined) return `file is ${foreign[1]}; ${right}`;
  const start = head.toString('latin1').replace('\xef\xbb\xbf', '');
  if (isWideText(head)) return `file is text in UTF-16; ${right}`;
  if (answerStart.test(start)) {
    return `file is an answer of the exchange's API, which does not name its wallet; say whose it is with --wallet; ${right}`;
  }
  if (!path.endsWith('.lz4')) return undefined;
  if (head.length === 0) return `file is empty, but its name says LZ4; ${right}`;
  const first = start.trimStart()[0];
  const isPlain = first === '{' || first === '[' || columnsOf(start) !== undefined;
  return isPlain ? undefined : `file is neither LZ4 nor JSON lines nor CSV; ${right}`;
}
