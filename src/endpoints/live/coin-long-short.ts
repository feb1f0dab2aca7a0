import { coinLongShort, coinLongShortBody } from '../bodies/long-short.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { positionHeaderNames, positionHeaders } from '../position-headers.ts';

/** For the reference, here and of the answers that hold it. */
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
    'All open positions of the coin that are known, at the mark price: counts, notional, unrealized PnL, leverage where it is known, and ' +
    'the ten largest of each side. Headers say what they rest on and what share of the open interest they are.',
  tags: ['Live'],
  tier: 'free',
  cache: liveFreshness,
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
