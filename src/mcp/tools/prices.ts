import { Type } from 'typebox';
import { choice, coin, count, detail } from '../kit/inputs.ts';
import { type Plan, tool } from '../kit/tool.ts';
import { bodyIn, counted, rowsIn, short } from '../kit/wording.ts';

const kinds = ['price', 'book', 'candles'] as const;
const intervals = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '8h', '12h', '1d', '3d', '1w'] as const;

export const prices = tool({
  name: 'prices',
  title: 'Price, order book, candles',
  description:
    'Price with funding and open interest, order book, or candles of one market (candles need the tier pro).',
  input: Type.Object(
    {
      coin: coin(),
      kind: Type.Optional(choice(kinds, 'price by default')),
      interval: Type.Optional(choice(intervals, 'Of candles; 1h by default')),
      limit: Type.Optional(count('Candles; 48 by default', 720)),
      depth: Type.Optional(count('Levels of the book on each side; 10 by default', 100)),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    price: 'HLMarkPriceBody',
    book: 'HLOrderBookBody, best first',
    candles: 'MarketCandle[], oldest first',
  },
  plan({ coin: symbol, kind = 'price', interval = '1h', limit = 48, depth }): Plan {
    if (kind === 'book') return { book: { path: '/market/orderbook/{symbol}', params: { symbol, depth } } };
    if (kind === 'candles')
      return {
        candles: { path: '/pulse/market/candles/recent/{symbol}', params: { symbol, interval, limit } },
      };
    return { price: { path: '/market/price/{symbol}', params: { symbol } } };
  },
  finding({ price, book, candles }, { coin: symbol }) {
    if (price !== undefined) {
      const { symbol: name, markPrice, indexPrice, change24h, fundingRate } = bodyIn(price);
      return [
        `${name}: mark ${markPrice}, index ${indexPrice}, ${change24h} % in 24 h, hourly funding ${fundingRate}.`,
      ];
    }
    if (book !== undefined) {
      const [bid, ask] = [rowsIn(book, 'bids')[0], rowsIn(book, 'asks')[0]];
      return [
        `${bodyIn(book).symbol}: best bid ${bid?.price ?? 'none'} (${bid?.size ?? 0}), best ask ${ask?.price ?? 'none'} (${ask?.size ?? 0}).`,
      ];
    }
    const rows = rowsIn(candles);
    const [first, last] = [rows[0], rows.at(-1)];
    if (last === undefined) return [`No candles of ${symbol} are known.`];
    const highest = Math.max(...rows.map(({ high }) => Number(high)));
    const lowest = Math.min(...rows.map(({ low }) => Number(low)));
    return [
      `${last.coin}: ${counted(rows.length, 'candle')} of ${last.interval}, from ${short(first!.open)} to ${short(last.close)}, between ${short(lowest)} and ${short(highest)}.`,
    ];
  },
});
