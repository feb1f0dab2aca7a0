import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { createFoldWatch } from '../../lifecycles/fold-watch.ts';
import { showFoldMetrics } from './fold-metrics.ts';

test('the lag of the fold begins with the last look that it took all in of, and its rate follows from two sums', async () => {
  const registry = new Registry();
  let nowMs = 1_000;
  let caughtUpMs: number | undefined;
  const watch = createFoldWatch(() => nowMs);
  showFoldMetrics(registry, watch.state);
  const samples = async () =>
    Object.fromEntries(
      (await registry.metrics())
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.replace('tidemark_lifecycles_', '').split(' ')),
    );
  assert.equal((await samples()).lag_seconds, undefined, 'another process folds');

  watch.begin(() => caughtUpMs);
  watch.turned({ fills: 400, rows: 200, ms: 2_000 });
  assert.equal((await samples()).lag_seconds, undefined, 'it has not caught up yet');
  watch.turned({ fills: 200, rows: 100, ms: 1_000 });
  caughtUpMs = nowMs;
  nowMs += 5_000;
  watch.failed();
  assert.deepEqual(await samples(), {
    lag_seconds: '5',
    folded_fills_total: '600',
    fold_seconds_total: '3',
    written_rows_total: '300',
    fold_failures_total: '1',
  });
  caughtUpMs = nowMs - 10;
  assert.equal((await samples()).lag_seconds, '0.01');
  watch.rest();
  assert.equal((await samples()).lag_seconds, undefined);
});
