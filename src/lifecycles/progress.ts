import { fillPlaceholders } from '../analytics/literal.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { storeSize } from '../changes/batches.ts';
import { lifecycleRules } from '../domain/lifecycle.ts';
import { lane, progressRow } from './lifecycle-queries.ts';
import { type TokenChains, tokenChainParams } from './token-chains.ts';

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
  /** By which the spot fills of the ranges that are done were folded. */
  tokens: TokenChains;
}

/** @returns undefined where nothing was folded yet */
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
  // By SELECT: a server may batch inserts of values, and answer before they are seen.
  await store.command(fillPlaceholders(written, tokenChainParams, { ...tokens }));
}

/** Whether there are fills, or batches of them, that no row follows from yet. */
export async function isFoldBehind(store: AnalyticsStore): Promise<boolean> {
  const progress = await readProgress(store);
  if (progress?.rules !== lifecycleRules || progress.rangesDone < progress.ranges) return true;
  const [size] = await store.rows(storeSize, {}, lane);
  return Number(size!.last_seq) > progress.seq;
}
