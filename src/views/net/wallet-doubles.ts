import { readRowBinary } from '../../analytics/row-binary.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';

/** A row of doubles for every wallet, zeros where none was read. */
export interface WalletDoubles {
  /** Replaces all rows. Layout of a row: the wallet's 20 bytes, then its doubles. */
  add(bytes: Uint8Array): void;
  /** @param wallet its number */
  read(wallet: number, from: number, count: number): Float64Array;
}

/** @param width doubles of a row */
export function createWalletDoubles(width: number, wallets: WalletIndex): WalletDoubles {
  let values = new Float64Array(width * wallets.count);

  return {
    add(bytes) {
      const rows = readRowBinary(bytes);
      while (!rows.done) {
        const start = width * wallets.rowOf(rows.bytes, rows.wallet());
        if (start + width > values.length) {
          const larger = new Float64Array(Math.max(start + width, Math.ceil(values.length * 1.25)));
          larger.set(values);
          values = larger;
        }
        for (let at = start; at < start + width; at++) values[at] = rows.double();
      }
    },
    read(wallet, from, count) {
      const start = width * wallet + from;
      return start + count > values.length ? new Float64Array(count) : values.subarray(start, start + count);
    },
  };
}
