import { fillPlaceholders } from '../analytics/literal.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { storeSize } from '../changes/batches.ts';
import { lifecycleRules } from '../domain/lifecycle.ts';
import { lane, progressRow } from './lifecycle-queries.ts';
import { type TokenChains, tokenChainParams } from './token-chains.ts';

export interface FoldProgress {
  rules: number;
  /** Newest folded batch, valid once all ranges are done. */
  seq: number;
  /** Folded wallet ranges, out of `ranges`. */
  rangesDone: number;
  ranges: number;
  /** Whether requests may be answered from the tables. */
  ready: boolean;
  /** Version of the last turn's rows; increases with each turn. */
  version: number;
  /** The token chains used by the folded ranges. */
  tokens: TokenChains;
}

/** @returns undefined if the store was never folded */
export async function readProgress(store: AnalyticsStore): Promise<FoldProgress | undefined> {
  const [row] = await store.rows(progressRow, {}, lane);
  if (row === undefined) return undefined;
  const { rules, ready, ranges } = row;
  const [seq, version] = [Number(row.seq), Number(row.version)];
  const tokens = { pairs: row.pairs, chains: row.chains };
  return { rules, seq, rangesDone: row.ranges_done, ranges, ready, version, tokens };
}

export async function writeProgress(store: AnalyticsStore, progress: FoldProgress): Promise<void> {
  const { rules, seq, rangesDone, ranges, ready, version, tokens } = progress;
  const written = `INSERT INTO lifecycle_progress (one, rules, seq, ranges_done, ranges, ready, version, pairs, chains)
    SELECT 1, ${rules}, ${seq}, ${rangesDone}, ${ranges}, ${ready}, ${version}, {pairs:Array(String)}, {chains:Array(String)}`;
  // Inserts by SELECT: a server may batch an INSERT of values and respond before the row is visible.
  await store.command(fillPlaceholders(written, tokenChainParams, { ...tokens }));
}

/** Whether any stored batch or wallet range is not folded yet. */
export async function isFoldBehind(store: AnalyticsStore): Promise<boolean> {
  const progress = await readProgress(store);
  if (progress?.rules !== lifecycleRules || progress.rangesDone < progress.ranges) return true;
  const [size] = await store.rows(storeSize, {}, lane);
  return Number(size!.last_seq) > progress.seq;
}
