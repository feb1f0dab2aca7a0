import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PortalRequest } from './portal-call.ts';
import { createDiagnosis, createStatus, type StatusOptions } from './status.ts';

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
    live: false,
  });
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

test('a visitor gets the diagnosis without settings, warnings and needs; a failed one is read again', async () => {
  let failing = true;
  const secret = 'waiting for 7, which holds the data directory /srv/tide';
  const handler = createDiagnosis({
    elapsedMs: () => 0,
    async diagnose() {
      if (failing) throw new Error('the store does not answer');
      return {
        atMs: 0,
        reads: [],
        missing: [{ what: 'fills of wallets', count: 3, why: 'one by one', wholeAtMs: 60_000 }],
        disk: { parts: [] },
        memory: [],
        start: {
          version: '1',
          startedAtMs: 1,
          phases: [{ phase: 'opening', lastedMs: 5 }],
          warnings: [secret],
        },
        settings: [secret],
        needs: [secret],
      };
    },
  });
  const ask = async () => handler({} as PortalRequest, {} as never);
  await assert.rejects(ask());
  failing = false;
  assert.deepEqual(await (await ask()).json(), {
    at: '1970-01-01T00:00:00.000Z',
    reads: [],
    missing: [{ what: 'fills of wallets', count: 3, why: 'one by one', wholeAt: '1970-01-01T00:01:00.000Z' }],
    disk: { parts: [] },
    memory: [],
    start: {
      version: '1',
      startedAt: '1970-01-01T00:00:00.001Z',
      phases: [{ phase: 'opening', lastedMs: 5 }],
    },
  });
});
