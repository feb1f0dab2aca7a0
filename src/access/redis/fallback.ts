import type { TierLimits } from '../../domain/tier.ts';
import type { Caller } from '../caller.ts';

/** The part of its rates that an account gets from each process while Redis is away. */
const part = 4;

/**
 * The stated stricter limit while Redis is away: each process admits a quarter of the rates, so that four of them admit
 * together what one account may have; day and month stay as they are. One object for each set of limits, as headers
 * are kept by it.
 */
export function createFallbackLimits(): (caller: Caller) => Caller {
  const made = new WeakMap<Readonly<TierLimits>, Readonly<TierLimits>>();
  const partOf = (rate: number) => Math.max(1, Math.floor(rate / part));
  return (caller) => {
    const { limits } = caller;
    let strict = made.get(limits);
    if (strict === undefined) {
      const ratePerMinute = partOf(limits.ratePerMinute);
      strict = { ...limits, ratePerMinute, routeRatePerMinute: partOf(limits.routeRatePerMinute) };
      made.set(limits, strict);
    }
    return { ...caller, limits: strict };
  };
}
