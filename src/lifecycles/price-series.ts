/** Lowest and highest price of a coin by time bucket (a millisecond, minute or hour). */
export interface PriceSeries {
  /**
   * Appends a bucket, or merges into the last one if `atMs` is equal.
   *
   * @param atMs start of the bucket, unix milliseconds
   * @param lone the wallet if only one traded in the bucket, else 0
   * @throws Error if the bucket is before the last one
   */
  add(atMs: number, low: number, high: number, lone: number): void;
  /** Price range of the buckets that start from `firstMs` to `lastMs`, both inclusive. */
  range(firstMs: number, lastMs: number, own: number): PriceRange;
}

export interface PriceRange {
  low: number;
  /** 0 if there is no price. */
  high: number;
  /** Whether wallets other than `own` traded in the range. */
  isOfOthers: boolean;
}

export function joinRanges(a: PriceRange, b: PriceRange): PriceRange {
  return {
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    isOfOthers: a.isOfOthers || b.isOfOthers,
  };
}

/**
 * Three numbers per bucket or block of buckets: lowest price, highest price, and the only wallet that traded (0 if several). They are
 * adjacent because memory access dominates the cost of a lookup.
 */
type Blocks = Float64Array<ArrayBuffer>;
const lowest = 0;
const highest = 1;
const loneAt = 2;
const numbers = 3;

/** Bits of the fan-out: a block joins 8 buckets or lower blocks, so a long lifecycle does not scan every minute. */
const widthBits = 3;
const width = 1 << widthBits;
/** Block levels above the buckets; a year of minutes is 16 blocks of the top level. */
const levels = 5;

export function createPriceSeries(): PriceSeries {
  let times = new Float64Array(16);
  let buckets = 0;
  /** By level, from single buckets up; levels above the first are built by the first query after an insert. */
  let blocks: Blocks[] = [new Float64Array(16 * numbers)];

  return {
    add(atMs, low, high, lone) {
      const before = buckets === 0 ? Number.NEGATIVE_INFINITY : times[buckets - 1]!;
      if (atMs < before) throw new Error(`prices of ${atMs} come behind later ones`);
      blocks.length = 1;
      if (atMs === before) {
        const i = (buckets - 1) * numbers;
        const bottom = blocks[0]!;
        bottom[i + lowest] = Math.min(bottom[i + lowest]!, low);
        bottom[i + highest] = Math.max(bottom[i + highest]!, high);
        if (bottom[i + loneAt] !== lone) bottom[i + loneAt] = 0;
        return;
      }
      if (buckets === times.length) {
        times = grown(times, buckets * 2);
        blocks[0] = grown(blocks[0]!, buckets * 2 * numbers);
      }
      times[buckets] = atMs;
      blocks[0]!.set([low, high, lone], buckets * numbers);
      buckets += 1;
    },
    range(firstMs, lastMs, own) {
      if (blocks.length === 1) blocks = withBlocks(blocks[0]!, buckets);
      let low = Number.POSITIVE_INFINITY;
      let high = 0;
      let isOfOthers = false;
      const from = firstAfter(times, firstMs - 1, 0, buckets);
      const end = firstAfter(times, lastMs, from, buckets);
      for (let at = from; at < end; ) {
        let level = 0;
        let shift = 0;
        for (let next = widthBits; level < levels; next += widthBits, level++) {
          if ((at & ((1 << next) - 1)) !== 0 || at + (1 << next) > end) break;
          shift = next;
        }
        const found = blocks[level]!;
        const i = (at >>> shift) * numbers;
        low = Math.min(low, found[i + lowest]!);
        high = Math.max(high, found[i + highest]!);
        isOfOthers ||= own === 0 || found[i + loneAt] !== own;
        at += 1 << shift;
      }
      return { low, high, isOfOthers };
    },
  };
}

function grown(values: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
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

function join(blocks: Blocks, block: number, below: Blocks): void {
  const from = block * width * numbers;
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  let lone = below[from + loneAt]!;
  for (let at = from; at < from + width * numbers; at += numbers) {
    low = Math.min(low, below[at + lowest]!);
    high = Math.max(high, below[at + highest]!);
    if (below[at + loneAt] !== lone) lone = 0;
  }
  blocks[block * numbers + lowest] = low;
  blocks[block * numbers + highest] = high;
  blocks[block * numbers + loneAt] = lone;
}

/** Binary search: the first index with a larger value. */
function firstAfter(values: Float64Array, value: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
