import type { Lifecycle } from '../domain/lifecycle.ts';
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
      /** `EntryPrice.about` */
      about: number;
    },
  ): void;
  price(prices: PriceHistory, changes: Pick<RowChanges, 'setPrices' | 'entryAt'>): void;
}

/** Numbers of a row: where it stands, and what {@link PriceHistory.excursion} asks for. */
const numbers = 7;

export function createUnpricedRows(): UnpricedRows {
  const byCoin = new Map<string, number[]>();

  return {
    add(coin, { pricesAt, openedSizeAt }, { head, lifecycle, about }) {
      let rows = byCoin.get(coin);
      if (rows === undefined) {
        rows = [];
        byCoin.set(coin, rows);
      }
      const { openedMs, lastMs, isLong } = lifecycle;
      rows.push(pricesAt, openedSizeAt, openedMs, lastMs, isLong ? 1 : 0, walletTail(head, 0), about);
    },
    price(prices, changes) {
      // Made once: this runs for every lifecycle of a store.
      const place = { pricesAt: 0, openedSizeAt: 0 };
      const span = { openedMs: 0, lastMs: 0, isLong: true };
      const entry = { about: 0, exact: () => changes.entryAt(place).exact() };
      for (const [coin, rows] of byCoin) {
        for (let at = 0; at < rows.length; at += numbers) {
          place.pricesAt = rows[at]!;
          place.openedSizeAt = rows[at + 1]!;
          span.openedMs = rows[at + 2]!;
          span.lastMs = rows[at + 3]!;
          span.isLong = rows[at + 4] === 1;
          entry.about = rows[at + 6]!;
          changes.setPrices(place, prices.excursion(rows[at + 5]!, coin, span, entry));
        }
      }
    },
  };
}
