import type { Static } from 'typebox';
import type { ValuedPosition } from '../../domain/exposure.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { bodySchema } from '../schema.ts';
import { coinName, double, int64, list, timeMs } from './fields.ts';

export const heatmapBucket = bodySchema('HeatmapBucket', {
  priceLow: double('Lower end of the bucket, USD.'),
  priceHigh: double('Upper end of the bucket, USD.'),
  longPositions: int64('Longs with a liquidation price in the bucket.'),
  shortPositions: int64('Shorts with a liquidation price in the bucket.'),
  longNotionalAtRisk: double('Notional of those longs at mark, USD.'),
  shortNotionalAtRisk: double('Notional of those shorts at mark, USD.'),
  totalNotionalAtRisk: double('Both together, USD.'),
  cumulativeLongNotional: double('Longs at risk from the mark outwards to this bucket, USD.'),
  cumulativeShortNotional: double('Shorts at risk from the mark outwards to this bucket, USD.'),
});

export const liquidationHeatmapBody = bodySchema('LiquidationHeatmapBody', {
  coin: coinName(),
  currentPrice: double('Mark price, USD.'),
  buckets: list(heatmapBucket),
  totalLongAtRisk: double('Notional of longs with a liquidation price in the range, USD.'),
  totalShortAtRisk: double('Notional of shorts with a liquidation price in the range, USD.'),
  timestamp: timeMs('When the answer was made'),
});

type Heatmap = Static<typeof liquidationHeatmapBody>;

/** Range and buckets of a heatmap (docs/methodology.md#risk). */
export interface HeatmapShape {
  /** Percent around the mark. */
  rangePct: number;
  buckets: number;
}

/** Shape of the heatmap in a coin's snapshot. */
export const usualShape: HeatmapShape = { rangePct: 30, buckets: 50 };

/** Sorts positions into equal buckets of liquidation prices around the mark; without a mark there are no buckets. */
export function createHeatmap(coin: string, markPx: number | undefined, shape: HeatmapShape) {
  const counts = { outside: 0, withoutPrice: 0 };
  const mark = markPx ?? 0;
  const low = mark * (1 - shape.rangePct / 100);
  const width = (mark * 2 * (shape.rangePct / 100)) / shape.buckets;
  const buckets = (markPx === undefined ? [] : Array.from({ length: shape.buckets }, (_, n) => n)).map(
    (n) => ({
      priceLow: low + n * width,
      priceHigh: low + (n + 1) * width,
      longPositions: 0,
      shortPositions: 0,
      longNotionalAtRisk: 0,
      shortNotionalAtRisk: 0,
      totalNotionalAtRisk: 0,
      cumulativeLongNotional: 0,
      cumulativeShortNotional: 0,
    }),
  );

  /** The last bucket includes the upper end of the range. */
  function bucketOf(price: number) {
    const end = low + shape.buckets * width;
    if (price < low || price > end) return undefined;
    return buckets[Math.min(shape.buckets - 1, Math.floor((price - low) / width))];
  }

  return {
    counts,
    /** @param liquidationPx NaN if unknown */
    add({ size, notional = 0 }: ValuedPosition, liquidationPx: number): void {
      if (Number.isNaN(liquidationPx)) {
        counts.withoutPrice += 1;
        return;
      }
      const bucket = bucketOf(liquidationPx);
      if (bucket === undefined) {
        counts.outside += 1;
        return;
      }
      const isLong = size > 0;
      bucket[isLong ? 'longPositions' : 'shortPositions'] += 1;
      bucket[isLong ? 'longNotionalAtRisk' : 'shortNotionalAtRisk'] += notional;
      bucket.totalNotionalAtRisk += notional;
    },
    body(nowMs: number): Heatmap {
      for (const bucket of buckets) {
        for (const name of atRisk) bucket[name] = roundedUsd(bucket[name]);
      }
      const half = buckets.length / 2;
      accumulate(buckets.slice(0, Math.ceil(half)).reverse());
      accumulate(buckets.slice(Math.floor(half)));
      return {
        coin,
        currentPrice: mark,
        buckets,
        totalLongAtRisk: sum(buckets, 'longNotionalAtRisk'),
        totalShortAtRisk: sum(buckets, 'shortNotionalAtRisk'),
        timestamp: nowMs,
      };
    },
  };
}

const atRisk = ['longNotionalAtRisk', 'shortNotionalAtRisk', 'totalNotionalAtRisk'] as const;
type Bucket = Static<typeof heatmapBucket>;

function accumulate(outwards: Bucket[]): void {
  let [long, short] = [0, 0];
  for (const bucket of outwards) {
    long = roundedUsd(long + bucket.longNotionalAtRisk);
    short = roundedUsd(short + bucket.shortNotionalAtRisk);
    bucket.cumulativeLongNotional = long;
    bucket.cumulativeShortNotional = short;
  }
}

function sum(buckets: readonly Bucket[], field: 'longNotionalAtRisk' | 'shortNotionalAtRisk'): number {
  return roundedUsd(buckets.reduce((total, bucket) => total + bucket[field], 0));
}
