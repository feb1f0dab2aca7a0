import { rawCharactersLimit } from './line-batch.ts';

/** The line at the end of a piece, whose rest comes with the next piece. */
export interface UnfinishedLine {
  readonly bytes: number;
  /** Adds the next part. A line that grows over the limit is dropped but for its beginning. */
  add(part: Buffer): void;
  /**
   * Ends the line; the next one begins empty.
   * @returns Its parts, all of them or, where it was `tooLong`, those of its beginning.
   */
  finish(): { parts: Buffer[]; bytes: number; tooLong: boolean };
}

/** @param bytesLimit Longest line whose content is kept. */
export function unfinishedLine(bytesLimit: number): UnfinishedLine {
  let parts: Buffer[] = [];
  let bytes = 0;
  let tooLong = false;
  return {
    get bytes() {
      return bytes;
    },
    add(part) {
      if (part.length === 0) return;
      bytes += part.length;
      if (tooLong) return;
      parts.push(part);
      if (bytes <= bytesLimit) return;
      tooLong = true;
      // A copy: a part of a piece would keep the whole piece in memory.
      parts = [Buffer.from(Buffer.concat(parts).subarray(0, rawCharactersLimit))];
    },
    finish() {
      const line = { parts, bytes, tooLong };
      parts = [];
      bytes = 0;
      tooLong = false;
      return line;
    },
  };
}
