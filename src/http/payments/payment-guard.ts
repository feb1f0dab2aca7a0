import { createAddressBuckets } from '../../access/address-buckets.ts';
import { addressHeaders } from '../../access/limit-headers.ts';
import { addressRefusal } from '../../access/limit-problem.ts';
import { nextTokenMs, tokensLeft } from '../../access/token-bucket.ts';
import { monotonicMs, systemClock } from '../../kernel/clock.ts';
import type { ClientAddress } from '../calls/client-address.ts';
import type { HttpCall } from '../calls/http-call.ts';

export interface PaymentGuardOptions {
  clientAddress: ClientAddress;
  /** Offers per address. */
  offersPerMinute?: number;
  /** Failed payments per address. */
  failuresPerMinute?: number;
  /** Monotonic milliseconds. */
  elapsedMs?: () => number;
}

/** Limits non-paying callers by address, before any signature is checked. */
export function createPaymentGuard(options: PaymentGuardOptions) {
  const { clientAddress, offersPerMinute = 600, failuresPerMinute = 60, elapsedMs = monotonicMs } = options;
  const offers = createAddressBuckets({ elapsedMs, ratePerMinute: offersPerMinute });
  const failures = createAddressBuckets({ elapsedMs, ratePerMinute: failuresPerMinute });

  function take(buckets: typeof offers, ratePerMinute: number, call: HttpCall): void {
    const { bucket, delayMs } = buckets.take(clientAddress(call.req));
    if (delayMs === 0) return;
    const left = tokensLeft(bucket, ratePerMinute);
    const state = { left, nextTokenMs: nextTokenMs(bucket, ratePerMinute) };
    call.limitHeaders = addressHeaders(ratePerMinute, state, systemClock.nowMs());
    throw addressRefusal(ratePerMinute, delayMs);
  }

  return {
    /** @throws Problem 429 */
    countOffer: (call: HttpCall) => take(offers, offersPerMinute, call),
    /** Counts a payment before its check, so that concurrent payments do not all pass. @throws Problem 429 */
    countPayment: (call: HttpCall) => take(failures, failuresPerMinute, call),
    /** Refunds the count: the payment was valid, or could not be checked. */
    wasGood: (call: HttpCall) => failures.giveBack(clientAddress(call.req)),
  };
}

export type PaymentGuard = ReturnType<typeof createPaymentGuard>;
