import { allCoins, dexOf } from '../../domain/coin-name.ts';
import { hourWindow } from '../../domain/window.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { readPositionHours } from '../../positions/position-hours.ts';
import { list, text } from '../bodies/fields.ts';
import { openInterestBody } from '../bodies/position-hours.ts';
import { endpoint } from '../endpoint.ts';
import { dexName, knownCoin } from '../known-names.ts';
import { coin, dex } from '../params/names.ts';
import { riskHours } from '../params/windows.ts';
import { derivedHours, openInterestBasis } from '../queries/derived-hours.ts';
import { officialHour, officialHours } from '../queries/official-hours.ts';
import { bodySchema } from '../schema.ts';
import type { Sources } from '../sources.ts';

const meaning =
  'Σ |long| of the positions that are known, USD at mark, at the start of each hour, oldest first. An hour in which nothing ran is worked back from ' +
  'the fills since then where those of all wallets are stored, at the last trade before it, else it is missing; X-Data-Basis says fills where all hours are. ' +
  'What share of the market that is, X-Positions-Coverage of the live answers says. Starts at 2026-01-01.';

const example = {
  history: [{ timestamp: 1768467600000, coin: 'BTC', openInterest: 2_103_450_120.25, markPx: 96_250 }],
  latest: { timestamp: 1768467600000, coin: 'BTC', openInterest: 2_103_450_120.25, markPx: 96_250 },
};

async function answer(
  sources: Pick<Sources, 'analytics' | 'market' | 'positions'>,
  name: string,
  { hours, nowMs, signal }: { hours: number; nowMs: number; signal: AbortSignal },
) {
  const window = hourWindow(hours, nowMs);
  const kept = await readPositionHours(sources.analytics, name, window, signal);
  const { history, ofFills } = await derivedHours(sources, kept, { coin: name, window }, signal);
  const latest = history.at(-1);
  const headers = openInterestBasis(history.length, ofFills);
  return { body: { history, ...(latest && { latest }) }, window, headers };
}

export const oiHistory = endpoint({
  id: 'live.oi-history',
  path: '/api/public/v1/live/oi-history',
  summary: 'Open interest of all coins by the hour, derived from positions',
  description: `Of all coins together, as _GLOBAL: ${meaning}`,
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: { hours: riskHours() },
  response: openInterestBody,
  headers: ['X-Data-Basis'],
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
  age: 'live',
  params: { coin: coin(), hours: riskHours() },
  response: openInterestBody,
  headers: ['X-Data-Basis'],
  errors: [404],
  example,
  run: ({ params, sources, clock, signal }) =>
    answer(sources, knownCoin(sources, params.coin), { hours: params.hours, nowMs: clock.nowMs(), signal }),
});

const officialOpenInterestBody = bodySchema('OfficialOIBody', {
  coin: text("The exchange's own spelling."),
  dex: text('hl for the native dex, else the prefix of a builder dex.'),
  history: list(officialHour),
});

const asDefault = dex({ default: 'hl' });

export const officialOi = endpoint({
  id: 'live.official-oi',
  path: '/api/public/v1/live/official-oi/{coin}',
  summary: "A coin's open interest by the hour, as the exchange reports it",
  description:
    "The exchange's own open interest × its mark price: the last context of each hour, one side, oldest first. A coin without " +
    'prefix is looked up on dex; a prefix and a dex that disagree are a 400. History starts at 2026-01-01.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: {
    coin: coin(),
    // An unsent dex differs from a sent one: a prefixed coin needs no dex.
    dex: { ...asDefault, fallback: () => '' },
    hours: riskHours(),
  },
  response: officialOpenInterestBody,
  errors: [404],
  example: {
    coin: 'BTC',
    dex: 'hl',
    history: [
      {
        timestamp: 1768467600000,
        coin: 'BTC',
        dex: 'hl',
        openInterest: 3003420125.5,
        markPx: 96250,
        dayNtlVlm: 2103450120.25,
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const name = knownCoin(sources, spelling(params.coin, params.dex));
    const window = hourWindow(params.hours, clock.nowMs());
    const request = { coin: name, from: window.fromMs, to: window.toMs };
    const history = await officialHours.read(sources.analytics, request, { signal });
    return { body: { coin: name, dex: dexName(dexOf(name)), history }, window };
  },
});

/** The coin with the requested dex. @throws Problem 400 if its own prefix differs */
function spelling(coinText: string, dexText: string): string {
  const prefix = dexOf(coinText);
  if (prefix === '') return dexText === '' ? coinText : `${dexText}:${coinText}`;
  if (dexText === '' || dexText.toLowerCase() === prefix.toLowerCase()) return coinText;
  const message = `must be ${prefix}, the prefix of the coin, or left out`;
  throw unacceptable([{ location: 'query.dex', message, value: dexText }]);
}
