import { readContent } from './file-content.ts';
import type { OpenableFile } from './file-cursor.ts';
import { type LineBatch, newline, rawCharactersLimit } from './line-batch.ts';

export interface LineReaderLimits {
  /** A longer line is rejected; at least 1 MiB, the size of a piece of a file. */
  lineBytesLimit?: number;
  /** Bytes gathered before a batch is handed over. */
  batchBytes?: number;
  /** Where a line begins that is read first, in a plain file. */
  fromByte?: number;
  /** The file may still grow: a last line without its end is left for another time. */
  grows?: boolean;
}

/** A file that cannot be opened or read; the message says why. What reads from elsewhere throws it itself. */
export class UnreadableFile extends Error {}

/**
 * Reads the lines of a plain or LZ4-compressed file in batches. Memory holds one batch and one
 * unfinished line, whatever the size of the file. Nothing that the file holds makes it throw.
 *
 * @throws UnreadableFile naming the file where it cannot be opened or read.
 */
export async function* readLines(
  file: OpenableFile,
  limits: LineReaderLimits = {},
): AsyncGenerator<LineBatch> {
  const { lineBytesLimit = 64 << 20, batchBytes = 1 << 19, fromByte = 0, grows = false } = limits;
  const { path } = file;
  const source = await file.open().catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(`${path} cannot be opened: ${error.code ?? error.message}`, { cause: error });
  });
  const assembler = lineAssembler(lineBytesLimit);
  try {
    for await (const { bytes, bytesRead, fault } of readContent(source, path, fromByte)) {
      assembler.add(bytes, bytesRead);
      // What follows the place is no part of the line before it.
      if (fault !== undefined) assembler.damaged(fault.reason, fault.raw);
      if (assembler.heldBytes >= batchBytes || fault !== undefined) yield assembler.take();
    }
    if (!grows) assembler.end();
    yield assembler.take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new UnreadableFile(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  } finally {
    await source.close();
  }
}

/** Puts pieces together to whole lines. */
interface LineAssembler {
  /** Bytes of whole lines that are held. */
  readonly heldBytes: number;
  add(bytes: Buffer, bytesRead: number): void;
  /** Notes a fault that stands behind everything added so far, and ends the line in hand. */
  damaged(reason: string, raw: string): void;
  /** Ends the line in hand, at the end of the file. */
  end(): void;
  take(): LineBatch;
}

const emptyLine = Buffer.from([newline]);

function lineAssembler(lineBytesLimit: number): LineAssembler {
  const rest = unfinishedLine(lineBytesLimit);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let faults: LineBatch['faults'] = [];
  let bytesRead = 0;
  let lineBytes = 0;
  let torn = false;

  function hold(bytes: Buffer, ofContent = bytes.length): void {
    held.push(bytes);
    heldBytes += bytes.length;
    lineBytes += ofContent;
  }

  function note(reason: string, raw: string, damage = false): void {
    faults.push({ at: heldBytes, reason, raw, damage });
  }

  function finishRest(): void {
    const { parts, bytes, tooLong } = rest.finish();
    if (tooLong) {
      const raw = Buffer.concat(parts).subarray(0, rawCharactersLimit).toString('utf8');
      note(`line of ${bytes} bytes is too long, at most ${lineBytesLimit} are read`, raw);
      // In its place, so that the lines behind it keep their numbers.
      hold(emptyLine, bytes);
    } else {
      for (const part of parts) hold(part);
    }
  }

  return {
    get heldBytes() {
      return heldBytes;
    },
    add(bytes, readSoFar) {
      bytesRead = readSoFar;
      let from = 0;
      if (rest.bytes > 0) {
        from = bytes.indexOf(newline) + 1;
        rest.add(from === 0 ? bytes : bytes.subarray(0, from));
        if (from === 0) return;
        finishRest();
      }
      const end = Math.max(from, bytes.lastIndexOf(newline) + 1);
      if (end > from) hold(bytes.subarray(from, end));
      rest.add(bytes.subarray(end));
    },
    damaged(reason, raw) {
      torn = rest.bytes > 0;
      if (torn) rest.add(emptyLine);
      finishRest();
      note(reason, raw, true);
    },
    end() {
      torn = rest.bytes > 0;
      finishRest();
    },
    take() {
      const bytes = held.length === 1 ? held[0]! : Buffer.concat(held, heldBytes);
      const batch = { bytes, faults, bytesRead, lineBytes, torn };
      held = [];
      heldBytes = 0;
      lineBytes = 0;
      faults = [];
      torn = false;
      return batch;
    },
  };
}

/** The line at the end of a piece, whose rest comes with the next piece. */
interface UnfinishedLine {
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
function unfinishedLine(bytesLimit: number): UnfinishedLine {
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
