import type { Lifecycle } from '../domain/lifecycle.ts';
import type { EntryPrice } from './entry-price.ts';
import type { PricesPlace } from './lifecycle-rows.ts';
import { type PriceHistory, walletTail } from './price-history.ts';
import type { RowChanges } from './row-changes.ts';

/**
 * Rows of closed lifecycles whose worst and best price are written in the end, coin by coin: chains come by wallet, and prices of
 * hundreds of coins in turns are read from slow memory.
 */
export interface UnpricedRows {
  add(
    coin: string,
    place: PricesPlace,
    of: {
      head: Uint8Array;
      lifecycle: Pick<Lifecycle, 'openedMs' | 'lastMs' | 'isLong'>;
      entry: EntryPrice;
    },
  ): void;
  price(prices: PriceHistory, changes: Pick<RowChanges, 'setPrices' | 'entryAt'>): void;
}

/** Numbers of a row: where it stands, and what {@link PriceHistory.excursion} asks for. */
const numbers = 7;

export function createUnpricedRows(): UnpricedRows {
  const byCoin = new Map<string, number[]>();

  return {
    add(coin, { pricesAt, openedSizeAt }, { head, lifecycle, entry }) {
      let rows = byCoin.get(coin);
      if (rows === undefined) {
        rows = [];
        byCoin.set(coin, rows);
      }
      const { openedMs, lastMs, isLong } = lifecycle;
      rows.push(pricesAt, openedSizeAt, openedMs, lastMs, isLong ? 1 : 0, walletTail(head, 0), entry.about);
    },
    price(prices, changes) {
      for (const [coin, rows] of byCoin) {
        for (let at = 0; at < rows.length; at += numbers) {
          const place = { pricesAt: rows[at]!, openedSizeAt: rows[at + 1]! };
          const span = { openedMs: rows[at + 2]!, lastMs: rows[at + 3]!, isLong: rows[at + 4] === 1 };
          const entry = { about: rows[at + 6]!, exact: () => changes.entryAt(place).exact() };
          changes.setPrices(place, prices.excursion(rows[at + 5]!, coin, span, entry));
        }
      }
    },
  };
}
