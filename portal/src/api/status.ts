import { useEffect, useState } from 'preact/hooks';
import { isAway, isServerAway, noteReach, onReach } from './reach.ts';

/** A field or value of the exchange that this version does not know. */
export interface DriftStatus {
  payload: string;
  field: string;
  /** Value of a known field; absent if the field itself is unknown. */
  value?: string;
  count: number;
  sample: string;
  firstSeen: string;
  lastSeen: string;
}

/** The service's state: GET /portal/api/status. */
export interface ServiceStatus {
  version: string;
  simulated: boolean;
  /** Time of the newest stored fill, unix ms; null if none is stored. */
  newestFillMs: number | null;
  newestBlock: number | null;
  ready: boolean;
  /** Readiness checks by name: true, or the reason why the part is not ready. */
  checks: Readonly<Record<string, true | string>>;
  /** Fixed time of all answers, RFC 3339; absent if the service follows the clock. */
  asOf?: string;
  drift?: readonly DriftStatus[];
  fills: number | null;
  quarantined: number | null;
  /** Time since the boards were last seen to match the stored data. */
  boardsAgeMs: number | null;
  /** Whether this process reads live data. */
  live: boolean;
}

const everyMs = 5_000;
/** While the server is away. */
const awayMs = 2_000;
const timeoutMs = 10_000;

let status: ServiceStatus | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Asks for the status now: whether the server is away is known afterwards. */
export async function lookForServer(): Promise<void> {
  clearTimeout(timer);
  await read();
}

async function read(): Promise<void> {
  timer = undefined;
  const begunMs = Date.now();
  const answer = await fetch('/portal/api/status', { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  );
  if (answer?.ok === true) status = ((await answer.json().catch(() => undefined)) as ServiceStatus) ?? status;
  noteReach(!isAway(answer?.status ?? 0), begunMs);
  for (const listener of listeners) listener();
  plan(isServerAway() ? awayMs : everyMs);
}

function plan(waitMs: number): void {
  if (timer !== undefined || listeners.size === 0 || document.hidden) return;
  timer = setTimeout(() => void read(), waitMs);
}

document.addEventListener('visibilitychange', () => plan(0));

// A call that found the server away has the status look for it at once.
onReach((awaySinceMs) => {
  if (awaySinceMs === undefined || listeners.size === 0) return;
  clearTimeout(timer);
  timer = undefined;
  plan(awayMs);
});

/** The state of the service, read again every five seconds. */
export function useStatus(): ServiceStatus | undefined {
  const [, changed] = useState(0);
  useEffect(() => {
    const listener = () => changed((count) => count + 1);
    listeners.add(listener);
    plan(0);
    return () => void listeners.delete(listener);
  }, []);
  return status;
}
