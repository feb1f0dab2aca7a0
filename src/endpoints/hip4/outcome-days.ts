import type { Static } from 'typebox';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { dayMs } from '../../kernel/clock.ts';
import { bodyQuery } from '../bodies/body-query.ts';
import { double, int64, utcDay } from '../bodies/fields.ts';
import { daysBetween, keepDays } from '../kept-days.ts';
import { bodySchema } from '../schema.ts';
import { atItsEnds, wholeDayParams, wholeDays } from '../whole-days.ts';
import type { Window } from '../window.ts';
import { dayParams, matchesSql, onDays, spanOfDays } from './outcome-sql.ts';
import { readOutcomeVersions } from './outcome-versions.ts';

export const dailyBucket = bodySchema('HIP4DailyBucket', {
  day: utcDay('Day of the trades'),
  fills: int64('Market trades, each side of a match.'),
  uniqueTrades: int64('Matches.'),
  uniqueWallets: int64('Distinct wallets with a trade.'),
  contracts: double('Contracts of matches, each counted once.'),
  notionalUsdh: double('Sum of price × size of matches, each counted once, USDH.'),
});

/** All outcomes on one day, or on the part of it that a window holds. */
export type OutcomeDay = Static<typeof dailyBucket>;

/**
 * Tells what was traded in a window, by UTC day, oldest first; days without a trade are left out.
 * @throws AnalyticsError
 */
export type ReadOutcomeDays = (window: Window, signal?: AbortSignal) => Promise<readonly OutcomeDay[]>;

/** @param where condition of the fills */
const volumeSql = (where: string) => `
  SELECT
    day, own.fills AS fills, matched.matches AS unique_trades, own.wallets AS unique_wallets,
    matched.contracts AS contracts, matched.notional AS notional_usdh
  FROM (
    SELECT toDate(time) AS day, count() AS fills, uniqExact(wallet) AS wallets
    FROM outcome_fills_by_time
    WHERE ${isTrade} AND ${where}
    GROUP BY day) AS own
  INNER JOIN (
    SELECT toDate(time) AS day, count() AS matches, sum(match_size) AS contracts, sum(match_notional) AS notional
    FROM (${matchesSql(where, 'outcome_fills_by_time')})
    GROUP BY day) AS matched
  USING (day)
  ORDER BY day`;

const pastDays = bodyQuery({
  name: 'hip4_past_days',
  params: dayParams,
  body: dailyBucket,
  limits: { deadlineMs: 30_000 },
  sql: volumeSql(onDays),
});

const daysAtItsEnds = bodyQuery({
  name: 'hip4_days_at_ends',
  params: wholeDayParams,
  body: dailyBucket,
  sql: volumeSql(atItsEnds),
});

/**
 * Days that are over are kept; those that a window cuts are read for it.
 * @param parts.requests the store on the lane of requests, for what each of them waits for
 */
export function createOutcomeDays(parts: {
  analytics: AnalyticsStore;
  requests: AnalyticsStore;
}): ReadOutcomeDays {
  const { analytics, requests } = parts;
  const past = keepDays({
    versions: readOutcomeVersions(requests),
    read: async (days) =>
      new Map(
        (await pastDays.read(analytics, spanOfDays(days), {})).map((one) => [
          Date.parse(one.day) / dayMs,
          one,
        ]),
      ),
  });
  return async (window, signal) => {
    const whole = wholeDays(window);
    const [kept, ends] = await Promise.all([
      daysBetween(past, whole, signal),
      daysAtItsEnds.read(requests, whole, signal === undefined ? {} : { signal }),
    ]);
    return [...kept.values(), ...ends].sort((a, b) => (a.day < b.day ? -1 : 1));
  };
}
