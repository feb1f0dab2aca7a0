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

export interface JobSources {
  analytics: AnalyticsStore;
  boards: Boards;
  positions: Positions;
  market: Pick<Market, 'listing' | 'mark'>;
  clock: Clock;
  cutOffs: CohortCutOffs;
  /** Runs work between two batches; absent if other processes store them. */
  inTurn?: InTurn | undefined;
  /** Time up to which every fill of every wallet is stored, unix milliseconds; undefined if unknown. */
  wholeToMs?: (() => number | undefined) | undefined;
}

/** Hours of a month; a longer outage leaves a visible hole. */
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
      // All hourly data of open positions; every part gets the same positions.
      run: positionSnapshot({ ...sources, parts: [...parts, liquidationLevelHours] }),
    },
    // Only the newest account states and marks exist: a past hour cannot be valued.
    { name: 'account-hours', every: 'hour', missedLimit: 1, run: accountHours(sources) },
    // At the end of a day, and soon after late fills of finished days; an idle run costs one read.
    { name: 'cohort-history', every: 'minute', missedLimit: 1, run: cohortHistory(sources) },
    // After the cohorts, which this job reads, and before the editions, which read this job's rows.
    {
      name: 'past-hours',
      every: 'minute',
      missedLimit: 1,
      run: pastHours({ ...sources, parts, wholeToMs }),
    },
    // After the payments of the day's last hour, which arrive in the next hour.
    {
      name: 'funding-days',
      every: 'day',
      offsetMs: 20 * minuteMs,
      missedLimit: 1,
      run: fundingDays(sources),
    },
    // Only the newest account states exist: a past hour cannot be compared.
    { name: 'census', every: 'hour', missedLimit: 1, run: census(sources) },
    // As soon as the payments of an hour are stored.
    { name: 'payment-census', every: 'minute', missedLimit: 1, run: paymentCensus(sources) },
    {
      name: 'daily-editions',
      every: 'day',
      offsetMs: 5 * minuteMs,
      // All days of a simulated past; a day without fills gets no edition.
      missedLimit: 40,
      missedAtFirst: true,
      run: dailyEdition(sources),
    },
    // The daily job does not return to days that it has passed.
    { name: 'imported-editions', every: 'minute', missedLimit: 1, run: importedEditions(sources) },
    // A few slices a minute, so that no hourly job waits.
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
