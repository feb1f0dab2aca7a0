import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { conflictEventOf } from '../analytics/quarantine-event.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import { hourMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import { writeFillFile } from './arrow-file.ts';
import type { BatchStore, StoreState } from './batch-store.ts';
import type { FillBatch } from './fill-batch.ts';
import { type FillColumns, timesOf } from './fill-columns.ts';
import type { Journal } from './journal.ts';
import { writeQuarantine } from './quarantine-rows.ts';
import type { RejectedRecord } from './source.ts';
import type { SourceNames } from './source-names.ts';
import type { Candidates, Conflict } from './stored-candidates.ts';

/** How to treat records whose fills are stored already. */
export interface StoredRecords {
  /** Whether a differing record replaces the stored fill. */
  replace?: boolean;
  /** Name of the feed, for live records: fills stored by the same feed count as equal; fills from files are compared but not changed. */
  feed?: string;
  /** Address of the builder whose daily files are read, lower case. */
  builder?: string;
  /** The only wallet the records may belong to; the import fails if they are stored for another wallet. */
  soleOwner?: string;
}

export interface StoredCounts {
  /** Fills already stored, or repeated in the source. */
  duplicates: number;
  /** Stored fills to which a record added missing fields. */
  completed: number;
  /** Records whose key is stored with other content; both texts go to quarantine. */
  conflicts: number;
  /** Stored fills replaced by records. */
  replaced: number;
}

/** Decides for each batch which fills are stored already, and whether their records are equal. Call only within the writer's turn. */
export interface StoredFills {
  readonly counts: StoredCounts;
  /** Whether compared records wait for {@link StoredFills.apply}. */
  readonly isGathering: boolean;
  /** Compares the records whose fills are stored, and removes them from the batch. @throws Error if another wallet has the fills */
  settle(batch: FillBatch, state: StoreState): Promise<void>;
  /** Completes and replaces the stored fills of the compared records. */
  apply(): Promise<void>;
}

const rangesLimit = 64;
const walletsLimit = 64;
/** Completions are gathered up to this many fills: the cost of changing stored fills depends on the months, not on the fills. */
const gatheredLimit = 2_000_000;

export function createStoredFills(parts: {
  store: BatchStore;
  journal: Journal;
  names: SourceNames;
  stored: StoredRecords;
}): StoredFills {
  const { store, journal, names } = parts;
  const { replace = false, feed, soleOwner } = parts.stored;
  const counts: StoredCounts = { duplicates: 0, completed: 0, conflicts: 0, replaced: 0 };
  let gathered = 0;

  async function withFile<T>(records: FillColumns, work: (candidates: Candidates) => Promise<T>): Promise<T> {
    const file = journal.rowsPath(-2);
    const shape = await writeFillFile(file, records, { places: true });
    const result = await work({ file, ...shape, ...timesOf(records) });
    rmSync(file, { force: true });
    return result;
  }

  async function refuseOtherOwner(records: FillColumns, wallet: string): Promise<void> {
    const owner = await withFile(records, store.otherOwner);
    if (owner === undefined) return;
    throw new Error(
      `these fills are stored under ${owner} already: --wallet ${wallet} seems to be wrong; --force stores them anyway`,
    );
  }

  function rejected(conflict: Conflict): RejectedRecord {
    const { source, key, stored, record } = conflict;
    const raw = `{"fill":"${key}","stored":${stored},"record":${record}}`;
    const reason = 'this fill is stored with other content; import --replace lets the file be right';
    return { source: names.nameOf(source), ...placeOf(conflict), reason, raw };
  }

  async function compare(records: FillColumns): Promise<void> {
    const rule = { replace, feed: feed === undefined ? undefined : names.numberOf(feed) };
    const found = await withFile(records, (candidates) => store.compare(candidates, rule));
    if (!replace && found.reported.length > 0)
      await writeQuarantine(store, journal, found.reported.map(rejected));
    counts[replace ? 'replaced' : 'conflicts'] += found.conflicts;
    counts.completed += found.completes;
    counts.duplicates -= found.completes + found.conflicts;
    gathered += found.completes + (replace ? found.conflicts : 0);
    // The fills to replace are still stored; without this the next batch would compare with them.
    if ((replace && found.conflicts > 0) || gathered > gatheredLimit) await apply();
  }

  async function apply(): Promise<void> {
    // A completed fill keeps its place, so readers refresh only its chain.
    await store.rewrite({ namesChanges: !replace });
    gathered = 0;
  }

  return {
    counts,
    get isGathering() {
      return gathered > 0;
    },
    async settle(batch, { maxTimeMs }) {
      if (soleOwner !== undefined && batch.columns.count > 0)
        await refuseOtherOwner(batch.columns, soleOwner);
      const stored = await storedRows(batch, store, maxTimeMs);
      counts.duplicates += batch.duplicates + stored.size;
      if (stored.size === 0) return;
      await compare(batch.columns);
      batch.remove(stored);
    },
    apply,
  };
}

