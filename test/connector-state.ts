import type { ConnectorState, FeedName, FeedStatus } from '../src/ingest/live/connector-state.ts';

/** A feed that is as it should be, but for `change`. */
export function feedStatus(name: FeedName, change: Partial<FeedStatus> = {}): FeedStatus {
  const counts = { received: 0, unknown: 0, gapsFilled: 0, gapsRecorded: 0 };
  return { name, ageMs: 500, staleMs: 60_000, lagMs: undefined, newestMs: 0, ...counts, ...change };
}

/** A connector that is as it should be, but for `change`. */
export function connectorState(feeds: FeedStatus[], change: Partial<ConnectorState> = {}): ConnectorState {
  return {
    startedMs: 0,
    ready: true,
    connected: true,
    feeds,
    weight: { used: 0, limit: 1_200, spent: { markets: 0, histories: 0, wallets: 0, roles: 0 } },
    requests: { waiting: 0, inFlight: 0, answered: 0, throttled: 0, failed: 0 },
    connections: { open: 4, total: 4, awayMs: 0, disconnects: 0 },
    subscriptions: { planned: 9, unacknowledged: 0, refused: 0, unplanned: {} },
    wallets: { tracked: 0, complete: 0, behind: 0, untracked: 0, missingFills: 0 },
    unusable: [],
    ...change,
  };
}
