import type { DriftRow } from '../ingest/drift-record.ts';
import type { ConnectorState } from '../ingest/live/connector-state.ts';
import type { NodeInfoState } from '../ingest/node/info/info-report.ts';
import { monotonicMs, rfc3339 } from '../kernel/clock.ts';
import { json, type PortalHandler } from './portal-call.ts';

export interface StatusOptions {
  version: string;
  /** True where the data are not the exchange's. */
  simulated: boolean;
  /** The newest stored fill; undefined while it is not known. */
  newestBlock: () => { timeMs: number; block: number | undefined } | undefined;
  /** Parts of the service by name: true where one is ready, else a text that says what it waits for. */
  readiness: () => { ready: boolean; checks: Readonly<Record<string, true | string>> };
  /** Figures of the store; those unavailable at the moment are undefined. */
  figures: () => Promise<{
    fills?: number | undefined;
    quarantined?: number | undefined;
    boardsAgeMs?: number | undefined;
  }>;
  /** Fields and values of the exchange that this version does not know, last seen first; default: none. */
  drift?: () => readonly DriftRow[];
  /** The connector, where this process reads live, and a node's info server, where it reads one. */
  live?: { state(): ConnectorState | undefined; nodeInfo?(): NodeInfoState | undefined } | undefined;
  elapsedMs?: () => number;
}

/** Every open page asks every few seconds: one answer does for all of them. */
const keptMs = 2_000;
const driftLimit = 50;
const driftSampleCharacters = 120;

/** `GET /portal/api/status`: what the pages show of the service itself. */
export function createStatus(options: StatusOptions): PortalHandler {
  const { version, simulated, newestBlock, readiness, figures, live, elapsedMs = monotonicMs } = options;
  const { drift = () => [] } = options;
  let kept: { atMs: number; body: Promise<object> } | undefined;

  async function read() {
    const newest = newestBlock();
    const { fills, quarantined, boardsAgeMs } = await figures();
    const state = live?.state();
    const nodeInfo = live?.nodeInfo?.();
    return {
      version,
      simulated,
      // 0 where nothing is stored.
      newestFillMs: newest?.timeMs || null,
      newestBlock: newest?.block ?? null,
      ...readiness(),
      fills: fills ?? null,
      quarantined: quarantined ?? null,
      boardsAgeMs: boardsAgeMs ?? null,
      drift: drift().slice(0, driftLimit).map(driftStatus),
      live: state === undefined ? null : liveStatus(state),
      nodeInfo: nodeInfo === undefined ? null : nodeInfoStatus(nodeInfo),
    };
  }

  return async () => {
    const nowMs = elapsedMs();
    if (kept === undefined || nowMs - kept.atMs > keptMs) kept = { atMs: nowMs, body: read() };
    return json(await kept.body);
  };
}

/** Long samples are for the operator: `tidemark drift` has all of them. */
function driftStatus({ sample, firstSeenMs, lastSeenMs, ...row }: DriftRow) {
  const shown = sample.slice(0, driftSampleCharacters).toWellFormed();
  return { ...row, sample: shown, firstSeen: rfc3339(firstSeenMs), lastSeen: rfc3339(lastSeenMs) };
}

/** Connector state without operator-only details: the reason of a lost connection may name addresses. */
function liveStatus(state: ConnectorState) {
  const { startedMs, connected, feeds, weight, requests, wallets, unusable } = state;
  const { open, total, disconnects } = state.connections;
  return {
    startedMs,
    connected,
    connections: { open, total, disconnects },
    // Infinity, where there never was one, is null in JSON.
    feeds,
    weight: { used: weight.used, limit: weight.limit },
    requests,
    wallets,
    unusable,
  };
}

/** A node's info server without its address. */
function nodeInfoStatus({ server, accounts }: NodeInfoState) {
  const { fault, answered, failed } = server;
  const { states, oldestMs, unread, accounts: open } = accounts;
  return { isUp: fault === undefined, answered, failed, accounts: open, unread, oldestMs, states };
}
