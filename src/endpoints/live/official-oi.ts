import { dexOf } from '../../domain/coin-name.ts';
import { hourWindow } from '../../domain/window.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { list, text } from '../bodies/fields.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { dexName } from '../known-market.ts';
import { coin, dex } from '../params/coins.ts';
import { riskHours } from '../params/windows.ts';
import { officialHour, officialHours } from '../queries/official-hours.ts';
import { bodySchema } from '../schema.ts';

const officialOpenInterestBody = bodySchema('OfficialOIBody', {
  coin: text("The exchange's own spelling."),
  dex: text('hl for the native dex, else the prefix of a builder dex.'),
  history: list(officialHour),
});

const asDefault = dex({ default: 'hl' });

export const officialOi = endpoint({
  id: 'live.official-oi',
  path: '/api/public/v1/live/official-oi/{coin}',
  summary: "A coin's open interest by the hour, as the exchange tells it",
  description:
    "The exchange's own open interest × its mark price: the last context of each hour, one side, oldest first. A coin without " +
    'prefix is looked up on dex; a prefix and a dex that disagree are a 400. History starts at 2026-01-01.',
  tags: ['Live'],
  tier: 'free',
  cache: liveFreshness,
  params: {
    coin: coin(),
    // Not sent and sent are told apart: a prefixed coin needs no dex.
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
    const asked = { coin: name, from: window.fromMs, to: window.toMs };
    const history = await officialHours.read(sources.analytics, asked, { signal });
    return { body: { coin: name, dex: dexName(dexOf(name)), history }, window };
  },
});

/** The coin with the dex that was asked for. @throws Problem 400 where its own prefix is another one */
function spelling(coinText: string, dexText: string): string {
  const prefix = dexOf(coinText);
  if (prefix === '') return dexText === '' ? coinText : `${dexText}:${coinText}`;
  if (dexText === '' || dexText.toLowerCase() === prefix.toLowerCase()) return coinText;
  const message = `must be ${prefix}, the prefix of the coin, or left out`;
  throw unacceptable([{ location: 'query.dex', message, value: dexText }]);
}
