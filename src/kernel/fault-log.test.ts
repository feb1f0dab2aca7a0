import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaultLog } from './fault-log.ts';
import { createLog } from './log.ts';

test('of a fault that repeats, the first is logged with its fields, and then a number once per interval', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'error', to: { write: (line) => void lines.push(JSON.parse(line)) } });
  const faults = createFaultLog({ log, intervalMs: 1_000 });
  const reported = () =>
    lines.splice(0).map(({ kind, repeated, requestId }) => [kind, repeated ?? requestId]);

  for (let i = 1; i <= 1_000; i++) faults.report('KEYS', { requestId: i }, 'request failed');
  faults.report('LIMITS', { requestId: 7 }, 'request failed');
  assert.deepEqual(reported(), [
    ['KEYS', 1],
    ['LIMITS', 7],
  ]);
  t.mock.timers.tick(1_000);
  assert.deepEqual(reported(), [['KEYS', 999]]);
  faults.report('LIMITS', { requestId: 8 }, 'request failed');
  assert.deepEqual(reported(), [['LIMITS', 8]], 'after a quiet interval it is news again');
  for (let i = 0; i < 3; i++) faults.report('KEYS', {}, 'request failed');
  t.mock.timers.tick(1_000);
  assert.deepEqual(reported(), [['KEYS', 3]]);
  faults.report('KEYS', {}, 'request failed');
  faults.close();
  assert.deepEqual(reported(), [['KEYS', 1]]);
  t.mock.timers.tick(10_000);
  assert.deepEqual(reported(), []);
});
