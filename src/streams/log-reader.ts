import type { AnalyticsStore } from '../analytics/store.ts';
import type { StoredBatch } from '../changes/batches.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import {
  batchOf,
  type LogFilter,
  type LogPage,
  lateMs,
  placeAfter,
  readFillLog,
} from '../changes/fill-log.ts';
import { cursorText } from './cursor.ts';

/** A page of the log, and what there is to say of it. */
export interface ReadPage extends LogPage {
  /** Time of the newest fill up to the end of the page, unix milliseconds. */
  newestMs: number;
  /** Batches within it that are history, and no events. */
  skipped: readonly StoredBatch[];
  /** Batches of which fills may be left out, because these are older than its reader may have. */
  cut: readonly StoredBatch[];
  /** What goes on behind a place of it. */
  cursorOf(place: number): string;
}

/** Fills of the batches of one reading of the log, where all are read, and where few of them are. */
const readFills = { all: 20_000, some: 2_000_000 };
/** Of so large fills there are few. */
const largeUsd = 100_000;
const onLane = { lane: 'heavy' } as const;

/** Reads the log of fills page by page, from any place. */
export function createLogReader({
  feed,
  store,
  signal,
}: {
  feed: Pick<ChangeFeed, 'after'>;
  store: Pick<AnalyticsStore, 'rows'>;
  signal: AbortSignal;
}) {
  /** Batches behind a place, as many as make one reading, and which of them are events. */
  async function batchesAfter(place: number, newestMs: number, most: number) {
    const { batches } = await feed.after(batchOf(place + 1) - 1);
    const taken: StoredBatch[] = [];
    const skipped: StoredBatch[] = [];
    let [fills, seenMs] = [0, newestMs];
    for (const batch of batches) {
      if (taken.length > 0 && fills + batch.fills > most) break;
      const isEvent = batch.number > 0 && batch.lastMs >= seenMs - lateMs;
      if (!isEvent && batch.number > 0) skipped.push(batch);
      seenMs = Math.max(seenMs, batch.lastMs);
      fills += isEvent ? batch.fills : 0;
      taken.push(isEvent ? batch : { ...batch, number: 0 });
    }
    return { taken, skipped };
  }

  /**
   * @param newestMs time of the newest fill up to the place, unix milliseconds
   * @param oldestMs older fills are left out, unix milliseconds
   * @returns a page that may hold fills of other wallets, too, and ends where it began where nothing is behind it; undefined where all of
   *   its first batch is older than `oldestMs`
   * @throws AnalyticsError
   */
  return async function readPage(
    place: number,
    newestMs: number,
    filter: LogFilter,
    oldestMs = 0,
  ): Promise<ReadPage | undefined> {
    const isOfFew = filter.wallets !== undefined || (filter.minNotionalUsd ?? 0) >= largeUsd;
    const most = isOfFew ? readFills.some : readFills.all;
    const { taken, skipped } = await batchesAfter(place, newestMs, most);
    if (taken.length === 0) return { fills: [], to: place, newestMs, skipped, cut: [], cursorOf: () => '' };
    const events = taken.filter(({ number }) => number > 0);
    if (events[0] !== undefined && events[0].lastMs < oldestMs) return undefined;
    const options = { ...onLane, after: place, fromMs: Math.max(0, newestMs - lateMs, oldestMs), signal };
    const page = await readFillLog(store, taken, narrowed(filter, taken), options);
    const tokens = new Map(taken.map(({ seq, token }) => [seq, token]));
    const isWhole = ({ seq }: StoredBatch) => placeAfter(seq) <= page.to;
    return {
      ...page,
      newestMs: taken.filter(isWhole).reduce((newest, { lastMs }) => Math.max(newest, lastMs), newestMs),
      skipped: skipped.filter(isWhole),
      cut: events.filter(({ seq, firstMs }) => firstMs < oldestMs && batchOf(page.to) >= seq),
      cursorOf: (at) => cursorText(at, tokens.get(batchOf(at)) ?? ''),
    };
  };
}

/** A filter of more wallets than there are fills to read costs less without them. */
function narrowed(filter: LogFilter, batches: readonly StoredBatch[]): LogFilter {
  const fills = batches.reduce((sum, batch) => sum + batch.fills, 0);
  return (filter.wallets?.length ?? 0) > fills ? { ...filter, wallets: undefined } : filter;
}

export type LogPlaces = ReturnType<typeof createLogPlaces>;

/** What is known of places of the log. */
export function createLogPlaces(feed: Pick<ChangeFeed, 'after' | 'last' | 'lookAtFills'>) {
  async function batchAt(place: number): Promise<StoredBatch | undefined> {
    const seq = batchOf(place);
    // Of an empty store the newest place lies before the first batch.
    if (seq < 1) return undefined;
    const { batches } = await feed.after(seq - 1);
    return batches[0]?.seq === seq ? batches[0] : undefined;
  }
  return {
    batchAt,
    async reach(place: number): Promise<void> {
      const look = feed.last();
      if (look !== undefined && place > placeAfter(look.seq)) await feed.lookAtFills();
    },
    cursorAt: async (place: number) => cursorText(place, (await batchAt(place))?.token ?? ''),
  };
}
