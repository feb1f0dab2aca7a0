import { useEffect, useState } from 'preact/hooks';

let awaySinceMs: number | undefined;
const listeners = new Set<(awaySinceMs: number | undefined) => void>();

function change(next: number | undefined): void {
  awaySinceMs = next;
  for (const listener of listeners) listener(next);
}

/** Notes whether the server, or only something in front of it, answered a request that was begun then, unix ms. */
export function noteReach(isReached: boolean, begunMs: number): void {
  if (isReached === (awaySinceMs === undefined)) return;
  // An answer that was on its way when the server went does not say that it is back.
  if (awaySinceMs !== undefined && begunMs < awaySinceMs) return;
  change(isReached ? undefined : Date.now());
}

/** True for statuses of a proxy whose server is down, and for 0 (no answer). */
export function isAway(status: number): boolean {
  return status === 0 || status === 502 || status === 504;
}

/** True while the server is not reached. */
export function isServerAway(): boolean {
  return awaySinceMs !== undefined;
}

/** Calls a listener at each change with the start of the outage, unix ms; undefined once the server is back. @returns unsubscribes */
export function onReach(listener: (awaySinceMs: number | undefined) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Start of the server's outage, unix ms; undefined while it is reachable. */
export function useAwaySince(): number | undefined {
  const [since, setSince] = useState(awaySinceMs);
  useEffect(() => {
    setSince(awaySinceMs);
    return onReach(setSince);
  }, []);
  return since;
}
