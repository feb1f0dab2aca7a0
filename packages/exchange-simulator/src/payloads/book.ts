import type { WireBestQuotes, WireBook } from '../../../../src/wire/book.ts';
import type { BookLevel } from '../book-levels.ts';
import { decimalText, powersOfTen } from '../decimal.ts';
import type { Market } from '../market.ts';
import type { ExchangeQueries } from '../queries.ts';

/** Requested granularity of a book: significant figures of its prices, and the step of the last figure. */
export interface BookGrid {
  nSigFigs?: number;
  /** 2 or 5, with five figures only. */
  mantissa?: number;
}

/** Levels that a side of an answer has at most (docs/exchange.md#books). */
const bookDepth = 20;
/** Levels read for a coarse book; the simulated books have far fewer. */
const wholeDepth = 1_000;

/** A book as `l2Book` and its channel have it. */
export function wireBook(
  exchange: ExchangeQueries,
  market: Market,
  { depth = bookDepth, ...grid }: BookGrid & { depth?: number } = {},
): WireBook & { spread?: string } {
  const coarse = grid.nSigFigs !== undefined;
  const { bids, asks } = exchange.book(market, coarse ? wholeDepth : depth);
  const side = (levels: readonly BookLevel[], up: boolean) =>
    (coarse ? onGrid(levels, stepOf(levels[0]?.px ?? 0, grid), up) : levels).slice(0, depth);
  const [buys, sells] = [side(bids, false), side(asks, true)];
  const wire = (levels: readonly BookLevel[]) => levels.map((level) => wireLevel(level, market));
  const [bid, ask] = [buys[0]?.px, sells[0]?.px];
  return {
    coin: market.coin,
    time: exchange.timeMs,
    levels: [wire(buys), wire(sells)],
    // Sent with a coarse book only, as on the exchange.
    ...(coarse &&
      bid !== undefined &&
      ask !== undefined && { spread: decimalText(ask - bid, market.pxDecimals) }),
  };
}

/** The best of both sides, as channel `bbo` has them. */
export function wireBestQuotes(exchange: ExchangeQueries, market: Market): WireBestQuotes {
  const { bids, asks } = exchange.book(market, 1);
  const best = (levels: readonly BookLevel[]) =>
    levels[0] === undefined ? null : wireLevel(levels[0], market);
  return { coin: market.coin, time: exchange.timeMs, bbo: [best(bids), best(asks)] };
}

function wireLevel({ px, sz, orders }: BookLevel, market: Market): WireBook['levels'][0][0] {
  return { px: decimalText(px, market.pxDecimals), sz: decimalText(sz, market.szDecimals), n: orders };
}

/** The step between two prices of a grid, in price units. */
function stepOf(px: number, { nSigFigs = 5, mantissa = 1 }: BookGrid): number {
  return Math.max(1, powersOfTen[Math.max(0, String(px).length - nSigFigs)]! * mantissa);
}

/** Levels that fall on one price of the grid become one: bids go down to it, asks up. */
function onGrid(levels: readonly BookLevel[], step: number, up: boolean): BookLevel[] {
  const coarse: BookLevel[] = [];
  for (const { px, sz, orders } of levels) {
    const at = (up ? Math.ceil(px / step) : Math.floor(px / step)) * step;
    const last = coarse.at(-1);
    if (last?.px === at) {
      last.sz += sz;
      last.orders += orders;
    } else coarse.push({ px: at, sz, orders });
  }
  return coarse;
}
