import assert from 'node:assert/strict';
import { storedComments } from '../../src/analytics/filling/state.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { tables } from './filling-process.ts';
import { recomputedSums } from './recomputed-sums.ts';

/** Every table equals its recomputation from all fills, none is empty, and nothing of the filling is left. */
export async function assertFilled(store: AnalyticsStore, what: string): Promise<void> {
  const sums = await recomputedSums(store, tables);
  for (const [table, { stored, recomputed }] of Object.entries(sums)) {
    assert.deepEqual(stored, recomputed, `${table}, ${what}`);
    assert.notEqual(stored.rows, '0', table);
  }
  const names = [...(await storedComments(store)).keys()];
  assert.deepEqual(
    names.filter((name) => /__|fills_before/.test(name)),
    [],
    `left behind, ${what}`,
  );
}
