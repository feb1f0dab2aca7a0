import type { Static } from 'typebox';
import { styleNames } from '../../analytics/holding-styles.ts';
import { ascending, descending, pageOf, totalOrder } from '../../analytics/total-order.ts';
import { closeSums, coinKingList } from '../../archetypes/close-lists.ts';
import { kingsPerCoin } from '../../archetypes/coin-closers.ts';
import type { ListRow } from '../../archetypes/ranked-list.ts';
import type { RankedRows } from '../../archetypes/ranked-rows.ts';
import { coinName, double, int32, text, walletAddress } from '../bodies/fields.ts';
import { page } from '../params/pages.ts';
import { int } from '../params/scalars.ts';
import { bodySchema } from '../schema.ts';
import { archetypeEndpoint, atMost, listEndpoint } from './list-endpoint.ts';

export const coinKings = listEndpoint({
  id: 'pulse.coin-kings',
  summary: 'The best earners of each coin',
  description:
    'The wallets that earned most in each coin, the coin with the largest sum of winning lifecycles first, then by rank.',
  tier: 'starter',
  row: bodySchema('CoinKing', {
    coin: coinName(),
    wallet: walletAddress(),
    coinPnl: double('Its realized PnL in the coin, above 0, USD.'),
    totalFees: double('Fees of those lifecycles, USD.'),
    lifecycles: int32('Lifecycles that it closed in the coin.'),
    rank: int32('Its place in the coin, from 1.'),
  }),
  example: {
    coin: 'BTC',
    wallet: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    coinPnl: 204_118.5,
    totalFees: 1_204.25,
    lifecycles: 40,
    rank: 1,
  },
  list: coinKingList,
  filters: {
    perCoinRank: atMost(
      'rank',
      int({
        min: 1,
        max: kingsPerCoin,
        default: 1,
        description: 'How many wallets of each coin.',
      }),
    ),
  },
});

const byNetPnl = totalOrder<{ netPnl: number; coin: string }>(
  descending(({ netPnl }) => Math.abs(netPnl)),
  ascending(({ coin }) => coin),
);

export const coinAlphaMap = archetypeEndpoint({
  id: 'pulse.coin-alpha-map',
  summary: 'Wins and losses in each coin',
  description: 'Coins by |netPnl|, largest first.',
  tier: 'starter',
  params: page(100),
  row: bodySchema('CoinAlphaMapRow', {
    coin: coinName(),
    lifecycles: int32('Closed lifecycles.'),
    wallets: int32('Distinct wallets with one.'),
    winnersPool: double('PnL of the winning positions, USD.'),
    losersPool: double('PnL of the losing positions, never above 0, USD.'),
    netPnl: double('winnersPool + losersPool, USD; the ranking key by its size.'),
    winningLifecycles: int32('Lifecycles with a PnL above 0.'),
    losingLifecycles: int32('Lifecycles with a PnL below 0.'),
    totalFees: double('Fees of all of them, USD.'),
  }),
  example: {
    coin: 'BTC',
    lifecycles: 41_204,
    wallets: 8_120,
    winnersPool: 4_204_118.5,
    losersPool: -5_104_220.25,
    netPnl: -900_101.75,
    winningLifecycles: 20_110,
    losingLifecycles: 20_902,
    totalFees: 310_204.5,
  },
  async answer({ params, sources }) {
    const rows = await sources.archetypes.list(closeSums);
    const coins = closeSumsBy(rows, 'coin').toSorted(byNetPnl);
    const body = pageOf(coins, params).map((one) => {
      const { coin, lifecycles, wallets, winnersPool, losersPool, netPnl, totalFees } = one;
      const counts = { winningLifecycles: one.wins, losingLifecycles: one.losses };
      return { coin, lifecycles, wallets, winnersPool, losersPool, netPnl, ...counts, totalFees };
    });
    return { rows: body, window: rows.window };
  },
});

const lethalCoinsRow = bodySchema('LethalCoinRow', {
  coin: coinName(),
  totalLifecycles: int32('Closed lifecycles.'),
  liquidations: int32('Lifecycles that were liquidated at least in part.'),
  liquidationPct: double('liquidations / totalLifecycles × 100; the ranking key.'),
  totalPenalty: double('Penalty fees of the victims, USD.'),
});

type Coin = Static<typeof lethalCoinsRow>;
const byLethality = totalOrder<Coin>(
  descending(({ liquidationPct }) => liquidationPct),
  ascending(({ coin }) => coin),
);

function lethality(one: {
  coin: string;
  lifecycles: number;
  liquidations: number;
  totalPenalty: number;
}): Coin {
  const { coin, lifecycles, liquidations, totalPenalty } = one;
  const liquidationPct = (liquidations * 100) / lifecycles;
  return { coin, totalLifecycles: lifecycles, liquidations, liquidationPct, totalPenalty };
}

