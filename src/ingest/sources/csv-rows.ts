import { parse } from 'csv-parse/sync';
import type { ArchiveFile } from './file-tree.ts';
import { type LineBatch, newline, rawCharactersLimit } from './line-batch.ts';
import { readLines, UnreadableFile } from './line-reader.ts';

/** Row under the header, by column; null for an empty field. */
export interface CsvRow {
  line: number;
  values: Readonly<Record<string, string | null>>;
}

/** Consecutive rows of a file, and the lines between them that are no rows. */
export interface CsvBatch {
  rows: CsvRow[];
  rejected: { line: number; reason: string; raw: string }[];
  /** Reasons why part or all of the file was not read. */
  unread: string[];
  /** Bytes of the (compressed) file consumed so far. */
  bytesRead: number;
  /** Text of a line, for quarantine. */
  raw(line: number): string;
}

/**
 * Reads the rows of a CSV file, plain or in LZ4 frames, in batches. No file content makes it throw.
 *
 * @param columns columns of the file's first line
 */
export async function* readCsvRows(
  file: ArchiveFile,
  columns: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<CsvBatch> {
  let line = 1;
  try {
    for await (const batch of readLines(file, { lineBytesLimit: 1 << 20 })) {
      if (signal.aborted) return;
      yield batchOf(batch, columns, line);
      line += newlinesOf(batch.bytes, batch.bytes.length);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    yield { rows: [], rejected: [], unread: [error.message], bytesRead: file.bytes, raw: () => '' };
  }
}

function batchOf(batch: LineBatch, columns: readonly string[], firstLine: number): CsvBatch {
  const { bytes, faults, bytesRead } = batch;
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  let lines: string[] | undefined;
  const raw = (line: number) => {
    lines ??= text.split(/\r?\n/);
    return (lines[line - firstLine] ?? '').slice(0, rawCharactersLimit);
  };
  const found: CsvBatch = { rows: [], rejected: [], unread: [], bytesRead, raw };
  for (const { at, reason, raw: reported, damage } of faults) {
    found.rejected.push({ line: firstLine + newlinesOf(bytes, at), reason, raw: reported });
    if (damage) found.unread.push(reason);
  }
  for (const { fields, line } of recordsOf(text, firstLine)) {
    if (typeof fields === 'string') found.rejected.push({ line, reason: fields, raw: raw(line) });
    // Skips the header.
    else if (line === 1) continue;
    else if (fields.length !== columns.length) {
      const reason = `row has ${fields.length} fields, should have ${columns.length}: ${columns.join(',')}`;
      found.rejected.push({ line, reason, raw: raw(line) });
    } else {
      const values = Object.fromEntries(columns.map((name, at) => [name, fields[at] || null]));
      found.rows.push({ line, values });
    }
  }
  return found;
}

interface CsvRecord {
  /** Fields, or the fault if the line is unreadable. */
  fields: string[] | string;
  line: number;
}

function recordsOf(text: string, firstLine: number): CsvRecord[] {
  try {
    return text.includes('"') ? quoted(text, firstLine) : plain(text, firstLine);
  } catch {
    // An unclosed quote would swallow all following lines; parsing line by line rejects only its own.
    return text.split('\n').flatMap((one, at): CsvRecord[] => {
      try {
        return quoted(one, firstLine + at);
      } catch (error) {
        return [{ fields: `line is no CSV (${(error as Error).message})`, line: firstLine + at }];
      }
    });
  }
}

/** Treats each line as a row: twice as fast as requesting positions from the parser. */
function plain(text: string, firstLine: number): CsvRecord[] {
  const found = parse(text, { relax_column_count: true });
  return found
    .map((fields, at) => ({ fields, line: firstLine + at }))
    .filter(({ fields }) => fields.length > 1 || fields[0] !== '');
}

function quoted(text: string, firstLine: number): CsvRecord[] {
  const options = { info: true, relax_column_count: true, skip_empty_lines: true } as const;
  const found = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
  return found.map(({ record, info }) => ({ fields: record, line: firstLine + info.lines - 1 }));
}

function newlinesOf(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0 && at < end; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}
