import { keepRows } from '../analytics/retention.ts';
import type { AnalyticsStore } from '../analytics/store.ts';

/** No-op if it is already set. @param days whole days, at least 1 */
export async function keepRequestLog(store: AnalyticsStore, days: number): Promise<void> {
  if (!Number.isSafeInteger(days) || days < 1)
    throw new RangeError(`days must be a whole number from 1, not ${days}`);
  await keepRows(store, { table: 'request_log', time: 'toDateTime(time)', days });
}
