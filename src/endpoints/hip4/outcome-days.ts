import { type Static, Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { type Clock, dayMs, utcDate } from '../../kernel/clock.ts';
import { followReads } from '../../market/followed-reads.ts';
import { bodyQuery } from '../bodies/body-query.ts';
import { double, int64, utcDay } from '../bodies/fields.ts';
import { bodySchema } from '../schema.ts';
import { atItsEnds, wholeDayParams, wholeDays } from '../whole-days.ts';
import { dataStartsMs, type Window } from '../window.ts';
import { inWindow, matchesSql } from './outcome-sql.ts';

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
    FROM outcome_fills
    WHERE market = 1 AND ${where}
    GROUP BY day) AS own
  INNER JOIN (
    SELECT toDate(time) AS day, count() AS matches, sum(match_size) AS contracts, sum(match_notional) AS notional
    FROM (${matchesSql(where)})
    GROUP BY day) AS matched
  USING (day)
  ORDER BY day`;

const pastDays = bodyQuery({
  name: 'hip4_past_days',
  params: { from: 'TimeMs', to: 'TimeMs' },
  body: dailyBucket,
  limits: { deadlineMs: 30_000 },
  sql: volumeSql(inWindow),
});

const daysAtItsEnds = bodyQuery({
  name: 'hip4_days_at_ends',
  params: wholeDayParams,
  body: dailyBucket,
  sql: volumeSql(atItsEnds),
});

const pastFills = query({
  name: 'hip4_past_fills',
  params: { to: 'TimeMs' },
  row: Type.Object({ fills: Type.String() }),
  sql: 'SELECT toString(count()) AS fills FROM outcome_fills WHERE time <= {to:TimeMs}',
});

/** Days that are over change where fills of theirs are stored later: they are looked up by how many they have. */
const freshMs = 10 * 60_000;
const oldMs = 60 * 60_000;

/** Days that are over are kept; those that a window cuts are read for it. */
export function createOutcomeDays(parts: { analytics: AnalyticsStore; clock: Clock }): ReadOutcomeDays {
  const { analytics, clock } = parts;
  const midnightMs = () => Math.floor(clock.nowMs() / dayMs) * dayMs;

  const past = followReads({
    read: (toMs) => pastDays.read(analytics, { from: dataStartsMs.outcomes, to: Number(toMs) - 1 }, {}),
    version: async () => (await analytics.rows(pastFills, { to: midnightMs() - 1 }))[0]!.fills,
    ...{ freshMs, oldMs, keptLimit: 2 },
  });

  return async (window, signal) => {
    const whole = wholeDays(window);
    const options = signal === undefined ? {} : { signal };
    const [kept, ends] = await Promise.all([
      past(String(midnightMs()), signal),
      daysAtItsEnds.read(analytics, whole, options),
    ]);
    const [first, last] = [utcDate(whole.wholeFrom), utcDate(whole.wholeTo)];
    const between = kept.filter(({ day }) => day >= first && day < last);
    return [...between, ...ends].sort((a, b) => (a.day < b.day ? -1 : 1));
  };
}
