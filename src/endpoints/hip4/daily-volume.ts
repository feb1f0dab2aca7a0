import { rfc3339 } from '../../kernel/clock.ts';
import { bodyQuery } from '../bodies/body-query.ts';
import { dateTime, double, int64, list, utcDay } from '../bodies/fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { days } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';
import { outcomeWindow } from '../window.ts';
import { inWindow, matchesSql } from './outcome-sql.ts';

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

const volumeByDay = bodyQuery({
  name: 'hip4_daily_volume',
  params: { from: 'TimeMs', to: 'TimeMs' },
  body: dailyBucket,
  limits: { maxRows: 1_000 },
  sql: `
    SELECT
      day, own.fills AS fills, matched.matches AS unique_trades, own.wallets AS unique_wallets,
      matched.contracts AS contracts, matched.notional AS notional_usdh
    FROM (
      SELECT toDate(time) AS day, count() AS fills, uniqExact(wallet) AS wallets
      FROM outcome_fills
      WHERE market = 1 AND ${inWindow}
      GROUP BY day) AS own
    INNER JOIN (
      SELECT toDate(time) AS day, count() AS matches, sum(match_size) AS contracts, sum(match_notional) AS notional
      FROM (${matchesSql(inWindow)})
      GROUP BY day) AS matched
    USING (day)
    ORDER BY day`,
});

export const dailyVolume = endpoint({
  id: 'hip4.daily-volume',
  path: '/api/public/v1/hip4/daily-volume',
  summary: 'Volume of all outcomes by day',
  description:
    'One row per UTC day of the window with a market trade, oldest first; the first day counts from since on. fills counts both ' +
    'sides of a match, uniqueTrades, contracts and notionalUsdh count each match once. Settlements, splits, merges and negations ' +
    'are no trades. Data begin at 2026-05-02: the window is cut there.',
  tags: ['HIP-4'],
  tier: 'free',
  cache: fillsFreshness,
  params: { days: days({ min: 1, max: 365, default: 14, bits: 64 }) },
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
    const asked = { from: window.fromMs, to: window.toMs };
    const buckets = await volumeByDay.read(sources.analytics, asked, { signal });
    return { body: { since: rfc3339(window.fromMs), days: buckets }, window };
  },
});
