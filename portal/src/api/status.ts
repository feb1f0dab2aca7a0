import { useEffect, useState } from 'preact/hooks';
import { isAway, isServerAway, noteReach, onReach } from './reach.ts';

/** A feed of the connector; null means never, or that silence of the feed is normal. */
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
  /** Blocks of the gaps with known blocks. */
  blocks: number;
  /** Time when the first gap was found, RFC 3339. */
  since: string;
}

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
  /** Gaps in the record; absent before the first count. */
  gaps?: readonly GapStatus[];
  /** Fixed time of all answers, RFC 3339; absent if the service follows the clock. */
  asOf?: string;
  drift?: readonly DriftStatus[];
  fills: number | null;
  quarantined: number | null;
  /** Time since the boards were last seen to match the stored data. */
  boardsAgeMs: number | null;
  /** Null if this process reads no live data. */
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
    /** Accounts with open positions, accounts without a known state, and the age of the oldest other state. */
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
