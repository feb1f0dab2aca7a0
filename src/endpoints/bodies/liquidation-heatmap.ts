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
