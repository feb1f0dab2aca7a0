import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';

// Of several fills in the newest millisecond, one without a block is enough: it is not behind any.
const newestFills = query({
  name: 'newest_fills',
  params: {},
  row: Type.Object({ time_ms: Type.String(), least_block: Type.String(), most_block: Type.String() }),
  limits: { maxRows: 1 },
  settings: { max_threads: 1 },
  sql: `
    SELECT toUnixTimestamp64Milli(max(time)) AS time_ms, min(block) AS least_block, max(block) AS most_block
    FROM fills_by_time WHERE time = (SELECT max(time) FROM fills_by_time)`,
});

/** The block of the newest stored fill. */
export interface NewestBlock {
  /** Time of that fill, unix ms. */
  timeMs: number;
  /** Undefined where its source told none: it was read live, from wallets or as trades. */
  block: number | undefined;
}

/** @throws AnalyticsError */
export async function readNewestBlock(store: AnalyticsStore): Promise<NewestBlock> {
  const [row] = await store.rows(newestFills, {}, { lane: 'heavy' });
  const { time_ms, least_block, most_block } = row!;
  return { timeMs: Number(time_ms), block: least_block === '0' ? undefined : Number(most_block) };
}

/**
 * The newest block behind an answer about a window that ends at `toMs`; undefined where its newest fills carry none, and
 * where it ends before the newest fill: an older block would be named as if it were the newest.
 */
export function blockBehind(newest: NewestBlock | undefined, toMs: number): number | undefined {
  return newest === undefined || toMs < newest.timeMs ? undefined : newest.block;
}
