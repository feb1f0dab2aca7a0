import type { AnalyticsStore } from '../analytics/store.ts';
import { oneLookMs } from '../changes/change-feed.ts';
import type { View } from '../changes/view.ts';
import { type HeldParts, snapshotFormat } from '../changes/view-snapshots.ts';
import { type Clock, dayMs } from '../kernel/clock.ts';
import type { FileColumns } from '../kernel/column-file.ts';
import { createYielder } from '../kernel/yielder.ts';
import { type ChangedClose, readChangedCloses, spansOf, windowSlices } from './changed-closes.ts';
import { closeLane } from './close-sql.ts';
import { windowStart } from './closers.ts';
import type { EventColumns, EventList } from './event-lists.ts';
import type { ListRow } from './ranked-list.ts';
import { rankedRows } from './ranked-rows.ts';

export type EventRow = ListRow<EventColumns>;

/** Cached rows by list name, UTC day of the close (since 1970) and band. */
export type EventsByList = Map<string, Map<number, Map<number, HeldEvents>>>;

/** The first rows of one day and band, in the list's order. */
export interface HeldEvents {
  rows: EventRow[];
  /** Whether the store may have further rows, all ranked after these. */
  isCut: boolean;
}

/** The cached closes of a list: the first rows of each day and band. */
export interface CloseEvents {
  /** Cached rows of all days, for the bands that may contain wanted rows. */
  held(hasWanted: (band: number) => boolean): HeldEvents[];
}

const always = 0;

const keyOf = (row: Pick<EventRow, 'id' | 'address'>) => `${row.id} ${row.address}`;
const dayOf = (timeMs: number) => Math.floor(timeMs / dayMs);

/**
 * Caches the first rows of each day and band of some lists. Applies closes written after a version, and reloads a day with too few rows
 * left.
 *
 * @param parts.rowsPerDay rows loaded per day and band; the cache holds at most twice, and at least half as many if the store has more
 */
export function createCloseEvents(parts: {
  store: Pick<AnalyticsStore, 'bytes'>;
  clock: Clock;
  lists: readonly EventList[];
  rowsPerDay?: number;
}) {
  const { store, clock, lists, rowsPerDay = 500 } = parts;
  let held: EventsByList = new Map(lists.map(({ name }) => [name, new Map()]));

  async function readRows(list: EventList, span: { since: number; until: number; after: number }) {
    const most = span.after === always ? rowsPerDay : Number.MAX_SAFE_INTEGER;
    const bytes = await store.bytes(list.dayQuery, { ...span, most }, closeLane);
    const rows = rankedRows(list.columns, bytes, { fromMs: span.since, toMs: span.until });
    return Array.from({ length: rows.count }, (_, place) => rows.row(place));
  }

  /** @param rows result of a query over whole days, in list order */
  function group(rows: readonly EventRow[]): Map<number, Map<number, HeldEvents>> {
    const days = new Map<number, Map<number, HeldEvents>>();
    for (const row of rows) {
      const events = eventsOf(days, dayOf(row.closedMs), row.band);
      events.rows.push(row);
      events.isCut = events.rows.length >= rowsPerDay;
    }
    return days;
  }

  function insert(list: EventList, days: Map<number, Map<number, HeldEvents>>, row: EventRow): void {
    const events = eventsOf(days, dayOf(row.closedMs), row.band);
    const place = placeOf(list, events.rows, row);
    // The store may have uncached rows ranked before this one.
    if (place === events.rows.length && events.isCut) return;
    events.rows.splice(place, 0, row);
    if (events.rows.length <= 2 * rowsPerDay) return;
    events.rows.length = rowsPerDay;
    events.isCut = true;
  }

  /** @returns days with too few rows left */
  function remove(days: Map<number, Map<number, HeldEvents>>, changed: readonly ChangedClose[]): Set<number> {
    const short = new Set<number>();
    for (const [day, keys] of keysByDay(changed)) {
      for (const events of days.get(day)?.values() ?? []) {
        events.rows = events.rows.filter((row) => !keys.has(keyOf(row)));
        if (events.isCut && events.rows.length < rowsPerDay / 2) short.add(day);
      }
    }
    return short;
  }

  async function takeIn(list: EventList, changed: readonly ChangedClose[], after: number): Promise<void> {
    const days = held.get(list.name)!;
    const rows: EventRow[] = [];
    for (const span of spansOf(changed)) rows.push(...(await readRows(list, { ...span, after })));
    const short = remove(days, changed);
    for (const row of rows) if (!short.has(dayOf(row.closedMs))) insert(list, days, row);
    for (const day of short) {
      const since = day * dayMs;
      const read = group(await readRows(list, { since, until: since + dayMs, after: always }));
      days.set(day, read.get(day) ?? new Map());
    }
  }

  const view: View = {
    name: 'closes that lists rank',
    maxAgeMs: oneLookMs,
    async load({ seq }, step) {
      const nowMs = clock.nowMs();
      const read: typeof held = new Map();
      for (const list of lists) {
        const days = new Map<number, Map<number, HeldEvents>>();
        for (const span of windowSlices(nowMs)) {
          const rows = await readRows(list, { ...span, after: always });
          for (const [day, bands] of group(rows)) days.set(day, bands);
          await step();
        }
        read.set(list.name, days);
      }
      held = read;
      return seq;
    },
    async apply({ after }) {
      const changed = await readChangedCloses(store, { since: windowStart(clock.nowMs()), after });
      for (const list of lists) await takeIn(list, changed, after);
      return true;
    },
    // Evicts days before the window.
    async tend() {
      const first = dayOf(windowStart(clock.nowMs()));
      let isChanged = false;
      for (const days of held.values()) {
        for (const day of days.keys()) if (day < first) isChanged = days.delete(day) || isChanged;
      }
      return isChanged;
    },
    snapshot: {
      format: snapshotFormat(1, { rowsPerDay }, ...lists.map(({ dayQuery }) => dayQuery)),
      save: () => saveEvents(lists, held),
      async restore(parts) {
        held = await restoreEvents(lists, parts);
        return undefined;
      },
    },
  };

  function events(list: EventList): CloseEvents {
    return {
      held(hasWanted) {
        const bands = [...held.get(list.name)!.values()].flatMap((day) => [...day]);
        return bands.filter(([band, { rows }]) => rows.length > 0 && hasWanted(band)).map(([, one]) => one);
      },
    };
  }
  return { view, events };
}

