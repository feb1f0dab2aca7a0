import { isUtf8 } from 'node:buffer';

/** Lines that follow each other in a file. */
export interface LineBatch {
  /** Whole lines with their ends; only the last one of a file may lack it. */
  bytes: Buffer;
  /**
   * Lines that are left out, and places where a file is damaged; `at` is the offset of the line in `bytes`,
   * ascending. Where there is `damage`, more than one line was not read.
   */
  faults: { at: number; reason: string; raw: string; damage: boolean }[];
  /** Bytes of the (compressed) file consumed so far. */
  bytesRead: number;
  /** Bytes of the content that these lines take; more than there are here where one was too long. */
  lineBytes: number;
  /** The last line had no end: the file may have been cut there. */
  torn: boolean;
}

/** Raw text that goes to quarantine is cut here. */
export const rawCharactersLimit = 64 * 1024;
export const newline = 10;
const carriageReturn = 13;
const byteOrderMark = '\ufeff';

/** Offset of the line behind the one that begins at `at`. */
export function nextLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(newline, at);
  return end < 0 ? bytes.length : end + 1;
}

/**
 * The text of the line in `bytes[at…next-1]` without its end: empty where it is blank, undefined where it is no UTF-8.
 * @param isFirst the line is the first of its file, which may begin with a byte order mark
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

/** What becomes of the lines of one record of a node. */
export interface LineTaker {
  /** Takes an ordinary line from its bytes. @returns the offset of the next one; −1 where it declines, and nothing was taken then */
  scan(bytes: Buffer, at: number): number;
  /** Takes one line that was declined; iterating gives a turn whenever the chunk is full, also within a line of many events. */
  add(line: DeclinedLine): Generator<undefined>;
  /** Where the last line was of no block: its time, unix milliseconds; −1 before the first. */
  readonly timeMs: number;
}

/** A line that the scanner declined. */
export interface DeclinedLine {
  text: string;
  line: number;
  /** It had no end: why it is no JSON. */
  isTorn: boolean;
}

/** Why a line cannot be used. */
export function lineFault({ reason, isJson }: { reason: string; isJson: boolean }, isTorn: boolean): string {
  return isTorn && !isJson ? `torn last line: ${reason}` : reason;
}
