import type { Caller } from './caller.ts';

/** What the limits of a request depend on, besides its caller. */
export interface LimitedRoute {
  /** Endpoint id. */
  id: string;
  /** Tokens one request takes. */
  cost: number;
  /** True where the route has a second bucket of its own (settled details §3). */
  ownLimit: boolean;
}

export interface LimitDecision {
  /** Rate-limit and billing headers of the answer, flat: name, value, name, value … */
  headers: readonly string[];
  /** The 429 to answer with; absent where the request may pass. */
  refusal?: Error;
}

/** Counts requests against the limits of an account. */
export interface Limiter {
  /** The decision without waiting; undefined where shared counters must be asked. A decision given here has been counted. */
  tryTake(caller: Caller, route: LimitedRoute): LimitDecision | undefined;
  /**
   * The decision, counted.
   * @throws Problem 503 where the counts cannot be read
   */
  take(caller: Caller, route: LimitedRoute): Promise<LimitDecision>;
  /**
   * Counts a call whose key was missing or refused against its address.
   * @param remoteAddress as the socket tells it
   */
  takeAnonymous(remoteAddress: string): LimitDecision;
}

/** Lets every request pass. */
export function unlimited(): Limiter {
  const decision: LimitDecision = { headers: [] };
  return { tryTake: () => decision, take: async () => decision, takeAnonymous: () => decision };
}
