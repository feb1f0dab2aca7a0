import { Type } from 'typebox';
import { choices, coin as coinName, detail, hours } from '../kit/inputs.ts';
import { type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, ranking, rowsIn, short, usd } from '../kit/wording.ts';

const sections = {
  price: 'HLMarkPriceBody: mark, funding, open interest, 24 h volume',
  risk: 'CoinRiskSnapshotBody: positions, sizes, top positions, liquidations',
  positions: 'TopPositionsRow[]: who holds most, the 20 largest open positions',
  longShort: 'CoinLongShortBody',
  heatmap: 'LiquidationHeatmapBody: what would be liquidated at which price',
  liquidations: 'LiquidationSummaryBody of this coin',
  cohorts: 'CohortBiasBody[]: who is long and short, by PnL cohort',
  history: 'CoinRiskHistoryBody by the hour',
  openInterest: 'OfficialOIBody by the hour',
  dislocations: 'MarkDislocationsBody: minutes when mark and oracle were apart',
} as const;

type Section = keyof typeof sections;
const usual: readonly Section[] = ['price', 'longShort', 'cohorts'];

export const coin = tool({
  name: 'coin',
  title: 'One coin',
  description:
    'Overview of a coin: price, longs and shorts, largest positions, heatmap of liquidation prices, liquidations, bias of cohorts, history. movePct answers "what would be liquidated if it moved by that many percent".',
  input: Type.Object(
    {
      coin: coinName(),
      sections: Type.Optional(
        choices(Object.keys(sections), `Sections of the answer; ${usual.join(', ')} by default`),
      ),
      hours: Type.Optional(hours('How far histories go back; 24 by default')),
      movePct: Type.Optional(
        Type.Number({ minimum: -50, maximum: 50, description: 'A move of the price: −5 is a fall by 5 %' }),
      ),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: { ...sections, move: 'What the move would liquidate: price, positions and notional by side' },
  plan({ coin: name, sections: requests = usual, hours: span = 24, movePct }): Plan {
    const params = { coin: name };
    // Of the move alone, where nothing else was asked for.
    const wanted =
      movePct === undefined
        ? requests
        : [...new Set([...(requests === usual ? ['price'] : requests), 'heatmap'])];
    const range = movePct === undefined ? undefined : Math.min(50, Math.max(1, Math.ceil(Math.abs(movePct))));
    const all: Record<Section, Plan[string]> = {
      price: { path: '/market/price/{symbol}', params: { symbol: name } },
      risk: { path: '/live/risk/coins/{coin}', params },
      positions: { path: '/live/risk/coins/{coin}', params },
      longShort: { path: '/live/coins/{coin}/long-short', params },
      heatmap: {
        path: '/live/liquidation-heatmap/{coin}',
        params: { ...params, range, buckets: range === undefined ? undefined : 100 },
      },
      liquidations: { path: '/live/risk/liquidations/summary', params: { coin: name, since: `${span}h` } },
      cohorts: { path: '/live/cohort-bias/{coin}', params },
      history: { path: '/live/risk/coins/{coin}/history', params: { ...params, hours: span } },
      openInterest: { path: '/live/official-oi/{coin}', params: { ...params, hours: span } },
      dislocations: { path: '/live/risk/coins/{coin}/mark-dislocations', params: { ...params, hours: span } },
    };
    // The risk of a coin holds its largest positions.
    const requested = wanted.filter((section) => section !== 'positions' || !wanted.includes('risk'));
    return Object.fromEntries(requested.map((section) => [section, all[section as Section]]));
  },
  derive({ heatmap, positions }, { movePct }) {
    return {
      ...(movePct !== undefined && heatmap !== undefined && { move: moved(heatmap, movePct) }),
      ...(positions !== undefined && { positions: rowsIn(positions, 'topPositions') }),
    };
  },
  finding({ price, risk, positions, longShort, cohorts, move, liquidations, heatmap }, { coin: name }) {
    const lines: string[] = [];
    if (move !== undefined) {
      const { toPrice, longs, longNotional, shorts, shortNotional, movePct } = bodyIn(move);
      lines.push(
        `A move of ${name} by ${movePct} % to ${short(toPrice)} would reach the liquidation prices of ${counted(longs, 'long')} (${usd(longNotional)}) and ${counted(shorts, 'short')} (${usd(shortNotional)}), as far as positions are known.`,
      );
    }
    if (price !== undefined) {
      const { symbol, markPrice, change24h, volume24h, openInterest, fundingRate } = bodyIn(price);
      lines.push(
        `${symbol}: mark ${markPrice}, ${change24h} % in 24 h, volume ${usd(volume24h)}, open interest ${short(openInterest)} coins, hourly funding ${fundingRate}.`,
      );
    }
    if (positions !== undefined || risk !== undefined)
      lines.push(...holders(rowsIn(positions ?? bodyIn(risk).topPositions), name, positions ? 5 : 1));
    if (longShort !== undefined) {
      const { longAccounts, shortAccounts, longVolume, shortVolume } = bodyIn(longShort);
      lines.push(
        `${counted(longAccounts, 'long')} (${usd(longVolume)}) against ${counted(shortAccounts, 'short')} (${usd(shortVolume)}).`,
      );
    }
    if (cohorts !== undefined) {
      lines.push(
        `Bias: ${rowsIn(cohorts)
          .map(({ pnlTier, biasLabel }) => `${pnlTier} ${biasLabel}`)
          .join(', ')}.`,
      );
    }
    if (liquidations !== undefined) {
      const { count, totalNotional, longEvents, shortEvents } = bodyIn(liquidations);
      lines.push(
        `${counted(count, 'liquidation')} (${usd(totalNotional)}): ${longEvents} of longs, ${shortEvents} of shorts.`,
      );
    }
    if (heatmap !== undefined && move === undefined) {
      const { totalLongAtRisk, totalShortAtRisk, currentPrice } = bodyIn(heatmap);
      lines.push(
        `Around ${short(currentPrice)}: longs of ${usd(totalLongAtRisk)} and shorts of ${usd(totalShortAtRisk)} have a liquidation price in range.`,
      );
    }
    return lines.length > 0 ? lines : [`${name} was answered.`];
  },
});

/** The largest positions first, whether or not the coin has a price. */
function holders(rows: readonly Record<string, unknown>[], name: string, shown: number): string[] {
  if (rows.length === 0) return [`No open position in ${name} is known.`];
  return [
    rows.length === 1 ? 'The only open position:' : `The ${rows.length} largest open positions:`,
    ...ranking(
      rows,
      ({ address, side, size, coin, notional, pOpenedAt, unrealizedPnl }) =>
        `${address} ${side} ${short(size)} ${coin} (${usd(notional)}) since ${pOpenedAt}, ${usd(unrealizedPnl)} unrealized`,
      shown,
    ),
  ];
}

/** Sums of the buckets whose middle a move reaches: right to half a bucket, a hundredth of the range. */
function moved(heatmap: unknown, movePct: number) {
  const currentPrice = Number(bodyIn(heatmap).currentPrice);
  const toPrice = currentPrice * (1 + movePct / 100);
  const [low, high] = [Math.min(currentPrice, toPrice), Math.max(currentPrice, toPrice)];
  const sum = { longs: 0, longNotional: 0, shorts: 0, shortNotional: 0 };
  for (const row of rowsIn(heatmap, 'buckets') as Record<string, number>[]) {
    const middle = (row.priceLow! + row.priceHigh!) / 2;
    if (middle < low || middle > high) continue;
    sum.longs += row.longPositions!;
    sum.longNotional += row.longNotionalAtRisk!;
    sum.shorts += row.shortPositions!;
    sum.shortNotional += row.shortNotionalAtRisk!;
  }
  return { movePct, fromPrice: currentPrice, toPrice, ...sum };
}
