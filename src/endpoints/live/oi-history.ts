import { allCoins } from '../../domain/coin-name.ts';
import { hourWindow } from '../../domain/window.ts';
import { readPositionHours } from '../../positions/position-hours.ts';
import { derivedPoint } from '../bodies/position-hours.ts';
import { openInterestBody } from '../bodies/time-series.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { riskHours } from '../params/windows.ts';
import type { Sources } from '../sources.ts';

const meaning =
  'Σ |long| of the positions that are known, USD at mark, at the start of each hour, oldest first; an hour in which nothing ran is missing. ' +
  'What share of the market that is, X-Positions-Coverage of the live answers tells. Starts at 2026-01-01.';

const example = {
  history: [{ timestamp: 1768467600000, coin: 'BTC', openInterest: 2_103_450_120.25, markPx: 96_250 }],
  latest: { timestamp: 1768467600000, coin: 'BTC', openInterest: 2_103_450_120.25, markPx: 96_250 },
};

async function answer(
  { analytics }: Pick<Sources, 'analytics'>,
  name: string,
  { hours, nowMs, signal }: { hours: number; nowMs: number; signal: AbortSignal },
) {
  const window = hourWindow(hours, nowMs);
  const history = (await readPositionHours(analytics, name, window, signal)).map(derivedPoint);
  const latest = history.at(-1);
  return { body: { history, ...(latest && { latest }) }, window };
}

export const oiHistory = endpoint({
  id: 'live.oi-history',
  path: '/api/public/v1/live/oi-history',
  summary: 'Open interest of all coins by the hour, derived from positions',
  description: `Of all coins together, as _GLOBAL: ${meaning}`,
  tags: ['Live'],
  tier: 'free',
  cache: liveFreshness,
  params: { hours: riskHours() },
  response: openInterestBody,
  example: { history: [{ timestamp: 1768467600000, coin: allCoins, openInterest: 9_200_105_200 }] },
  run: ({ params, sources, clock, signal }) =>
    answer(sources, allCoins, { hours: params.hours, nowMs: clock.nowMs(), signal }),
});

export const coinOiHistory = endpoint({
  id: 'live.coin-oi-history',
  path: '/api/public/v1/live/oi-history/{coin}',
  summary: "A coin's open interest by the hour, derived from positions",
  description: meaning,
  tags: ['Live'],
  tier: 'free',
  cache: liveFreshness,
  params: { coin: coin(), hours: riskHours() },
  response: openInterestBody,
  errors: [404],
  example,
  run: ({ params, sources, clock, signal }) =>
    answer(sources, knownCoin(sources, params.coin), { hours: params.hours, nowMs: clock.nowMs(), signal }),
});
