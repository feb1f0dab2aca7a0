import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { dayMs, hourMs } from '../kernel/clock.ts';
import { closeLane, closeLimits } from './close-sql.ts';
import { windowStart } from './closers.ts';

/** A close that the fold wrote, or deleted. */
export interface ChangedClose {
  closedMs: number;
  address: string;
  id: number;
}

/** Row: moment of the close, wallet, id. */
const changedCloses = query({
  name: 'changed_closes',
  params: { since: 'TimeMs', after: 'UInt64' },
  row: Type.Object({}),
  limits: closeLimits,
  sql: `
    SELECT DISTINCT toFloat64(toUnixTimestamp64Milli(closed)) AS closed_ms, wallet, toFloat64(id)
    FROM lifecycles_by_close WHERE closed >= {since:TimeMs} AND version > {after:UInt64} ORDER BY closed_ms`,
});

/** Closes from a moment on that were written behind a version, in the order of time. @throws AnalyticsError */
export async function readChangedCloses(
  store: Pick<AnalyticsStore, 'bytes'>,
  of: { since: number; after: number },
): Promise<ChangedClose[]> {
  const rows = readRowBinary(await store.bytes(changedCloses, of, closeLane));
  const changed: ChangedClose[] = [];
  while (!rows.done) changed.push({ closedMs: rows.double(), address: rows.address(), id: rows.double() });
  return changed;
}

/** A span of time, its end not included, unix milliseconds. */
interface Slice {
  since: number;
  until: number;
}

/** Spans that hold all of them, with gaps of an hour at least between them. @param changed in the order of time */
export function spansOf(changed: readonly ChangedClose[]): Slice[] {
  const spans: Slice[] = [];
  for (const { closedMs } of changed) {
    const span = spans.at(-1);
    if (span !== undefined && closedMs < span.until + hourMs) span.until = closedMs + 1;
    else spans.push({ since: closedMs, until: closedMs + 1 });
  }
  return spans;
}

/** Of one statement of a whole reading. */
const sliceMs = 10 * dayMs;
/** Fills may be stamped ahead of the clock by minutes. */
const aheadMs = dayMs;

/** The window in slices, for a whole reading of its closes. */
export function* windowSlices(nowMs: number): Generator<Slice> {
  for (let since = windowStart(nowMs); since < nowMs + aheadMs; since += sliceMs) {
    yield { since, until: since + sliceMs };
  }
}
