import type { Caller } from './caller.ts';
import type { QuotaPeriod } from './quota-period.ts';

/** What the limits of a request depend on, besides its caller. */
export interface LimitedRoute {
  /** Endpoint id. */
  id: string;
  /** Tokens one request takes. */
  cost: number;
  /** True where the route has a second bucket of its own (docs/contract.md#counting-requests). */
  ownLimit: boolean;
}

export interface LimitDecision {
  /** Rate-limit and billing headers of the answer, flat: name, value, name, value … */
  headers: readonly string[];
  /** The 429 to answer with; absent where the request may pass. */
  refusal?: Error;
  /** The UTC day it was counted in, where it can be given back. */
  day?: QuotaPeriod | undefined;
}

/** Where counts are shared with other processes. */
export interface SharedCounts {
  /** False while they cannot be reached, and this process decides by itself. */
  up(): boolean;
  /** How often they could not be reached any more. */
  timesAway(): number;
}

/** Counts requests against the limits of an account. */
export interface Limiter {
  /** Absent where this process counts for itself alone. */
  readonly shared?: SharedCounts;
  /** The decision without waiting; undefined where shared counters must be asked. A decision given here has been counted. */
  tryTake(caller: Caller, route: LimitedRoute): LimitDecision | undefined;
  /**
   * The decision, counted.
   * @throws Problem 503 where the counts cannot be read
   */
  take(caller: Caller, route: LimitedRoute): Promise<LimitDecision>;
  /**
   * Takes an admission back whose request the service then had no room for (503): it consumes nothing, as if it had never
   * come. One of the day before stays counted, and so does what was admitted while shared counts were away.
   */
  giveBack(caller: Caller, route: LimitedRoute, admission: LimitDecision): void;
  /**
   * Counts a call whose key was missing or refused against its address.
   * @param remoteAddress as the socket has it
   */
  takeAnonymous(remoteAddress: string): LimitDecision;
}

/** A limiter that counts. */
export interface CountingLimiter extends Limiter {
  /** Writes the counts of day and month to the control store. @throws whatever the store throws; they are kept then */
  flush(): Promise<void>;
  /** Lets go of accounts idle for a minute: their buckets are full, their counts written. */
  sweep(): void;
  /** Accounts in memory. */
  accounts(): number;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}
