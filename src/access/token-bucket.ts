/**
 * A token bucket in whole numbers. A token is 60,000 units and a rate per minute adds that many units per millisecond,
 * so with whole milliseconds no sum is ever rounded: a caller that waits exactly the announced time is admitted.
 *
 * What was used is stored, not what is left: a better tier then counts at once, without its bucket starting over.
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

/** Lets the time since the last call refill the bucket evenly; a clock that went back refills nothing. */
export function refill(bucket: TokenBucket, ratePerMinute: number, nowMs: number): void {
  const elapsedMs = nowMs - bucket.atMs;
  const usedUnits = elapsedMs > 0 ? bucket.usedUnits - elapsedMs * ratePerMinute : bucket.usedUnits;
  // A lower rate than before: no emptier than empty.
  bucket.usedUnits = Math.min(Math.max(usedUnits, 0), ratePerMinute * tokenUnits);
  bucket.atMs = nowMs;
}

/** What a request of `cost` tokens takes, in units; one that costs more than the bucket holds takes a full one. */
export function unitsOf(ratePerMinute: number, cost: number): number {
  return Math.min(cost, ratePerMinute) * tokenUnits;
}

/** Milliseconds until the bucket holds `cost` tokens; 0 where it does. Of a bucket just refilled, as all below. */
export function waitMs(bucket: TokenBucket, ratePerMinute: number, cost: number): number {
  const missingUnits = bucket.usedUnits + unitsOf(ratePerMinute, cost) - ratePerMinute * tokenUnits;
  return missingUnits > 0 ? Math.ceil(missingUnits / ratePerMinute) : 0;
}

/** Takes tokens that {@link waitMs} said are there. */
export function takeTokens(bucket: TokenBucket, ratePerMinute: number, cost: number): void {
  bucket.usedUnits += unitsOf(ratePerMinute, cost);
}

/** Puts tokens back that {@link takeTokens} took; a bucket that has filled up since stays full. */
export function giveBackTokens(bucket: TokenBucket, ratePerMinute: number, cost: number): void {
  bucket.usedUnits = Math.max(0, bucket.usedUnits - unitsOf(ratePerMinute, cost));
}

/** Whole tokens left. */
export function tokensLeft(bucket: TokenBucket, ratePerMinute: number): number {
  return Math.floor((ratePerMinute * tokenUnits - bucket.usedUnits) / tokenUnits);
}

/** Milliseconds until there is one token more than {@link tokensLeft}; 0 for a full bucket. */
export function nextTokenMs(bucket: TokenBucket, ratePerMinute: number): number {
  if (bucket.usedUnits === 0) return 0;
  return Math.ceil((bucket.usedUnits % tokenUnits || tokenUnits) / ratePerMinute);
}
