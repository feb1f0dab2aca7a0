import type { AnalyticsStore } from '../analytics/store.ts';
import { lane, progressRow } from './lifecycle-queries.ts';

/** How far the fold of a store is. */
export interface FoldProgress {
  rules: number;
  /** All batches up to this one are folded, once all ranges are done. */
  seq: number;
  /** Ranges of wallets that are folded, of those that all wallets were split into. */
  rangesDone: number;
  ranges: number;
  /** Whether the tables may be answered from. */
  ready: boolean;
  /** Grows with each turn; rows of the turn have it. */
  version: number;
}

/** @returns undefined where nothing was folded yet */
export async function readProgress(store: AnalyticsStore): Promise<FoldProgress | undefined> {
  const [row] = await store.rows(progressRow, {}, lane);
  if (row === undefined) return undefined;
  const { rules, ready, ranges } = row;
  const [seq, version] = [Number(row.seq), Number(row.version)];
  return { rules, seq, rangesDone: row.ranges_done, ranges, ready, version };
}

export async function writeProgress(store: AnalyticsStore, progress: FoldProgress): Promise<void> {
  const { rules, seq, rangesDone, ranges, ready, version } = progress;
  // By SELECT: a server may batch inserts of values, and answer before they are seen.
  await store.command(
    `INSERT INTO lifecycle_progress SELECT 1, ${rules}, ${seq}, ${rangesDone}, ${ranges}, ${ready}, ${version}`,
  );
}
