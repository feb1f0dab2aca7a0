import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';

// If any fill of the newest millisecond has no block, the newest block is unknown.
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

export interface NewestBlock {
  /** Time of that fill, unix ms. */
  timeMs: number;
  /** Undefined if the source has no blocks: live reads of wallets or trades. */
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
  // Reads in reverse key order, so that any moment takes only a few rows.
  sql: `
    SELECT toUnixTimestamp64Milli(max(time)) AS time_ms, min(block) AS least_block, max(block) AS most_block
    FROM fills_by_time
    WHERE time = (SELECT time FROM fills_by_time WHERE time <= {at:TimeMs} ORDER BY time DESC LIMIT 1)`,
});

/** Resolves to the block of the newest fill in a window; undefined if that fill has no block, or the window no fill. */
export type BlockBehind = (newest: NewestBlock | undefined, window: Span) => Promise<number | undefined>;

/** Time to live and size of the cache of blocks at past moments. It is short, because a late fill may change a block. */
const rememberedMs = 2_000;
const rememberedLimit = 256;

/** Queries the store for the last fill of a window only if the window ends before the newest fill. */
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
    // The block is optional: the response is correct without it.
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
