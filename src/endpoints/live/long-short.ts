import type { AllTallies } from '../../views/tallies/position-tallies.ts';
import { globalLongShort, globalLongShortBody } from '../bodies/long-short.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { positionHeaderNames, positionHeaders } from '../position-headers.ts';
import { coinLongShortExample } from './coin-long-short.ts';

/** Longs and shorts of the exchange, of tallies. */
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

/** For the reference, here and of the answers that hold it. */
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
  cache: liveFreshness,
  params: {},
  response: globalLongShortBody,
  headers: positionHeaderNames,
  example: globalLongShortExample,
  async run({ sources, clock, signal }) {
    const tallies = await sources.tallies.all(signal);
    return { body: longShortOf(tallies, clock.nowMs()), headers: positionHeaders(tallies) };
  },
});
