import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { intervalColumns, intervalOf, intervalRow } from './coverage-rows.ts';
import type { CoverageInterval } from './interval.ts';

/** Every change of every gap, of all feeds, in the order of its time: found, lost, filled. */

const limits = { deadlineMs: 30_000, maxRows: 200_000 };
const onLane = { lane: 'heavy' } as const;
type Rows = Pick<AnalyticsStore, 'rows'>;

// Whole milliseconds: there may be more rows than were asked for. A row that was written twice is one.
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
 * Changes of a span of time, oldest first: all of each millisecond that it has any of.
 *
 * @param span unix milliseconds; what is of `afterMs` itself is left out
 * @param span.most the most, but for those of the last millisecond
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
  row: Type.Object({ changed_ms: Type.String(), changes: Type.String() }),
  sql: `
    SELECT toString(toUnixTimestamp64Milli(max(changed))) AS changed_ms, toString(count()) AS changes
    FROM coverage_changes`,
});

/** Time of the newest change, unix milliseconds, 0 where there is none, and a text that is another once there are more. @throws AnalyticsError */
export async function newestGapChangeOfAll(analytics: Rows): Promise<{ changedMs: number; version: string }> {
  const [found] = await analytics.rows(newestChange, {}, onLane);
  const { changed_ms, changes } = found!;
  return { changedMs: Math.max(0, Number(changed_ms)), version: `${changed_ms} ${changes}` };
}
