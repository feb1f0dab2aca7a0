import { rfc3339 } from '../../kernel/clock.ts';
import { dateTime, double, int32, int64, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema } from '../schema.ts';

const activeTradersBody = bodySchema('ActiveTradersBody', {
  window: text('24h, rolling.'),
  activeTraders: int32('Distinct wallets that traded a perp; a settlement is no trade.'),
  matches: int64('Distinct matches of perps.'),
  generatedAt: dateTime('When the figures were worked out.'),
});

export const activeTraders = endpoint({
  id: 'exchange.active-traders',
  path: '/api/public/v1/exchange/active-traders',
  summary: 'Wallets that traded perps in the last 24 hours',
  description:
    'Distinct wallets with at least one trade of a perp of any dex in the last 24 hours, from public trades and indexed fills together; matches ' +
    'counts a match once: by coin and hour of public trades where these know more, else of fills.',
  tags: ['Exchange'],
  tier: 'free',
  age: 'totals',
  params: {},
  response: activeTradersBody,
  example: {
    window: '24h',
    activeTraders: 41_204,
    matches: 5_120_455,
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ sources, signal }) {
    const { all, window } = await sources.exchangeDay(signal);
    const generatedAt = rfc3339(window.toMs);
    return {
      body: { window: '24h', activeTraders: all.traders, matches: all.matches, generatedAt },
      window,
    };
  },
});

const dexVolume = bodySchema('DexVolume', {
  dex: text('hl for the native dex, else the prefix of a builder dex.'),
  volumeUsd: double('Notional of its matches, each once, USD.'),
  matches: int64('Distinct matches.'),
  traders: int32('Distinct wallets that traded on the dex.'),
});

const volumeBody = bodySchema('VolumeBody', {
  window: text('24h, rolling.'),
  totalUsd: double('Of all dexes, USD.'),
  byDex: list(dexVolume),
  generatedAt: dateTime('When the figures were worked out.'),
});

export const volume = endpoint({
  id: 'exchange.volume',
  path: '/api/public/v1/exchange/volume',
  summary: 'Notional of the perps traded in the last 24 hours, by dex',
  description:
    'Price × size of the matches of perps in the last 24 hours, each match once, by dex, the largest first. By coin and hour from public ' +
    'trades where these know more matches, else from the fills of indexed wallets. Amounts of dexes with another stablecoin count one to one.',
  tags: ['Exchange'],
  tier: 'free',
  age: 'totals',
  params: {},
  response: volumeBody,
  example: {
    window: '24h',
    totalUsd: 9_204_110_250.5,
    byDex: [{ dex: 'hl', volumeUsd: 9_204_110_250.5, matches: 5_120_455, traders: 41_204 }],
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ sources, signal }) {
    const { all, byDex, window } = await sources.exchangeDay(signal);
    const body = {
      window: '24h',
      totalUsd: all.volumeUsd,
      byDex: [...byDex],
      generatedAt: rfc3339(window.toMs),
    };
    return { body, window };
  },
});
