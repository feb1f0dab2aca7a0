import { Type } from 'typebox';
import { type ParamTypes, query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, dayMs, utcDate } from '../kernel/clock.ts';
import { keyedFlights } from '../kernel/single-flight.ts';
import { type ClosersBoard, windowDays, windowStart } from './closers.ts';
import type { HeldList, ListColumns, ListWindow, RankedList } from './ranked-list.ts';
import { type RankedRows, rankedRows } from './ranked-rows.ts';

/** What is known of the lifecycles that were closed in the last 90 UTC days, today included, in memory. */
export interface Archetypes {
  /** Who closed them, in sums; `fromMs`: when the window begins, unix milliseconds. */
  closers(): Promise<{ board: ClosersBoard; fromMs: number }>;
  /**
   * The newest rows of a list; waits where it was never read.
   * @throws AnalyticsError, `unready` while lifecycles are folded for the first time
   */
  list<C extends ListColumns, R extends RankedRows<C>>(list: RankedList<C> | HeldList<C, R>): Promise<R>;
}

export interface KeptLists {
  list<C extends ListColumns>(list: RankedList<C>): Promise<RankedRows<C>>;
  /** Reads all of these lists, one after the other. @throws AnalyticsError */
  read(lists: readonly RankedList[], signal?: AbortSignal): Promise<void>;
}

const foldVersion = query({
  name: 'archetype_fold_version',
  params: {} as ParamTypes,
  row: Type.Object({ version: Type.String(), seq: Type.String() }),
  sql: 'SELECT version, seq FROM lifecycle_progress FINAL WHERE ready',
});

/** What of the fold is stored: another text whenever lifecycles changed. */
export async function readFoldVersion(store: Pick<AnalyticsStore, 'rows'>): Promise<string> {
  const [row] = await store.rows(foldVersion, {}, { lane: 'job' });
  return row?.version ?? '';
}

export function createArchetypes(parts: {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  clock: Clock;
}): KeptLists {
  const { store, clock } = parts;
  const kept = new Map<string, RankedRows>();
  const reading = keyedFlights<RankedRows>();

  async function readNow({ columns, query: listQuery, name }: RankedList): Promise<RankedRows> {
    const nowMs = clock.nowMs();
    const fromMs = windowStart(nowMs);
    const asked: ListWindow = {
      from: utcDate(fromMs),
      to: utcDate(nowMs),
      from_ms: fromMs,
      end_ms: fromMs + windowDays * dayMs,
    };
    const [fold] = await store.rows(foldVersion, {}, { lane: 'job' });
    // Not the lane of what follows fills within seconds: these take longer, and may be a minute old.
    const bytes = await store.bytes(listQuery, asked, { lane: 'job' });
    const rows = rankedRows(columns, bytes, { fromMs, toMs: nowMs });
    // What is told of an empty store is wrong with its first fill.
    if (fold !== undefined && fold.seq !== '0') kept.set(name, rows);
    return rows;
  }

  const read = (list: RankedList) => reading.run(list.name, () => readNow(list));

  return {
    async list<C extends ListColumns>(list: RankedList<C>) {
      const rows = kept.get(list.name) ?? (await read(list));
      return rows as unknown as RankedRows<C>;
    },
    async read(lists, signal) {
      for (const list of lists) {
        signal?.throwIfAborted();
        await read(list);
      }
    },
  };
}
