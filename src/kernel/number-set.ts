/** Small whole numbers, each once: a bit for every number up to the largest, so that a million cost 125 kB. */
export interface NumberSet {
  /** @param value whole, 0 or more, below 2^31 */
  add(value: number): void;
  readonly size: number;
}

const firstBytes = 1_024;

export function createNumberSet(): NumberSet {
  let bits = new Uint8Array(firstBytes);
  let size = 0;

  function grow(byte: number): void {
    const wider = new Uint8Array(Math.max(bits.length * 2, byte + 1));
    wider.set(bits);
    bits = wider;
  }

  return {
    add(value) {
      const [byte, bit] = [value >>> 3, 1 << (value & 7)];
      if (byte >= bits.length) grow(byte);
      const held = bits[byte]!;
      if ((held & bit) !== 0) return;
      bits[byte] = held | bit;
      size += 1;
    },
    get size() {
      return size;
    },
  };
}
