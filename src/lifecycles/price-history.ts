import { readRowBinary } from '../analytics/row-binary.ts';
import type { Lifecycle } from '../domain/lifecycle.ts';
import type { EntryPrice } from './entry-price.ts';
import { createPriceSeries, type PriceSeries } from './price-series.ts';

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
   * @param own {@link walletTail} of the wallet
   * @param entry undefined where nothing of it was opened
   */
  excursion(
    own: number,
    coin: string,
    lifecycle: Pick<Lifecycle, 'openedMs' | 'lastMs' | 'isLong'>,
    entry: EntryPrice | undefined,
  ): Excursion;
}

const unknown: Excursion = { maePx: 0n, mfePx: 0n };
/** Much more than {@link EntryPrice.about} is off by. */
const nearly = 1e-9;
/** Tells wallets apart by the last six of their 20 bytes: addresses are hashes. */
export function walletTail(bytes: Uint8Array, at: number): number {
  const high = (bytes[at + 14]! << 8) | bytes[at + 15]!;
  const low = (bytes[at + 16]! << 24) | (bytes[at + 17]! << 16) | (bytes[at + 18]! << 8) | bytes[at + 19]!;
  return high * 2 ** 32 + (low >>> 0);
}

export function createPriceHistory(): PriceHistory {
  const marks = new Map<string, PriceSeries>();
  const trades = new Map<string, PriceSeries>();
  let bucketSeconds = 60;

  return {
    add(bytes) {
      const rows = readRowBinary(bytes);
      while (!rows.done) {
        const coin = rows.text();
        const byCoin = rows.uint8() === 1 ? marks : trades;
        let series = byCoin.get(coin);
        if (series === undefined) {
          series = createPriceSeries();
          byCoin.set(coin, series);
        }
        series.add(rows.uint32(), rows.int64(), rows.int64(), walletTail(bytes, rows.wallet()));
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
    excursion(own, coin, { openedMs, lastMs, isLong }, entry) {
      if (entry === undefined) return unknown;
      // With the bucket that it was opened in, which begins before.
      const first = Math.floor(openedMs / 1000 / bucketSeconds) * bucketSeconds;
      const last = Math.floor(lastMs / 1000);
      let found = marks.get(coin)?.range(first, last, own);
      if (found === undefined || found.high === 0) found = trades.get(coin)?.range(first, last, own);
      if (found === undefined || found.high === 0) return unknown;
      let low = BigInt(found.low);
      let high = BigInt(found.high);
      // Where it is surely between them it need not be known to the last digit.
      if (entry.about < found.low * (1 + nearly)) low = smaller(low, entry.exact());
      if (entry.about > found.high * (1 - nearly)) high = larger(high, entry.exact());
      return isLong ? { maePx: low, mfePx: high } : { maePx: high, mfePx: low };
    },
  };
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
const larger = (a: bigint, b: bigint) => (a > b ? a : b);
