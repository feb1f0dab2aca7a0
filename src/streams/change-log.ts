import { addAbortListener } from 'node:events';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import type { Span } from '../kernel/span.ts';
import { endOfTimeMs } from './cursor.ts';
import type { EventFilter } from './event-filter.ts';
import { concernsOf } from './gap-watch.ts';
import { type Frame, frameOf } from './group.ts';
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
export interface Changes {
  /** Changes after `afterMs` up to `toMs`, oldest first. `most` never cuts within a millisecond. @throws AnalyticsError */
  read(store: Rows, span: { afterMs: number; toMs: number; most: number }): Promise<Change[]>;
  /** Time of the newest change, 0 if there is none, and a version that differs after every change. @throws AnalyticsError */
  newest(store: Rows): Promise<{ changedMs: number; version: string }>;
}

const lookBackMs = minuteMs;
/** Maximum changes of one read and of one message. */
const changesOf = { reading: 5_000, message: 500 };

/** Start of a subscription. */
export interface ChangesStart {
  /** Starts after this log position; undefined: from now on. */
  after: number | undefined;
  /** Changes in the minute before the position, as counted by the cursor. */
  known?: number | undefined;
  /** End of a bounded replay, unix milliseconds. */
  toMs?: number | undefined;
}

const cursorForm = /^!([0-9a-z]{1,10})\.([0-9a-z]{1,6})$/;

export function changesCursor(place: number, known: number): string {
  return Buffer.from(`!${place.toString(36)}.${known.toString(36)}`).toString('base64url');
}

/** @returns undefined if the text is no cursor of these feeds */
export function readChangesCursor(text: string): { after: number; known: number } | undefined {
  const [, place, known] =
    cursorForm.exec(Buffer.from(text.slice(0, 64), 'base64url').toString('latin1')) ?? [];
  if (place === undefined) return undefined;
  const found = { after: Number.parseInt(place, 36), known: Number.parseInt(known!, 36) };
  return found.after <= endOfTimeMs ? found : undefined;
}

export interface ChangeLogOptions {
  changes: Changes;
  store: Rows;
  clock: Clock;
  signal: AbortSignal;
  /** Poll interval, milliseconds; default 2 s. No polls without subscribers. */
  everyMs?: number | undefined;
  onError(error: unknown): void;
}

export type ChangeLog = ReturnType<typeof createChangeLog>;

export function createChangeLog(options: ChangeLogOptions) {
  const { changes, store, clock, signal, everyMs = 2_000, onError } = options;
  const watch = createChangeWatch({ changes, store, everyMs, onError });

  return {
    /** Cursor at the end of the log. @throws AnalyticsError */
    cursorNow: async () => cursorOfMark(await newestChangesMark(store, changes)),
    /** Time of the newest change, unix milliseconds. @throws AnalyticsError */
    newest: async () => (await changes.newest(store)).changedMs,
    follow(subscription: EventSubscription, receiver: Receiver, start: ChangesStart): Following {
      const ending = new AbortController();
      const over = AbortSignal.any([ending.signal, signal]);
      const reader = createReader(store, changes, start);
      const leave = watch.join();
      const begun = reader.begin();

      async function run(): Promise<void> {
        await begun;
        let isLive = false;
        for (;;) {
          await receiver.ready();
          if (over.aborted) return;
          const version = watch.version();
          const frames = await reader.next(subscription, clock.nowMs());
          if (over.aborted) return;
          if (frames === undefined) {
            if (start.toMs !== undefined) return receiver.ended();
            if (!isLive) receiver.caughtUp();
            isLive = true;
            await watch.changed(version, over);
          } else await sendSoon(frames, receiver, { isOver: () => over.aborted, sent: reader.sent });
        }
      }

      run().catch((error) => {
        if (over.aborted) return;
        onError(error);
        receiver.failed(error);
      });
      return {
        place: reader.place,
        token: reader.token,
        async cursor() {
          await begun;
          return cursorOfMark({ place: reader.place(), token: reader.token() });
        },
        end() {
          ending.abort();
          leave();
        },
      };
    },
  };
}

/** Cursor of a mark, whose token counts the changes in the minute before its position. */
const cursorOfMark = ({ place, token }: { place: number; token: string }) =>
  changesCursor(place, Number.parseInt(token, 36));

/** End of the change log. @throws AnalyticsError */
export async function newestChangesMark(
  store: Rows,
  changes: Changes,
): Promise<{ place: number; token: string }> {
  const { changedMs } = await changes.newest(store);
  const known = await changes.read(store, {
    afterMs: changedMs - lookBackMs,
    toMs: changedMs,
    most: 100_000,
  });
  return { place: changedMs, token: known.length.toString(36) };
}

