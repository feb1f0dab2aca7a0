/**
 * A token bucket in whole numbers. A token is 60,000 units and a rate per minute adds that many units per millisecond,
 * so whole milliseconds need no rounding: a caller that waits exactly the announced time is admitted.
 *
 * Stores usage rather than the remainder, so an upgrade takes effect immediately, without resetting the bucket.
 */
export interface TokenBucket {
  usedUnits: number;
  /** Whole milliseconds of a clock that only goes forward. */
  atMs: number;
}

export const tokenUnits = 60_000;

/** A full bucket. */
export function newBucket(nowMs: number): TokenBucket {
  return { usedUnits: 0, atMs: nowMs };
}

/** Refills the bucket evenly for the time since the last call; a clock that moved back refills nothing. */
export function refill(bucket: TokenBucket, ratePerMinute: number, nowMs: number): void {
  const elapsedMs = nowMs - bucket.atMs;
  const usedUnits = elapsedMs > 0 ? bucket.usedUnits - elapsedMs * ratePerMinute : bucket.usedUnits;
  // The rate may have dropped: cap usage at an empty bucket.
  bucket.usedUnits = Math.min(Math.max(usedUnits, 0), ratePerMinute * tokenUnits);
  bucket.atMs = nowMs;
}

/** Units taken by a request of `cost` tokens, at most a full bucket. */
export function unitsOf(ratePerMinute: number, cost: number): number {
  return Math.min(cost, ratePerMinute) * tokenUnits;
}

/** Milliseconds until the bucket holds `cost` tokens; 0 if it does now. Expects a refilled bucket, as do all below. */
export function waitMs(bucket: TokenBucket, ratePerMinute: number, cost: number): number {
  const missingUnits = bucket.usedUnits + unitsOf(ratePerMinute, cost) - ratePerMinute * tokenUnits;
  return missingUnits > 0 ? Math.ceil(missingUnits / ratePerMinute) : 0;
}

/** Takes tokens that {@link waitMs} found available. */
export function takeTokens(bucket: TokenBucket, ratePerMinute: number, cost: number): void {
  bucket.usedUnits += unitsOf(ratePerMinute, cost);
}

/** Returns tokens taken by {@link takeTokens}; the bucket stays full if it has refilled since. */
export function giveBackTokens(bucket: TokenBucket, ratePerMinute: number, cost: number): void {
  bucket.usedUnits = Math.max(0, bucket.usedUnits - unitsOf(ratePerMinute, cost));
}

export function tokensLeft(bucket: TokenBucket, ratePerMinute: number): number {
  return Math.floor((ratePerMinute * tokenUnits - bucket.usedUnits) / tokenUnits);
}

/** Milliseconds until there is one token more than {@link tokensLeft}; 0 for a full bucket. */
export function nextTokenMs(bucket: TokenBucket, ratePerMinute: number): number {
  if (bucket.usedUnits === 0) return 0;
  return Math.ceil((bucket.usedUnits % tokenUnits || tokenUnits) / ratePerMinute);
}
