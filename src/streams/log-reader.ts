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
import { cursorText } from './log-position.ts';

export interface ReadPage extends LogPage {
  /** Time of the newest fill up to the end of the page, unix milliseconds. */
  newestMs: number;
  /** Batches of added history, which are not sent as events. */
  skipped: readonly StoredBatch[];
  /** Batches with fills left out because they are older than the reader's history window. */
  cut: readonly StoredBatch[];
  /** Cursor that resumes after a log position of the page. */
  cursorOf(place: number): string;
}

/** Maximum fills in the batches of one read: for unselective and for selective filters. */
const readFills = { all: 20_000, some: 2_000_000 };
/** Minimum notional that counts as selective, USD: fills this large are rare. */
const largeUsd = 100_000;
const onLane = { lane: 'heavy' } as const;

export function createLogReader({
  feed,
  store,
  signal,
}: {
  feed: Pick<ChangeFeed, 'after'>;
  store: Pick<AnalyticsStore, 'rows'>;
  signal: AbortSignal;
}) {
  /** Batches after a log position, up to the size of one read; number 0 marks those that are no events. */
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
   * @param newestMs Time of the newest fill up to the position, unix milliseconds.
   * @param oldestMs Older fills are left out, unix milliseconds.
   * @returns A page, which may contain other wallets' fills; `to` equals `place` at the end of the log. Undefined if the first batch of
   *   events is entirely older than `oldestMs`.
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
      cursorOf: (at) => cursorText({ of: 'fills', place: at, token: tokens.get(batchOf(at)) ?? '' }),
    };
  };
}

/** Drops the wallet filter if it names more wallets than there are fills, since filtering then costs more. */
function narrowed(filter: LogFilter, batches: readonly StoredBatch[]): LogFilter {
  const fills = batches.reduce((sum, batch) => sum + batch.fills, 0);
  return (filter.wallets?.length ?? 0) > fills ? { ...filter, wallets: undefined } : filter;
}

export type LogPlaces = ReturnType<typeof createLogPlaces>;

export function createLogPlaces(feed: Pick<ChangeFeed, 'after' | 'last' | 'lookAtFills'>) {
  async function batchAt(place: number): Promise<StoredBatch | undefined> {
    const seq = batchOf(place);
    // In an empty store the newest position is before the first batch.
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
    cursorAt: async (place: number) =>
      cursorText({ of: 'fills', place, token: (await batchAt(place))?.token ?? '' }),
  };
}
