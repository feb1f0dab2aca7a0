/** A set of whole numbers from 0: at most one bit for each number up to the largest, far less for sparse sets. */
export interface NumberSet {
  readonly size: number;
  add(number: number): void;
  /** All members, unordered. */
  members(): Uint32Array;
}

const leastSlots = 8;

export function createNumberSet(): NumberSet {
  let size = 0;
  let largest = 0;
  /** Hash slots of number + 1; 0 is a free slot. Used until `bits` need less memory. */
  let slots = new Uint32Array(leastSlots);
  let bits: Uint32Array | undefined;

  function slotOf(table: Uint32Array, number: number): number {
    const mask = table.length - 1;
    let slot = (Math.imul(number, 0x9e3779b1) >>> 8) & mask;
    while (table[slot] !== 0 && table[slot] !== number + 1) slot = (slot + 1) & mask;
    return slot;
  }

  function addBit(to: Uint32Array, number: number): void {
    const word = number >>> 5;
    const bit = 1 << (number & 31);
    if ((to[word]! & bit) !== 0) return;
    to[word]! |= bit;
    size += 1;
  }

  function wider(old: Uint32Array, number: number): Uint32Array<ArrayBuffer> {
    const larger = new Uint32Array(Math.max((number >>> 5) + 1, Math.ceil(old.length * 1.5)));
    larger.set(old);
    return larger;
  }

  function grow(): void {
    const members = slots.filter((stored) => stored !== 0);
    // A word of bits holds 32 numbers, a slot one.
    if (slots.length * 2 >= (largest >>> 5) + 1) {
      bits = new Uint32Array((largest >>> 5) + 1);
      size = 0;
      for (const stored of members) addBit(bits, stored - 1);
      slots = new Uint32Array(0);
      return;
    }
    slots = new Uint32Array(slots.length * 2);
    for (const stored of members) slots[slotOf(slots, stored - 1)] = stored;
  }

  function members(): Uint32Array {
    if (bits === undefined) return slots.filter((stored) => stored !== 0).map((stored) => stored - 1);
    const found = new Uint32Array(size);
    let count = 0;
    for (let word = 0; word < bits.length; word++) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        found[count++] = word * 32 + 31 - Math.clz32(rest & -rest);
      }
    }
    return found;
  }

  return {
    get size() {
      return size;
    },
    members,
    add(number) {
      if (number > largest) largest = number;
      if (bits !== undefined) {
        if (number >>> 5 >= bits.length) bits = wider(bits, number);
        addBit(bits, number);
        return;
      }
      const slot = slotOf(slots, number);
      if (slots[slot] !== 0) return;
      slots[slot] = number + 1;
      size += 1;
      if (size * 2 > slots.length) grow();
    },
  };
}
