import type { Static } from 'typebox';
import { traders } from '../../boards/traders.ts';
import { concentration, unrealizedPnlOf, type ValuedPosition } from '../../domain/exposure.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { withLiquidators } from '../../views/liquidations/liquidation-events.ts';
import type { CoinTally } from '../../views/tallies/position-tallies.ts';
import { positionHeaderNames, positionHeaders } from '../answer-headers.ts';
import { coinName, double, int32, int64, list, text } from '../bodies/fields.ts';
import { createHeatmap, liquidationHeatmapBody, usualShape } from '../bodies/liquidation-heatmap.ts';
import {
  liquidationSummary,
  liquidationSummaryBody,
  recentLiquidation,
} from '../bodies/liquidation-summary.ts';
import { coinLongShort, coinLongShortBody } from '../bodies/long-short.ts';
import { generatedAt, riskSourceFields, riskSources, riskSourcesExample } from '../bodies/risk-sources.ts';
import { createTopPositions, topPositionsRow } from '../bodies/top-positions.ts';
import { endpoint, type RunContext } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { pnlTierOf } from '../pnl-tier.ts';
import { bodySchema, optional } from '../schema.ts';
import type { Sources } from '../sources.ts';
import { heatmapExample } from './liquidation-heatmap.ts';
import { recentLiquidationExample } from './liquidations-recent.ts';
import { liquidationSummaryExample } from './liquidations-summary.ts';
import { coinLongShortExample } from './long-short.ts';

/** Buckets by notional, USD: each ends at the next one's minimum (docs/methodology/fields.md#getpositionsizebreakdownrow). */
const sizeBuckets = [
  { sizeBucket: '<1k', leastUsd: 0 },
  { sizeBucket: '1k-10k', leastUsd: 1_000 },
  { sizeBucket: '10k-100k', leastUsd: 10_000 },
  { sizeBucket: '100k-1M', leastUsd: 100_000 },
  { sizeBucket: '1M-10M', leastUsd: 1_000_000 },
  { sizeBucket: '>=10M', leastUsd: 10_000_000 },
] as const;

export const sizeBreakdownRow = bodySchema('GetPositionSizeBreakdownRow', {
  sizeBucket: text(sizeBuckets.map(({ sizeBucket }) => sizeBucket).join(', ')),
  sortOrder: int32('Place of the bucket, the smallest first, from 1.'),
  positionCount: int64('Positions in the bucket.'),
  longCount: int64('Longs among them.'),
  shortCount: int64('Shorts among them.'),
  totalNotional: double('Their notional at mark, USD.'),
  longNotional: double('That of longs, USD.'),
  shortNotional: double('That of shorts, USD.'),
});

/** All buckets, smallest first, including empty ones. Positions without a mark are left out. */
export function sizeBreakdown(positions: Iterable<ValuedPosition>): Static<typeof sizeBreakdownRow>[] {
  const rows = sizeBuckets.map(({ sizeBucket }, place) => ({
    sizeBucket,
    sortOrder: place + 1,
    positionCount: 0,
    longCount: 0,
    shortCount: 0,
    totalNotional: 0,
    longNotional: 0,
    shortNotional: 0,
  }));
  for (const { size, notional } of positions) {
    if (notional === undefined) continue;
    const row = rows[sizeBuckets.findLastIndex(({ leastUsd }) => notional >= leastUsd)]!;
    row.positionCount += 1;
    row.totalNotional = roundedUsd(row.totalNotional + notional);
    if (size > 0) {
      row.longCount += 1;
      row.longNotional = roundedUsd(row.longNotional + notional);
    } else {
      row.shortCount += 1;
      row.shortNotional = roundedUsd(row.shortNotional + notional);
    }
  }
  return rows;
}

const coinStatsRow = bodySchema('GetCoinStatsRow', {
  coin: coinName(),
  totalPositions: int64('Open positions known.'),
  uniqueWallets: int64('Wallets with one: as many.'),
  longPositions: int64('Longs.'),
  shortPositions: int64('Shorts.'),
  longNotional: double('Notional of longs at mark, USD.'),
  shortNotional: double('Notional of shorts at mark, USD.'),
  totalUnrealizedPnl: double('Unrealized PnL of all positions, USD.'),
  avgLongLeverage: double('Weighted by notional, over longs whose leverage is known; 0 if none is.'),
  avgShortLeverage: double('Weighted by notional, over shorts whose leverage is known; 0 if none is.'),
  totalOi: double("The exchange's own open interest if fresh, else longs: one side, USD at mark."),
});

function coinStats({ coin, exposure, openInterest }: CoinTally): Static<typeof coinStatsRow> {
  const [long, short] = [exposure.long(), exposure.short()];
  const totalPositions = long.positions + short.positions;
  return {
    coin,
    totalPositions,
    uniqueWallets: totalPositions,
    longPositions: long.positions,
    shortPositions: short.positions,
    longNotional: long.notional,
    shortNotional: short.notional,
    totalUnrealizedPnl: unrealizedPnlOf(exposure),
    avgLongLeverage: long.avgLeverage ?? 0,
    avgShortLeverage: short.avgLeverage ?? 0,
    totalOi: openInterest,
  };
}

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
      'Mean distance of liquidation prices from the mark, percent, weighted by notional; absent if none is known.',
    ),
  ),
  ...riskSourceFields,
  generatedAt,
});

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
  age: 'live',
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
  run: ({ params, sources, clock, signal }) =>
    coinRisk(knownCoin(sources, params.coin), { sources, clock, signal }),
});

/** @param name in the exchange's spelling @throws Problem, AnalyticsError */
export async function coinRisk(
  name: string,
  { sources, clock, signal }: Pick<RunContext, 'sources' | 'clock' | 'signal'>,
) {
  const nowMs = clock.nowMs();
  const board = await sources.boards.board(traders);
  const week = await sources.liquidations.week(signal);
  const { window } = week;
  const sums = week.sums(name);
  const found = week.recent(name, recentRows);
  const events = await withLiquidators(sources.analytics, found, pnlTierOf(board), signal);
  const { tally, heatmap, largest, values } = readPositions(sources, name);
  const statements = riskSources(sources.live, tally, nowMs);
  const { avgLiquidationDistancePct } = tally;
  const body = {
    coin: name,
    market: coinStats(tally),
    longShort: coinLongShort(name, tally.exposure, nowMs),
    sizeBreakdown: sizeBreakdown(values),
    topPositions: largest.rows({ board, markPx: tally.markPx, nowMs }),
    liquidationHeatmap: heatmap.body(nowMs),
    liquidationSummary7d: liquidationSummary({ sums, window, coin: name, sources: statements, nowMs }),
    recentLiquidations: events,
    concentrationTop5: concentration(tally.exposure, 5),
    nearLiquidationNotional: tally.nearLiquidation.notional,
    nearLiquidationPositions: tally.nearLiquidation.positions,
    ...(avgLiquidationDistancePct !== undefined && { avgLiquidationDistancePct }),
    ...statements,
    generatedAt: rfc3339(nowMs),
  };
  const headers = {
    ...positionHeaders(tally),
    'X-Positions-Outside': heatmap.counts.outside,
    'X-Positions-Without-Price': heatmap.counts.withoutPrice,
  };
  return { body, window, headers };
}

/** One pass over the coin's positions for all figures about them. */
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
