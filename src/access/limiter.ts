import type { Caller } from './caller.ts';
import type { QuotaPeriod } from './quota-period.ts';

export interface LimitedRoute {
  id: string;
  /** Tokens per request. */
  cost: number;
  /** True if the route has a second bucket of its own (docs/contract.md#counting-requests). */
  ownLimit: boolean;
}

export interface LimitDecision {
  /** Rate-limit and billing headers of the answer, flat: name, value, name, value … */
  headers: readonly string[];
  /** The 429 to answer with; undefined if the request may pass. */
  refusal?: Error;
  /** The UTC day of the count; undefined if the request cannot be uncounted. */
  day?: QuotaPeriod | undefined;
}

/** Counts shared with other processes. */
export interface SharedCounts {
  /** False while the counts are unreachable and this process decides alone. */
  up(): boolean;
  /** How often the counts became unreachable. */
  timesAway(): number;
}

export interface Limiter {
  /** Undefined if this process counts alone. */
  readonly shared?: SharedCounts;
  /** The decision without waiting, counted; undefined if shared counters must be asked. */
  tryTake(caller: Caller, route: LimitedRoute): LimitDecision | undefined;
  /** Decides and counts a request. @throws Problem 503 if the counts cannot be read */
  take(caller: Caller, route: LimitedRoute): Promise<LimitDecision>;
  /**
   * Uncounts an admitted request that the service then had no room for (503). Requests of the previous day stay counted,
   * as do those admitted while shared counts were down.
   */
  giveBack(caller: Caller, route: LimitedRoute, admission: LimitDecision): void;
  /** Counts a call whose key was missing or refused. @param remoteAddress as the socket has it */
  takeAnonymous(remoteAddress: string): LimitDecision;
}

export interface CountingLimiter extends Limiter {
  /** Writes the counts of day and month to the control store. @throws whatever the store throws; the counts are kept */
  flush(): Promise<void>;
  /** Evicts accounts idle for a minute: their buckets are full, their counts written. */
  sweep(): void;
  /** Accounts in memory. */
  accounts(): number;
  /** Flushes the remaining counts and stops. */
  close(): Promise<void>;
}