/** Messages of a past span, oldest first; `toMs` is inclusive. @throws AnalyticsError */
export async function* changeFrames(
  store: Rows,
  changes: Changes,
  subscription: EventSubscription,
  { fromMs, toMs }: Span,
): AsyncGenerator<Frame, void, undefined> {
  const reader = createReader(store, changes, { after: fromMs - 1, toMs });
  await reader.begin();
  for (
    let frames = await reader.next(subscription, toMs);
    frames;
    frames = await reader.next(subscription, toMs)
  )
    for (const frame of frames) {
      reader.sent(frame);
      yield frame;
    }
}

/** Reads the change log for one subscriber, each change once. */
function createReader(store: Rows, log: Changes, { after, known, toMs = endOfTimeMs }: ChangesStart) {
  /** Changes already sent or filtered out: name to change time. */
  const seen = new Map<string, number>();
  /** Changes in each message. */
  const changesIn = new WeakMap<Frame, readonly Change[]>();
  let place = after ?? 0;

  const note = (changes: readonly Change[]) => {
    for (const change of changes) seen.set(change.name, change.changedMs);
  };
  return {
    place: () => place,
    token: () => countBefore([...seen.values()], place).toString(36),
    async begin(): Promise<void> {
      if (after === undefined) place = (await log.newest(store)).changedMs;
      const before = await log.read(store, { afterMs: place - lookBackMs, toMs: place, most: 100_000 });
      if (known === undefined || before.length === known) note(before);
    },
    /** @returns undefined if there are no new changes */
    async next(subscription: EventSubscription, asOfMs: number): Promise<Frame[] | undefined> {
      const rows = await log.read(store, {
        afterMs: place - lookBackMs,
        toMs,
        most: changesOf.reading + seen.size,
      });
      const fresh = rows.filter((change) => !seen.has(change.name));
      if (fresh.length === 0) return undefined;
      const isWanted = wantedOf(subscription.filter);
      note(fresh.filter((change) => !isWanted(change)));
      const had = [...seen.values()];
      const frames: Frame[] = [];
      let at = place;
      for (const [changedMs, changes] of Map.groupBy(fresh.filter(isWanted), (change) => change.changedMs))
        for (let from = 0; from < changes.length; from += changesOf.message) {
          const own = changes.slice(from, from + changesOf.message);
          at = Math.max(at + 1, changedMs);
          had.push(...own.map((change) => change.changedMs));
          const cursor = changesCursor(at, countBefore(had, at));
          const frame = frameOf({
            type: subscription.type,
            id: subscription.id,
            place: at,
            asOfMs,
            cursorOf: () => cursor,
            elements: own.map((change) => change.json()),
            last: { timeMs: changedMs, block: 0 },
          });
          changesIn.set(frame, own);
          frames.push(frame);
        }
      if (frames.length === 0) place = Math.max(place, rows.at(-1)!.changedMs);
      return frames;
    },
    sent(frame: Frame): void {
      note(changesIn.get(frame) ?? []);
      place = frame.place;
      for (const [name, changedMs] of seen) if (changedMs < place - 2 * lookBackMs) seen.delete(name);
    },
  };
}

/** Counts the changes in the minute up to a log position. */
const countBefore = (times: readonly number[], at: number) =>
  times.filter((changedMs) => changedMs > at - lookBackMs && changedMs <= at).length;

function wantedOf(filter: EventFilter): (change: Change) => boolean {
  const isConcerned = concernsOf(filter, undefined);
  const { events, side } = filter;
  return (change) =>
    isConcerned(change) &&
    (events === undefined || events.includes(change.event)) &&
    (side === undefined || change.side === side);
}

/** Polls the version of the change log while there are subscribers. */
function createChangeWatch({
  changes,
  store,
  everyMs,
  onError,
}: Required<Pick<ChangeLogOptions, 'changes' | 'store' | 'everyMs' | 'onError'>>) {
  let [version, followers] = ['', 0];
  let waiting = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const looking = singleFlight(async () => {
    const found = (await changes.newest(store)).version;
    if (found === version) return;
    version = found;
    waiting.resolve();
    waiting = Promise.withResolvers();
  });
  const look = () => void looking.run().catch(onError);

  return {
    version: () => version,
    /** @returns leave */
    join(): () => void {
      followers += 1;
      timer ??= setInterval(look, everyMs).unref();
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        followers -= 1;
        if (followers > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    /** Resolves when the version differs from `than`, or on abort. */
    async changed(than: string, signal: AbortSignal): Promise<void> {
      if (version !== than || signal.aborted) return;
      const aborted = Promise.withResolvers<void>();
      using _ = addAbortListener(signal, () => aborted.resolve());
      await Promise.race([waiting.promise, aborted.promise]);
    },
  };
}
