/** How old the data are that a request replaces. */
export interface Staleness {
  /** Their age when the request is made; Infinity where there are none yet. */
  ageMs: number;
  /** The age they should not pass. */
  targetMs: number;
}

export interface QueuedRequest {
  /** Its largest weight. */
  weight: number;
  staleness: Staleness;
}

/** Requests that wait for their turn. Pure: every call is told the time. */
export interface RequestQueue<R extends QueuedRequest> {
  readonly length: number;
  /** @returns false where the queue is full. */
  push(request: R, nowMs: number): boolean;
  /** The request whose data are the stalest by now, in parts of the age they should have; it stays in the queue. */
  first(nowMs: number): R | undefined;
  remove(request: R): void;
  /** Takes out all of them. */
  drain(): R[];
}

/**
 * Orders requests by staleness. The first one waits until the budget has room for it, whatever lighter ones stand
 * behind: the relative age of each grows while it waits, so none waits for ever.
 *
 * @param capacity Requests it holds at most.
 */
export function createRequestQueue<R extends QueuedRequest>(capacity: number): RequestQueue<R> {
  const waiting = new Map<R, number>();

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
      let first: R | undefined;
      let highest = Number.NEGATIVE_INFINITY;
      for (const [request, sinceMs] of waiting) {
        const value = urgency(request, sinceMs, nowMs);
        if (value <= highest) continue;
        first = request;
        highest = value;
      }
      return first;
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
