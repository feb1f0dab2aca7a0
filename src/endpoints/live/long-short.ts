import { allCoins } from '../../domain/coin-name.ts';
import { hourWindow } from '../../domain/window.ts';
import { readPositionHours } from '../../positions/position-hours.ts';
import type { AllTallies } from '../../views/tallies/position-tallies.ts';
import { positionHeaderNames, positionHeaders } from '../answer-headers.ts';
import { list, text } from '../bodies/fields.ts';
import {
  coinLongShort,
  coinLongShortBody,
  globalLongShort,
  globalLongShortBody,
} from '../bodies/long-short.ts';
import { longShortEntry, longShortHour } from '../bodies/position-hours.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
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
  age: 'live',
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

export const coinLongShortExample = {
  coin: 'BTC',
  longAccounts: 2,
  shortAccounts: 1,
  longVolume: 288_750,
  shortVolume: 96_250,
  ratio: 2,
  volumeRatio: 3,
  topLongs: [
    { address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789', size: 2, notional: 192_500, pnl: 2_500 },
  ],
  topShorts: [],
  sampleSize: 3,
  timestamp: 1768469412486,
  avgLongSize: 144_375,
  avgShortSize: 96_250,
  avgLongLeverage: 8.5,
  maxLeverage: 20,
  totalUnrealizedPnl: 1_800,
  longUnrealizedPnl: 2_900,
  shortUnrealizedPnl: -1_100,
  concentrationTop5: 1,
  netBias: 0.5,
};

export const coinLongShortNow = endpoint({
  id: 'live.coin-long-short',
  path: '/api/public/v1/live/coins/{coin}/long-short',
  summary: "A coin's longs and shorts",
  description:
    'All open positions of the coin that are known, at the mark price: counts, notional, unrealized PnL, leverage if known, and ' +
    'the ten largest of each side. Headers say what they rest on and what share of the open interest they are.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: { coin: coin() },
  response: coinLongShortBody,
  errors: [404],
  headers: positionHeaderNames,
  example: coinLongShortExample,
  run({ params, sources, clock }) {
    const name = knownCoin(sources, params.coin);
    const tally = sources.tallies.ofCoin(name);
    return { body: coinLongShort(name, tally.exposure, clock.nowMs()), headers: positionHeaders(tally) };
  },
});

export function longShortOf({ exposure, coins, tradersTracked }: AllTallies, nowMs: number) {
  const ofCoins = new Map([...coins].map(([coin, tally]) => [coin, tally.exposure]));
  return globalLongShort({ all: exposure, coins: ofCoins, tradersTracked, nowMs });
}

const {
  coin: _,
  ratio,
  longAccounts,
  shortAccounts,
  longVolume,
  shortVolume,
  topLongs,
  topShorts,
  ...shared
} = coinLongShortExample;

export const globalLongShortExample = {
  ...shared,
  totalLongAccounts: longAccounts,
  totalShortAccounts: shortAccounts,
  totalLongVolume: longVolume,
  totalShortVolume: shortVolume,
  accountRatio: ratio,
  bySymbol: [coinLongShortExample],
  tradersTracked: topLongs.length + topShorts.length + 2,
};

export const longShort = endpoint({
  id: 'live.long-short',
  path: '/api/public/v1/live/long-short',
  summary: 'Longs and shorts of the exchange, and of every coin',
  description:
    'All open positions that are known, at mark prices, one a wallet and coin; bySymbol has every coin with positions, by notional. ' +
    'tradersTracked counts wallets with an account state within 24 hours, or an open position.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: {},
  response: globalLongShortBody,
  headers: positionHeaderNames,
  example: globalLongShortExample,
  async run({ sources, clock, signal }) {
    const tallies = await sources.tallies.all(signal);
    return { body: longShortOf(tallies, clock.nowMs()), headers: positionHeaders(tallies) };
  },
});
