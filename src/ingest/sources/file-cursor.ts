import { open } from 'node:fs/promises';

const readBytes = 1 << 20;

/** Bytes of one file or object: the methods of a `FileHandle` that archive reading uses. */
export interface ByteSource {
  stat(): Promise<{ size: number }>;
  /** Reads up to `length` bytes from `position` on; 0 at the end of the file. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/** A file that can be opened repeatedly. */
export interface OpenableFile {
  /** Absolute path or object address, used in chunks and rejected records. */
  path: string;
  open(): Promise<ByteSource>;
}

export const localFile = (path: string): OpenableFile => ({ path, open: () => open(path) });

/** Reads a file from front to back, at most 1 MiB beyond the request; supports going back. */
export interface FileCursor {
  /** Bytes taken so far. */
  readonly offset: number;
  /**
   * Returns the next `bytes` bytes without consuming them; fewer only at the end of the file.
   * The caller owns the Buffer: the cursor never writes to it again.
   */
  peek(bytes: number): Promise<Buffer>;
  /** Consumes the next `bytes` bytes; fewer only at the end of the file. */
  take(bytes: number): Promise<Buffer>;
  /** Skips `bytes` bytes, or to the end of the file. */
  skip(bytes: number): Promise<void>;
  /** Goes back to an offset already read. */
  back(toOffset: number): void;
}

/** @param source an open file; the caller closes it */
export function fileCursor(source: ByteSource): FileCursor {
  let window = Buffer.alloc(0);
  let filePosition = 0;
  let offset = 0;

  /** Reads until the window holds `bytes` bytes. Fills every read completely, so that batches do not depend on the disk. */
  async function fill(bytes: number): Promise<void> {
    if (window.length >= bytes) return;
    // Allocates no more than the rest of the file: 1 MiB for each of many small files would dominate their reading time.
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
