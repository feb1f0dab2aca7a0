import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { type WholeDays, wholeDays } from '../../analytics/whole-days.ts';
import type { ValueView } from '../../changes/value-view.ts';
import { type HeldParts, snapshotFormat } from '../../changes/view-snapshots.ts';
import { dataStartsMs, type Window } from '../../domain/window.ts';
import { type Clock, dayMs, utcDayStartMs } from '../../kernel/clock.ts';
import { createYielder } from '../../kernel/yielder.ts';
import type { DayOfOutcomes, OutcomeOfDay } from './activity-sums.ts';
import { type OutcomeDay, pastDayTotals, readDayTotals } from './outcome-days.ts';
import type { TraderNumbers } from './trader-numbers.ts';
import { daySumQueries, readDaySums } from './window-activity.ts';

interface SavedDays {
  endMs: number;
  /** In the order of the columns, with each day's number of rows and traders. */
  days: { day: DayNumber; totals: OutcomeDay | null; version: string; rows: number; traders: number }[];
}

const numberColumns = ['outcome', 'fills', 'firstMs', 'lastMs'] as const;
/** A 128-bit number takes two places. */
const halfBits = 64;

/** Serializes days for disk, with only the wallets that traded on them, renumbered without gaps. */
async function saveDays({ endMs, days }: PastDays, numbers: TraderNumbers): Promise<HeldParts> {
  const yieldToEventLoop = createYielder();
  const all = [...days];
  const count = (of: (day: PastDay) => ArrayLike<unknown>) =>
    all.reduce((sum, [, day]) => sum + of(day).length, 0);
  const rows = count((day) => day.rows);
  const columns = Object.fromEntries(numberColumns.map((name) => [name, new Float64Array(rows)]));
  const notional = new BigInt64Array(rows * 2);
  const traders = new Uint32Array(count((day) => day.traders));
  const numbered = new Map<number, number>();
  let [row, at] = [0, 0];
  for (const [, day] of all) {
    for (const one of day.rows) {
      for (const name of numberColumns) columns[name]![row] = one[name];
      notional[row * 2] = BigInt.asIntN(halfBits, one.notional);
      notional[row * 2 + 1] = one.notional >> BigInt(halfBits);
      row += 1;
    }
    for (const trader of day.traders) {
      const number = numbered.get(trader) ?? numbered.size;
      numbered.set(trader, number);
      traders[at++] = number;
      if (at % 1_024 === 0) await yieldToEventLoop();
    }
  }
  const keys = new Uint32Array(numbered.size * numbers.words);
  for (const [trader, number] of numbered) {
    keys.set(numbers.key(trader), number * numbers.words);
    if (number % 1_024 === 0) await yieldToEventLoop();
  }
  const saved = all.map(([day, { totals = null, version, ...of }]) => {
    return { day, totals, version, rows: of.rows.length, traders: of.traders.length };
  });
  return {
    meta: { endMs, days: saved } satisfies SavedDays,
    columns: { ...columns, notional, traders, keys },
  };
}

/** @param parts of {@link saveDays} */
async function savedDays({ meta, columns }: HeldParts, numbers: TraderNumbers): Promise<PastDays> {
  const yieldToEventLoop = createYielder();
  const saved = meta as SavedDays;
  const keys = columns.keys as Uint32Array;
  const numbered = new Uint32Array(keys.length / numbers.words);
  for (let i = 0; i < numbered.length; i++) {
    numbered[i] = numbers.addKey(keys.subarray(i * numbers.words, (i + 1) * numbers.words));
    if (i % 1_024 === 0) await yieldToEventLoop();
  }
  const number = (name: (typeof numberColumns)[number], row: number) => columns[name]![row] as number;
  const notional = columns.notional as BigInt64Array;
  const traders = columns.traders as Uint32Array;
  let [row, at] = [0, 0];
  const days = new Map<DayNumber, PastDay>();
  for (const { day, totals, version, ...of } of saved.days) {
    const rows: OutcomeOfDay[] = [];
    for (const end = row + of.rows; row < end; row++) {
      rows.push({
        day,
        outcome: number('outcome', row),
        fills: number('fills', row),
        firstMs: number('firstMs', row),
        lastMs: number('lastMs', row),
        notional: (notional[row * 2 + 1]! << BigInt(halfBits)) | BigInt.asUintN(halfBits, notional[row * 2]!),
      });
    }
    const own = traders.subarray(at, at + of.traders).map((trader) => numbered[trader]!);
    days.set(day, { totals: totals ?? undefined, version, rows, traders: own });
    at += of.traders;
    await yieldToEventLoop();
  }
  return { endMs: saved.endMs, days };
}

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
