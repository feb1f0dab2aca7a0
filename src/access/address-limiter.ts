import type { Clock } from '../kernel/clock.ts';
import { type AddressBucketsOptions, createAddressBuckets } from './address-buckets.ts';
import { addressHeaders } from './limit-headers.ts';
import { addressRefusal } from './limit-problem.ts';
import type { LimitDecision } from './limiter.ts';
import { nextTokenMs, tokensLeft } from './token-bucket.ts';

export interface AddressLimiterOptions extends Omit<AddressBucketsOptions, 'ratePerMinute'> {
  clock: Clock;
  /** Calls without a valid key per address. */
  ratePerMinute?: number;
}

/**
 * Limits calls without a valid key per address, to slow key guessing
 * (docs/contract.md#counting-requests). Runs after a key was refused: made-up keys cannot bypass
 * it, and valid keys are not slowed by others at the same address.
 */
export function createAddressLimiter(options: AddressLimiterOptions) {
  const { clock, ratePerMinute = 60 } = options;
  const buckets = createAddressBuckets({ ...options, ratePerMinute });
  return {
    /** Counts a call whose key was missing or refused. @param address of the client, in any of its written forms */
    take(address: string): LimitDecision {
      const { bucket, delayMs } = buckets.take(address);
      const state = {
        left: tokensLeft(bucket, ratePerMinute),
        nextTokenMs: nextTokenMs(bucket, ratePerMinute),
      };
      const headers = addressHeaders(ratePerMinute, state, clock.nowMs());
      return delayMs === 0 ? { headers } : { headers, refusal: addressRefusal(ratePerMinute, delayMs) };
    },
    addresses: buckets.addresses,
  };
}
