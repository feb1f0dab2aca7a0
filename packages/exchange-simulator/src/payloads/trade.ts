import type { WireCandle } from '../../../../src/wire/candle.ts';
import type { WireTrade } from '../../../../src/wire/trade.ts';
import { decimalText } from '../decimal.ts';
import type { Market } from '../market.ts';
import type { Wallet } from '../population.ts';
import type { RecordedCandle } from '../record/candle-history.ts';
import type { RecordedTrade } from '../record/trade-tape.ts';

/** A trade as `recentTrades` and channel `trades` return it (docs/exchange.md#public-trades). */
export function wireTrade(trade: RecordedTrade, wallets: readonly Wallet[]): WireTrade {
  const { market, px, sz, timeMs, takerBuys, hash, tid, buyer, seller } = trade;
  return {
    coin: market.coin,
    side: takerBuys ? 'B' : 'A',
    px: decimalText(px, market.pxDecimals),
    sz: decimalText(sz, market.szDecimals),
    time: timeMs,
    hash,
    tid,
    users: [wallets[buyer]!.address, wallets[seller]!.address],
  };
}

/** A candle as `candleSnapshot` and channel `candle` have it. */
export function wireCandle(candle: RecordedCandle, market: Market, interval: string): WireCandle {
  const px = (units: number) => decimalText(units, market.pxDecimals);
  return {
    t: candle.openMs,
    T: candle.closeMs,
    s: market.coin,
    i: interval,
    o: px(candle.open),
    c: px(candle.close),
    h: px(candle.high),
    l: px(candle.low),
    v: decimalText(candle.volume, market.szDecimals),
    n: candle.trades,
  };
}
