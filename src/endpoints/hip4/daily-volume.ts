import { outcomeWindow } from '../../domain/window.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { filteredDays } from '../../views/outcomes/outcome-days.ts';
import { dateTime, double, int64, list, utcDay } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { filterValues, outcomeFilters, passesAll } from '../params/outcome-filters.ts';
import { days } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';

const dailyBucket = bodySchema('HIP4DailyBucket', {
  day: utcDay('Day of the trades'),
  fills: int64('Market trades, each side of a match.'),
  uniqueTrades: int64('Matches.'),
  uniqueWallets: int64('Distinct wallets with a trade.'),
  contracts: double('Contracts of matches, each counted once.'),
  notionalUsdh: double('Sum of price × size of matches, each counted once, USDH.'),
});

const dailyVolumeBody = bodySchema('HIP4DailyVolumeBody', {
  since: dateTime('Start of the window as served.'),
  days: list(dailyBucket),
});

export const dailyVolume = endpoint({
  id: 'hip4.daily-volume',
  path: '/api/public/v1/hip4/daily-volume',
  summary: 'Volume of outcomes by day',
  description:
    'One row per UTC day of the window with a market trade, oldest first; the first day counts from since on. fills counts both ' +
    'sides of a match, uniqueTrades, contracts and notionalUsdh count each match once. Settlements, splits, merges and negations ' +
    'are no trades. Data begin at 2026-05-02: the window is cut there.',
  tags: ['HIP-4'],
  tier: 'free',
  age: 'fills',
  params: { days: days({ min: 1, max: 365, default: 14, bits: 64 }), ...outcomeFilters() },
  response: dailyVolumeBody,
  example: {
    since: '2026-06-01T12:00:00.000Z',
    days: [
      {
        day: '2026-06-02',
        fills: 84210,
        uniqueTrades: 42105,
        uniqueWallets: 1284,
        contracts: 9120400,
        notionalUsdh: 4120300.5,
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const window = outcomeWindow({ days: params.days }, clock.nowMs());
    const { fromMs: from, toMs: to } = window;
    const found = passesAll(params)
      ? await sources.outcomeDays(window, signal)
      : await filteredDays.read(sources.analytics, { from, to, ...filterValues(params) }, { signal });
    return { body: { since: rfc3339(window.fromMs), days: [...found] }, window };
  },
});
