import type { PricedSpan, PriceHistory } from './price-history.ts';
import type { RowChanges } from './row-changes.ts';

/**
 * Closed lifecycles whose worst and best price are set at the end of a turn, coin by coin. Chains are ordered by wallet, and switching
 * between the prices of hundreds of coins would miss the processor's cache.
 */
export interface UnpricedRows {
  /** @param own `walletTail` of the wallet */
  add(coin: string, pricesAt: number, own: number, span: PricedSpan): void;
  price(prices: PriceHistory, changes: Pick<RowChanges, 'setPrices'>): void;
}

/** Numbers kept per row: the offset of its prices and the arguments of {@link PriceHistory.excursion}. */
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
      // One object for all rows: this loop covers every lifecycle of a store.
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
