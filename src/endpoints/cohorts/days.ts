import { type Static, Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { type CohortKind, cohortsOf, placeOfCohort } from '../../domain/cohort.ts';
import { ratioOf } from '../../domain/exposure.ts';
import type { Window } from '../../domain/window.ts';
import { dayMs, utcDate, utcDayStartMs } from '../../kernel/clock.ts';
import { double, int64, text, utcDay } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { cohort, tierType } from '../params/names.ts';
import { checkRange, rangeOf, timeRange } from '../params/time-range.ts';
import { days } from '../params/windows.ts';
import { bodySchema, nullable } from '../schema.ts';

const figures = {
  date: utcDay('Day of the fills'),
  walletCount: int64('Wallets in the cohort at the end of the day before.'),
  totalPnl: double('Closed PnL of their fills of the day, before fees, USD.'),
  avgPnl: double('totalPnl / walletCount, USD; 0 without wallets.'),
  totalVolume: double('Volume of their fills of the day, USD.'),
  avgWinRate: double('Mean over those that traded of winning fills / fills × 100 of the day.'),
  tradersActive: int64('Members with a fill on the day.'),
};

const cohortDailyStat = bodySchema('CohortDailyStatBody', {
  ...figures,
  tierType: text('pnl or size.'),
  tier: text('Legacy slug of the cohort.'),
  avgVolume: double('totalVolume / walletCount, USD.'),
  totalTrades: int64('Their fills of the day.'),
  avgTrades: double('totalTrades / walletCount.'),
});

const cohortHistoryDay = bodySchema('CohortHistoryDay', figures);

const columns = 'toString(day) AS date, wallets, pnl AS pnl_usd, volume AS volume_usd, win_rate, active';
const fields = {
  walletCount: 'wallets',
  totalPnl: 'pnl_usd',
  avgPnl: ({ totalPnl, walletCount }: { totalPnl: number; walletCount: number }) =>
    ratioOf(totalPnl, walletCount),
  totalVolume: 'volume_usd',
  avgWinRate: { column: 'win_rate', as: 'float' },
  tradersActive: 'active',
} as const;

/** 16 rows a day, for the longest history of any tier. */
const rowsLimit = 16 * 400;

const daysOfAll = bodyQuery({
  name: 'cohort_daily_stats',
  params: { from: 'Date', to: 'Date' },
  body: cohortDailyStat,
  fields: {
    ...fields,
    tierType: 'kind_text',
    tier: ({ tierType }, { place }) => cohortsOf[tierType as CohortKind][place - 1]!,
    avgVolume: ({ totalVolume, walletCount }) => ratioOf(totalVolume, walletCount),
    totalTrades: 'fills',
    avgTrades: ({ totalTrades, walletCount }) => ratioOf(totalTrades, walletCount),
  },
  hidden: { place: 'integer' },
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT ${columns}, toString(kind) AS kind_text, tier AS place, fills
    FROM cohort_days FINAL
    WHERE day >= {from:Date} AND day <= {to:Date}
    ORDER BY day, kind, tier`,
});

const daysOfOne = bodyQuery({
  name: 'cohort_history',
  params: { kind: 'String', place: 'UInt64', from: 'Date', to: 'Date' },
  body: cohortHistoryDay,
  fields,
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT ${columns}
    FROM cohort_days FINAL
    WHERE day >= {from:Date} AND day <= {to:Date} AND toString(kind) = {kind:String} AND tier = {place:UInt64}
    ORDER BY day`,
});

/** The days of a window, as dates, and the served span, which starts with the first day. */
function daysIn({ fromMs, toMs }: Window): { from: string; to: string; window: Window } {
  const startMs = utcDayStartMs(fromMs);
  return { from: utcDate(startMs), to: utcDate(toMs), window: { fromMs: startMs, toMs } };
}

const meaning =
  "Figures of the day's fills, by the all-time cohort that each wallet was in at the end of the day before, never by a later one; a " +
  'wallet on its first day is in none. Whole UTC days that are over, oldest first.';

const example: Static<typeof cohortHistoryDay> = {
  date: '2026-01-14',
  walletCount: 1204,
  totalPnl: 184020.5,
  avgPnl: 152.84,
  totalVolume: 41203000.25,
  avgWinRate: 41.25,
  tradersActive: 310,
};

export const cohortDailyStats = endpoint({
  id: 'pulse.cohorts.daily-stats',
  path: '/api/public/v1/pulse/cohorts/daily-stats',
  summary: 'What every cohort did, day by day',
  description: `${meaning} All 16 cohorts for each day, those by PnL first, best first.`,
  tags: ['Cohorts'],
  tier: 'pro',
  age: 'fills',
  params: timeRange('30d'),
  check: checkRange,
  response: nullable(Type.Array(cohortDailyStat)),
  example: [
    {
      ...example,
      tierType: 'pnl',
      tier: 'money_printer',
      avgVolume: 34221.76,
      totalTrades: 18203,
      avgTrades: 15.12,
    },
  ],
  async run({ params, sources, clock, signal }) {
    const { from, to, window } = daysIn(rangeOf(params, clock.nowMs()));
    return { body: await daysOfAll.read(sources.analytics, { from, to }, { signal }), window };
  },
});

export const cohortHistory = endpoint({
  id: 'pulse.cohorts.history',
  path: '/api/public/v1/pulse/cohorts/{tierType}/{tier}/history',
  summary: 'Figures of one cohort by day',
  description: meaning,
  tags: ['Cohorts'],
  tier: 'pro',
  age: 'fills',
  params: { tierType: tierType(), tier: cohort(), days: days({ min: 1, max: 365, default: 30 }) },
  response: nullable(Type.Array(cohortHistoryDay)),
  errors: [404],
  example: [example],
  async run({ params, sources, clock, signal }) {
    const { tierType: kind, tier } = params;
    const nowMs = clock.nowMs();
    const { from, to, window } = daysIn({ fromMs: nowMs - params.days * dayMs, toMs: nowMs });
    const place = placeOfCohort(kind, tier);
    const body = await daysOfOne.read(sources.analytics, { kind, place, from, to }, { signal });
    return { body, window };
  },
});
