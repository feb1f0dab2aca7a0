import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { replacingFile } from './whole-file.ts';

const columnTypes = {
  Float64Array,
  BigInt64Array,
  Uint32Array,
  Int32Array,
  Uint16Array,
  Uint8Array,
} as const;
type ColumnTypeName = keyof typeof columnTypes;
export type FileColumn = Float64Array | BigInt64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;
export type FileColumns = Record<string, FileColumn>;

/** Number columns as they lie in memory, after a small header. */
export interface ColumnFile<H> {
  header: H;
  columns: FileColumns;
}

/** A file whose content is not what its writer wrote: truncated, changed, or of another layout. */
export class DamagedFileError extends Error {}

interface Head<H> {
  header: H;
  /** In file order. `shared`: the column lives in a SharedArrayBuffer. */
  columns: { name: string; type: ColumnTypeName; length: number; shared: boolean }[];
}

const magic = Buffer.from('columns1');
/** Magic, length and checksum of the head. */
const prefixBytes = magic.length + 8;
const checksumBytes = 4;
/** Bytes per read, write or checksum step: under a millisecond of work. */
const sliceBytes = 2 ** 20;
const headLimit = 2 ** 26;

/**
 * Replaces a file atomically: a reader finds the old file or the complete new one. The caller must not change the columns meanwhile.
 * Works in slices, so that the event loop stays responsive.
 *
 * @param header stored as JSON
 * @returns the file's size in bytes
 * @throws Error of the file system
 */
export async function writeColumnFile<H>(path: string, { header, columns }: ColumnFile<H>): Promise<number> {
  const described = Object.entries(columns).map(([name, column]) => ({
    name,
    type: column.constructor.name,
    length: column.length,
    shared: column.buffer instanceof SharedArrayBuffer,
  }));
  const head = Buffer.from(JSON.stringify({ header, columns: described }));
  let bytes = prefixBytes + head.length + checksumBytes;
  await replacingFile(path, async (file) => {
    const prefix = Buffer.alloc(prefixBytes);
    magic.copy(prefix);
    prefix.writeUInt32LE(head.length, magic.length);
    prefix.writeUInt32LE(crc32(head), magic.length + 4);
    await writeAll(file, prefix);
    await writeAll(file, head);
    let checksum = 0;
    for (const column of Object.values(columns)) {
      for (const slice of slicesOf(column)) {
        checksum = crc32(slice, checksum);
        await writeAll(file, slice);
      }
      bytes += column.byteLength;
    }
    const end = Buffer.alloc(checksumBytes);
    end.writeUInt32LE(checksum);
    await writeAll(file, end);
  });
  return bytes;
}

/**
 * @returns undefined if the file does not exist
 * @throws DamagedFileError, or Error of the file system
 */
export async function readColumnHeader<H>(path: string): Promise<H | undefined> {
  return reading(path, async (file) => (await readHead<H>(file)).header);
}

/**
 * Reads a file and verifies all of its checksums.
 *
 * @returns undefined if the file does not exist
 * @throws DamagedFileError, or Error of the file system
 */
export async function readColumnFile<H>(path: string): Promise<ColumnFile<H> | undefined> {
  return reading(path, async (file) => {
    const { header, columns: described, at: begin } = await readHead<H>(file);
    const columns: FileColumns = {};
    let [at, checksum] = [begin, 0];
    for (const { name, type, length, shared } of described) {
      const column = emptyColumn(type, length, shared);
      for (const slice of slicesOf(column)) {
        await readAll(file, slice, at);
        checksum = crc32(slice, checksum);
        at += slice.length;
      }
      columns[name] = column;
    }
    const end = Buffer.alloc(checksumBytes);
    await readAll(file, end, at);
    if (end.readUInt32LE() !== checksum) throw new DamagedFileError('its checksum is wrong');
    return { header, columns };
  });
}

async function reading<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

/** @returns the head, and the offset of the columns as `at` */
async function readHead<H>(file: FileHandle): Promise<Head<H> & { at: number }> {
  const prefix = Buffer.alloc(prefixBytes);
  await readAll(file, prefix, 0);
  const length = prefix.readUInt32LE(magic.length);
  if (!prefix.subarray(0, magic.length).equals(magic) || length > headLimit) {
    throw new DamagedFileError('it is of another layout');
  }
  const text = Buffer.alloc(length);
  await readAll(file, text, prefixBytes);
  if (crc32(text) !== prefix.readUInt32LE(magic.length + 4)) {
    throw new DamagedFileError('the checksum of its head is wrong');
  }
  const head = JSON.parse(text.toString()) as Head<H>;
  const at = prefixBytes + length;
  const bytes = head.columns.reduce((sum, { type, length }) => sum + length * widthOf(type), 0);
  const { size } = await file.stat();
  if (size !== at + bytes + checksumBytes) throw new DamagedFileError('it is cut off, or too long');
  return { ...head, at };
}

const widthOf = (type: ColumnTypeName) => columnTypes[type].BYTES_PER_ELEMENT;

function emptyColumn(type: ColumnTypeName, length: number, shared: boolean): FileColumn {
  const bytes = length * widthOf(type);
  const made: new (memory: ArrayBufferLike) => FileColumn = columnTypes[type];
  return new made(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
}

function* slicesOf({ buffer, byteOffset, byteLength }: FileColumn): Generator<Uint8Array> {
  for (let at = 0; at < byteLength; at += sliceBytes) {
    yield new Uint8Array(buffer, byteOffset + at, Math.min(sliceBytes, byteLength - at));
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
}

async function readAll(file: FileHandle, into: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await file.read(into, at, into.length - at, from + at);
    if (bytesRead === 0) throw new DamagedFileError('it is cut off');
    at += bytesRead;
  }
}
