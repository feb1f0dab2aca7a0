import { Type } from 'typebox';
import { cohortPlaces, cutOffParams, cutOffValues, recentCohortPlaces } from '../analytics/cohort-sql.ts';
import { fillPlaceholders } from '../analytics/literal.ts';
import { type ParamTypes, query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import { newestStored } from '../changes/batches.ts';
import { type CohortCutOffs, recentDays } from '../domain/cohort-cut-offs.ts';
import { type Clock, dayMs, monotonicMs, utcDate, utcDayStartMs } from '../kernel/clock.ts';

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
const changedTiers: Statement<ParamTypes> = {
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
const cohortDays: Statement<ParamTypes> = {
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

/** Fills of each day now, and when its cohorts were made. */
const daysToCompare = query({
  name: 'cohort_days_to_compare',
  params: { to: 'Date' },
  row: Type.Object({ day: Type.String(), stored: Type.String(), made_of: Type.String() }),
  limits: { deadlineMs: 120_000, maxRows: 100_000 },
  sql: `
    SELECT toString(day) AS day, toString(sum(now_stored)) AS stored, toString(sum(then_stored)) AS made_of
    FROM (
      SELECT day, sum(fills) AS now_stored, toUInt64(0) AS then_stored
      FROM wallet_day WHERE wallet_day.day <= {to:Date} GROUP BY day
      UNION ALL
      SELECT day, toUInt64(0) AS now_stored, day_fills + 1 AS then_stored
      FROM cohort_days FINAL WHERE kind = 'pnl' AND tier = 1)
    GROUP BY day
    ORDER BY day`,
});

const storedSizes = query({
  name: 'cohort_stored_sizes',
  params: { from: 'Date' },
  row: Type.Object({ wallets: Type.String(), later: Type.String() }),
  limits: { deadlineMs: 120_000 },
  sql: `
    SELECT (SELECT toString(count()) FROM wallet_alltime) AS wallets,
      (SELECT toString(count()) FROM wallet_tiers WHERE day >= {from:Date}) AS later`,
});

export interface CohortHistoryOptions {
  analytics: AnalyticsStore;
  clock: Clock;
  cutOffs: CohortCutOffs;
}

/** Wallets per statement: bounds its sorting to some hundred MB. */
const walletsPerRange = 65_536;
const daysLimit = 1_000;
/** Pause after a run, as a multiple of its duration: bounds the time spent on late fills of finished days. */
const idleShare = 10;

/**
 * Stores every wallet's cohorts at the end of every finished UTC day (`wallet_tiers`), and each cohort's activity on that day
 * (`cohort_days`), from the first fill on. Late fills rebuild the days from theirs on; each day uses only the fills up to its own end.
 * Repeatable: the result depends on the fills alone.
 *
 * @returns a run; does nothing if no day ended and no fills came since the last one
 */
export function cohortHistory(
  options: CohortHistoryOptions,
): (run: { signal: AbortSignal }) => Promise<void> {
  const { analytics, clock } = options;
  let seen = '';
  let notBeforeMs = 0;

  return async ({ signal }) => {
    if (monotonicMs() < notBeforeMs) return;
    const today = utcDayStartMs(clock.nowMs());
    const [newest] = await analytics.rows(newestStored, {}, { signal });
    const found = `${newest!.seq} ${today}`;
    if (found === seen) return;
    const startMs = monotonicMs();
    const days = await daysToMake(analytics, today - dayMs, signal);
    if (days.length > 0) await makeDays(options, days, signal);
    seen = found;
    notBeforeMs = monotonicMs() + (monotonicMs() - startMs) * idleShare;
  };
}

interface Day {
  timeMs: number;
  fills: number;
}

/** All days up to the last, from the first day that was not made or whose fills changed since. */
async function daysToMake(analytics: AnalyticsStore, lastMs: number, signal: AbortSignal): Promise<Day[]> {
  const rows = await analytics.rows(daysToCompare, { to: utcDate(lastMs) }, { signal });
  // The count of a made day is stored plus one, so that a made day without fills differs from a day not made.
  const known = new Map(
    rows.map(({ day, stored, made_of: madeOf }) => [day, [Number(stored), Number(madeOf) - 1]]),
  );
  const days: Day[] = [];
  const firstMs = rows.length === 0 ? lastMs + dayMs : Date.parse(rows[0]!.day);
  for (let timeMs = firstMs; timeMs <= lastMs; timeMs += dayMs) {
    const [fills, madeOf] = known.get(utcDate(timeMs)) ?? [0, -1];
    if (days.length > 0 || fills !== madeOf) days.push({ timeMs, fills: fills! });
  }
  return days;
}

async function makeDays(
  { analytics, clock, cutOffs }: CohortHistoryOptions,
  days: readonly Day[],
  signal: AbortSignal,
): Promise<void> {
  const from = utcDate(days[0]!.timeMs);
  const to = utcDate(days.at(-1)!.timeMs);
  const [sizes] = await analytics.rows(storedSizes, { from }, { signal });
  if (sizes!.later !== '0') {
    const deletion = 'ALTER TABLE wallet_tiers DELETE WHERE day >= {from:Date} SETTINGS mutations_sync = 2';
    await analytics.command(fillPlaceholders(deletion, { from: 'Date' }, { from }), { lane: 'job', signal });
  }
  for (const range of walletRanges(Math.ceil(Number(sizes!.wallets) / walletsPerRange))) {
    signal.throwIfAborted();
    const values = { first: range.from, last: range.to, from, to, ...cutOffValues(cutOffs) };
    const sql = fillPlaceholders(changedTiers.sql, changedTiers.params, values);
    await analytics.command(sql, { lane: 'job', signal });
  }
  for (let at = 0; at < days.length; at += daysLimit) {
    const some = days.slice(at, at + daysLimit);
    const values = {
      from: utcDate(some[0]!.timeMs),
      to: utcDate(some.at(-1)!.timeMs),
      made: clock.nowMs(),
      fills: some.map(({ fills }) => fills),
    };
    await analytics.command(fillPlaceholders(cohortDays.sql, cohortDays.params, values), {
      lane: 'job',
      signal,
    });
  }
}
