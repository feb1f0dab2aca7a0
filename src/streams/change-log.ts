import type { AnalyticsStore } from '../analytics/store.ts';
import { type ChangeFeed, changedLook, type Look } from '../changes/change-feed.ts';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import { concernsOf, type EventFilter } from './event-filter.ts';
import { type Frame, frameOf } from './group.ts';
import { cursorText, endOfTimeMs, type LogPosition } from './log-position.ts';
import { type Following, type Receiver, sendSoon } from './receiver.ts';
import type { EventSubscription } from './subscription.ts';

/**
 * Feeds of changes that the store lists by time instead of batch: coverage gaps, TWAP orders. A log position is a time, unix milliseconds.
 *
 * A change is stored slightly after its time, so it may appear behind a later one: each read looks back a minute and skips changes already
 * seen. A cursor holds the number of changes in the minute before its position. If the store has another number by then, that minute is
 * sent again, so that no change is missed; clients dedupe by the ids in the events.
 */

type Rows = Pick<AnalyticsStore, 'rows'>;

/** A change, with the fields that filters read. */
export interface Change {
  /** Unix milliseconds. */
  changedMs: number;
  /** Unique per change. */
  name: string;
  wallet?: string | undefined;
  coin?: string | undefined;
  side?: 'B' | 'A';
  event: string;
  json(): string;
}

/** A list of changes in the store. */
export interface Changes<C extends Change = Change> {
  /** Its version in each poll of the store. */
  fact: keyof Look['facts'];
  /** Changes after `afterMs` up to `toMs`, oldest first. `most` never cuts within a millisecond. @throws AnalyticsError */
  read(store: Rows, span: { afterMs: number; toMs: number; most: number }): Promise<C[]>;
  /** Time of the newest change, 0 if there is none. @throws AnalyticsError */
  newest(store: Rows): Promise<number>;
}

const lookBackMs = minuteMs;
/** Maximum changes of one read and of one message. */
const changesOf = { reading: 5_000, message: 500 };

/** Start of a subscription. */
export interface ChangesStart {
  /** Starts after this log position; undefined: from now on. */
  after: number | undefined;
  /** Token of the position; none or empty: the changes up to it are done. */
  token?: string | undefined;
  /** End of a bounded replay, unix milliseconds. */
  toMs?: number | undefined;
}

export interface ChangeLogOptions {
  changes: Changes;
  feed: Pick<ChangeFeed, 'last' | 'newer'>;
  store: Rows;
  clock: Clock;
  signal: AbortSignal;
  onError(error: unknown): void;
}

export type ChangeLog = ReturnType<typeof createChangeLog>;

export function createChangeLog(options: ChangeLogOptions) {
  const { changes, feed, store, clock, signal, onError } = options;

  return {
    /** Position at the end of the log. @throws AnalyticsError */
    end: () => newestChangesMark(store, changes),
    /** Time of the newest change, unix milliseconds. @throws AnalyticsError */
    newest: () => changes.newest(store),
    follow(subscription: EventSubscription, receiver: Receiver, start: ChangesStart): Following {
      const ending = new AbortController();
      const over = AbortSignal.any([ending.signal, signal]);
      const reader = createChangeReader(store, changes, start);
      const begun = reader.begin();

      async function run(): Promise<void> {
        await begun;
        let isLive = false;
        for (;;) {
          await receiver.ready();
          if (over.aborted) return;
          const than = feed.last();
          const fresh = await reader.fresh();
          if (over.aborted) return;
          if (fresh.length > 0) {
            const frames = framesFor(subscription, fresh, reader, clock.nowMs());
            const sent = (frame: ChangeFrame) => reader.note(frame.changes, frame.place);
            await sendSoon(frames, receiver, { isOver: () => over.aborted, sent });
            continue;
          }
          if (start.toMs !== undefined) return receiver.ended();
          if (!isLive) receiver.caughtUp();
          isLive = true;
          const look = await changedLook(feed, { than, fact: changes.fact, signal: over });
          if (look === undefined) return;
        }
      }

      run().catch((error) => {
        if (over.aborted) return;
        onError(error);
        receiver.failed(error);
      });
      const reached = () => positionAt(reader.place(), reader.seenMs());
      return {
        place: reader.place,
        token: () => reached().token,
        async cursor() {
          await begun;
          return cursorText(reached());
        },
        end: () => ending.abort(),
      };
    },
  };
}

