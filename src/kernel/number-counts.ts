/** Counters of small whole numbers, two bytes for every number up to the largest. */
export interface NumberCounts {
  /** @param value whole, 0 or more, below 2^31 @param change keeps the count between 0 and 65,535 */
  add(value: number, change: number): void;
  has(value: number): boolean;
  /** Count of numbers above 0. */
  readonly size: number;
}

const firstLength = 1_024;

export function createNumberCounts(): NumberCounts {
  let counts = new Uint16Array(firstLength);
  let size = 0;

  function grow(value: number): void {
    const wider = new Uint16Array(Math.max(counts.length * 2, value + 1));
    wider.set(counts);
    counts = wider;
  }

  return {
    add(value, change) {
      if (change === 0) return;
      if (value >= counts.length) grow(value);
      const before = counts[value]!;
      counts[value] = before + change;
      size += Number(counts[value]! > 0) - Number(before > 0);
    },
    has: (value) => value < counts.length && counts[value]! > 0,
    get size() {
      return size;
    },
  };
}
