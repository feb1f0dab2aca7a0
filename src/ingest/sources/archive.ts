import { parse } from 'csv-parse/sync';
import { systemClock } from '../../kernel/clock.ts';
import { archivedContext } from '../../wire/archived-context.ts';
import { builderFill } from '../../wire/builder-fill.ts';
import type { Read, Reader } from '../../wire/payload.ts';
import { readSavedState } from '../facts/saved-states.ts';
import { createFillColumns } from '../fill-columns.ts';
import { aheadFault, aheadFromMs } from '../fills-ahead.ts';
import type { Dated, FillSource, ObjectVersion, RejectedRecord, SourceChunk } from '../source.ts';
import { type ArchiveSelection, selectFiles } from './archive-files.ts';
import { type ChunkBuilder, createChunkBuilder, partsText } from './chunk-builder.ts';
import { type ArchiveKind, archiveKind, tradeHistoryColumns } from './csv-header.ts';
import type { ArchiveFile } from './file-tree.ts';
import { type LineBatch, newline, rawCharactersLimit } from './line-batch.ts';
import { readLines, UnreadableFile } from './line-reader.ts';
import { readNodeFile } from './node-archive.ts';

/**
 * Opens archives of the exchange as a source: node files with fills, `asset_ctxs`, saved account states, or a builder's daily files,
 * plain or in LZ4 frames (docs/exchange.md#archives). The first line of a file determines its kind. Unusable content becomes a rejected
 * record and never stops the stream; reading the same files again gives the same result.
 *
 * @param options.builder builder of the daily files; files of other kinds are then not read
 * @param options.known objects imported before; not read again
 * @param options.signal ends listing and reading of objects
 * @returns The source; ends early without an error when its signal aborts. An unreadable file is reported by a chunk, and the other files
 *   are still read.
 * @throws Error naming a path that does not exist or cannot be read.
 */
export async function openArchive(
  selection: ArchiveSelection,
  options: { builder?: string; known?: readonly ObjectVersion[]; signal?: AbortSignal } = {},
): Promise<FillSource> {
  const { builder, known = [], signal: listing = new AbortController().signal } = options;
  const selected = await selectFiles(selection, known, listing);
  const { files, unread } = selected;
  const tags = new Map(files.map(({ path, etag }) => [path, etag]));
  return {
    totalBytes: files.reduce((total, file) => total + file.bytes, 0),
    totalFiles: files.length,
    knownFiles: selected.known.files,
    objectOf(path) {
      const etag = tags.get(path);
      return etag === undefined ? undefined : { url: path, etag };
    },
    async *read(signal) {
      const fills = createChunkBuilder();
      try {
        for (const { path, reason } of unread) yield unreadChunk({ path, bytes: 0 }, reason, fills);
        for (const file of files) {
          if (signal.aborted) return;
          yield* readFile(file, { builder, fills }, signal);
        }
      } finally {
        selected.close();
      }
    },
  };
}

async function* readFile(
  file: ArchiveFile,
  { builder, fills }: { builder: string | undefined; fills: ChunkBuilder },
  signal: AbortSignal,
): AsyncGenerator<SourceChunk> {
  const found = await archiveKind(file).catch((error: unknown) => {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  });
  const fault = typeof found === 'string' ? found : mixUp(found, builder);
  if (fault !== undefined) yield unreadChunk(file, fault, fills);
  else yield* readKind(file, found as ArchiveKind, fills, signal);
}

function readKind(
  file: ArchiveFile,
  found: ArchiveKind,
  fills: ChunkBuilder,
  signal: AbortSignal,
): AsyncGenerator<SourceChunk> {
  if (found.kind === 'lines') return readNodeFile(file, signal, { builder: fills, feed: found.feed });
  const { columns } = found as Extract<ArchiveKind, { columns: string[] }>;
  const csv = { file, columns };
  if (found.kind === 'contexts')
    return readCsvFile({ ...csv, read: archivedContext.read, put: (contexts) => ({ contexts }) }, signal);
  if (found.kind === 'states')
    return readCsvFile({ ...csv, read: readSavedState, put: (states) => ({ states }) }, signal);
  return readCsvFile({ ...csv, read: builderFill.read, put: (builderFills) => ({ builderFills }) }, signal);
}

