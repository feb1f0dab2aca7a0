import { parse } from 'csv-parse/sync';
import type { ArchiveFile } from './file-tree.ts';
import { type LineBatch, newline, rawCharactersLimit } from './line-batch.ts';
import { readLines, UnreadableFile } from './line-reader.ts';

/** One row under the header, by column; null where a field is empty. */
export interface CsvRow {
  line: number;
  values: Readonly<Record<string, string | null>>;
}

/** Rows that follow each other in a file, and what stood between them and is no row. */
export interface CsvBatch {
  rows: CsvRow[];
  rejected: { line: number; reason: string; raw: string }[];
  /** Why some of the file, or all of it, was not read. */
  unread: string[];
  /** Bytes of the (compressed) file consumed so far. */
  bytesRead: number;
  /** The text of a line, for its quarantine. */
  raw(line: number): string;
}

/**
 * Reads the rows of a CSV file, plain or in LZ4 frames, batch by batch. Nothing that the file holds makes it throw.
 *
 * @param columns as the file's first line names them
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
    // The header.
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
  /** What is wrong, where it cannot be read. */
  fields: string[] | string;
  line: number;
}

function recordsOf(text: string, firstLine: number): CsvRecord[] {
  try {
    return text.includes('"') ? quoted(text, firstLine) : plain(text, firstLine);
  } catch {
    // A quote that is never closed takes all that follows with it: line by line it costs its own.
    return text.split('\n').flatMap((one, at): CsvRecord[] => {
      try {
        return quoted(one, firstLine + at);
      } catch (error) {
        return [{ fields: `line is no CSV (${(error as Error).message})`, line: firstLine + at }];
      }
    });
  }
}

/** A line is a row: twice as fast as to ask the parser where each stood. */
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
