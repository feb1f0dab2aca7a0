import { traders } from '../../boards/traders.ts';
import { concentration, type ValuedPosition } from '../../domain/exposure.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { withLiquidators } from '../../views/liquidations/liquidation-events.ts';
import { coinStats, coinStatsRow } from '../bodies/coin-stats.ts';
import { coinName, double, int64, list } from '../bodies/fields.ts';
import { createHeatmap, liquidationHeatmapBody, usualShape } from '../bodies/liquidation-heatmap.ts';
import { recentLiquidation } from '../bodies/liquidation-rows.ts';
import { liquidationSummary, liquidationSummaryBody } from '../bodies/liquidation-summary.ts';
import { coinLongShort, coinLongShortBody } from '../bodies/long-short.ts';
import { generatedAt, riskSourceFields, riskSources, riskSourcesExample } from '../bodies/risk-sources.ts';
import { sizeBreakdown, sizeBreakdownRow } from '../bodies/size-breakdown.ts';
import { createTopPositions, topPositionsRow } from '../bodies/top-positions.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { pnlTierOf } from '../pnl-tier.ts';
import { positionHeaderNames, positionHeaders } from '../position-headers.ts';
import { bodySchema, optional } from '../schema.ts';
import type { Sources } from '../sources.ts';
import { coinLongShortExample } from './coin-long-short.ts';
import { heatmapExample } from './liquidation-heatmap.ts';
import { recentLiquidationExample } from './liquidations-recent.ts';
import { liquidationSummaryExample } from './liquidations-summary.ts';

const coinRiskBody = bodySchema('CoinRiskSnapshotBody', {
  coin: coinName(),
  market: coinStatsRow,
  longShort: coinLongShortBody,
  sizeBreakdown: list(sizeBreakdownRow),
  topPositions: list(topPositionsRow),
  liquidationHeatmap: liquidationHeatmapBody,
  liquidationSummary7d: liquidationSummaryBody,
  recentLiquidations: list(recentLiquidation),
  concentrationTop5: double('Share of the notional in the five largest positions, 0 to 1.'),
  nearLiquidationNotional: double('Notional of positions within 5 % of their liquidation price, USD.'),
  nearLiquidationPositions: int64('Positions within 5 % of their liquidation price.'),
  avgLiquidationDistancePct: optional(
    double(
      'Mean distance of liquidation prices from the mark, percent, weighted by notional; absent where none is known.',
    ),
  ),
  ...riskSourceFields,
  generatedAt,
});

/** Of recentLiquidations. */
const recentRows = 20;

export const riskCoin = endpoint({
  id: 'live.risk-coin',
  path: '/api/public/v1/live/risk/coins/{coin}',
  summary: "A coin's risk: positions, balance, heatmap and liquidations",
  description:
    'Everything that is known of the open positions of a coin at its mark price, and its liquidations of the last 7 days. availability and ' +
    'freshness say how new each source is; headers what the positions rest on and what share of the open interest they are. Where the ' +
    'coin has neither a mark nor a trade nothing is valued, and the heatmap has no buckets.',
  tags: ['Live'],
  tier: 'free',
  cache: liveFreshness,
  params: { coin: coin() },
  response: coinRiskBody,
  errors: [404],
  headers: [...positionHeaderNames, 'X-Positions-Outside', 'X-Positions-Without-Price'],
  example: {
    coin: 'BTC',
    market: {
      coin: 'BTC',
      totalPositions: 3,
      uniqueWallets: 3,
      longPositions: 2,
      shortPositions: 1,
      longNotional: 288_750,
      shortNotional: 96_250,
      totalUnrealizedPnl: 1_800,
      avgLongLeverage: 8.5,
      avgShortLeverage: 0,
      totalOi: 3_003_420_125.5,
    },
    longShort: coinLongShortExample,
    sizeBreakdown: [],
    topPositions: [],
    liquidationHeatmap: heatmapExample,
    liquidationSummary7d: liquidationSummaryExample,
    recentLiquidations: [recentLiquidationExample],
    concentrationTop5: 1,
    nearLiquidationNotional: 1_204_500,
    nearLiquidationPositions: 3,
    avgLiquidationDistancePct: 14.2,
    ...riskSourcesExample,
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ params, sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const name = knownCoin(sources, params.coin);
    const board = await sources.boards.board(traders);
    const week = await sources.liquidations.week(signal);
    const { window } = week;
    const sums = week.sums(name);
    const found = week.recent(name, recentRows);
    const events = await withLiquidators(sources.analytics, found, pnlTierOf(board), signal);
    const { tally, heatmap, largest, values } = readPositions(sources, name);
    const told = riskSources(sources.live, tally, nowMs);
    const { avgLiquidationDistancePct } = tally;
    const body = {
      coin: name,
      market: coinStats(tally),
      longShort: coinLongShort(name, tally.exposure, nowMs),
      sizeBreakdown: sizeBreakdown(values),
      topPositions: largest.rows({ board, markPx: tally.markPx, nowMs }),
      liquidationHeatmap: heatmap.body(nowMs),
      liquidationSummary7d: liquidationSummary({ sums, window, coin: name, sources: told, nowMs }),
      recentLiquidations: events,
      concentrationTop5: concentration(tally.exposure, 5),
      nearLiquidationNotional: tally.nearLiquidation.notional,
      nearLiquidationPositions: tally.nearLiquidation.positions,
      ...(avgLiquidationDistancePct !== undefined && { avgLiquidationDistancePct }),
      ...told,
      generatedAt: rfc3339(nowMs),
    };
    const headers = {
      ...positionHeaders(tally),
      'X-Positions-Outside': heatmap.counts.outside,
      'X-Positions-Without-Price': heatmap.counts.withoutPrice,
    };
    return { body, window, headers };
  },
});

/** One pass over the coin's positions for all that is told of them. */
function readPositions({ tallies, market }: Sources, name: string) {
  const mark = market.mark(name);
  const heatmap = createHeatmap(name, mark && Number(mark.px), usualShape);
  const largest = createTopPositions();
  const values: ValuedPosition[] = [];
  const tally = tallies.ofCoin(name, (position, columns, row) => {
    heatmap.add(position, columns.liquidationPx[row]!);
    largest.add(position, columns, row);
    values.push(position);
  });
  return { tally, heatmap, largest, values };
}
