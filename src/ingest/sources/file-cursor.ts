import { open } from 'node:fs/promises';

const readBytes = 1 << 20;

/** The bytes of one file, wherever it lies: what the reading of archives uses of a `FileHandle`. */
export interface ByteSource {
  stat(): Promise<{ size: number }>;
  /** Reads up to `length` bytes from `position` on; 0 at the end of the file. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/** A file that can be read from its start, more than once. */
export interface OpenableFile {
  /** Absolute, or the address of an object: chunks and rejected records name it. */
  path: string;
  open(): Promise<ByteSource>;
}

export const localFile = (path: string): OpenableFile => ({ path, open: () => open(path) });

/** Reads a file from front to back, at most one mebibyte more than asked for ahead; a place may be read twice. */
export interface FileCursor {
  /** Bytes taken so far. */
  readonly offset: number;
  /**
   * The next `bytes` bytes, fewer only at the end of the file, without taking them.
   * The Buffer is the caller's: it is never written to again by the cursor.
   */
  peek(bytes: number): Promise<Buffer>;
  /** Takes the next `bytes` bytes, fewer only at the end of the file. */
  take(bytes: number): Promise<Buffer>;
  /** Skips `bytes` bytes, or to the end of the file. */
  skip(bytes: number): Promise<void>;
  /** Goes back to a place that was read already. */
  back(toOffset: number): void;
}

/**
 * Opens a cursor at the start of a file.
 *
 * @param source An open file; the caller closes it.
 */
export function fileCursor(source: ByteSource): FileCursor {
  let window = Buffer.alloc(0);
  let filePosition = 0;
  let offset = 0;

  /** Reads until the window holds `bytes` bytes. A read is always filled, so that batches do not depend on the disk. */
  async function fill(bytes: number): Promise<void> {
    if (window.length >= bytes) return;
    // No more than the file has left: a mebibyte for each of many small files is what reading them would take longest for.
    const left = Math.max(0, (await source.stat()).size - filePosition);
    const size = Math.min(Math.max(bytes, readBytes), window.length + left + 1);
    const next = Buffer.allocUnsafeSlow(size);
    window.copy(next);
    let length = window.length;
    while (length < size) {
      const { bytesRead } = await source.read(next, length, size - length, filePosition);
      if (bytesRead === 0) break;
      length += bytesRead;
      filePosition += bytesRead;
    }
    window = next.subarray(0, length);
  }

  return {
    get offset() {
      return offset;
    },
    async peek(bytes) {
      await fill(bytes);
      return window.subarray(0, bytes);
    },
    async take(bytes) {
      await fill(bytes);
      const taken = window.subarray(0, bytes);
      window = window.subarray(taken.length);
      offset += taken.length;
      return taken;
    },
    async skip(bytes) {
      const held = Math.min(bytes, window.length);
      window = window.subarray(held);
      const { size } = await source.stat();
      const beyond = Math.min(bytes - held, Math.max(0, size - filePosition));
      filePosition += beyond;
      offset += held + beyond;
    },
    back(toOffset) {
      window = Buffer.alloc(0);
      offset = toOffset;
      filePosition = toOffset;
    },
  };
}
