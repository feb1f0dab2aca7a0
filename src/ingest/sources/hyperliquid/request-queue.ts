import { createWeightShares, type WeightGroup } from './weight-shares.ts';

/** How old the data are that a request replaces. */
export interface Staleness {
  /** Whose share of the weight it takes. */
  group: WeightGroup;
  /** Their age when the request is made; Infinity where there are none yet. */
  ageMs: number;
  /** The age they should not pass. */
  targetMs: number;
}

export interface QueuedRequest {
  /** Its largest weight. */
  weight: number;
  staleness: Staleness;
  /** Somebody waits for the answer: it goes before all lanes and takes of no lane's share. Its maker bounds such requests. */
  isAwaited?: boolean;
}

/** Requests that wait for their turn. Pure: the time is an argument. */
export interface RequestQueue<R extends QueuedRequest> {
  readonly length: number;
  /** @returns false where the queue is full. */
  push(request: R, nowMs: number): boolean;
  /**
   * The request whose turn it is: the first that is awaited, else in the group that has had the least of its share the one
   * whose data are the stalest by now, in parts of the age they should have. It stays in the queue.
   */
  first(nowMs: number): R | undefined;
  /** It is sent: its group is charged with its largest weight. */
  take(request: R): void;
  /** It was answered, and its weight was this. */
  settle(request: R, weight: number): void;
  /** It is not sent. */
  remove(request: R): void;
  /** Takes out all of them. */
  drain(): R[];
}

export interface RequestQueueOptions {
  /** Requests it holds at most. */
  capacity: number;
  shares: Record<WeightGroup, number>;
}

/**
 * The first one waits until the budget has room for it, whatever lighter ones stand behind: the relative age of each grows
 * while it waits, so none waits for ever.
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