function eventsOf(days: Map<number, Map<number, HeldEvents>>, day: number, band: number): HeldEvents {
  const bands = days.get(day) ?? new Map<number, HeldEvents>();
  days.set(day, bands);
  const events = bands.get(band) ?? { rows: [], isCut: false };
  bands.set(band, events);
  return events;
}

/** Binary search: the first place whose row does not rank before `row`. */
function placeOf({ compare }: EventList, rows: readonly EventRow[], row: EventRow): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(rows[middle]!, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keysByDay(changed: readonly ChangedClose[]): Map<number, Set<string>> {
  const days = new Map<number, Set<string>>();
  for (const { closedMs, ...named } of changed) {
    const keys = days.get(dayOf(closedMs)) ?? new Set<string>();
    days.set(dayOf(closedMs), keys.add(keyOf(named)));
  }
  return days;
}

interface SavedEvents {
  /** Number of rows by list, day and band; rows follow each other in this order in the list's columns. */
  bands: [list: string, day: number, band: number, rows: number, isCut: boolean][];
  /** Dictionary of texts and addresses; columns hold the index. */
  texts: string[];
}

/** Saves rows as columns with dictionary-encoded texts; JSON objects would take ten times the space. */
async function saveEvents(lists: readonly EventList[], held: EventsByList): Promise<HeldParts> {
  const yieldToEventLoop = createYielder();
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const saved: SavedEvents = { bands: [], texts: [] };
  const columns: FileColumns = {};
  for (const { name: list, columns: kinds } of lists) {
    const rows: EventRow[] = [];
    for (const [day, bands] of held.get(list) ?? []) {
      for (const [band, events] of bands) {
        saved.bands.push([list, day, band, events.rows.length, events.isCut]);
        for (const row of events.rows) rows.push(row);
      }
    }
    for (const name of Object.keys(kinds)) {
      const values = new Float64Array(rows.length);
      columns[`${list} ${name}`] = values;
      for (const [i, row] of rows.entries()) {
        const value = (row as Record<string, string | number>)[name]!;
        values[i] = typeof value === 'number' ? value : numberOf(value);
        if (i % 1_024 === 0) await yieldToEventLoop();
      }
    }
  }
  saved.texts = [...numbers.keys()];
  return { meta: saved, columns };
}

/** @param parts result of {@link saveEvents} */
async function restoreEvents(
  lists: readonly EventList[],
  { meta, columns }: HeldParts,
): Promise<EventsByList> {
  const yieldToEventLoop = createYielder();
  const { bands, texts } = meta as SavedEvents;
  const held: EventsByList = new Map();
  for (const { name: list, columns: kinds } of lists) {
    const days: NonNullable<ReturnType<EventsByList['get']>> = new Map();
    held.set(list, days);
    const named = Object.entries(kinds).map(([name, kind]) => {
      const isText = kind === 'wallet' || kind === 'text';
      return { name, isText, values: columns[`${list} ${name}`] as Float64Array };
    });
    let at = 0;
    for (const [, day, band, count, isCut] of bands.filter(([of]) => of === list)) {
      const rows: EventRow[] = [];
      for (const end = at + count; at < end; at++) {
        const row: Record<string, string | number> = {};
        for (const { name, isText, values } of named) row[name] = isText ? texts[values[at]!]! : values[at]!;
        rows.push(row as EventRow);
        if (at % 256 === 0) await yieldToEventLoop();
      }
      const ofDay = days.get(day) ?? new Map();
      days.set(day, ofDay.set(band, { rows, isCut }));
    }
  }
  return held;
}
