import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { conflictEventOf } from '../analytics/quarantine-event.ts';
import { type FillFileShape, writeFillFile } from './arrow-file.ts';
import type { BatchStore } from './batch-store.ts';
import type { FillColumns } from './fill-columns.ts';
import type { Journal } from './journal.ts';
import { writeQuarantine } from './quarantine-rows.ts';
import type { RejectedRecord } from './source.ts';
import type { SourceNames } from './source-names.ts';
import type { Conflict } from './stored-candidates.ts';

/** Counters of records whose keys are stored; all others were equal. */
export interface DifferenceCounts {
  completed: number;
  conflicts: number;
  replaced: number;
}

/** Compares an import's records with stored fills of other content. Call only within the writer's turn. */
export interface Differences {
  /** Stored fills that wait for a rewrite. */
  readonly gathered: number;
  /** Compares records with the stored fills of their keys; skips records that are not stored. */
  take(records: FillColumns): Promise<DifferenceCounts>;
  apply(): Promise<void>;
}

/** Quarantine row of a conflict; a feed has no lines, so `line` is a hash of the record. */
function placeOf({ line, event, key, record }: Conflict): Pick<RejectedRecord, 'line' | 'event'> {
  if (line > 0) return { line, event: conflictEventOf(event) };
  const hashed = hash('sha256', key + record, 'buffer').readBigUInt64BE() >> 11n;
  return { line: Number(hashed), event: conflictEventOf(-1) };
}

export function createDifferences(parts: {
  store: BatchStore;
  journal: Journal;
  replace: boolean;
  /** Name of the feed, for live records. */
  feed?: string | undefined;
  names: SourceNames;
}): Differences {
  const { store, journal, replace, feed, names } = parts;
  let gathered = 0;

  function rejected(conflict: Conflict): RejectedRecord {
    const { source, key, stored, record } = conflict;
    const raw = `{"fill":"${key}","stored":${stored},"record":${record}}`;
    const reason = 'this fill is stored with other content; import --replace lets the file be right';
    return { source: names.nameOf(source), ...placeOf(conflict), reason, raw };
  }

  return {
    get gathered() {
      return gathered;
    },
    async take(records) {
      const file = journal.rowsPath(-2);
      const rule = { replace, feed: feed === undefined ? undefined : names.numberOf(feed) };
      const found = await store.compare({ file, ...(await writeCandidates(file, records)) }, rule);
      rmSync(file, { force: true });
      if (!replace && found.reported.length > 0) {
        await writeQuarantine(store, journal, found.reported.map(rejected));
      }
      gathered += found.completes + (replace ? found.conflicts : 0);
      return {
        completed: found.completes,
        conflicts: replace ? 0 : found.conflicts,
        replaced: replace ? found.conflicts : 0,
      };
    },
    async apply() {
      // A completed fill keeps its place, so readers refresh only its chain.
      await store.rewrite({ namesChanges: !replace });
      gathered = 0;
    },
  };
}

export async function writeCandidates(
  file: string,
  records: FillColumns,
): Promise<FillFileShape & { minTimeMs: number; maxTimeMs: number }> {
  const shape = await writeFillFile(file, records, { places: true });
  const times = records.timesMs.subarray(0, records.count);
  return {
    ...shape,
    minTimeMs: times.reduce((a, b) => Math.min(a, b)),
    maxTimeMs: times.reduce((a, b) => Math.max(a, b)),
  };
}
