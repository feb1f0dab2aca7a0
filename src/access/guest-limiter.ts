import { BoundedMap } from '../kernel/bounded-map.ts';
import type { Clock } from '../kernel/clock.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { isWithin } from '../kernel/span.ts';
import { type AccountState, decide, type Moment, uncharge } from './account-limits.ts';
import { scopeFactors } from './address-scope.ts';
import type { Caller, GuestVisit } from './caller.ts';
import { createLimitHeaders } from './limit-headers.ts';
import { visitorsRefusal } from './limit-problem.ts';
import type { LimitDecision, LimitedRoute, Limiter } from './limiter.ts';
import { dayOf, monthOf } from './quota-period.ts';
import { giveBackTokens, newBucket, refill, type TokenBucket, takeTokens, waitMs } from './token-bucket.ts';

export interface GuestLimiterOptions {
  clock: Clock;
  /** Requests per minute of all visitors together. */
  ratePerMinute: number;
  elapsedMs?: () => number;
  /** Maximum addresses; the least recently seen is evicted. */
  addressLimit?: number;
}

/**
 * Counts visitors by the address their key was issued to, by its networks, and all together; delegates
 * other callers to `limiter`. Counts in this process only: n processes admit n times the rate.
 */
export function limitGuests<L extends Limiter>(limiter: L, options: GuestLimiterOptions): L {
  const { clock, ratePerMinute, elapsedMs = monotonicMs, addressLimit = 50_000 } = options;
  const limitHeaders = createLimitHeaders();
  /** Least recently seen first. */
  const visitors = new BoundedMap<string, AccountState>(addressLimit);
  /** Buckets of networks; least recently seen first. */
  const networks = new BoundedMap<string, TokenBucket>(addressLimit);
  const all = newBucket(Math.floor(elapsedMs()));
  let day = dayOf(clock.nowMs());
  let month = monthOf(clock.nowMs());

  function recent<T>(known: Map<string, T>, scope: string, fresh: () => T): T {
    const found = known.get(scope) ?? fresh();
    known.set(scope, found);
    return found;
  }

  function sharedBuckets({ scopes }: GuestVisit, caller: Caller, atMs: number): [TokenBucket, number][] {
    const ofNetworks = scopes.slice(1).map((scope, i): [TokenBucket, number] => {
      const bucket = recent(networks, nameOf(scope, caller), () => newBucket(atMs));
      return [bucket, caller.limits.ratePerMinute * scopeFactors[i + 1]!];
    });
    return [...ofNetworks, [all, ratePerMinute]];
  }

  /** Milliseconds until all buckets have room; takes the tokens if the wait is 0. */
  function takeShared(shared: [TokenBucket, number][], cost: number, atMs: number): number {
    for (const [bucket, rate] of shared) refill(bucket, rate, atMs);
    const delayMs = Math.max(...shared.map(([bucket, rate]) => waitMs(bucket, rate, cost)));
    if (delayMs === 0) for (const [bucket, rate] of shared) takeTokens(bucket, rate, cost);
    return delayMs;
  }

  /** Decides by the visitor's own limits, then by those shared with others; a refusal consumes nothing. */
  function decideGuest(caller: Caller, guest: GuestVisit, route: LimitedRoute, moment: Moment) {
    const { atMs } = moment;
    const state = recent(visitors, nameOf(guest.scopes[0]!, caller), () => newVisitor(atMs));
    const decided = decide(state, caller, route, moment, () => {
      state.day.count += 1;
    });
    if (decided.refusal !== undefined) return decided;
    const delayMs = takeShared(sharedBuckets(guest, caller, atMs), route.cost, atMs);
    if (delayMs === 0) return decided;
    uncharge(state, caller, route);
    state.day.count -= 1;
    return { ...decided, waitMs: delayMs, refusal: visitorsRefusal(caller, delayMs) };
  }

  function take(caller: Caller, guest: GuestVisit, route: LimitedRoute): LimitDecision {
    const nowMs = clock.nowMs();
    if (!isWithin(day, nowMs)) {
      day = dayOf(nowMs);
      month = monthOf(nowMs);
      visitors.clear();
    }
    const atMs = Math.floor(elapsedMs());
    const decided = decideGuest(caller, guest, route, { nowMs, atMs, day, month });
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
      const state = visitors.get(nameOf(caller.guest.scopes[0]!, caller));
      if (state === undefined || admission.day !== day) return;
      uncharge(state, caller, route);
      state.day.count -= 1;
      const shared = sharedBuckets(caller.guest, caller, Math.floor(elapsedMs()));
      for (const [bucket, rate] of shared) giveBackTokens(bucket, rate, route.cost);
    },
  };
}

/** Counts a visit's page requests and its other requests separately: their limits differ. */
function nameOf(scope: string, { guest }: Caller): string {
  return guest?.onPage === undefined ? `page ${scope}` : scope;
}

function newVisitor(atMs: number): AccountState {
  return { minute: newBucket(atMs), routes: new Map(), day: { count: 0 }, month: { count: 0 } };
}
