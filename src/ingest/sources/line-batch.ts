import { isUtf8 } from 'node:buffer';

/** Consecutive lines of a file. */
export interface LineBatch {
  /** Whole lines with their newlines; only the last line of a file may lack it. */
  bytes: Buffer;
  /**
   * Omitted lines, and damaged places of the file; `at` is the offset of the line in `bytes`,
   * ascending. With `damage`, more than one line was not read.
   */
  faults: { at: number; reason: string; raw: string; damage: boolean }[];
  /** Bytes of the (compressed) file consumed so far. */
  bytesRead: number;
  /** Size of these lines in the file; more than `bytes` holds if a line was too long. */
  lineBytes: number;
  /** The last line had no newline: the file may have been truncated there. */
  torn: boolean;
}

/** Maximum length of raw text in quarantine. */
export const rawCharactersLimit = 64 * 1024;
export const newline = 10;
const carriageReturn = 13;
const byteOrderMark = '\ufeff';

/** Offset of the line after the one that begins at `at`. */
export function nextLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(newline, at);
  return end < 0 ? bytes.length : end + 1;
}

/**
 * Text of the line in `bytes[at…next-1]` without its newline: empty if blank, undefined if it is not UTF-8.
 * @param isFirst whether the line is the first of its file, which may begin with a byte order mark
 */
export function lineText(bytes: Buffer, at: number, next: number, isFirst: boolean): string | undefined {
  let end = next;
  if (end > at && bytes[end - 1] === newline) end--;
  if (end > at && bytes[end - 1] === carriageReturn) end--;
  const line = bytes.subarray(at, end);
  if (!isUtf8(line)) return undefined;
  const text = line.toString('utf8');
  const content = isFirst && text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return content.trim() === '' ? '' : content;
}

/** Consumer of the lines of one node record. */
export interface LineTaker {
  /** Reads an ordinary line from its bytes. @returns the offset of the next line; −1 if the line is declined, with nothing added */
  scan(bytes: Buffer, at: number): number;
  /** Reads a declined line; yields whenever the chunk is full, also within a line of many events. */
  add(line: DeclinedLine): Generator<undefined>;
  /** Time of the last line without a block, Unix milliseconds; −1 before the first. */
  readonly timeMs: number;
}

export interface DeclinedLine {
  text: string;
  line: number;
  /** The line had no newline, which explains invalid JSON. */
  isTorn: boolean;
}

export function lineFault({ reason, isJson }: { reason: string; isJson: boolean }, isTorn: boolean): string {
  return isTorn && !isJson ? `torn last line: ${reason}` : reason;
}
