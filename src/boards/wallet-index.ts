/** Numbers the wallets in the order they are first seen; 20-byte keys without strings. */
export interface WalletIndex {
  readonly count: number;
  /** 20 bytes a wallet, in the order of the numbers. */
  readonly wallets: Uint8Array;
  /** The number of the wallet that stands at `at`, new or known. */
  rowOf(bytes: Uint8Array, at: number): number;
}

export function createWalletIndex(initialCapacity = 1024): WalletIndex {
  let wallets = new Uint8Array(initialCapacity * 20);
  let table = new Int32Array(initialCapacity * 2);
  let count = 0;

  // Addresses are hashes themselves: four of their bytes spread as well as any function of them.
  const start = (bytes: Uint8Array, at: number): number =>
    ((bytes[at + 16]! | (bytes[at + 17]! << 8) | (bytes[at + 18]! << 16) | (bytes[at + 19]! << 24)) ^
      Math.imul(bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16), 0x9e3779b1)) &
    (table.length - 1);

  function same(row: number, bytes: Uint8Array, at: number): boolean {
    for (let i = 0; i < 20; i++) if (wallets[row * 20 + i] !== bytes[at + i]) return false;
    return true;
  }

  function slotOf(bytes: Uint8Array, at: number): number {
    let slot = start(bytes, at);
    while (table[slot] !== 0 && !same(table[slot]! - 1, bytes, at)) slot = (slot + 1) & (table.length - 1);
    return slot;
  }

  function grow(): void {
    const larger = new Uint8Array(wallets.length * 2);
    larger.set(wallets);
    wallets = larger;
    table = new Int32Array(table.length * 2);
    for (let row = 0; row < count; row++) table[slotOf(wallets, row * 20)] = row + 1;
  }

  return {
    get count() {
      return count;
    },
    get wallets() {
      return wallets;
    },
    rowOf(bytes, at) {
      const slot = slotOf(bytes, at);
      if (table[slot] !== 0) return table[slot]! - 1;
      if (count * 20 === wallets.length) {
        grow();
        return this.rowOf(bytes, at);
      }
      wallets.set(bytes.subarray(at, at + 20), count * 20);
      table[slot] = count + 1;
      return count++;
    },
  };
}
