import type { PricedSpan, PriceHistory } from './price-history.ts';
import type { RowChanges } from './row-changes.ts';

/**
 * Rows of closed lifecycles whose worst and best price are written in the end, coin by coin: chains come by wallet, and prices of
 * hundreds of coins in turns are read from slow memory.
 */
export interface UnpricedRows {
  /** @param own `walletTail` of the wallet */
  add(coin: string, pricesAt: number, own: number, span: PricedSpan): void;
  price(prices: PriceHistory, changes: Pick<RowChanges, 'setPrices'>): void;
}

/** Numbers of a row: where it stands, and what {@link PriceHistory.excursion} asks for. */
const numbers = 7;

export function createUnpricedRows(): UnpricedRows {
  const byCoin = new Map<string, number[]>();

  return {
    add(coin, pricesAt, own, { openedMs, lastMs, isLong, lowPx, highPx }) {
      let rows = byCoin.get(coin);
      if (rows === undefined) {
        rows = [];
        byCoin.set(coin, rows);
      }
      rows.push(pricesAt, own, openedMs, lastMs, isLong ? 1 : 0, lowPx, highPx);
    },
    price(prices, changes) {
      // Made once: this runs for every lifecycle of a store.
      const span = { openedMs: 0, lastMs: 0, isLong: true, lowPx: 0, highPx: 0 };
      for (const [coin, rows] of byCoin) {
        for (let at = 0; at < rows.length; at += numbers) {
          span.openedMs = rows[at + 2]!;
          span.lastMs = rows[at + 3]!;
          span.isLong = rows[at + 4] === 1;
          span.lowPx = rows[at + 5]!;
          span.highPx = rows[at + 6]!;
          changes.setPrices(rows[at]!, prices.excursion(rows[at + 1]!, coin, span));
        }
      }
    },
  };
}
