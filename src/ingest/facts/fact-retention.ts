import { keepRows } from '../../analytics/retention.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';

/** What a live source stores most of. Hours of it, fills, positions and funding are kept for ever. */
const details = [
  { table: 'trades', time: 'toDateTime(time)' },
  { table: 'book_snapshots', time: 'minute' },
  // What came from an archive is kept.
  { table: 'asset_contexts', time: 'minute', where: 'source = 0' },
  { table: 'candles', time: 'toDateTime(open_time)', where: "interval = '1m'" },
];

/**
 * Makes the store keep the details of live data for this long.
 * @param days whole days; 0 for ever
 */
export async function keepLiveDetails(store: AnalyticsStore, days: number): Promise<void> {
  for (const detail of details) await keepRows(store, { ...detail, days });
}
