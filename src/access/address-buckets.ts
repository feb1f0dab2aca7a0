import { BoundedMap } from '../kernel/bounded-map.ts';
import { minuteMs } from '../kernel/clock.ts';
import { addressScopes, scopeFactors } from './address-scope.ts';
import { giveBackTokens, newBucket, refill, type TokenBucket, takeTokens, waitMs } from './token-bucket.ts';

export interface AddressBucketsOptions {
  /** Milliseconds that only go forward. */
  elapsedMs: () => number;
  /** Rate of one address; its /56 has four times as much, its /48 sixteen times. */
  ratePerMinute: number;
  /** Maximum addresses; the least recently seen is evicted. */
  addressLimit?: number;
}

/** A token bucket for each address, and for the networks around it, in bounded memory. */
export function createAddressBuckets(options: AddressBucketsOptions) {
  const { elapsedMs, ratePerMinute, addressLimit = 50_000 } = options;
  /** Least recently seen first. */
  const buckets = new BoundedMap<string, TokenBucket>(addressLimit);

  function bucketOf(scope: string, atMs: number): TokenBucket {
    const bucket = buckets.get(scope) ?? newBucket(atMs);
    buckets.set(scope, bucket);
    // A bucket unused for a minute is full and can be dropped. Evicts up to two per insert, so the map shrinks again.
    for (let spare = 2; spare > 0; spare--) {
      const oldest = buckets.oldest()!;
      if (oldest === scope || atMs - buckets.get(oldest)!.atMs < minuteMs) break;
      buckets.delete(oldest);
    }
    return bucket;
  }

  return {
    /**
     * Takes a token if one is available.
     * @param address as the socket reports it
     * @returns the bucket afterwards, and the wait for a token in milliseconds: 0 if one was taken
     */
    take(address: string): { bucket: TokenBucket; delayMs: number } {
      const atMs = Math.floor(elapsedMs());
      const met = addressScopes(address).map((scope, i) => {
        const rate = ratePerMinute * scopeFactors[i]!;
        const bucket = bucketOf(scope, atMs);
        refill(bucket, rate, atMs);
        return { bucket, rate, delayMs: waitMs(bucket, rate, 1) };
      });
      const delayMs = Math.max(...met.map((one) => one.delayMs));
      if (delayMs === 0) for (const { bucket, rate } of met) takeTokens(bucket, rate, 1);
      return { bucket: met[0]!.bucket, delayMs };
    },
    /** Returns a token that turned out not to be owed. */
    giveBack(address: string): void {
      addressScopes(address).forEach((scope, i) => {
        const bucket = buckets.get(scope);
        if (bucket !== undefined) giveBackTokens(bucket, ratePerMinute * scopeFactors[i]!, 1);
      });
    },
    addresses: () => buckets.size,
  };
}
