import { notFound } from '../../kernel/problem.ts';
import { positionHeaderNames, positionHeaders } from '../answer-headers.ts';
import { createHeatmap, liquidationHeatmapBody, usualShape } from '../bodies/liquidation-heatmap.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { int } from '../params/scalars.ts';

export const heatmapExample = {
  coin: 'BTC',
  currentPrice: 96_250,
  buckets: [
    {
      priceLow: 95_095,
      priceHigh: 96_250,
      longPositions: 3,
      shortPositions: 0,
      longNotionalAtRisk: 1_204_500,
      shortNotionalAtRisk: 0,
      totalNotionalAtRisk: 1_204_500,
      cumulativeLongNotional: 1_204_500,
      cumulativeShortNotional: 0,
    },
  ],
  totalLongAtRisk: 1_204_500,
  totalShortAtRisk: 0,
  timestamp: 1768469412486,
};

export const liquidationHeatmap = endpoint({
  id: 'live.liquidation-heatmap',
  path: '/api/public/v1/live/liquidation-heatmap/{coin}',
  summary: "A coin's open positions by the price that would liquidate them",
  description:
    'Buckets of equal width within ± range % of the mark price; cumulative sums run outwards from the mark. Liquidation prices are the ' +
    "exchange's own if no later fill is stored, else derived. Positions in the buckets, X-Positions-Outside and " +
    'X-Positions-Without-Price together are all positions that are known. A coin without a mark and without a trade is a 404.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: {
    coin: coin(),
    buckets: int({ min: 10, max: 100, default: usualShape.buckets, description: 'Buckets of the range.' }),
    range: int({
      min: 1,
      max: 50,
      default: usualShape.rangePct,
      description: 'Percent around the mark price.',
    }),
  },
  response: liquidationHeatmapBody,
  errors: [404],
  headers: [...positionHeaderNames, 'X-Positions-Outside', 'X-Positions-Without-Price'],
  example: heatmapExample,
  run({ params, sources, clock }) {
    const name = knownCoin(sources, params.coin);
    const mark = sources.market.mark(name);
    if (mark === undefined)
      throw notFound(
        `No price of ${name} is known: it has neither a mark of the last five minutes nor a stored trade.`,
      );
    const heatmap = createHeatmap(name, Number(mark.px), { rangePct: params.range, buckets: params.buckets });
    const tally = sources.tallies.ofCoin(name, (position, { liquidationPx }, row) =>
      heatmap.add(position, liquidationPx[row]!),
    );
    const headers = {
      ...positionHeaders(tally),
      'X-Positions-Outside': heatmap.counts.outside,
      'X-Positions-Without-Price': heatmap.counts.withoutPrice,
    };
    return { body: heatmap.body(clock.nowMs()), headers };
  },
});
