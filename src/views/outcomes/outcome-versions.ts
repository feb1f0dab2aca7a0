import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { dataStartsMs } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import type { DayNumber } from './kept-days.ts';

/** Days of outcomes that are kept, at most: the longest window that can be asked for. */
const daysLimit = 366;

const outcomeVersions = query({
  name: 'hip4_day_versions',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ number: Type.Integer(), version: Type.String() }),
  sql: `
    SELECT
      toUInt32(intDiv(toUnixTimestamp(day), 86400)) AS number,
      concat(toString(sum(rows)), ' ', toString(sum(checksum))) AS version
    FROM outcome_days
    WHERE day >= toDate({from:TimeMs}) AND day < toDate({to:TimeMs})
    GROUP BY day`,
});

/** What is stored of outcomes on the days before a midnight: another text for a day when its rows changed. */
export function readOutcomeVersions(analytics: Pick<AnalyticsStore, 'rows'>) {
  return async (beforeMs: number): Promise<ReadonlyMap<DayNumber, string>> => {
    const from = Math.max(dataStartsMs.outcomes, beforeMs - daysLimit * dayMs);
    const rows = await analytics.rows(outcomeVersions, { from, to: beforeMs });
    return new Map(rows.map(({ number, version }) => [number, version]));
  };
}
