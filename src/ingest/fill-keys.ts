import type { FillColumns } from './fill-columns.ts';

/** Finds fills of a batch by key (wallet, coin, time, tid, oid). A hash table over the columns: no key strings, no objects. */
export interface FillKeys {
  /**
   * Registers the batch's newest row.
   * @returns the row that has the same key already, or -1.
   */
  add(row: number): number;
  /** Row with this key, or -1. The 20 bytes of `wallet` start at `walletAt` in `walletBytes`. */
  find(
    walletBytes: Uint8Array,
    walletAt: number,
    coin: string,
    timeMs: number,
    tid: number,
    oid: number,
  ): number;
  reset(): void;
}

export function createFillKeys(columns: FillColumns): FillKeys {
  const slots = 2 ** Math.ceil(Math.log2(columns.capacity * 2));
  const table = new Int32Array(slots);
  const mask = slots - 1;
  const wallets = columns.bytes.wallet;
  const coins = new Uint32Array(columns.bytes.coin.buffer);

  function hash(
    bytes: Uint8Array,
    at: number,
    coin: number,
    timeMs: number,
    tid: number,
    oid: number,
  ): number {
    let h = Math.imul(timeMs | 0, 0x9e3779b1) ^ coin;
    h = Math.imul(h ^ (tid | 0), 0x85ebca6b);
    h = Math.imul(h ^ (oid | 0) ^ (h >>> 15), 0xc2b2ae35);
    h ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 19]! << 24);
    h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
    return (h ^ (h >>> 16)) & mask;
  }

  function same(
    row: number,
    bytes: Uint8Array,
    at: number,
    coin: number,
    timeMs: number,
    tid: number,
    oid: number,
  ) {
    if (columns.timesMs[row] !== timeMs || columns.tids[row] !== tid || columns.oids[row] !== oid)
      return false;
    if (coins[row] !== coin) return false;
    for (let i = 0; i < 20; i++) if (wallets[row * 20 + i] !== bytes[at + i]) return false;
    return true;
  }

  /** Slot that holds the key, or the free slot for it. */
  function slotOf(
    bytes: Uint8Array,
    at: number,
    coin: number,
    timeMs: number,
    tid: number,
    oid: number,
  ): number {
    let slot = hash(bytes, at, coin, timeMs, tid, oid);
    while (table[slot] !== 0 && !same(table[slot]! - 1, bytes, at, coin, timeMs, tid, oid))
      slot = (slot + 1) & mask;
    return slot;
  }

  return {
    add(row) {
      const { timesMs, tids, oids } = columns;
      const slot = slotOf(wallets, row * 20, coins[row]!, timesMs[row]!, tids[row]!, oids[row]!);
      if (table[slot] !== 0) return table[slot]! - 1;
      table[slot] = row + 1;
      return -1;
    },
    find(walletBytes, walletAt, coin, timeMs, tid, oid) {
      const code = columns.texts.coin.code(coin);
      return table[slotOf(walletBytes, walletAt, code, timeMs, tid, oid)]! - 1;
    },
    reset: () => void table.fill(0),
  };
}
