/** Table row of each wallet, by wallet number of the registry. */
export interface WalletRows {
  /** @returns undefined if the wallet has no row */
  get(wallet: number): number | undefined;
  /** The row must already hold the wallet. */
  set(wallet: number, row: number): void;
  /** Removes a wallet that has a row. All rows, its own included, must still hold their wallets. */
  delete(wallet: number): void;
}

const leastSlots = 16;

/**
 * A hash table over the rows with 8 to 16 bytes per row. A Map takes 40 bytes of V8 heap, all of it scanned by each garbage
 * collection.
 *
 * @param walletAt the wallet of a row
 */
export function createWalletRows(walletAt: (row: number) => number): WalletRows {
  let size = 0;
  /** Row + 1 in slots by wallet hash; 0 = free. */
  let slots = new Uint32Array(leastSlots);

  function placeOf(wallet: number): number {
    return (Math.imul(wallet, 0x9e3779b1) >>> 8) & (slots.length - 1);
  }

  /** Slot of a wallet, or the free slot for it. */
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

  /** Backward-shift deletion: moves later entries of the probe sequence into the free slot. */
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
