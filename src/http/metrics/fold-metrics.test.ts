import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { createFoldWatch } from '../../lifecycles/fold-watch.ts';
import type { FoldCost } from '../../lifecycles/lifecycle-fold.ts';
import { showFoldMetrics } from './fold-metrics.ts';

const cost = (fills: number, isBehind: boolean): FoldCost => ({
  ...{ kind: 'batches', fills, rows: fills / 2, ms: 0, rangesDone: 1, ranges: 1, isBehind },
});

test('the lag of the fold begins where the last turn that left nothing behind began, and its rate follows from two sums', async () => {
  const registry = new Registry();
  let nowMs = 1_000;
  const watch = createFoldWatch(() => nowMs);
  showFoldMetrics(registry, watch.state);
  const samples = async () =>
    Object.fromEntries(
      (await registry.metrics())
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.replace('tidemark_lifecycles_', '').split(' ')),
    );
  const turn = (ms: number, ended: FoldCost | undefined) => {
    const { end } = watch.begin();
    nowMs += ms;
    end(ended);
  };
  assert.equal((await samples()).lag_seconds, undefined, 'another process folds');

  turn(2_000, cost(400, true));
  assert.equal((await samples()).lag_seconds, undefined, 'it has not caught up yet');
  turn(1_000, cost(200, false));
  nowMs += 4_000;
  watch.begin().fail();
  assert.deepEqual(await samples(), {
    ...{ lag_seconds: '5', folded_fills_total: '600', fold_seconds_total: '3' },
    ...{ written_rows_total: '300', fold_failures_total: '1' },
  });
  turn(10, undefined);
  assert.equal((await samples()).lag_seconds, '0.01');
  watch.rest();
  assert.equal((await samples()).lag_seconds, undefined);
});