/** Quarantine row of a conflict; a feed has no lines, so `line` is a hash of the record. */
function placeOf({ line, event, key, record }: Conflict): Pick<RejectedRecord, 'line' | 'event'> {
  if (line > 0) return { line, event: conflictEventOf(event) };
  const hashed = hash('sha256', key + record, 'buffer').readBigUInt64BE() >> 11n;
  return { line: Number(hashed), event: conflictEventOf(-1) };
}

/** Rows of a batch that are stored already, by key. A batch newer than every stored fill, the usual case, costs nothing. */
async function storedRows(
  batch: FillBatch,
  store: BatchStore,
  newestStoredMs: number,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const ranges = timeRanges(batch.columns.timesMs.subarray(0, batch.columns.count), newestStoredMs);
  if (ranges.length === 0) return found;
  const keys = await store.keys(ranges, fewWallets(batch));
  for (const key = readRowBinary(keys); !key.done; ) {
    const row = batch.rowOf(keys, key.wallet(), key.text(), key.int64(), key.int64(), key.int64());
    if (row >= 0) found.add(row);
  }
  return found;
}

/** The batch's times up to the newest stored one, as at most {@link rangesLimit} ranges of whole or partial hours. */
function timeRanges(timesMs: Float64Array, newestStoredMs: number): Span[] {
  const hours = new Map<number, Span>();
  for (const timeMs of timesMs) {
    if (timeMs > newestStoredMs) continue;
    const hour = Math.floor(timeMs / hourMs);
    const range = hours.get(hour);
    if (range === undefined) hours.set(hour, { fromMs: timeMs, toMs: timeMs });
    else if (timeMs < range.fromMs) range.fromMs = timeMs;
    else if (timeMs > range.toMs) range.toMs = timeMs;
  }
  const ranges = [...hours.values()].sort((a, b) => a.fromMs - b.fromMs);
  // Too many ranges: closes the smallest gaps first.
  const gaps = ranges
    .slice(1)
    .map((range, i) => range.fromMs - ranges[i]!.toMs)
    .sort((a, b) => b - a);
  const smallestGapMs = gaps[rangesLimit - 1] ?? 0;
  const merged: Span[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.fromMs - last.toMs <= smallestGapMs) last.toMs = range.toMs;
    else merged.push({ ...range });
  }
  return merged;
}

/** The batch's wallets if there are few: an API answer is one wallet over months. */
function fewWallets({ columns }: FillBatch): string[] {
  const wallets = new Set<string>();
  const bytes = Buffer.from(columns.bytes.wallet.buffer);
  for (let row = 0; row < columns.count; row++) {
    wallets.add(`0x${bytes.toString('hex', row * 20, row * 20 + 20)}`);
    if (wallets.size > walletsLimit) return [];
  }
  return [...wallets];
}
