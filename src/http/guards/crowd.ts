import type { Caller } from '../../access/caller.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import { overloaded } from '../problems/request-problems.ts';

/** Share of every load bound that a caller may fill: visitors are shed first, paying keys last. */
export type LoadShare = (typeof loadShares)[number];

/** Largest first: paying keys; keys without a plan, and forms; visitors. */
export const loadShares = [1, 0.8, 0.6] as const;

/** @param caller undefined for a request without a key, or before its check */
export function loadShareOf(caller: Pick<Caller, 'guest' | 'tier'> | undefined): LoadShare {
  if (caller === undefined) return 0.8;
  if (caller.guest !== undefined) return 0.6;
  return caller.tier === 'free' ? 0.8 : 1;
}

export interface CrowdOptions {
  metrics: Pick<RequestMetrics, 'begin' | 'end' | 'inFlight'>;
  /** Complete requests that wait for their answer. */
  maxInFlight: number;
}

/** Bounds the requests in flight: beyond the bound most would miss their deadline, and only take memory. */
export function createCrowd({ metrics, maxInFlight }: CrowdOptions) {
  /** @param others requests in flight apart from this one @throws Problem 503 above the bound */
  function refuseBeside(others: number, share: LoadShare): void {
    if (others < maxInFlight * share) return;
    const detail = 'Too many requests wait for their answer at the moment. Try again shortly.';
    throw overloaded({ detail, retryAfterSeconds: 1, shed: 'in_flight' });
  }

  return {
    /**
     * Runs the work of a complete request, which counts as in flight until it ends.
     * @param share 1 before the caller is known; `recheck` follows then
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
    /** Checks the bound again for a request in flight, once its caller is known. @throws Problem 503 */
    recheck: (share: LoadShare): void => refuseBeside(metrics.inFlight() - 1, share),
    /** The overload for `/ready`, in words; undefined while some callers are still accepted. */
    detail: () =>
      metrics.inFlight() >= maxInFlight
        ? `requests are shed: ${metrics.inFlight()} wait for their answer`
        : undefined,
  };
}

export type Crowd = ReturnType<typeof createCrowd>;
