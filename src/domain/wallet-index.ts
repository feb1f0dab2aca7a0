export const walletBytes = 20;
export const walletsPerChunk = 65_536;

const chunkBits = 16;
const shardBits = 10;

/**
 * Numbers the wallets in the order they are first seen: the one registry that boards and positions share, so that a wallet's number is
 * its row in all of their columns. 20-byte keys without strings. It never moves what it holds, and grows in steps of
 * less than a millisecond, because the thread that answers requests owns it.
 */
export interface WalletIndex {
  readonly count: number;
  /** 20 bytes a wallet, in the order of the numbers; shared memory, which other threads may read up to a count that they are given. */
  readonly chunks: readonly Uint8Array<SharedArrayBuffer>[];
  /** Row number of the wallet whose 20 bytes start at `at`; adds an unknown wallet. */
  rowOf(bytes: Uint8Array, at: number): number;
  /** Row number of a wallet by its address; adds an unknown wallet. @param address `0x` and 40 hex digits */
  rowOfAddress(address: string): number;
  /** The number of a wallet; undefined where it is not known. Adds nothing. @param address `0x` and 40 hex digits */
  find(address: string): number | undefined;
  /** Gives the next number to no wallet: its address is zeros, and none finds it. */
  skip(): void;
  /** The address of a row, in lower case. */
  address(row: number): string;
}

export function createWalletIndex(): WalletIndex {
  const chunks: Uint8Array<SharedArrayBuffer>[] = [];
  // Many small tables instead of a large one: only one of them is rebuilt at a time.
  const shards = Array.from({ length: 1 << shardBits }, () => ({ slots: new Int32Array(8), count: 0 }));
  let count = 0;

  function same(row: number, bytes: Uint8Array, at: number): boolean {
    const chunk = chunks[row >>> chunkBits]!;
    const from = (row & (walletsPerChunk - 1)) * walletBytes;
    for (let i = 0; i < walletBytes; i++) if (chunk[from + i] !== bytes[at + i]) return false;
    return true;
  }

  function slotOf(slots: Int32Array, hash: number, bytes: Uint8Array, at: number): number {
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot] !== 0 && !same(slots[slot]! - 1, bytes, at)) slot = (slot + 1) & mask;
    return slot;
  }

  function grown(slots: Int32Array): Int32Array<ArrayBuffer> {
    const larger = new Int32Array(slots.length * 2);
    for (const stored of slots) {
      if (stored === 0) continue;
      const chunk = chunks[(stored - 1) >>> chunkBits]!;
      const at = ((stored - 1) & (walletsPerChunk - 1)) * walletBytes;
      larger[slotOf(larger, hashOf(chunk, at), chunk, at)] = stored;
    }
    return larger;
  }

  /** Of one wallet more: where its bytes go. */
  function nextPlace() {
    const place = count & (walletsPerChunk - 1);
    if (place === 0) chunks.push(new Uint8Array(new SharedArrayBuffer(walletsPerChunk * walletBytes)));
    count += 1;
    return { chunk: chunks.at(-1)!, from: place * walletBytes };
  }

  function rowOf(bytes: Uint8Array, at: number): number {
    const hash = hashOf(bytes, at);
    const shard = shards[hash >>> (32 - shardBits)]!;
    const slot = slotOf(shard.slots, hash, bytes, at);
    if (shard.slots[slot] !== 0) return shard.slots[slot]! - 1;
    const { chunk, from } = nextPlace();
    for (let i = 0; i < walletBytes; i++) chunk[from + i] = bytes[at + i]!;
    shard.slots[slot] = count;
    shard.count += 1;
    if (shard.count * 2 > shard.slots.length) shard.slots = grown(shard.slots);
    return count - 1;
  }

  return {
    get count() {
      return count;
    },
    chunks,
    rowOf,
    skip: () => void nextPlace(),
    rowOfAddress: (address) => rowOf(bytesOf(address), 0),
    find(address) {
      const bytes = bytesOf(address);
      const hash = hashOf(bytes, 0);
      const { slots } = shards[hash >>> (32 - shardBits)]!;
      const stored = slots[slotOf(slots, hash, bytes, 0)]!;
      return stored === 0 ? undefined : stored - 1;
    },
    address: (row) => addressAt(chunks, row),
  };
}

/** The address of a row of {@link WalletIndex.chunks}, in lower case. */
export function addressAt(chunks: readonly Uint8Array[], row: number): string {
  const chunk = chunks[row >>> chunkBits]!;
  const at = (row & (walletsPerChunk - 1)) * walletBytes;
  return `0x${Buffer.from(chunk.buffer, chunk.byteOffset + at, walletBytes).toString('hex')}`;
}

/**
 * Rows of {@link WalletIndex.chunks} whose address begins with a text, in the order of the rows. Reads one byte of most rows.
 *
 * @param prefix `0x` and 2 to 40 hex digits
 * @param count rows that are looked at
 */
export function* rowsStartingWith(
  chunks: readonly Uint8Array[],
  prefix: string,
  count: number,
): Generator<number> {
  const digits = prefix.slice(2).toLowerCase();
  const first = Number.parseInt(digits.slice(0, 2), 16);
  for (let row = 0; row < count; row++) {
    const at = (row & (walletsPerChunk - 1)) * walletBytes;
    if (chunks[row >>> chunkBits]![at] !== first) continue;
    if (addressAt(chunks, row).startsWith(digits, 2)) yield row;
  }
}

/** Negative if the address of row `a` sorts before the address of row `b`. @param chunks see {@link WalletIndex.chunks} */
export function compareAddresses(chunks: readonly Uint8Array[], a: number, b: number): number {
  const [one, other] = [chunks[a >>> chunkBits]!, chunks[b >>> chunkBits]!];
  const from = (a & (walletsPerChunk - 1)) * walletBytes;
  const otherFrom = (b & (walletsPerChunk - 1)) * walletBytes;
  for (let i = 0; i < walletBytes; i++) {
    const difference = one[from + i]! - other[otherFrom + i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function bytesOf(address: string): Uint8Array {
  return Buffer.from(address.slice(2), 'hex');
}

/** 32 bits. Addresses are hashes themselves: some of their bytes spread as well as any function of them. */
function hashOf(bytes: Uint8Array, at: number): number {
  const last = bytes[at + 16]! | (bytes[at + 17]! << 8) | (bytes[at + 18]! << 16) | (bytes[at + 19]! << 24);
  const first = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  return (last ^ Math.imul(first, 0x9e3779b1)) >>> 0;
}
