import { isIPv6 } from 'node:net';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import { addressHeaders } from './limit-headers.ts';
import { addressRefusal } from './limit-problem.ts';
import type { LimitDecision } from './limiter.ts';
import {
  newBucket,
  nextTokenMs,
  refill,
  type TokenBucket,
  takeTokens,
  tokensLeft,
  waitMs,
} from './token-bucket.ts';

export interface AddressLimiterOptions {
  clock: Clock;
  /** Milliseconds that only go forward. */
  elapsedMs: () => number;
  /** Calls without a valid key per address. */
  ratePerMinute?: number;
  /** Addresses remembered; the one heard of longest ago leaves. */
  addressLimit?: number;
}

/**
 * Bounds the calls without a valid key per address, so that guessing keys is slowed (interface.md: scope `ip`).
 * It is asked after a key was refused: no made-up key gets around it, and a valid one is not held up by its neighbours.
 */
export function createAddressLimiter(options: AddressLimiterOptions) {
  const { clock, elapsedMs, ratePerMinute = 60, addressLimit = 50_000 } = options;
  /** The one heard of longest ago first. */
  const buckets = new Map<string, TokenBucket>();

  function bucketOf(address: string, atMs: number): TokenBucket {
    const bucket = buckets.get(address) ?? newBucket(atMs);
    buckets.delete(address);
    // After a minute a bucket is full, and so as good as none. Two go for each one that comes: the map shrinks again.
    let spare = 2;
    for (const [oldest, { atMs: heardMs }] of buckets) {
      const stale = atMs - heardMs >= minuteMs;
      if (spare-- === 0 || !(stale || buckets.size >= addressLimit)) break;
      buckets.delete(oldest);
    }
    buckets.set(address, bucket);
    return bucket;
  }

  return {
    /** Counts a call whose key was missing or refused. @param remoteAddress as the socket tells it */
    take(remoteAddress: string): LimitDecision {
      const atMs = Math.floor(elapsedMs());
      const bucket = bucketOf(addressScope(remoteAddress), atMs);
      refill(bucket, ratePerMinute, atMs);
      const delayMs = waitMs(bucket, ratePerMinute, 1);
      if (delayMs === 0) takeTokens(bucket, ratePerMinute, 1);
      const state = {
        left: tokensLeft(bucket, ratePerMinute),
        nextTokenMs: nextTokenMs(bucket, ratePerMinute),
      };
      const headers = addressHeaders(ratePerMinute, state, clock.nowMs());
      return delayMs === 0 ? { headers } : { headers, refusal: addressRefusal(ratePerMinute, delayMs) };
    },
    addresses: () => buckets.size,
  };
}

/** What counts as one address: an IPv4 address, also where IPv6 carries it, or the /64 that one IPv6 customer has. */
export function addressScope(remoteAddress: string): string {
  const address = remoteAddress.split('%', 1)[0]!.toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped !== null) return mapped[1]!;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
    while (groups.length + after < 8) groups.push('0');
  }
  return `${groups
    .concat(tail === undefined || tail === '' ? [] : tail.split(':'))
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
