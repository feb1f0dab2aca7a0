import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, emptyAccounts } from '../../test/node-info-state.ts';
import type { ConnectorState } from '../ingest/live/connector-state.ts';
import type { PortalRequest } from './portal-call.ts';
import { createStatus, type StatusOptions } from './status.ts';

const state: ConnectorState = {
  startedMs: 1_000,
  ready: true,
  connected: false,
  feeds: [
    {
      name: 'trades',
      ageMs: Number.POSITIVE_INFINITY,
      staleMs: 60_000,
      lagMs: undefined,
      newestMs: 0,
      received: 0,
      unknown: 0,
      gapsFilled: 0,
      gapsRecorded: 2,
    },
  ],
  weight: { used: 20, limit: 1_200, spent: {} as never },
  requests: { waiting: 0, inFlight: 1, answered: 7, throttled: 0, failed: 1 },
  connections: {
    open: 0,
    total: 1,
    lossReason: 'connect ECONNREFUSED 10.1.2.3:443',
    awayMs: 5,
    disconnects: 3,
  },
  subscriptions: { planned: 4, unacknowledged: 4, refused: 0, unplanned: {} },
  wallets: { tracked: 5, complete: 4, behind: 1, untracked: 0, missingFills: 0 },
  unusable: [],
};

function statusOf(changes: Partial<StatusOptions> = {}) {
  const handler = createStatus({
    version: '1.2.3',
    simulated: false,
    newestBlock: () => ({ timeMs: 0, block: undefined }),
    readiness: () => ({ ready: false, checks: { snapshots: 'are being built' } }),
    figures: async () => ({ fills: 12 }),
    elapsedMs: () => 0,
    ...changes,
  });
  return async () => {
    const answer = await handler({} as PortalRequest, {} as never);
    return { answer, body: (await answer.clone().json()) as Record<string, unknown> };
  };
}

test('what is not known is null, and what waits says for what', async () => {
  const { body } = await statusOf()();
  assert.deepEqual(body, {
    version: '1.2.3',
    simulated: false,
    newestFillMs: null,
    newestBlock: null,
    ready: false,
    checks: { snapshots: 'are being built' },
    fills: 12,
    quarantined: null,
    boardsAgeMs: null,
    drift: [],
    live: null,
    nodeInfo: null,
  });
});

test('the connector is shown without the addresses that it talks to', async () => {
  const { answer, body } = await statusOf({ live: { state: () => state } })();
  const { feeds, connections } = body.live as { feeds: object[]; connections: object };
  assert.deepEqual(connections, { open: 0, total: 1, disconnects: 3 });
  assert.partialDeepStrictEqual(feeds[0], { name: 'trades', ageMs: null, gapsRecorded: 2 });
  assert.doesNotMatch(await answer.text(), /10\.1\.2\.3/);
});

test("a node's info server is shown with what was read of it, without its address", async () => {
  const server = { ...answering, fault: 'away' as const, reason: 'http://10.1.2.3:3001/info: no answer' };
  const accounts = { ...emptyAccounts, accounts: 7, unread: 2, oldestMs: 60_000, states: 5 };
  const live = { state: () => undefined, nodeInfo: () => ({ server, accounts }) };
  const { answer, body } = await statusOf({ live })();
  assert.deepEqual(body.nodeInfo, {
    isUp: false,
    answered: 1,
    failed: 0,
    accounts: 7,
    unread: 2,
    oldestMs: 60_000,
    states: 5,
  });
  assert.doesNotMatch(await answer.text(), /10\.1\.2\.3/);
});

test('what the exchange sends and this version does not know is shown, the last 50 with short samples', async () => {
  const row = {
    payload: 'fill',
    field: 'x',
    count: 3,
    sample: 'y'.repeat(500),
    firstSeenMs: 0,
    lastSeenMs: 1,
  };
  const { body } = await statusOf({ drift: () => Array.from({ length: 60 }, () => row) })();
  const shown = body.drift as object[];
  assert.equal(shown.length, 50);
  assert.deepEqual(shown[0], {
    payload: 'fill',
    field: 'x',
    count: 3,
    sample: 'y'.repeat(120),
    firstSeen: '1970-01-01T00:00:00.000Z',
    lastSeen: '1970-01-01T00:00:00.001Z',
  });
});

test('many pages that ask at once cost one look, for two seconds', async () => {
  let looks = 0;
  let nowMs = 0;
  const figures = async () => ({ fills: ++looks });
  const ask = statusOf({ figures, elapsedMs: () => nowMs });
  await Promise.all([ask(), ask(), ask()]);
  nowMs = 2_000;
  assert.equal((await ask()).body.fills, 1);
  nowMs = 2_001;
  assert.equal((await ask()).body.fills, 2);
});
