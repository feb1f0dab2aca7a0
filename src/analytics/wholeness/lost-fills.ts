import { Type } from 'typebox';
import type { Span } from '../../kernel/span.ts';
import { query } from '../query.ts';
import type { AnalyticsStore } from '../store.ts';
import { walletRanges } from '../wallet-ranges.ts';

const key = 'wallet, coin, time, tid, oid';
/** Fills of one statement, about: what it remembers of them is bounded so. */
const rangeFills = 5_000_000;
const limits = { deadlineMs: 600_000, maxMemoryBytes: 4 * 2 ** 30 };

/** By the counts that the engine keeps of its parts: both tables hold every fill, in the same months. */
const unlikeMonths = query({
  name: 'months_with_other_counts',
  params: {},
  row: Type.Object({ month: Type.String(), fills: Type.String(), by_time: Type.String() }),
  sql: `
    SELECT partition_id AS month, toString(sumIf(rows, table = 'fills')) AS fills,
      toString(sumIf(rows, table = 'fills_by_time')) AS by_time
    FROM system.parts
    WHERE database = currentDatabase() AND active AND table IN ('fills', 'fills_by_time')
    GROUP BY month HAVING fills != by_time ORDER BY month`,
});

const missing = query({
  name: 'lost_fills_left',
  params: {},
  row: Type.Object({ fills: Type.String(), from_ms: Type.String(), to_ms: Type.String() }),
  limits,
  sql: `
    SELECT toString(count()) AS fills, toString(toUnixTimestamp64Milli(min(time))) AS from_ms,
      toString(toUnixTimestamp64Milli(max(time))) AS to_ms
    FROM lost_fills FINAL
    WHERE (wallet, coin, time, tid, oid) NOT IN (
      SELECT wallet, coin, time, tid, oid FROM fills
      WHERE wallet IN (SELECT wallet FROM lost_fills) AND time >= (SELECT min(time) FROM lost_fills)
        AND time <= (SELECT max(time) FROM lost_fills))`,
});

const anyLost = query({
  name: 'any_lost_fill',
  params: {},
  row: Type.Object({ rows: Type.String() }),
  sql: 'SELECT toString(count()) AS rows FROM lost_fills',
});

/** Fills that a damaged part held and nothing has brought again, and the span of their times. */
export interface LostFills extends Span {
  fills: number;
}

/** Months in which fills and their copy by time do not have the same number of rows. */
export async function monthsUnlike(
  store: AnalyticsStore,
): Promise<{ month: number; fills: number; byTime: number }[]> {
  const rows = await store.rows(unlikeMonths, {}, { lane: 'write' });
  return rows.map(({ month, fills, by_time }) => {
    return { month: Number(month), fills: Number(fills), byTime: Number(by_time) };
  });
}

/** Notes the keys of fills that the copy by time has and fills have not. May be repeated. */
export async function noteLost(
  store: AnalyticsStore,
  months: readonly { month: number; byTime: number }[],
): Promise<void> {
  for (const { month, byTime } of months) {
    for (const { from, to } of walletRanges(Math.ceil(byTime / rangeFills))) {
      const within = `toYYYYMM(time) = ${month} AND wallet >= unhex('${from.slice(2)}') AND wallet <= unhex('${to.slice(2)}')`;
      await store.command(`
        INSERT INTO lost_fills (${key}) SELECT ${key} FROM fills_by_time
        WHERE ${within} AND (${key}) NOT IN (SELECT ${key} FROM fills WHERE ${within})
        SETTINGS insert_deduplicate = 0`);
    }
  }
}

/** Fills that are still lost; undefined if none. */
export async function lostFills(
  store: AnalyticsStore,
  lane: 'write' | 'job' = 'job',
): Promise<LostFills | undefined> {
  const [noted] = await store.rows(anyLost, {}, { lane });
  if (noted!.rows === '0') return undefined;
  const [left] = await store.rows(missing, {}, { lane });
  if (left!.fills === '0') return undefined;
  return { fills: Number(left!.fills), fromMs: Number(left!.from_ms), toMs: Number(left!.to_ms) };
}
