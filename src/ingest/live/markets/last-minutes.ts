import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { minuteMs } from '../../../kernel/clock.ts';

/** Feeds stored as the last state of each minute. */
export type MinuteFeed = 'contexts' | 'books';

/**
 * Newest minute of each feed, which the engine takes from part metadata. Contexts that come by REST do not count. Recorded gaps
 * of all coins count as stored.
 */
const lastStored = query({
  name: 'last_minutes',
  params: {},
  row: Type.Object({ feed: Type.String(), last: Type.String() }),
  sql: `
    SELECT 'contexts' AS feed, toString(toUnixTimestamp(max(minute)) * 1000) AS last FROM asset_contexts
    WHERE minute >= (SELECT max(minute) FROM asset_contexts) - INTERVAL 31 DAY
      AND coin NOT LIKE '@%' AND coin NOT LIKE '#%' AND coin NOT LIKE '%/%'
    UNION ALL
    SELECT 'books' AS feed, toString(toUnixTimestamp(max(minute)) * 1000) AS last FROM book_snapshots
    UNION ALL
    SELECT toString(feed) AS feed, toString(toUnixTimestamp64Milli(max(to_time))) AS last
    FROM coverage WHERE feed IN ('contexts', 'books') AND wallet = '' AND coin = '' AND is_gap GROUP BY feed`,
  limits: { deadlineMs: 60_000 },
});

/** Last minute of each feed, counted from the epoch, that earlier runs stored or recorded as missing. */
export async function readLastMinutes(
  analytics: AnalyticsStore,
): Promise<Partial<Record<MinuteFeed, number>>> {
  const last: Partial<Record<MinuteFeed, number>> = {};
  for (const row of await analytics.rows(lastStored, {})) {
    const feed = row.feed as MinuteFeed;
    const minute = Math.floor(Number(row.last) / minuteMs);
    if (minute > (last[feed] ?? 0)) last[feed] = minute;
  }
  return last;
}
