import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { showAlertMetrics } from './alert-metrics.ts';

test('alerts by state, what waits and attempts by outcome are shown by one reading; without the store attempts alone', async () => {
  const registry = new Registry();
  let [readings, isAway] = [0, false];
  const attempts = { delivered: 3, gave_up: 1 };
  showAlertMetrics(registry, {
    attempts,
    async figures() {
      readings += 1;
      if (isAway) throw new Error('away');
      return { rules: { active: 2, paused: 0, off: 1 }, waiting: 7, oldestMs: 90_000 };
    },
  });
  const samples = async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace('tidemark_alerts_', ''));
  assert.deepEqual(await samples(), [
    'attempts_total{outcome="delivered"} 3',
    'attempts_total{outcome="gave_up"} 1',
    'rules{state="active"} 2',
    'rules{state="paused"} 0',
    'rules{state="off"} 1',
    'waiting 7',
    'oldest_waiting_seconds 90',
  ]);
  assert.equal(readings, 1);
  isAway = true;
  assert.deepEqual(await samples(), [
    'attempts_total{outcome="delivered"} 3',
    'attempts_total{outcome="gave_up"} 1',
  ]);
});
