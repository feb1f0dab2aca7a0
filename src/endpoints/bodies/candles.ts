import { bodySchema } from '../schema.ts';
import { coinName, double, int64, text, timeMs } from './fields.ts';

export const marketCandle = bodySchema('MarketCandle', {
  coin: coinName(),
  interval: text('As the exchange names it.'),
  timeMs: timeMs('First millisecond'),
  open: double('First price, in the collateral.'),
  high: double('Highest price.'),
  low: double('Lowest price.'),
  close: double('Last price.'),
  volume: double('Units of the coin.'),
  tradeCount: int64('Trades.'),
});

export const candlePoint = bodySchema('CandlePoint', {
  timestamp: timeMs('First millisecond'),
  open: double('First price, in the collateral.'),
  high: double('Highest price.'),
  low: double('Lowest price.'),
  close: double('Last price.'),
  volume: double('Units of the coin.'),
});
