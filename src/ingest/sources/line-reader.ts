import { readContent } from './file-content.ts';
import type { OpenableFile } from './file-cursor.ts';
import { type LineBatch, newline, rawCharactersLimit } from './line-batch.ts';

export interface LineReaderLimits {
  /** Longer lines are rejected; at least 1 MiB, the size of a piece of a file. */
  lineBytesLimit?: number;
  /** Minimum bytes per batch. */
  batchBytes?: number;
  /** Offset of the first line to read, in a plain file. */
  fromByte?: number;
  /** The file may still grow: an unfinished last line is left for a later read. */
  grows?: boolean;
}

/** A file that cannot be opened or read; the message gives the reason. Readers of other sources throw it themselves. */
export class UnreadableFile extends Error {}

/**
 * Reads the lines of a plain or compressed file in batches. Memory holds one batch and one unfinished line, whatever the size of the
 * file. No file content makes it throw.
 *
 * @throws UnreadableFile naming the file if it cannot be opened or read.
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
      // Bytes after the fault do not belong to the line before it.
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

interface LineAssembler {
  /** Bytes of complete lines in memory. */
  readonly heldBytes: number;
  add(bytes: Buffer, bytesRead: number): void;
  /** Records a fault after everything added so far, and ends the current line. */
  damaged(reason: string, raw: string): void;
  /** Ends the current line at the end of the file. */
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
      // An empty placeholder keeps the numbers of the following lines.
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

/** Line at the end of a piece that continues in the next piece. */
interface UnfinishedLine {
  readonly bytes: number;
  /** Adds the next part. Of a line over the limit only the beginning is kept. */
  add(part: Buffer): void;
  /**
   * Ends the line and starts an empty one.
   * @returns All parts of the line, or those of its beginning if it was `tooLong`.
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
      // Copies the bytes: a slice would keep the whole piece in memory.
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
