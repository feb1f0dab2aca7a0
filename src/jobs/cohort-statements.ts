import { cohortPlaces, cutOffParams, recentCohortPlaces } from '../analytics/cohort-sql.ts';
import type { ParamTypes } from '../analytics/query.ts';
import { recentDays } from '../domain/cohort-cut-offs.ts';

interface Statement<P extends ParamTypes> {
  params: P;
  sql: string;
}

const alltime = cohortPlaces({ pnl: 'all_pnl', fees: 'all_fees', volume: 'all_volume' });
const recent = recentCohortPlaces(
  { pnl: 'recent_pnl', fees: 'recent_fees', volume: 'recent_volume' },
  'recent_fills',
);
const tiers = ['pnl_tier', 'size_tier', 'pnl_tier_recent', 'size_tier_recent'];

/** Changes of running sums: a day adds on its own day; in the recent window, the day is subtracted when it leaves the window. */
const onItsDay = (column: string) => `sumIf(${column}, shift = 0)`;
const untilItLeaves = (column: string) => `sum(${column} * if(shift = 0, 1, -1))`;

/**
 * Adds a row for each change of a wallet's cohort at the end of a day from `from` to `to`, for one range of wallets. Cohorts change only on
 * days with fills, and when a day with fills leaves the recent window. The sums run over these days.
 */
export const changedTiers: Statement<ParamTypes> = {
  params: { first: 'Wallet', last: 'Wallet', from: 'Date', to: 'Date', ...cutOffParams },
  sql: `
    INSERT INTO wallet_tiers
    SELECT wallet, day, ${tiers.join(', ')}
    FROM (
      SELECT wallet, day, ${tiers.join(', ')}, ${tiers.map((tier) => `lagInFrame(${tier}, 1, 0) OVER before AS ${tier}_before`).join(', ')}
      FROM (
        SELECT wallet, day, toUInt8(${alltime.pnl}) AS pnl_tier, toUInt8(${alltime.size}) AS size_tier,
          toUInt8(${recent.pnl}) AS pnl_tier_recent, toUInt8(${recent.size}) AS size_tier_recent
        FROM (
          SELECT wallet, day, sum(p) OVER upto AS all_pnl, sum(c) OVER upto AS all_fees, sum(v) OVER upto AS all_volume,
            sum(rf) OVER upto AS recent_fills, sum(rp) OVER upto AS recent_pnl, sum(rc) OVER upto AS recent_fees,
            sum(rv) OVER upto AS recent_volume
          FROM (
            SELECT wallet, traded + shift AS day, ${onItsDay('pnl_sum')} AS p, ${onItsDay('fees_sum')} AS c,
              ${onItsDay('volume_sum')} AS v, ${untilItLeaves('toInt64(fills_sum)')} AS rf, ${untilItLeaves('pnl_sum')} AS rp,
              ${untilItLeaves('fees_sum')} AS rc, ${untilItLeaves('volume_sum')} AS rv
            FROM (
              SELECT wallet, day AS traded, sum(fills) AS fills_sum, sum(pnl) AS pnl_sum, sum(fees) AS fees_sum,
                sum(volume) AS volume_sum
              FROM wallet_day
              WHERE wallet >= {first:Wallet} AND wallet <= {last:Wallet} AND wallet_day.day <= {to:Date}
                AND wallet IN (
                  SELECT wallet FROM wallet_day
                  WHERE wallet >= {first:Wallet} AND wallet <= {last:Wallet} AND day <= {to:Date}
                    AND day >= {from:Date} - ${recentDays})
              GROUP BY wallet, day) AS days
            ARRAY JOIN [0, ${recentDays}] AS shift
            WHERE traded + shift <= {to:Date}
            GROUP BY wallet, day)
          WINDOW upto AS (PARTITION BY wallet ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)))
      WINDOW before AS (PARTITION BY wallet ORDER BY day ROWS BETWEEN 1 PRECEDING AND CURRENT ROW))
    WHERE day >= {from:Date}
      AND (${tiers.join(', ')}) != (${tiers.map((tier) => `${tier}_before`).join(', ')})`,
};

