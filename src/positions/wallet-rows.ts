/** In which row of a table each wallet stands, by numbers of the registry. */
export interface WalletRows {
  /** @returns undefined where the wallet has no row */
  get(wallet: number): number | undefined;
  /** Notes a row, in which the wallet stands already; of a wallet that had another row, this one. */
  set(wallet: number, row: number): void;
  /** Forgets a wallet that has a row. Its row, and all others, must still have their wallets. */
  delete(wallet: number): void;
}

const leastSlots = 16;

/**
 * A hash table over the rows, with 8 to 16 bytes for each: a map takes 40 of V8's own memory, of which each collection of garbage
 * looks at all.
 *
 * @param walletAt the wallet of a row
 */
export function createWalletRows(walletAt: (row: number) => number): WalletRows {
  let size = 0;
  /** Rows and one, at places by the hash of their wallet; 0 is free. */
  let slots = new Uint32Array(leastSlots);

  function placeOf(wallet: number): number {
    return (Math.imul(wallet, 0x9e3779b1) >>> 8) & (slots.length - 1);
  }

  /** Where a wallet stands, or belongs. */
  function slotOf(wallet: number): number {
    let slot = placeOf(wallet);
    while (slots[slot] !== 0 && walletAt(slots[slot]! - 1) !== wallet) slot = (slot + 1) & (slots.length - 1);
    return slot;
  }

  function grow(): void {
    const stored = slots.filter((row) => row !== 0);
    slots = new Uint32Array(slots.length * 2);
    for (const row of stored) slots[slotOf(walletAt(row - 1))] = row;
  }

  /** What stands behind a free place, and would be found from before it only, moves into it. */
  function close(free: number): void {
    const mask = slots.length - 1;
    for (let slot = (free + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const from = placeOf(walletAt(slots[slot]! - 1));
      if (((slot - from) & mask) < ((slot - free) & mask)) continue;
      slots[free] = slots[slot]!;
      slots[slot] = 0;
      free = slot;
    }
  }

  return {
    get(wallet) {
      const row = slots[slotOf(wallet)]!;
      return row === 0 ? undefined : row - 1;
    },
    set(wallet, row) {
      if ((size + 1) * 2 > slots.length) grow();
      const slot = slotOf(wallet);
      if (slots[slot] === 0) size += 1;
      slots[slot] = row + 1;
    },
    delete(wallet) {
      const slot = slotOf(wallet);
      slots[slot] = 0;
      size -= 1;
      close(slot);
    },
  };
}
