import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { intervalColumns, intervalOf, intervalRow } from './coverage-rows.ts';
import type { CoverageInterval } from './interval.ts';

/** All gap changes (found, lost, filled) of all feeds, in order of time. */

const limits = { deadlineMs: 30_000, maxRows: 200_000 };
const onLane = { lane: 'heavy' } as const;
type Rows = Pick<AnalyticsStore, 'rows'>;

// DISTINCT drops rows that were written twice.
const changesOfSpan = query({
  name: 'coverage_changes_of_span',
  params: { after: 'TimeMs', to: 'TimeMs', most: 'UInt64' },
  row: intervalRow,
  limits,
  sql: `
    SELECT DISTINCT ${intervalColumns}
    FROM coverage_changes
    WHERE changed > {after:TimeMs} AND changed <= {to:TimeMs} AND changed <= (
      SELECT max(found.changed) FROM (
        SELECT changed FROM coverage_changes WHERE changed > {after:TimeMs} AND changed <= {to:TimeMs}
        ORDER BY changed LIMIT {most:UInt64}) AS found)
    ORDER BY coverage_changes.changed, feed, address, coin, from_time, from_block, to_time, to_block, state`,
});

/**
 * Changes in a time span, oldest first; never splits the changes of a millisecond.
 *
 * @param span unix milliseconds; excludes `afterMs` itself
 * @param span.most maximum changes; the last millisecond may exceed it
 * @throws AnalyticsError
 */
export async function readGapChanges(
  analytics: Rows,
  { afterMs, toMs, most }: { afterMs: number; toMs: number; most: number },
): Promise<CoverageInterval[]> {
  const params = { after: Math.max(0, afterMs), to: toMs, most };
  return (await analytics.rows(changesOfSpan, params, onLane)).map(intervalOf);
}

const newestChange = query({
  name: 'newest_coverage_change',
  params: {},
  row: Type.Object({ changed_ms: Type.String() }),
  sql: 'SELECT toString(toUnixTimestamp64Milli(max(changed))) AS changed_ms FROM coverage_changes',
});

/** Unix milliseconds of the newest change, 0 if there is none. @throws AnalyticsError */
export async function newestGapChange(analytics: Rows): Promise<number> {
  const [found] = await analytics.rows(newestChange, {}, onLane);
  return Math.max(0, Number(found!.changed_ms));
}
