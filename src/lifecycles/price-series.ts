/** Lowest and highest price of a coin by buckets of time. */
export interface PriceSeries {
  /**
   * Adds a bucket behind all others, or more of the last one.
   *
   * @param seconds unix seconds of its begin
   * @param lone who traded alone in it; 0 where there were others
   * @throws Error where it lies before the last one
   */
  add(seconds: number, low: number, high: number, lone: number): void;
  /**
   * Over buckets that begin from `first` to `last`, unix seconds, both included, without those in which `own` traded alone.
   *
   * @returns high 0 where there is none
   */
  range(first: number, last: number, own: number): PriceRange;
}

export interface PriceRange {
  low: number;
  high: number;
}

/**
 * Six numbers for each bucket, or block of buckets: its lowest price, who traded alone there (0 where others did), the lowest price without
 * that one, and the same of the highest. Close together: where they are read from memory is most of what a look takes.
 */
type Blocks = Float64Array;
const lowest = 0;
const lowestOf = 1;
const otherLowest = 2;
const highest = 3;
const highestOf = 4;
const otherHighest = 5;
const numbers = 6;

/** Buckets of a block, and blocks of one above: a long lifecycle is not looked at minute by minute. */
const widthBits = 3;
const width = 1 << widthBits;
/** A year of minutes is 16 blocks of the last level. */
const levels = 5;

export function createPriceSeries(): PriceSeries {
  let seconds = new Uint32Array(16);
  let buckets = 0;
  /** By level, from single buckets up; those above the first are made when they are asked for. */
  let blocks: Blocks[] = [new Float64Array(16 * numbers)];

  /** Two pieces of one bucket: where both are of one wallet alone, it is. */
  function more(i: number, low: number, high: number, lone: number): void {
    const bottom = blocks[0]!;
    bottom[i + lowest] = Math.min(bottom[i + lowest]!, low);
    bottom[i + highest] = Math.max(bottom[i + highest]!, high);
    if (bottom[i + lowestOf] === lone) return;
    bottom[i + lowestOf] = 0;
    bottom[i + highestOf] = 0;
  }

  return {
    add(at, low, high, lone) {
      if (buckets > 0 && at <= seconds[buckets - 1]!) {
        if (at < seconds[buckets - 1]!) throw new Error(`prices of ${at} come behind later ones`);
        more((buckets - 1) * numbers, low, high, lone);
        blocks.length = 1;
        return;
      }
      if (buckets === seconds.length) {
        seconds = grown(seconds, new Uint32Array(buckets * 2));
        blocks[0] = grown(blocks[0]!, new Float64Array(buckets * 2 * numbers));
      }
      seconds[buckets] = at;
      const bottom = blocks[0]!;
      const i = buckets * numbers;
      bottom[i + lowest] = low;
      bottom[i + lowestOf] = lone;
      bottom[i + otherLowest] = Number.POSITIVE_INFINITY;
      bottom[i + highest] = high;
      bottom[i + highestOf] = lone;
      bottom[i + otherHighest] = 0;
      buckets += 1;
      blocks.length = 1;
    },
    range(first, last, own) {
      if (blocks.length === 1) blocks = withBlocks(blocks[0]!, buckets);
      let low = Number.POSITIVE_INFINITY;
      let high = 0;
      const from = firstAfter(seconds, first - 1, 0, buckets);
      const end = firstAfter(seconds, last, from, buckets);
      for (let at = from; at < end; ) {
        let level = 0;
        let shift = 0;
        for (let next = widthBits; level < levels; next += widthBits, level++) {
          if ((at & ((1 << next) - 1)) !== 0 || at + (1 << next) > end) break;
          shift = next;
        }
        const found = blocks[level]!;
        const i = (at >>> shift) * numbers;
        const isOwnLow = own !== 0 && found[i + lowestOf] === own;
        const isOwnHigh = own !== 0 && found[i + highestOf] === own;
        low = Math.min(low, found[i + (isOwnLow ? otherLowest : lowest)]!);
        high = Math.max(high, found[i + (isOwnHigh ? otherHighest : highest)]!);
        at += 1 << shift;
      }
      return { low, high };
    },
  };
}

function grown<A extends Uint32Array | Float64Array>(values: A, larger: A): A {
  larger.set(values);
  return larger;
}

function withBlocks(bottom: Blocks, buckets: number): Blocks[] {
  const all = [bottom];
  for (let count = Math.floor(buckets / width); all.length <= levels; count = Math.floor(count / width)) {
    const below = all.at(-1)!;
    const blocks = new Float64Array(count * numbers);
    for (let block = 0; block < count; block++) join(blocks, block, below);
    all.push(blocks);
  }
  return all;
}

/** What is best of a block's buckets, and best of those that are not of whom that is. */
function join(blocks: Blocks, block: number, below: Blocks): void {
  const from = block * width * numbers;
  const end = from + width * numbers;
  let [lowAt, highAt] = [from, from];
  for (let at = from; at < end; at += numbers) {
    if (below[at + lowest]! < below[lowAt + lowest]!) lowAt = at;
    if (below[at + highest]! > below[highAt + highest]!) highAt = at;
  }
  const lowOf = below[lowAt + lowestOf]!;
  const highOf = below[highAt + highestOf]!;
  let [otherLow, otherHigh] = [Number.POSITIVE_INFINITY, 0];
  for (let at = from; at < end; at += numbers) {
    const isLow = below[at + lowestOf] === lowOf;
    const isHigh = below[at + highestOf] === highOf;
    otherLow = Math.min(otherLow, below[at + (isLow ? otherLowest : lowest)]!);
    otherHigh = Math.max(otherHigh, below[at + (isHigh ? otherHighest : highest)]!);
  }
  const best = [below[lowAt + lowest]!, lowOf, otherLow, below[highAt + highest]!, highOf, otherHigh];
  blocks.set(best, block * numbers);
}

/** The first place whose value is larger. */
function firstAfter(values: Uint32Array, value: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
