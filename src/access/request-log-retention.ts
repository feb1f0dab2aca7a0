import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';

const requestLogEngine = query({
  name: 'request_log_engine',
  params: {},
  row: Type.Object({ engine: Type.String() }),
  sql: "SELECT engine_full AS engine FROM system.tables WHERE database = currentDatabase() AND name = 'request_log'",
});

/**
 * Makes the store keep the request log for this long; nothing is done where it does so already.
 * @param days whole days, at least 1
 */
export async function keepRequestLog(store: AnalyticsStore, days: number): Promise<void> {
  if (!Number.isSafeInteger(days) || days < 1)
    throw new RangeError(`days must be a whole number from 1, not ${days}`);
  const [table] = await store.rows(requestLogEngine, {});
  if (table?.engine.includes(`toIntervalDay(${days})`)) return;
  await store.command(`ALTER TABLE request_log MODIFY TTL toDateTime(time) + INTERVAL ${days} DAY`);
}
