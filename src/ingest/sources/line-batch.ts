import { isAscii, isUtf8 } from 'node:buffer';

/** Lines that follow each other in a file. */
export interface LineBatch {
  /** Without line ends; empty where the line is blank or stands in `faults`. */
  lines: string[];
  /** Number of `lines[0]` in the file, from 1. */
  firstLine: number;
  /** Lines that are no text, and the place where a damaged file ends. */
  faults: { line: number; reason: string; raw: string }[];
  /** Bytes of the (compressed) file consumed so far. */
  bytesRead: number;
  /** The last of `lines` had no line end: the file may have been cut there. */
  torn: boolean;
}

/** Raw text that goes to quarantine is cut here. */
export const rawCharactersLimit = 64 * 1024;
export const newline = 10;
const carriageReturn = 13;
const byteOrderMark = '\ufeff';

export function emptyBatch(firstLine: number, bytesRead: number): LineBatch {
  return { lines: [], firstLine, faults: [], bytesRead, torn: false };
}

/** Notes a fault of the line behind those that the batch holds. */
export function addFault(batch: LineBatch, reason: string, raw: string): void {
  batch.faults.push({ line: batch.firstLine + batch.lines.length, reason, raw });
}

/** Notes a fault that stands in place of a line. */
export function addFaultyLine(batch: LineBatch, reason: string, raw: Buffer): void {
  addFault(batch, reason, raw.subarray(0, rawCharactersLimit).toString('utf8'));
  batch.lines.push('');
}

/**
 * Appends the lines in `bytes` to a batch.
 *
 * @param bytes Whole lines; only the last one of a file may lack its line end.
 */
export function addLines(batch: LineBatch, bytes: Buffer): void {
  // Almost all of an archive is ASCII, which becomes a string without decoding.
  const encoding = isAscii(bytes) ? 'latin1' : isUtf8(bytes) ? 'utf8' : undefined;
  if (encoding !== undefined) {
    addText(batch, bytes.toString(encoding));
    return;
  }
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(newline, from);
    const end = at < 0 ? bytes.length : at + 1;
    const line = bytes.subarray(from, end);
    if (isUtf8(line)) addText(batch, line.toString('utf8'));
    else addFaultyLine(batch, 'line is no valid UTF-8; expected JSON in UTF-8', line);
    from = end;
  }
}

function addText(batch: LineBatch, text: string): void {
  const { lines } = batch;
  let from = 0;
  if (batch.firstLine === 1 && lines.length === 0 && text.startsWith(byteOrderMark)) from = 1;
  while (from < text.length) {
    const at = text.indexOf('\n', from);
    const next = at < 0 ? text.length : at + 1;
    let end = at < 0 ? text.length : at;
    if (end > from && text.charCodeAt(end - 1) === carriageReturn) end--;
    // No line of an archive begins with white space: only then is it worth a look whether it is blank.
    const blank = end === from || (text.charCodeAt(from) <= 32 && text.slice(from, end).trim() === '');
    lines.push(blank ? '' : text.slice(from, end));
    from = next;
  }
}
