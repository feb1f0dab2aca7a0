import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { type WholeDays, wholeDays } from '../../analytics/whole-days.ts';
import type { ValueView } from '../../changes/value-view.ts';
import { snapshotFormat } from '../../changes/view-snapshots.ts';
import { dataStartsMs, type Window } from '../../domain/window.ts';
import { type Clock, dayMs, utcDayStartMs } from '../../kernel/clock.ts';
import type { DayOfOutcomes } from './activity-sums.ts';
import { type OutcomeDay, pastDayTotals, readDayTotals } from './outcome-days.ts';
import { saveDays, savedDays } from './saved-days.ts';
import type { TraderNumbers } from './trader-numbers.ts';
import { daySumQueries, readDaySums } from './window-activity.ts';

/** A UTC day, as days since 1970-01-01. */
export type DayNumber = number;

/** A finished UTC day. */
export interface PastDay extends DayOfOutcomes {
  /** Undefined if there was no trade. */
  totals: OutcomeDay | undefined;
  /** Changes with the day's rows. */
  version: string;
}

export interface PastDays {
  /** End of the last day: a UTC midnight, unix milliseconds. */
  endMs: number;
  /** Days with rows. The same map object until a day changes. */
  days: ReadonlyMap<DayNumber, PastDay>;
}

/** Longest window of a request. */
const daysLimit = 366;

const dayVersions = query({
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

/** Reads a day when it ends, and again when its rows change. */
export function pastDaysView(parts: {
  analytics: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  clock: Clock;
  numbers: TraderNumbers;
}): ValueView<PastDays> {
  const { analytics, clock, numbers } = parts;

  async function readDays(days: readonly DayNumber[]): Promise<Map<DayNumber, Omit<PastDay, 'version'>>> {
    const totals = await readDayTotals(analytics, days);
    const sums = await readDaySums(analytics, days, numbers);
    return new Map(
      days.map((day) => [
        day,
        { totals: totals.get(day), ...(sums.get(day) ?? { rows: [], traders: noTraders }) },
      ]),
    );
  }

  return {
    name: 'past days of outcomes',
    maxAgeMs: 5_000,
    async read(held) {
      const endMs = utcDayStartMs(clock.nowMs());
      const from = Math.max(dataStartsMs.outcomes, endMs - daysLimit * dayMs);
      // No data precedes the start, however early the clock is.
      const versions = from < endMs ? await analytics.rows(dayVersions, { from, to: endMs }) : [];
      const changed = versions.filter(({ number, version }) => held?.days.get(number)?.version !== version);
      if (held !== undefined && changed.length === 0 && versions.length === held.days.size)
        return { endMs, days: held.days };
      const read = changed.length === 0 ? new Map() : await readDays(changed.map(({ number }) => number));
      const days = versions.map(({ number, version }): [DayNumber, PastDay] => {
        const own = read.get(number);
        return [number, own === undefined ? held!.days.get(number)! : { ...own, version }];
      });
      return { endMs, days: new Map(days) };
    },
    isChanged: ({ batches }, { endMs }) => batches.some(({ fills, firstMs }) => fills > 0 && firstMs < endMs),
    isOver: ({ endMs }) => utcDayStartMs(clock.nowMs()) > endMs,
    readShare: 1,
    // Saved to disk because a full read covers a year of fills; other views that are read in full take less than a second.
    snapshot: {
      format: snapshotFormat(1, ...daySumQueries, pastDayTotals),
      save: (held) => saveDays(held, numbers),
      restore: (parts) => savedDays(parts, numbers),
    },
  };
}

const noTraders = new Uint32Array();

/** Splits a window into the kept whole days and the rest, which is read from the fills at its ends. */
export function windowParts(
  { endMs, days }: PastDays,
  window: Window,
): { whole: WholeDays; kept: ReadonlyMap<DayNumber, PastDay> } {
  const params = wholeDays(window);
  const whole = { ...params, wholeTo: Math.max(params.wholeFrom, Math.min(params.wholeTo, endMs)) };
  const isWithin = (day: DayNumber) => day * dayMs >= whole.wholeFrom && day * dayMs < whole.wholeTo;
  return { whole, kept: new Map([...days].filter(([day]) => isWithin(day))) };
}
