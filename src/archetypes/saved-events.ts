import type { HeldParts } from '../changes/view-snapshots.ts';
import { createYielder } from '../kernel/breather.ts';
import type { FileColumns } from '../kernel/column-file.ts';
import type { EventRow, EventsByList } from './close-events.ts';
import type { EventList } from './event-lists.ts';

interface SavedEvents {
  /** Number of rows by list, day and band; rows follow each other in this order in the list's columns. */
  bands: [list: string, day: number, band: number, rows: number, isCut: boolean][];
  /** Dictionary of texts and addresses; columns hold the index. */
  texts: string[];
}

/** Saves rows as columns with dictionary-encoded texts; JSON objects would take ten times the space. */
export async function saveEvents(lists: readonly EventList[], held: EventsByList): Promise<HeldParts> {
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
export async function restoreEvents(
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
