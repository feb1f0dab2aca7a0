import { systemClock } from '../../kernel/clock.ts';
import type { Read, Reader } from '../../wire/payload.ts';
import { createFillColumns } from '../fill-columns.ts';
import { aheadFault, aheadFromMs } from '../fills-ahead.ts';
import type { Dated, RejectedRecord, SourceChunk } from '../source.ts';
import { partsText } from './chunk-builder.ts';
import { readCsvRows } from './csv-rows.ts';
import type { ArchiveFile } from './file-tree.ts';

/** A file of one kind of rows, each with its time. */
export interface CsvFile<T> {
  file: ArchiveFile;
  /** As its first line names them. */
  columns: readonly string[];
  read: Reader<T>;
  /** Where a chunk holds them. */
  put(rows: Dated<T>[]): Partial<SourceChunk>;
}

/** Reads a CSV file of the exchange's archives; a row that cannot be used is rejected alone, with its line. */
export async function* readCsvFile<T>(
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
