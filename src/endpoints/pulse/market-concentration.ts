import { Type } from 'typebox';
import { rowsOfPage } from '../../archetypes/ranked-rows.ts';
import { concentrationList } from '../../archetypes/wallet-lists.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { archetypeMeaning } from '../bodies/archetype.ts';
import { double, int32, text } from '../bodies/fields.ts';
import { lifecycleFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { bodySchema, nullable } from '../schema.ts';

const bandNames = ['top 0.1%', '0.1–1%', '1–10%', '10–50%', '50–100%'] as const;

const marketConcentrationRow = bodySchema('MarketConcentrationRow', {
  percentileBand: text(
    'top 0.1%, 0.1–1%, 1–10%, 10–50% or 50–100%: from the best wallet on, of their number.',
  ),
  wallets: int32('Wallets of the band.'),
  bandPnl: double('Their profits, USD.'),
  pctOfProfits: double('bandPnl / profits of all wallets with one × 100.'),
  cumulativePnl: double('Profits of this band and of those above it, USD.'),
  cumulativePctOfProfits: double('cumulativePnl / profits of all wallets with one × 100.'),
  firstRank: int32('Place of its first wallet, from 1.'),
  lastRank: int32('Place of its last wallet.'),
});

export const marketConcentration = endpoint({
  id: 'pulse.market-concentration',
  path: '/api/public/v1/pulse/market-concentration',
  summary: 'How much of all profits the best wallets hold',
  description: `Wallets with a profit, the largest first, in disjoint bands of their number, rounded up; a band without a wallet has no row. ${archetypeMeaning}`,
  tags: ['Pulse'],
  tier: 'pro',
  cache: lifecycleFreshness,
  params: {},
  response: nullable(Type.Array(marketConcentrationRow)),
  example: [
    {
      percentileBand: 'top 0.1%',
      wallets: 12,
      bandPnl: 8_204_118.5,
      pctOfProfits: 34.5,
      cumulativePnl: 8_204_118.5,
      cumulativePctOfProfits: 34.5,
      firstRank: 1,
      lastRank: 12,
    },
  ],
  async run({ sources }) {
    const rows = await sources.archetypes.list(concentrationList);
    const bands = rowsOfPage(rows, { limit: bandNames.length, offset: 0 });
    const profits = bands.reduce((sum, { bandPnl }) => sum + bandPnl, 0);
    let cumulativePnl = 0;
    const body = bands.map(({ band, wallets, bandPnl, firstRank, lastRank }) => {
      cumulativePnl = roundedUsd(cumulativePnl + bandPnl);
      return {
        ...{ percentileBand: bandNames[band]!, wallets, bandPnl, pctOfProfits: (bandPnl * 100) / profits },
        ...{ cumulativePnl, cumulativePctOfProfits: (cumulativePnl * 100) / profits, firstRank, lastRank },
      };
    });
    return { body, window: rows.window };
  },
});
