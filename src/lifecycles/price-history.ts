import { readRowBinary } from '../analytics/row-binary.ts';
import type { Lifecycle } from '../domain/lifecycle.ts';

/** Worst and best price of a lifecycle, × 10^10; 0n where they are not known. */
export interface Excursion {
  maePx: bigint;
  mfePx: bigint;
}

/** Prices by coin and minute, to find what a position went through. */
export interface PriceHistory {
  /** Length of the buckets that it has, in seconds. */
  readonly seconds: number;
  /** Forgets all. @param seconds length of the buckets that come */
  begin(seconds: number): void;
  /** @param bytes rows of `pricesOf`; later ones go on where earlier ones ended */
  add(bytes: Uint8Array): void;
  /**
   * By marks where there is one while it was open, else by prices of the minutes in which others traded the coin: a wallet's own
   * fills alone would make every winner exit perfectly (meanings §1). The entry counts, too.
   *
   * @param wallet its 20 bytes
   */
  excursion(wallet: Uint8Array, coin: string, lifecycle: Lifecycle): Excursion;
}

interface Series {
  seconds: number[];
  low: number[];
  high: number[];
  /** Who traded alone; 0 where there were others. */
  lone: number[];
}

const unknown: Excursion = { maePx: 0n, mfePx: 0n };
/** Tells wallets apart by the last six of their 20 bytes: addresses are hashes. */
function tailOf(bytes: Uint8Array, at: number): number {
  const high = (bytes[at + 14]! << 8) | bytes[at + 15]!;
  const low = (bytes[at + 16]! << 24) | (bytes[at + 17]! << 16) | (bytes[at + 18]! << 8) | bytes[at + 19]!;
  return high * 2 ** 32 + (low >>> 0);
}

export function createPriceHistory(): PriceHistory {
  const marks = new Map<string, Series>();
  const trades = new Map<string, Series>();
  let bucketSeconds = 60;

  function range(series: Series | undefined, { openedMs, lastMs }: Lifecycle, own: number) {
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    if (series === undefined) return { low, high };
    const { seconds, lone } = series;
    const lastSecond = Math.floor(lastMs / 1000);
    // With the bucket that it was opened in, which begins before.
    const first = Math.floor(openedMs / 1000 / bucketSeconds) * bucketSeconds;
    for (let at = firstAfter(seconds, first - 1); at < seconds.length && seconds[at]! <= lastSecond; at++) {
      if (lone[at] === own && own !== 0) continue;
      low = Math.min(low, series.low[at]!);
      high = Math.max(high, series.high[at]!);
    }
    return { low, high };
  }

  return {
    add(bytes) {
      const rows = readRowBinary(bytes);
      while (!rows.done) {
        const coin = rows.text();
        const byCoin = rows.uint8() === 1 ? marks : trades;
        let series = byCoin.get(coin);
        if (series === undefined) {
          series = { seconds: [], low: [], high: [], lone: [] };
          byCoin.set(coin, series);
        }
        series.seconds.push(rows.uint32());
        series.low.push(rows.int64());
        series.high.push(rows.int64());
        series.lone.push(tailOf(bytes, rows.wallet()));
      }
    },
    get seconds() {
      return bucketSeconds;
    },
    begin(seconds) {
      marks.clear();
      trades.clear();
      bucketSeconds = seconds;
    },
    excursion(wallet, coin, lifecycle) {
      if (lifecycle.openedSize === 0n) return unknown;
      const own = tailOf(wallet, 0);
      let found = range(marks.get(coin), lifecycle, own);
      if (found.high === 0) found = range(trades.get(coin), lifecycle, own);
      if (found.high === 0) return unknown;
      const entry = lifecycle.entryCost / lifecycle.openedSize;
      const low = smaller(BigInt(found.low), entry);
      const high = larger(BigInt(found.high), entry);
      return lifecycle.isLong ? { maePx: low, mfePx: high } : { maePx: high, mfePx: low };
    },
  };
}

/** The first place whose value is larger. */
function firstAfter(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
const larger = (a: bigint, b: bigint) => (a > b ? a : b);