/** End of the change log. @throws AnalyticsError */
export async function newestChangesMark(store: Rows, changes: Changes): Promise<LogPosition> {
  const changedMs = await changes.newest(store);
  const known = await changes.read(store, {
    afterMs: changedMs - lookBackMs,
    toMs: changedMs,
    most: 100_000,
  });
  return { of: 'changes', place: changedMs, token: known.length.toString(36) };
}

/** Messages of a past span, oldest first; `toMs` is inclusive. @throws AnalyticsError */
export async function* changeFrames(
  store: Rows,
  changes: Changes,
  subscription: EventSubscription,
  { fromMs, toMs }: Span,
): AsyncGenerator<Frame, void, undefined> {
  const reader = createChangeReader(store, changes, { after: fromMs - 1, toMs });
  await reader.begin();
  for (let fresh = await reader.fresh(); fresh.length > 0; fresh = await reader.fresh())
    for (const frame of framesFor(subscription, fresh, reader, toMs)) {
      reader.note(frame.changes, frame.place);
      yield frame;
    }
}

/** Reads a list of changes for one follower, each change once. */
export function createChangeReader<C extends Change>(
  store: Rows,
  list: Changes<C>,
  { after, token, toMs = endOfTimeMs }: ChangesStart,
) {
  /** Changes that the follower has, or whose filter drops them: name to change time. */
  const seen = new Map<string, number>();
  let place = after ?? 0;

  function note(changes: readonly Change[], to = place): void {
    for (const { name, changedMs } of changes) seen.set(name, changedMs);
    place = Math.max(place, to);
    for (const [name, changedMs] of seen) if (changedMs < place - 2 * lookBackMs) seen.delete(name);
  }

  return {
    place: () => place,
    seenMs: (): number[] => [...seen.values()],
    /** Undefined `after`: starts at the newest change. @throws AnalyticsError */
    async begin(): Promise<void> {
      if (after === undefined) place = await list.newest(store);
      const before = await list.read(store, { afterMs: place - lookBackMs, toMs: place, most: 100_000 });
      if (!token || before.length.toString(36) === token) note(before);
    },
    /** Further changes, oldest first; they come again unless they are noted. @throws AnalyticsError */
    async fresh(): Promise<C[]> {
      const most = changesOf.reading + seen.size;
      const found = await list.read(store, { afterMs: place - lookBackMs, toMs, most });
      return found.filter(({ name }) => !seen.has(name));
    },
    /** Marks changes as done. @param to Log position that is reached with them. */
    note,
  };
}

type ChangeReader = Pick<ReturnType<typeof createChangeReader>, 'place' | 'seenMs' | 'note'>;

/** A message with its changes. */
interface ChangeFrame extends Frame {
  changes: readonly Change[];
}

/** Messages of the changes that pass the filter; notes the others. */
function framesFor(
  { type, id, filter }: EventSubscription,
  fresh: readonly Change[],
  reader: ChangeReader,
  asOfMs: number,
): ChangeFrame[] {
  const isWanted = wantedOf(filter);
  const wanted = fresh.filter(isWanted);
  const others = fresh.filter((change) => !isWanted(change));
  reader.note(others, wanted.length === 0 ? fresh.at(-1)!.changedMs : undefined);
  const seenMs = reader.seenMs();
  const frames: ChangeFrame[] = [];
  let at = reader.place();
  for (const [changedMs, changes] of Map.groupBy(wanted, (change) => change.changedMs))
    for (let from = 0; from < changes.length; from += changesOf.message) {
      const own = changes.slice(from, from + changesOf.message);
      at = Math.max(at + 1, changedMs);
      seenMs.push(...own.map((change) => change.changedMs));
      const cursor = cursorText(positionAt(at, seenMs));
      const elements = own.map((change) => change.json());
      const last = { timeMs: changedMs, block: 0 };
      const frame = frameOf({ type, id, place: at, asOfMs, cursorOf: () => cursor, elements, last });
      frames.push({ ...frame, changes: own });
    }
  return frames;
}

/** The position counts the changes in the minute up to it. */
function positionAt(place: number, times: readonly number[]): LogPosition {
  const before = times.filter((changedMs) => changedMs > place - lookBackMs && changedMs <= place);
  return { of: 'changes', place, token: before.length.toString(36) };
}

function wantedOf(filter: EventFilter): (change: Change) => boolean {
  const isConcerned = concernsOf(filter, undefined);
  const { events, side } = filter;
  return (change) =>
    isConcerned(change) &&
    (events === undefined || events.includes(change.event)) &&
    (side === undefined || change.side === side);
}
