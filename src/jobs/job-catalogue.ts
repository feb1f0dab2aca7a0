import type { AnalyticsStore } from '../analytics/store.ts';
import type { Boards } from '../boards/boards.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import type { Market } from '../market/market.ts';
import type { Positions } from '../positions/positions.ts';
import { accountHours } from './account-hours.ts';
import { census } from './census.ts';
import { cohortBiasHours } from './cohort-bias-hours.ts';
import { cohortHistory } from './cohort-history.ts';
import { dailyEdition, importedEditions } from './daily/edition.ts';
import { fundingDays } from './funding-days.ts';
import { liquidationLevelHours } from './liquidation-level-hours.ts';
import { longShortHours } from './long-short-hours.ts';
import { nightlyAudit } from './nightly-audit.ts';
import { pastHours } from './past-hours.ts';
import { paymentCensus } from './payment-census.ts';
import { positionSnapshot } from './position-snapshot.ts';
import { mergeScatteredRows } from './scattered-rows.ts';
import type { Job } from './schedule.ts';
import type { InTurn } from './settled.ts';

/** What jobs may use. */
export interface JobSources {
  analytics: AnalyticsStore;
  boards: Boards;
  positions: Positions;
  market: Pick<Market, 'listing' | 'mark'>;
  clock: Clock;
  cutOffs: CohortCutOffs;
  /** Between two batches; absent where other processes store them. */
  inTurn?: InTurn | undefined;
  /** Until when every fill of every wallet is stored, unix milliseconds, where that is known. */
  wholeToMs?: (() => number | undefined) | undefined;
}

/** Hours of a month: what a longer pause leaves out is seen as a hole. */
const missedHours = 31 * 24;

/** All scheduled jobs: a new one adds its line. */
export function jobCatalogue(sources: JobSources): Job[] {
  const { analytics, wholeToMs = () => undefined } = sources;
  const parts = [longShortHours, cohortBiasHours(sources)];
  return [
    {
      name: 'position-snapshots',
      every: 'hour',
      missedLimit: missedHours,
      // Whatever is kept of each open position by the hour: a further part is handed the same positions.
      run: positionSnapshot({ ...sources, parts: [...parts, liquidationLevelHours] }),
    },
    // Account states and marks are the newest alone: an hour that is over cannot be valued any more.
    { name: 'account-hours', every: 'hour', missedLimit: 1, run: accountHours(sources) },
    // At the end of a day, and soon after fills of days that are over: where there is nothing to do it costs a look.
    { name: 'cohort-history', every: 'minute', missedLimit: 1, run: cohortHistory(sources) },
    // Behind the cohorts, which it asks for, and ahead of the editions, which ask for it.
    {
      name: 'past-hours',
      every: 'minute',
      missedLimit: 1,
      run: pastHours({ ...sources, parts, wholeToMs }),
    },
    // Behind the payments of the day's last hour, which come with the next one.
    {
      name: 'funding-days',
      every: 'day',
      offsetMs: 20 * minuteMs,
      missedLimit: 1,
      run: fundingDays(sources),
    },
    // Account states are the newest alone: an hour that is over cannot be compared any more.
    { name: 'census', every: 'hour', missedLimit: 1, run: census(sources) },
    // As soon as the payments of an hour are stored.
    { name: 'payment-census', every: 'minute', missedLimit: 1, run: paymentCensus(sources) },
    {
      name: 'daily-editions',
      every: 'day',
      offsetMs: 5 * minuteMs,
      // All days of a simulated past; a day without fills has none.
      missedLimit: 40,
      missedAtFirst: true,
      run: dailyEdition(sources),
    },
    // The daily job does not return to days that it has passed.
    { name: 'imported-editions', every: 'minute', missedLimit: 1, run: importedEditions(sources) },
    // Some slices of it a minute, so that hourly jobs wait for none.
    { name: 'audit', every: 'minute', missedLimit: 1, run: nightlyAudit(sources) },
    {
      name: 'merge-scattered-rows',
      every: 'hour',
      missedLimit: 1,
      async run() {
        await mergeScatteredRows(analytics);
      },
    },
  ];
}
