import { createWeightShares, type WeightGroup } from './weight-shares.ts';

/** Age of the data that a request replaces. */
export interface Staleness {
  /** Group whose share of the weight is charged. */
  group: WeightGroup;
  /** Age when the request is made; Infinity without data. */
  ageMs: number;
  /** Maximum acceptable age. */
  targetMs: number;
}

export interface QueuedRequest {
  /** Maximum weight. */
  weight: number;
  staleness: Staleness;
  /** An interactive request: goes before all groups, and is charged to none. The caller limits such requests. */
  isAwaited?: boolean;
}

/** Queue of waiting requests. Pure: the time is an argument. */
export interface RequestQueue<R extends QueuedRequest> {
  readonly length: number;
  /** @returns false if the queue is full. */
  push(request: R, nowMs: number): boolean;
  /**
   * Next request: the first awaited one; otherwise, in the group that has used the least of its share, the one with the stalest data
   * relative to its target age. The request stays in the queue.
   */
  first(nowMs: number): R | undefined;
  /** Removes a request that is sent, and charges its group with the maximum weight. */
  take(request: R): void;
  /** Corrects the charge to the weight of the answer. */
  settle(request: R, weight: number): void;
  /** Removes a request that is not sent. */
  remove(request: R): void;
  drain(): R[];
}

export interface RequestQueueOptions {
  capacity: number;
  shares: Record<WeightGroup, number>;
}

/**
 * The first request waits until the budget has room for it, even if lighter ones follow: the relative age of each grows while it waits,
 * so no request starves.
 */
export function createRequestQueue<R extends QueuedRequest>(options: RequestQueueOptions): RequestQueue<R> {
  const { capacity, shares } = options;
  const waiting = new Map<R, number>();
  const weights = createWeightShares(shares);

  function urgency({ staleness }: R, sinceMs: number, nowMs: number): number {
    return (staleness.ageMs + nowMs - sinceMs) / staleness.targetMs;
  }

  return {
    get length() {
      return waiting.size;
    },
    push(request, nowMs) {
      if (waiting.size >= capacity) return false;
      waiting.set(request, nowMs);
      return true;
    },
    first(nowMs) {
      const firsts = new Map<WeightGroup, { request: R; value: number }>();
      for (const [request, sinceMs] of waiting) {
        if (request.isAwaited === true) return request;
        const value = urgency(request, sinceMs, nowMs);
        const { group } = request.staleness;
        if (value > (firsts.get(group)?.value ?? Number.NEGATIVE_INFINITY)) {
          firsts.set(group, { request, value });
        }
      }
      const group = weights.next(new Set(firsts.keys()));
      return group === undefined ? undefined : firsts.get(group)!.request;
    },
    take(request) {
      waiting.delete(request);
      if (request.isAwaited !== true) weights.spent(request.staleness.group, request.weight);
    },
    settle(request, weight) {
      if (request.isAwaited !== true) weights.spent(request.staleness.group, weight - request.weight);
    },
    remove(request) {
      waiting.delete(request);
    },
    drain() {
      const all = [...waiting.keys()];
      waiting.clear();
      return all;
    },
  };
}
