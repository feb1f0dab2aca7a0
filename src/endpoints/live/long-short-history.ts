import { allCoins } from '../../domain/coin-name.ts';
import { hourWindow } from '../../domain/window.ts';
import { readPositionHours } from '../../positions/position-hours.ts';
import { list, text } from '../bodies/fields.ts';
import { longShortEntry, longShortHour } from '../bodies/position-hours.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { riskHours } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';

const longShortHistoryBody = bodySchema('LongShortHistoryBody', {
  coin: text(`The exchange's own spelling; ${allCoins} for all coins.`),
  history: list(longShortHour),
});

export const longShortHistory = endpoint({
  id: 'live.long-short-history',
  path: '/api/public/v1/live/long-short/history',
  summary: 'Longs and shorts by the hour',
  description:
    'The open positions that were known at the start of each hour, at the marks of then, oldest first, of a coin or of all (_GLOBAL); ' +
    'an hour in which nothing ran is missing. Starts at 2026-01-01.',
  tags: ['Live'],
  tier: 'free',
  cache: liveFreshness,
  params: { coin: coin({ default: allCoins }), hours: riskHours() },
  response: longShortHistoryBody,
  errors: [404],
  example: {
    coin: 'BTC',
    history: [
      {
        timestamp: 1768467600000,
        coin: 'BTC',
        longAccounts: 2,
        shortAccounts: 1,
        longVolume: 288_750,
        shortVolume: 96_250,
        accountRatio: 2,
        volumeRatio: 3,
        avgLongLeverage: 8.5,
        avgShortLeverage: 0,
        netBias: 0.5,
        totalUnrealizedPnl: 1_800,
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const name = params.coin.toUpperCase() === allCoins ? allCoins : knownCoin(sources, params.coin);
    const window = hourWindow(params.hours, clock.nowMs());
    const hours = await readPositionHours(sources.analytics, name, window, signal);
    return { body: { coin: name, history: hours.map(longShortEntry) }, window };
  },
});
