import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';

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
  /** Undefined where its source had none: it was read live, from wallets or as trades. */
  block: number | undefined;
}

/** @throws AnalyticsError */
export async function readNewestBlock(store: AnalyticsStore): Promise<NewestBlock> {
  const [row] = await store.rows(newestFills, {}, { lane: 'heavy' });
  return blockOf(row!);
}

function blockOf(row: { time_ms: string; least_block: string; most_block: string }): NewestBlock {
  const { time_ms, least_block, most_block } = row;
  return { timeMs: Number(time_ms), block: least_block === '0' ? undefined : Number(most_block) };
}

const fillsBefore = query({
  name: 'newest_fills_before',
  params: { at: 'TimeMs' },
  row: Type.Object({ time_ms: Type.String(), least_block: Type.String(), most_block: Type.String() }),
  limits: { maxRows: 1 },
  settings: { max_threads: 1 },
  // In the order of the key, from its end: a few rows, wherever the moment is.
  sql: `
    SELECT toUnixTimestamp64Milli(max(time)) AS time_ms, min(block) AS least_block, max(block) AS most_block
    FROM fills_by_time
    WHERE time = (SELECT time FROM fills_by_time WHERE time <= {at:TimeMs} ORDER BY time DESC LIMIT 1)`,
});

/** Returns the newest block behind an answer about a window; undefined where its newest fills carry none, and where it has no fill. */
export type BlockBehind = (newest: NewestBlock | undefined, window: Span) => Promise<number | undefined>;

/** Of past moments, for how long and for how many of them their block is remembered: a late fill may change it. */
const rememberedMs = 2_000;
const rememberedLimit = 256;

/** Where a window ends before the newest fill, the store is asked for the fill before its end. */
export function createBlockBehind(store: AnalyticsStore): BlockBehind {
  const known = new Map<number, { atMs: number; found: Promise<NewestBlock | undefined> }>();

  async function read(atMs: number): Promise<NewestBlock | undefined> {
    const [row] = await store.rows(fillsBefore, { at: atMs });
    return blockOf(row!);
  }
  function before(atMs: number): Promise<NewestBlock | undefined> {
    const nowMs = monotonicMs();
    const kept = known.get(atMs);
    if (kept !== undefined && nowMs - kept.atMs < rememberedMs) return kept.found;
    known.delete(atMs);
    for (const [key, { atMs: readMs }] of known) {
      if (known.size < rememberedLimit && nowMs - readMs < rememberedMs) break;
      known.delete(key);
    }
    // The answer is right without it.
    const found = read(atMs).catch(() => undefined);
    known.set(atMs, { atMs: nowMs, found });
    return found;
  }
  return async (newest, { fromMs, toMs }) => {
    if (newest === undefined) return undefined;
    const last = toMs >= newest.timeMs ? newest : await before(toMs);
    return last === undefined || last.timeMs < fromMs ? undefined : last.block;
  };
}
