import type { Caller } from '../../access/caller.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { overloaded } from '../problems/request-problems.ts';

/** Which part of every bound on load a caller may fill: visitors are shed first, paying keys last. */
export type LoadShare = (typeof loadShares)[number];

/** The greatest first: of paying keys, of keys without a plan and of forms, of visitors. */
export const loadShares = [1, 0.8, 0.6] as const;

/** @param caller undefined while a request's caller is not known, or has no key at all */
export function loadShareOf(caller: Pick<Caller, 'guest' | 'tier'> | undefined): LoadShare {
  if (caller === undefined) return 0.8;
  if (caller.guest !== undefined) return 0.6;
  return caller.tier === 'free' ? 0.8 : 1;
}

export interface CrowdOptions {
  metrics: Pick<RequestMetrics, 'begin' | 'end' | 'inFlight'>;
  /** Whole requests that wait for their answer at once. */
  maxInFlight: number;
}

/** Bounds the requests in flight: more that wait would only take memory, as most would be too late in their turn. */
export function createCrowd({ metrics, maxInFlight }: CrowdOptions) {
  /** @param others requests in flight beside this one @throws Problem 503 where there is no room */
  function refuseBeside(others: number, share: LoadShare): void {
    if (others < maxInFlight * share) return;
    const detail = 'Too many requests wait for their answer at the moment. Try again shortly.';
    throw overloaded({ detail, retryAfterSeconds: 1, shed: 'in_flight' });
  }

  return {
    /**
     * Does the work of a request that has arrived whole; it counts as in flight meanwhile.
     * @param share 1 while the caller is not known; `recheck` follows then
     * @throws Problem 503; whatever the work throws
     */
    async during<T>(share: LoadShare, work: () => Promise<T>): Promise<T> {
      refuseBeside(metrics.inFlight(), share);
      metrics.begin();
      try {
        return await work();
      } finally {
        metrics.end();
      }
    },
    /** Refuses a request that counts already, once its caller is known. @throws Problem 503 */
    recheck: (share: LoadShare): void => refuseBeside(metrics.inFlight() - 1, share),
    /** What there is too much of, for `/ready`: undefined while any caller's request is taken. */
    detail: () =>
      metrics.inFlight() >= maxInFlight
        ? `requests are shed: ${metrics.inFlight()} wait for their answer`
        : undefined,
  };
}

export type Crowd = ReturnType<typeof createCrowd>;