const places = Array.from({ length: 8 }, (_, i) => i + 1);
const kinds = "[('pnl', pnl_tier), ('size', size_tier)]";

/** Fills of each day, by the cohorts that their wallets were in at the end of the day before. */
const activity = `
  SELECT day, cohort.1 AS kind, cohort.2 AS tier, count() AS active, sum(f) AS fills, sum(p) AS pnl, sum(v) AS volume,
    avg(w * 100 / f) AS win_rate
  FROM (
    SELECT day, f, w, p, v, pnl_tier, size_tier
    FROM (
      SELECT wallet, day, sum(fills) AS f, sum(wins) AS w, sum(pnl) AS p, sum(volume) AS v
      FROM wallet_day
      WHERE wallet_day.day >= {from:Date} AND wallet_day.day <= {to:Date}
      GROUP BY wallet, day) AS traded
    ASOF JOIN (
      SELECT wallet, day AS since, pnl_tier, size_tier
      FROM wallet_tiers FINAL
      WHERE wallet IN (SELECT wallet FROM wallet_day WHERE day >= {from:Date} AND day <= {to:Date})) AS known
    ON traded.wallet = known.wallet AND traded.day > known.since)
  ARRAY JOIN ${kinds} AS cohort
  WHERE tier > 0
  GROUP BY day, kind, tier`;

/** Net growth of each cohort at the end of a day, in wallets. */
const growth = `
  SELECT day AS grown, cohort.1 AS kind, cohort.2 AS tier, sum(cohort.3) AS wallets
  FROM (
    SELECT day, pnl_tier, size_tier, lagInFrame(pnl_tier, 1, 0) OVER before AS pnl_before,
      lagInFrame(size_tier, 1, 0) OVER before AS size_before
    FROM wallet_tiers FINAL
    WINDOW before AS (PARTITION BY wallet ORDER BY day ROWS BETWEEN 1 PRECEDING AND CURRENT ROW))
  ARRAY JOIN [('pnl', pnl_tier, 1), ('pnl', pnl_before, -1), ('size', size_tier, 1), ('size', size_before, -1)] AS cohort
  WHERE tier > 0 AND day < {to:Date}
  GROUP BY grown, kind, tier`;

/** Adds the rows of all cohorts for the days from `from` to `to`; `fills` are the fills of each of these days. */
export const cohortDays: Statement<ParamTypes> = {
  params: { from: 'Date', to: 'Date', made: 'TimeMs', fills: 'Array(Int64)' },
  sql: `
    INSERT INTO cohort_days
    SELECT every.day, every.kind, every.tier, {made:TimeMs}, {fills:Array(Int64)}[dateDiff('day', {from:Date}, every.day) + 1],
      members.wallets, active, fills, pnl, volume, win_rate
    FROM (
      SELECT arrayJoin(arrayMap(i -> {from:Date} + i, range(dateDiff('day', {from:Date}, {to:Date}) + 1))) AS day,
        arrayJoin(['pnl', 'size']) AS kind, toUInt8(arrayJoin([${places.join(', ')}])) AS tier) AS every
    LEFT JOIN (
      SELECT day, kind, tier, sum(if(grown < day, grew.wallets, 0)) AS wallets
      FROM (${growth}) AS grew
      CROSS JOIN (
        SELECT arrayJoin(arrayMap(i -> {from:Date} + i, range(dateDiff('day', {from:Date}, {to:Date}) + 1))) AS day) AS days
      GROUP BY day, kind, tier) AS members
    ON members.day = every.day AND members.kind = every.kind AND members.tier = every.tier
    LEFT JOIN (${activity}) AS acted
    ON acted.day = every.day AND acted.kind = every.kind AND acted.tier = every.tier`,
};
