import { type Static, Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { atItsEnds, wholeDayParams } from '../../analytics/whole-days.ts';
import type { RunningValue } from '../../changes/value-view.ts';
import type { Window } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import { dayParams, filteredInWindow, filterParams, matchesSql, onDays, spanOfDays } from './outcome-sql.ts';
import { type DayNumber, type PastDays, windowParts } from './past-days.ts';

const outcomeDay = Type.Object({
  day: Type.String(),
  /** Market trades (each side of a match), and matches. */
  fills: Type.Integer(),
  uniqueTrades: Type.Integer(),
  uniqueWallets: Type.Integer(),
  /** Sums over matches, each counted once; notional in USDH. */
  contracts: Type.Number(),
  notionalUsdh: Type.Number(),
});

/** All outcomes on one day, or on the part of the day inside a window. */
export type OutcomeDay = Static<typeof outcomeDay>;

/**
 * Trading in a window by UTC day, oldest first; days without trades are omitted.
 * @throws AnalyticsError
 */
export type ReadOutcomeDays = (window: Window, signal?: AbortSignal) => Promise<readonly OutcomeDay[]>;

/** @param where condition of the fills */
const volumeSql = (where: string, table: 'outcome_fills' | 'outcome_fills_by_time') => `
  SELECT
    day, own.fills AS fills, matched.matches AS unique_trades, own.wallets AS unique_wallets,
    matched.contracts AS contracts, matched.notional AS notional_usdh
  FROM (
    SELECT toDate(time) AS day, count() AS fills, uniqExact(wallet) AS wallets
    FROM ${table}
    WHERE ${isTrade} AND ${where}
    GROUP BY day) AS own
  INNER JOIN (
    SELECT toDate(time) AS day, count() AS matches, sum(match_size) AS contracts, sum(match_notional) AS notional
    FROM (${matchesSql(where, table)})
    GROUP BY day) AS matched
  USING (day)
  ORDER BY day`;

export const pastDayTotals = bodyQuery({
  name: 'hip4_past_days',
  params: dayParams,
  body: outcomeDay,
  limits: { deadlineMs: 30_000 },
  sql: volumeSql(onDays, 'outcome_fills_by_time'),
});

const daysAtItsEnds = bodyQuery({
  name: 'hip4_days_at_ends',
  params: wholeDayParams,
  body: outcomeDay,
  sql: volumeSql(atItsEnds, 'outcome_fills_by_time'),
});

/** Outcomes that pass filters, by day of a window. */
export const filteredDays = bodyQuery({
  name: 'hip4_filtered_days',
  params: { from: 'TimeMs', to: 'TimeMs', ...filterParams },
  body: outcomeDay,
  sql: volumeSql(filteredInWindow, 'outcome_fills'),
});

/** Totals of some UTC days; days without trades have no entry. @throws AnalyticsError */
export async function readDayTotals(
  analytics: Pick<AnalyticsStore, 'rows'>,
  days: readonly DayNumber[],
): Promise<Map<DayNumber, OutcomeDay>> {
  const rows = await pastDayTotals.read(analytics, spanOfDays(days), {});
  return new Map(rows.map((one) => [Date.parse(one.day) / dayMs, one]));
}

/**
 * Keeps finished days in memory, and reads the partial days at a window's ends per request.
 * @param parts.requests the store on the lane of requests
 */
export function createOutcomeDays(parts: {
  past: Pick<RunningValue<PastDays>, 'read'>;
  requests: Pick<AnalyticsStore, 'rows'>;
}): ReadOutcomeDays {
  const { past, requests } = parts;
  return async (window, signal) => {
    const { whole, kept } = windowParts(await past.read(signal), window);
    const ends = await daysAtItsEnds.read(requests, whole, signal === undefined ? {} : { signal });
    const days = [...kept.values()].flatMap(({ totals }) => totals ?? []);
    return [...days, ...ends].sort((a, b) => (a.day < b.day ? -1 : 1));
  };
}
