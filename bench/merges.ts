import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { query } from '../src/analytics/query.ts';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { monotonicMs } from '../src/kernel/clock.ts';

const runningMerges = query({
  name: 'running_merges',
  params: {},
  row: Type.Object({ merges: Type.String() }),
  sql: 'SELECT count() AS merges FROM system.merges',
});

/** Waits until the engine's merges have ended, or for `waitMs`: they belong to the insert that set them off. */
export async function mergesEnded(store: Pick<AnalyticsStore, 'rows'>, waitMs: number): Promise<void> {
  const deadlineMs = monotonicMs() + waitMs;
  let quiet = 0;
  while (quiet < 3 && monotonicMs() < deadlineMs) {
    await delay(200);
    quiet = (await store.rows(runningMerges, {}))[0]!.merges === '0' ? quiet + 1 : 0;
  }
}
