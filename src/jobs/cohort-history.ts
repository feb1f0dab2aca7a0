import { Type } from 'typebox';
import { cutOffValues } from '../analytics/cohort-sql.ts';
import { fillPlaceholders } from '../analytics/literal.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import { newestStored } from '../changes/batches.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import { type Clock, dayMs, monotonicMs, utcDate, utcDayStartMs } from '../kernel/clock.ts';
import { changedTiers, cohortDays } from './cohort-statements.ts';

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
