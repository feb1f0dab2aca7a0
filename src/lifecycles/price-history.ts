import { readRowBinary } from '../analytics/row-binary.ts';
import { hourMs, minuteMs } from '../kernel/clock.ts';
import { createPriceSeries, joinRanges, type PriceRange, type PriceSeries } from './price-series.ts';

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
