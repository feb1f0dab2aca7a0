import { keepRows } from '../../analytics/retention.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';

/** Tables that hold most of the live data. Hourly data, fills, positions and funding are kept for ever. */
const details = [
  { table: 'trades', time: 'toDateTime(time)' },
  { table: 'book_snapshots', time: 'minute' },
  // Rows imported from an archive are kept.
  { table: 'asset_contexts', time: 'minute', where: 'source = 0' },
  { table: 'candles', time: 'toDateTime(open_time)', where: "interval = '1m'" },
];

/** @param days whole days; 0 keeps them for ever */
export async function keepLiveDetails(store: AnalyticsStore, days: number): Promise<void> {
  for (const detail of details) await keepRows(store, { ...detail, days });
}
