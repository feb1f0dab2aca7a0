import { readRowBinary } from '../analytics/row-binary.ts';
import { hourMs, minuteMs } from '../kernel/clock.ts';
import { createPriceSeries, joinRanges, type PriceRange, type PriceSeries } from './price-series.ts';

/** Worst and best price of a lifecycle, × 10^10; 0n where they are not known. */
export interface Excursion {
  maePx: bigint;
  mfePx: bigint;
}

/** How prices of trades come: each moment by itself, minutes with the moments of some of them beside, or minutes and hours alone. */
export type PriceGrain = 'moments' | 'minutes and edges' | 'minutes' | 'hours';

/** What {@link PriceHistory.excursion} asks of a lifecycle: unix milliseconds, and prices × 10^10. */
export interface PricedSpan {
  openedMs: number;
  lastMs: number;
  isLong: boolean;
  /** Of its own fills. */
  lowPx: number;
  highPx: number;
}

/** Prices by coin and time, to find what a position went through. */
export interface PriceHistory {
  readonly grain: PriceGrain;
  /** Forgets all. */
  begin(grain: PriceGrain): void;
  /** @param bytes rows of `pricesOf`; later ones go on where earlier ones ended */
  add(bytes: Uint8Array): void;
  /** @param bytes the same of single moments, beside the minutes */
  addEdges(bytes: Uint8Array): void;
  /**
   * By marks where there is one while it was open, else by prices at which the coin was traded; its own fills widen both, and alone
   * say nothing: they would make every winner exit perfectly (docs/methodology.md#position-lifecycles).
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

/** Distinguishes wallets by the last six of their 20 bytes: addresses are hashes. */
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

  /** Whole minutes from the minutes, what is before and behind them from the moments. */
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
      // Marks are moments, too, but where they come by the hour.
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
