import { Type } from 'typebox';
import { candleIntervals } from '../../../../src/wire/candle.ts';
import { name, optional } from '../../../../src/wire/scalar.ts';
import { wireRate } from '../payloads/funding.ts';
import { wireCandle, wireTrade } from '../payloads/trade.ts';
import { type InfoRoute, momentMs, rangeOf, route, timeRange } from './info-route.ts';

/** Default page size of a time range (docs/exchange.md#rest). */
export const pageLimit = 500;
const recentTradesLimit = 100;

/** Trading history of a market. */
export const marketHistoryRoutes = {
  candleSnapshot: route({
    weight: 20,
    elementsPerWeight: 60,
    params: Type.Object({
      req: Type.Object({
        coin: name,
        interval: Type.Unsafe<string>({ type: 'string', enum: candleIntervals }),
        startTime: momentMs,
        endTime: optional(momentMs),
      }),
    }),
    answer({ exchange, candles }, { req }) {
      const market = exchange.market(req.coin);
      return (
        market &&
        candles
          .page(market, req.interval, rangeOf(req))
          .map((candle) => wireCandle(candle, market, req.interval))
      );
    },
  }),
  recentTrades: route({
    weight: 20,
    elementsPerWeight: 20,
    params: Type.Object({ coin: name }),
    answer({ exchange, trades }, { coin }) {
      const market = exchange.market(coin);
      return (
        market && trades.recent(market, recentTradesLimit).map((trade) => wireTrade(trade, exchange.wallets))
      );
    },
  }),
  fundingHistory: route({
    weight: 20,
    elementsPerWeight: 20,
    params: Type.Object({ coin: name, ...timeRange }),
    answer({ exchange, funding }, { coin, ...range }) {
      const market = exchange.market(coin);
      return market && funding.rates(market, { ...rangeOf(range), limit: pageLimit }).map(wireRate);
    },
  }),
} satisfies Record<string, InfoRoute>;
