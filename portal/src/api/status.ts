import { useEffect, useState } from 'preact/hooks';
import { isAway, isServerAway, noteReach, onReach } from './reach.ts';

/** One feed of the connector; null stands for never, or for a silence that means nothing. */
export interface FeedStatus {
  name: string;
  ageMs: number | null;
  staleMs: number | null;
  lagMs?: number | null;
  newestMs: number;
  received: number;
  gapsFilled: number;
  gapsRecorded: number;
}

/** Gaps of a feed in the ledger of coverage: that may still be filled, or not. */
export interface GapStatus {
  feed: string;
  state: 'open' | 'lost';
  gaps: number;
  /** In those that are known by block. */
  blocks: number;
  /** When the first was found, RFC 3339. */
  since: string;
}

/** A field or value of the exchange that this version does not know. */
export interface DriftStatus {
  payload: string;
  field: string;
  /** Of a known field; absent if the field itself is unknown. */
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
  /** Time of the newest stored fill, unix ms; null where none is stored. */
  newestFillMs: number | null;
  newestBlock: number | null;
  ready: boolean;
  /** Parts by name: true where one is ready, else what it waits for. */
  checks: Readonly<Record<string, true | string>>;
  /** What the record lacks; absent before it was counted for the first time. */
  gaps?: readonly GapStatus[];
  /** The moment that everything is answered as of, RFC 3339; absent where that is the clock's. */
  asOf?: string;
  drift?: readonly DriftStatus[];
  fills: number | null;
  quarantined: number | null;
  /** Since the boards were last seen to hold what is stored. */
  boardsAgeMs: number | null;
  /** Null where this process reads nothing live. */
  live: null | {
    startedMs: number;
    connected: boolean;
    connections: { open: number; total: number; disconnects: number };
    feeds: readonly FeedStatus[];
    weight: { used: number; limit: number };
    requests: { waiting: number; inFlight: number; answered: number; throttled: number; failed: number };
    wallets: { tracked: number; complete: number; behind: number; untracked: number; missingFills: number };
    unusable: readonly { feed: string; unusable: number; dropped: number }[];
  };
  /** Null, or absent, where this process reads no node's info server. */
  nodeInfo?: null | {
    isUp: boolean;
    answered: number;
    failed: number;
    /** With open positions, those whose state is not known, and how old the oldest other state is. */
    accounts: number;
    unread: number;
    oldestMs: number;
    states: number;
  };
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
