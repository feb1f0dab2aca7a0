import { compareAddresses, rowsStartingWith, type WalletIndex } from '../domain/wallet-index.ts';
import type { Board } from './board.ts';
import type { Columns } from './columns.ts';
import { applyChange, type TableChange } from './table.ts';

/** A table as the request thread holds it. */
export interface HeldTable {
  count: number;
  columns: Columns;
  orders: Record<string, Uint32Array>;
}

/** Applies a change to a table in one turn. */
export function takeChange(held: HeldTable, change: TableChange): void {
  Object.assign(held.columns, change.columns);
  applyChange(held.columns, change);
  Object.assign(held.orders, change.orders);
  held.count = change.count;
}

export function shownBoard(wallets: WalletIndex, held: () => HeldTable): Board {
  return {
    get count() {
      return held().count;
    },
    get columns() {
      return held().columns;
    },
    get orders() {
      return held().orders;
    },
    find(address) {
      const row = wallets.find(address);
      return row !== undefined && row < held().count ? row : undefined;
    },
    address: (row) => wallets.address(row),
    startingWith: (prefix) => rowsStartingWith(wallets.chunks, prefix, held().count),
    compareAddresses: (a, b) => compareAddresses(wallets.chunks, a, b),
  };
}
