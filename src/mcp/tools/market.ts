import { Type } from 'typebox';
import { choice, choices, count, detail } from '../kit/inputs.ts';
import { type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, percent, ranking, rowsIn, short, usd } from '../kit/wording.ts';

const sections = {
  markets: 'HLMarketData[] of all listed markets, by sort',
  totals: 'HLGlobalStats of the exchange',
  volume: 'VolumeBody: 24 h by dex',
  openInterest: 'OIBody: by dex',
  positions: 'PositionsBody: open, closed and liquidated',
  activeTraders: 'ActiveTradersBody: last 24 h',
  risk: 'RiskOverviewBody: crowded coins, near liquidations',
  assets: 'GetAssetsBody: exposures that several dexes list',
  mostTraded: 'MostTradedCoin[]',
  coinProfits: 'CoinAlphaMapRow[]: where profit and loss of 90 days were made',
  lethalCoins: 'LethalCoinRow[]: share of positions that were liquidated',
  hours: 'HourProfitabilityRow[]: PnL by UTC hour of close',
  styles: 'StyleDistributionRow[]: scalpers to holders',
  concentration: 'MarketConcentrationRow[]: who holds the profits',
} as const;

type Section = keyof typeof sections;
const usual: readonly Section[] = ['markets', 'activeTraders'];
const sorts = ['volume24h', 'openInterest', 'change24h', 'fundingRate'] as const;

export const market = tool({
  name: 'market',
  title: 'The whole market',
  description:
    'What moves: all listed markets by volume, open interest, change or funding, and on request totals, risk, assets over dexes, lethal and profitable coins, hours, styles, concentration.',
  input: Type.Object(
    {
      sections: Type.Optional(
        choices(Object.keys(sections), `Sections of the answer; ${usual.join(', ')} by default`),
      ),
      sort: Type.Optional(
        choice(sorts, 'Order of markets; volume24h by default, change and funding by their size'),
      ),
      dex: Type.Optional(
        Type.String({ minLength: 1, maxLength: 20, description: 'Markets of one dex: hl, xyz, spot, …' }),
      ),
      limit: Type.Optional(count('Rows of lists; 20 by default')),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections,
  plan({ sections: requests = usual, dex, limit = 20 }): Plan {
    const overview = { path: '/pulse/market-overview', params: { dex } };
    const all: Record<Section, Plan[string]> = {
      markets: overview,
      totals: overview,
      volume: { path: '/exchange/volume' },
      openInterest: { path: '/exchange/oi' },
      positions: { path: '/exchange/positions' },
      activeTraders: { path: '/exchange/active-traders' },
      risk: { path: '/live/risk/overview' },
      assets: { path: '/assets', params: { crossMarketOnly: true } },
      mostTraded: { path: '/pulse/most-traded', rows: limit },
      coinProfits: { path: '/pulse/coin-alpha-map', rows: limit },
      lethalCoins: { path: '/pulse/lethal-coins', rows: limit },
      hours: { path: '/pulse/hour-profitability' },
      styles: { path: '/pulse/style-distribution' },
      concentration: { path: '/pulse/market-concentration' },
    };
    return Object.fromEntries(requests.map((section) => [section, all[section as Section]]));
  },
  derive({ markets, totals }, { sort = 'volume24h', limit = 20 }) {
    const key = sort as (typeof sorts)[number];
    const size = (row: Record<string, unknown>) => Math.abs(Number(row[key]));
    const sorted = [...rowsIn(markets, 'markets')].sort((a, b) => size(b) - size(a));
    return {
      ...(markets !== undefined && { markets: sorted.slice(0, limit) }),
      ...(totals !== undefined && { totals: bodyIn(totals).globalStats }),
    };
  },
  finding(found, { sort = 'volume24h' }) {
    const lines: string[] = [];
    if (found.markets !== undefined) {
      lines.push(`Markets by ${sort}:`);
      lines.push(
        ...ranking(
          rowsIn(found.markets),
          (row) =>
            `${row.coin} mark ${short(row.markPx)}, ${percent(row.change24h)}, volume ${usd(row.volume24h)}, OI ${usd(row.openInterest)}`,
        ),
      );
    }
    if (found.activeTraders !== undefined) {
      const { activeTraders, matches } = bodyIn(found.activeTraders);
      lines.push(`${counted(activeTraders, 'wallet')} traded in 24 h, ${short(matches)} matches.`);
    }
    if (found.lethalCoins !== undefined) {
      lines.push(
        `Most lethal: ${rowsIn(found.lethalCoins)
          .slice(0, 5)
          .map((row) => `${row.coin} ${percent(row.liquidationPct)}`)
          .join(', ')}.`,
      );
    }
    if (found.coinProfits !== undefined) {
      lines.push(
        `Net PnL: ${rowsIn(found.coinProfits)
          .slice(0, 5)
          .map((row) => `${row.coin} ${usd(row.netPnl)}`)
          .join(', ')}.`,
      );
    }
    if (found.openInterest !== undefined)
      lines.push(`Open interest ${usd(bodyIn(found.openInterest).totalGrossUsd)}, both sides.`);
    if (found.volume !== undefined) lines.push(`Volume of 24 h ${usd(bodyIn(found.volume).totalUsd)}.`);
    return lines.length > 0 ? lines : [`${Object.keys(found).join(', ')} were answered.`];
  },
});
