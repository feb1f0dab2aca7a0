import { monotonicMs } from '../kernel/clock.ts';
import { type AddressLimiterOptions, createAddressLimiter } from './address-limiter.ts';
import type { Caller } from './caller.ts';
import { billingHeaders } from './limit-headers.ts';
import type { LimitDecision, Limiter } from './limiter.ts';

export interface UnlimitedLimiterOptions extends Omit<AddressLimiterOptions, 'elapsedMs'> {
  elapsedMs?: () => number;
}

/**
 * Admits every request with a valid key and reports the billing state. Calls without a valid key are still
 * limited per address, so that keys cannot be guessed.
 */
export function createUnlimitedLimiter(options: UnlimitedLimiterOptions): Limiter {
  const addresses = createAddressLimiter({ elapsedMs: monotonicMs, ...options });
  const pass: LimitDecision = { headers: [] };
  const tryTake = ({ billing }: Caller): LimitDecision =>
    billing.state === 'active' ? pass : { headers: billingHeaders(billing) };
  return {
    tryTake,
    take: async (caller) => tryTake(caller),
    giveBack: () => undefined,
    takeAnonymous: (remoteAddress) => addresses.take(remoteAddress),
  };
}