const kindNames = {
  lines: "lines of the exchange's node, or something else than a builder's daily file",
  contexts: "the exchange's archived asset_ctxs",
  states: 'saved account states',
} as const;

/** Why a file's kind does not match the request; undefined if it does. */
function mixUp(found: ArchiveKind, builder: string | undefined): string | undefined {
  if (found.kind === 'foreign' && tradeHistoryColumns.every((column) => found.columns.includes(column))) {
    return "file is the trade history that the exchange's page exports as CSV: it names no wallet, no ids and no positions, so that its fills cannot be distinguished; import an answer of userFillsByTime with --wallet; the file was not read";
  }
  if (found.kind === 'foreign') {
    return `file is CSV of another kind (columns ${found.columns.join(',').slice(0, 300)}); expected asset_ctxs (time,coin,funding,…), saved account states (time,user,type,dex,answer) or a builder's daily file (time,user,coin,side,…); the file was not read`;
  }
  if (found.kind === 'builderFills') {
    return builder === undefined
      ? 'file is a daily builder file, which does not name its builder; say whose it is with --builder; the file was not read'
      : undefined;
  }
  return builder === undefined
    ? undefined
    : `file holds ${kindNames[found.kind]}; --builder takes daily builder files (time,user,coin,side,…) alone; the file was not read`;
}

function unreadChunk(
  file: Pick<ArchiveFile, 'path' | 'bytes'>,
  reason: string,
  builder: ChunkBuilder,
): SourceChunk {
  builder.begin(file.path);
  builder.noteUnread(reason);
  builder.finish();
  return builder.take(file.bytes);
}

interface CsvFile<T> {
  file: ArchiveFile;
  /** As named in the first line. */
  columns: readonly string[];
  read: Reader<T>;
  /** Puts the rows into the chunk's field for their kind. */
  put(rows: Dated<T>[]): Partial<SourceChunk>;
}

/** Reads a CSV file of the exchange's archives; an unusable row is rejected alone, with its line. */
async function* readCsvFile<T>(
  { file, columns, read, put }: CsvFile<T>,
  signal: AbortSignal,
): AsyncGenerator<SourceChunk> {
  const fills = createFillColumns(1);
  const chunk = { fills, blocks: 0, file: file.path };
  const beforeMs = aheadFromMs(systemClock);
  const place = { source: file.path, event: -1 };
  let bytesRead = 0;
  for await (const batch of readCsvRows(file, columns, signal)) {
    bytesRead = batch.bytesRead;
    const rejected: RejectedRecord[] = batch.rejected.map((one) => ({ ...place, ...one }));
    const rows: Dated<T>[] = [];
    for (const { line, values } of batch.rows) {
      const reading = read(values);
      const dated = 'fault' in reading ? reading.fault : datedOf(values.time!, reading.data, beforeMs);
      if (typeof dated === 'string') {
        rejected.push({ ...place, line, reason: dated, raw: batch.raw(line) });
        continue;
      }
      rows.push(dated);
      const { odd = [] } = reading as Read<unknown>;
      if (odd.length === 0) continue;
      const reason = partsText(odd.map((part) => part.reason));
      rejected.push({ ...place, line, reason, raw: batch.raw(line), isPart: true });
    }
    yield { ...chunk, ...put(rows), rejected, bytesRead, unread: batch.unread };
  }
  if (!signal.aborted) yield { ...chunk, ...put([]), rejected: [], bytesRead, ends: true };
}

function datedOf<T>(time: string, value: T, beforeMs: number): Dated<T> | string {
  const timeMs = Date.parse(`${time.replace(' ', 'T').replace(/Z$/, '')}Z`);
  if (Number.isNaN(timeMs)) return `time is "${time}", which no calendar has`;
  return aheadFault(timeMs, beforeMs) ?? { timeMs, value };
}

/** Row under the header, by column; null for an empty field. */
interface CsvRow {
  line: number;
  values: Readonly<Record<string, string | null>>;
}

/** Consecutive rows of a file, and the lines between them that are no rows. */
interface CsvBatch {
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
async function* readCsvRows(
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
