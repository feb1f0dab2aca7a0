import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { connectorState, feedStatus } from '../../test/connector-state.ts';
import { toyOperations } from '../../test/fixtures/contender.ts';
import { createShutdown } from '../kernel/shutdown.ts';
import { openDoctor, type ServedState } from './doctor.ts';

const shutdown = createShutdown({ closeTimeoutMs: 1_000 });
afterEach(() => shutdown.close());

test('a process that serves adds its feeds, its waits, and when they end at the present pace', async () => {
  const time = { nowMs: 0 };
  let behind = 100;
  let isReady = false;
  const wallets = () => ({ tracked: 200, complete: 100, behind, untracked: 7, missingFills: 0 });
  const feeds = [feedStatus('trades', { newestMs: 5 }), feedStatus('books', { ageMs: 60_001 })];
  const served: ServedState = {
    live: { state: () => connectorState(feeds, { wallets: wallets() }), nodeInfo: () => undefined },
    folds: { state: () => undefined },
    readiness: () => ({ ready: false, checks: { store: true, audit: '2 values differ', positions: 'read' } }),
    isReady: () => isReady,
    nowMs: () => time.nowMs,
  };
  const toys = toyOperations();
  const start = { version: '1', startedAtMs: 0, phases: [{ phase: 'opening the stores' }], warnings: [] };
  const doctor = async () => ({ ...(await toys.doctor()), start });
  const diagnose = openDoctor({ ...toys, doctor }, served, shutdown);

  const starting = await diagnose();
  assert.deepEqual(starting.needs, [], 'a start that is under way needs no operator');
  assert.deepEqual(starting.missing[0], { what: 'the start', why: 'it is opening the stores' });
  assert.deepEqual(starting.reads.slice(0, 2), [
    { source: 'trades', state: 'current', toMs: 5 },
    { source: 'books', state: 'late' },
  ]);
  [time.nowMs, behind, isReady] = [10_000, 75, true];
  const { missing, needs } = await diagnose();
  assert.deepEqual(
    missing.map(({ what, count, wholeAtMs }) => [what, count, wholeAtMs]),
    [
      ['audit', undefined, undefined],
      ['positions', undefined, undefined],
      ['fills of wallets', 75, 40_000],
      ['wallets left out', 7, undefined],
      ['open gaps of fills', 3, Date.UTC(2026, 2, 14, 10)],
    ],
  );
  assert.deepEqual(needs, ['audit: 2 values differ', 'nothing new comes from books']);
});
