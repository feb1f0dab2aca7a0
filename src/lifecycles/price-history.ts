import { readRowBinary } from '../analytics/row-binary.ts';
import { hourMs, minuteMs } from '../kernel/clock.ts';

/** Lowest and highest price of a coin by time bucket (a millisecond, minute or hour). */
interface PriceSeries {
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

interface PriceRange {
  low: number;
  /** 0 if there is no price. */
  high: number;
  /** Whether wallets other than `own` traded in the range. */
  isOfOthers: boolean;
}

function joinRanges(a: PriceRange, b: PriceRange): PriceRange {
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

/** Worst and best price of a lifecycle, × 10^10; 0n if unknown. */
export interface Excursion {
  maePx: bigint;
  mfePx: bigint;
}

/** Resolution of trade prices: single moments, minutes with the moments of edge minutes, only minutes, or only hours. */
export type PriceGrain = 'moments' | 'minutes and edges' | 'minutes' | 'hours';

/** The values of a lifecycle for {@link PriceHistory.excursion}: times in unix milliseconds, prices × 10^10. */
export interface PricedSpan {
  openedMs: number;
  lastMs: number;
  isLong: boolean;
  /** Price range of the lifecycle's own fills. */
  lowPx: number;
  highPx: number;
}

/** Prices by coin and time; finds the worst and best price during a position. */
export interface PriceHistory {
  readonly grain: PriceGrain;
  /** Clears all prices and sets the resolution. */
  begin(grain: PriceGrain): void;
  /** @param bytes rows of `pricesByMinute` and the like; further calls continue after the rows of earlier ones */
  add(bytes: Uint8Array): void;
  /** Single moments of edge minutes. @param bytes rows as in {@link PriceHistory.add} */
  addEdges(bytes: Uint8Array): void;
  /**
   * Uses mark prices if there is one while the position was open, else trade prices. The lifecycle's own fills widen the range but do
   * not suffice alone: every winner would exit perfectly (docs/methodology.md#position-lifecycles).
   *
   * @param own {@link walletTail} of the wallet
   */
  excursion(own: number, coin: string, lifecycle: PricedSpan): Excursion;
}

export const unknownPrices: Excursion = { maePx: 0n, mfePx: 0n };
const bucketMs: Readonly<Record<PriceGrain, number>> = {
  moments: 1,
  'minutes and edges': minuteMs,
  minutes: minuteMs,
  hours: hourMs,
};

/** The last six of a wallet's 20 bytes as a number: enough to distinguish wallets, because addresses are hashes. */
export function walletTail(bytes: Uint8Array, at: number): number {
  const high = (bytes[at + 14]! << 8) | bytes[at + 15]!;
  const low = (bytes[at + 16]! << 24) | (bytes[at + 17]! << 16) | (bytes[at + 18]! << 8) | bytes[at + 19]!;
  return high * 2 ** 32 + (low >>> 0);
}

export function createPriceHistory(): PriceHistory {
  const marks = new Map<string, PriceSeries>();
  const trades = new Map<string, PriceSeries>();
  const edges = new Map<string, PriceSeries>();
  let grain: PriceGrain = 'minutes';

  function read(bytes: Uint8Array, ofTrades: Map<string, PriceSeries>): void {
    const rows = readRowBinary(bytes);
    while (!rows.done) {
      const coin = rows.text();
      const byCoin = rows.uint8() === 1 ? marks : ofTrades;
      let series = byCoin.get(coin);
      if (series === undefined) {
        series = createPriceSeries();
        byCoin.set(coin, series);
      }
      series.add(rows.int64(), rows.int64(), rows.int64(), walletTail(bytes, rows.wallet()));
    }
  }

  const within = (of: PriceSeries | undefined, firstMs: number, lastMs: number, own: number): PriceRange =>
    of?.range(firstMs, lastMs, own) ?? { low: Number.POSITIVE_INFINITY, high: 0, isOfOthers: false };

  /** Uses minute prices for whole minutes, and single moments for the partial minutes at both ends. */
  function ofTrades(coin: string, openedMs: number, lastMs: number, own: number): PriceRange {
    const length = bucketMs[grain];
    const buckets = trades.get(coin);
    if (grain !== 'minutes and edges') {
      return within(buckets, Math.floor(openedMs / length) * length, lastMs, own);
    }
    const moments = edges.get(coin);
    const fromMs = Math.ceil(openedMs / length) * length;
    const endMs = Math.floor((lastMs + 1) / length) * length;
    if (fromMs >= endMs) return within(moments, openedMs, lastMs, own);
    const ends = joinRanges(within(moments, openedMs, fromMs - 1, own), within(moments, endMs, lastMs, own));
    return joinRanges(ends, within(buckets, fromMs, endMs - 1, own));
  }

  return {
    get grain() {
      return grain;
    },
    begin(next) {
      for (const series of [marks, trades, edges]) series.clear();
      grain = next;
    },
    add: (bytes) => read(bytes, trades),
    addEdges: (bytes) => read(bytes, edges),
    excursion(own, coin, { openedMs, lastMs, isLong, lowPx, highPx }) {
      // Marks are single moments, except at hourly resolution.
      const marked = grain === 'hours' ? Math.floor(openedMs / hourMs) * hourMs : openedMs;
      let found = within(marks.get(coin), marked, lastMs, own);
      if (!found.isOfOthers) found = ofTrades(coin, openedMs, lastMs, own);
      if (!found.isOfOthers) return unknownPrices;
      const low = BigInt(Math.min(found.low, lowPx));
      const high = BigInt(Math.max(found.high, highPx));
      return isLong ? { maePx: low, mfePx: high } : { maePx: high, mfePx: low };
    },
  };
}
