import { powersOfTen } from './decimal.ts';
import type { Market } from './market.ts';
import type { Venue } from './venue.ts';

/** Orders of one price. */
export interface BookLevel {
  px: number;
  sz: number;
  orders: number;
}

/** Best first. */
export interface BookLevels {
  bids: BookLevel[];
  asks: BookLevel[];
}

/**
 * The best levels of a market. An outcome's two sides show the same orders: a bid for Yes at p is an offer
 * of No at 1 − p (docs/exchange.md#outcomes).
 */
export function bookLevels(venue: Venue, market: Market, depth: number): BookLevels {
  const bids = levels(venue, market.book, { isBuy: true, depth });
  const asks = levels(venue, market.book, { isBuy: false, depth });
  if (market.book === market.index) return { bids, asks };
  const one = powersOfTen[market.pxDecimals]!;
  const mirrored = (level: BookLevel) => ({ ...level, px: one - level.px });
  return { bids: asks.map(mirrored), asks: bids.map(mirrored) };
}

function levels(
  { books }: Venue,
  book: number,
  { isBuy, depth }: { isBuy: boolean; depth: number },
): BookLevel[] {
  const found: BookLevel[] = [];
  let last: BookLevel | undefined;
  for (let slot = books.best(book, isBuy); slot >= 0; slot = books.next[slot]!) {
    const px = books.px[slot]!;
    if (last === undefined || last.px !== px) {
      if (found.length === depth) return found;
      last = { px, sz: 0, orders: 0 };
      found.push(last);
    }
    last.sz += books.sz[slot]!;
    last.orders += 1;
  }
  return found;
}