export const lethalCoins = archetypeEndpoint({
  id: 'pulse.lethal-coins',
  summary: 'Coins in which most positions are liquidated',
  description:
    'Coins with at least minLifecycles closed lifecycles, by the percentage of them that was liquidated, largest first.',
  tier: 'pro',
  params: {
    minLifecycles: int({ min: 1, default: 100, description: 'The least number of lifecycles.' }),
    ...page(50),
  },
  row: lethalCoinsRow,
  example: {
    coin: 'BTC',
    totalLifecycles: 41_204,
    liquidations: 206,
    liquidationPct: 0.5,
    totalPenalty: 4_204.25,
  },
  async answer({ params, sources }) {
    const rows = await sources.archetypes.list(closeSums);
    const coins = closeSumsBy(rows, 'coin')
      .filter(({ lifecycles }) => lifecycles >= params.minLifecycles)
      .map(lethality);
    return { rows: pageOf(coins.toSorted(byLethality), params), window: rows.window };
  },
});

export const hourProfitability = archetypeEndpoint({
  id: 'pulse.hour-profitability',
  summary: 'PnL by hour of the day',
  description: 'Lifecycles by the UTC hour of their close: 24 rows always, from 0.',
  tier: 'starter',
  params: {},
  row: bodySchema('HourProfitabilityRow', {
    hourUtc: int32('Hour of the close, UTC, 0 to 23.'),
    lifecycles: int32('Lifecycles closed in it.'),
    totalPnl: double('Their realized PnL, USD.'),
    avgPnl: double('totalPnl / lifecycles, 0 without lifecycles, USD.'),
    wins: int32('Those with a PnL above 0.'),
    losses: int32('Those with a PnL below 0.'),
  }),
  example: {
    hourUtc: 0,
    lifecycles: 4_120,
    totalPnl: 20_114.25,
    avgPnl: 4.882_099_514_563_107,
    wins: 2_100,
    losses: 1_980,
  },
  async answer({ sources }) {
    const rows = await sources.archetypes.list(closeSums);
    const known = new Map(closeSumsBy(rows, 'hour').map((one) => [one.hour, one]));
    const body = Array.from({ length: 24 }, (_, hourUtc) => {
      const { lifecycles = 0, netPnl = 0, wins = 0, losses = 0 } = known.get(hourUtc) ?? {};
      const avgPnl = lifecycles === 0 ? 0 : netPnl / lifecycles;
      return { hourUtc, lifecycles, totalPnl: netPnl, avgPnl, wins, losses };
    });
    return { rows: body, window: rows.window };
  },
});

export const styleDistribution = archetypeEndpoint({
  id: 'pulse.style-distribution',
  summary: 'Lifecycles by how long positions were held',
  description: 'Lifecycles by the time from opening to close: five rows always, the shortest first.',
  tier: 'starter',
  params: {},
  row: bodySchema('StyleDistributionRow', {
    style: text(
      'By time held: hft below 1 min, scalper below 1 h, day below 24 h, swing below 7 d, holder from there on.',
    ),
    lifecycles: int32('Closed lifecycles.'),
    wallets: int32('Distinct wallets with one.'),
    totalPnl: double('Their realized PnL, USD.'),
    avgPnl: double('totalPnl / lifecycles, 0 without lifecycles, USD.'),
    totalFees: double('Their fees, USD.'),
  }),
  example: {
    style: 'hft',
    lifecycles: 4_120,
    wallets: 812,
    totalPnl: 20_114.25,
    avgPnl: 4.882_099_514_563_107,
    totalFees: 1_204.25,
  },
  async answer({ sources }) {
    const rows = await sources.archetypes.list(closeSums);
    const known = new Map(closeSumsBy(rows, 'style').map((one) => [one.style, one]));
    const body = styleNames.map((style, place) => {
      const { lifecycles = 0, wallets = 0, netPnl = 0, totalFees = 0 } = known.get(place) ?? {};
      const avgPnl = lifecycles === 0 ? 0 : netPnl / lifecycles;
      return { style, lifecycles, wallets, totalPnl: netPnl, avgPnl, totalFees };
    });
    return { rows: body, window: rows.window };
  },
});

type SumColumns = (typeof closeSums)['columns'];

/** The rows for one key; a reading contains the sums of every key. */
function closeSumsBy(rows: RankedRows<SumColumns>, key: 'coin' | 'hour' | 'style'): ListRow<SumColumns>[] {
  const all = Array.from({ length: rows.count }, (_, place) => rows.row(place));
  return all.filter((row) => (key === 'coin' ? row.coin !== '' : row[key] >= 0));
}
