import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { dayMs, hourMs } from '../kernel/clock.ts';
import { closeLane, closeLimits } from './close-sql.ts';
import { windowStart } from './closers.ts';

/** A close that the fold wrote or deleted. */
export interface ChangedClose {
  closedMs: number;
  address: string;
  id: number;
}

/** Row: time of the close, wallet, id. */
const changedCloses = query({
  name: 'changed_closes',
  params: { since: 'TimeMs', after: 'UInt64' },
  row: Type.Object({}),
  limits: closeLimits,
  sql: `
    SELECT DISTINCT toFloat64(toUnixTimestamp64Milli(closed)) AS closed_ms, wallet, toFloat64(id)
    FROM lifecycles_by_close WHERE closed >= {since:TimeMs} AND version > {after:UInt64} ORDER BY closed_ms`,
});

/** Closes since a time whose version is above `after`, ordered by time. @throws AnalyticsError */
export async function readChangedCloses(
  store: Pick<AnalyticsStore, 'bytes'>,
  of: { since: number; after: number },
): Promise<ChangedClose[]> {
  const rows = readRowBinary(await store.bytes(changedCloses, of, closeLane));
  const changed: ChangedClose[] = [];
  while (!rows.done) changed.push({ closedMs: rows.double(), address: rows.address(), id: rows.double() });
  return changed;
}

/** A time span in unix milliseconds, end exclusive. */
interface Slice {
  since: number;
  until: number;
}

/** Spans that cover all closes, at least an hour apart. @param changed ordered by time */
export function spansOf(changed: readonly ChangedClose[]): Slice[] {
  const spans: Slice[] = [];
  for (const { closedMs } of changed) {
    const span = spans.at(-1);
    if (span !== undefined && closedMs < span.until + hourMs) span.until = closedMs + 1;
    else spans.push({ since: closedMs, until: closedMs + 1 });
  }
  return spans;
}

/** Length of a slice, which one statement of a full load reads. */
const sliceMs = 10 * dayMs;
/** Margin after the clock: timestamps of fills may be minutes ahead. */
const aheadMs = dayMs;

export function* windowSlices(nowMs: number): Generator<Slice> {
  for (let since = windowStart(nowMs); since < nowMs + aheadMs; since += sliceMs) {
    yield { since, until: since + sliceMs };
  }
}
