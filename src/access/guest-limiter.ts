import type { Clock } from '../kernel/clock.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { type AccountState, decide, uncharge } from './account-limits.ts';
import type { Caller } from './caller.ts';
import { createLimitHeaders } from './limit-headers.ts';
import type { LimitDecision, LimitedRoute, Limiter } from './limiter.ts';
import { dayOf, holds, monthOf } from './quota-period.ts';
import { newBucket } from './token-bucket.ts';

export interface GuestLimiterOptions {
  clock: Clock;
  elapsedMs?: () => number;
  /** Addresses remembered; the one seen longest ago leaves. */
  addressLimit?: number;
}

/**
 * Counts visitors by the address that their key was given to; everybody else as `limiter` does. Counted in this process alone:
 * several of them admit as many times the rate, which bounds a visitor all the same.
 */
export function limitGuests<L extends Limiter>(limiter: L, options: GuestLimiterOptions): L {
  const { clock, elapsedMs = monotonicMs, addressLimit = 50_000 } = options;
  const limitHeaders = createLimitHeaders();
  /** The one seen longest ago first. */
  const visitors = new Map<string, AccountState>();
  let day = dayOf(clock.nowMs());
  let month = monthOf(clock.nowMs());

  function visitor(scope: string, atMs: number): AccountState {
    const fresh = () => ({
      minute: newBucket(atMs),
      routes: new Map(),
      day: { count: 0 },
      month: { count: 0 },
    });
    const found = visitors.get(scope) ?? fresh();
    visitors.delete(scope);
    if (visitors.size >= addressLimit) visitors.delete(visitors.keys().next().value!);
    visitors.set(scope, found);
    return found;
  }

  function take(caller: Caller, scope: string, route: LimitedRoute): LimitDecision {
    const nowMs = clock.nowMs();
    if (!holds(day, nowMs)) {
      day = dayOf(nowMs);
      month = monthOf(nowMs);
      visitors.clear();
    }
    const atMs = Math.floor(elapsedMs());
    const state = visitor(scope, atMs);
    const decided = decide(state, caller, route, { nowMs, atMs, day, month }, () => {
      state.day.count += 1;
    });
    const headers = limitHeaders(caller, decided, day, month, nowMs);
    return decided.refusal === undefined ? { headers, day } : { headers, refusal: decided.refusal };
  }

  return {
    ...limiter,
    tryTake: (caller, route) =>
      caller.guest === undefined ? limiter.tryTake(caller, route) : take(caller, caller.guest, route),
    take: async (caller, route) =>
      caller.guest === undefined ? limiter.take(caller, route) : take(caller, caller.guest, route),
    giveBack(caller, route, admission) {
      if (caller.guest === undefined) return limiter.giveBack(caller, route, admission);
      const state = visitors.get(caller.guest);
      if (state === undefined || admission.day !== day) return;
      uncharge(state, caller, route);
      state.day.count -= 1;
    },
  };
}
