/**
 * Numbers each wallet in each outcome that it trades in, in order of appearance, so that sets of traders are arrays of numbers. 28 to
 * 36 bytes per entry; entries are never freed.
 */
export interface TraderNumbers {
  readonly size: number;
  /** @param at offset of the wallet's {@link traderBytes} bytes in `bytes` @returns the wallet's number, new if it has none */
  add(outcome: number, bytes: Uint8Array, at: number): number;
  /** @returns the wallet's number, or -1 */
  find(outcome: number, bytes: Uint8Array, at: number): number;
  outcomeOf(number: number): number;
  /** 32-bit words of a key. */
  readonly words: number;
  /** Key of a number: the same in every process. */
  key(number: number): Uint32Array;
  /** @param key see {@link key} @returns the key's number, new if it has none */
  addKey(key: Uint32Array): number;
}

/** Stored bytes of a wallet: the address without its first four, as distinct as the whole. */
export const traderBytes = 16;
/** Words of the wallet, and one for the outcome. */
const words = traderBytes / 4 + 1;
const leastRoom = 1_024;

/** Hash table over typed arrays: a map of texts takes four times the memory. */
export function createTraderNumbers(): TraderNumbers {
  let size = 0;
  let keys = new Uint32Array(leastRoom * words);
  /** Each number plus 1, at the slot of its hash; 0 is free. */
  let slots = new Uint32Array(leastRoom * 2);
  const params = new Uint32Array(words);

  function hashAt(of: Uint32Array, from: number): number {
    let hash = 0x9e3779b1;
    for (let i = 0; i < words; i++) {
      hash = Math.imul(hash ^ of[from + i]!, 0x85ebca6b);
      hash ^= hash >>> 13;
    }
    return hash >>> 0;
  }

  function isRequested(number: number): boolean {
    for (let i = 0; i < words; i++) if (keys[number * words + i] !== params[i]) return false;
    return true;
  }

  /** Slot of the requested key, or the free slot for it. */
  function slotOfKey(): number {
    const mask = slots.length - 1;
    let slot = hashAt(params, 0) & mask;
    while (slots[slot] !== 0 && !isRequested(slots[slot]! - 1)) slot = (slot + 1) & mask;
    return slot;
  }

  function ask(outcome: number, bytes: Uint8Array, at: number): void {
    for (let i = 0; i < words - 1; i++) {
      const from = at + i * 4;
      params[i] =
        bytes[from]! | (bytes[from + 1]! << 8) | (bytes[from + 2]! << 16) | (bytes[from + 3]! << 24);
    }
    params[words - 1] = outcome;
  }

  function grow(): void {
    const wider = new Uint32Array(keys.length * 2);
    wider.set(keys);
    keys = wider;
    slots = new Uint32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < size; number++) {
      let slot = hashAt(keys, number * words) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  }

  function addKey(): number {
    const slot = slotOfKey();
    if (slots[slot] !== 0) return slots[slot]! - 1;
    keys.set(params, size * words);
    size += 1;
    slots[slot] = size;
    if (size * 2 >= slots.length) grow();
    return size - 1;
  }

  return {
    get size() {
      return size;
    },
    words,
    key: (number) => keys.subarray(number * words, (number + 1) * words),
    addKey(key) {
      params.set(key);
      return addKey();
    },
    add(outcome, bytes, at) {
      ask(outcome, bytes, at);
      return addKey();
    },
    find(outcome, bytes, at) {
      ask(outcome, bytes, at);
      return slots[slotOfKey()]! - 1;
    },
    outcomeOf: (number) => keys[number * words + words - 1]!,
  };
}
