import { hash } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { AnalyticsStore } from '../analytics/store.ts';
import { newestGapChangeOfAll, readGapChanges } from '../coverage/gap-changes.ts';
import type { CoverageInterval } from '../coverage/interval.ts';
import { type Clock, minuteMs, rfc3339 } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import type { Span } from '../kernel/span.ts';
import { endOfTimeMs } from './cursor.ts';
import type { EventFilter } from './event-filter.ts';
import { concernsOf } from './gap-watch.ts';
import { type Frame, frameOf } from './group.ts';
import { type Following, type Receiver, sendSoon } from './receiver.ts';
import type { EventSubscription } from './subscription.ts';

/**
 * Feed of coverage gaps. Its log is the ledger's list of changes in time order; a log position is a time, unix milliseconds.
 *
 * A change is stored slightly after its time, so it may appear behind a later one: each read looks back a minute and skips changes already
 * seen. A cursor holds the number of changes in the minute before its position. If the store has another number by then, that minute is
 * sent again, so that no change is missed; clients dedupe by `gap` and `event`.
 */

/** Event names by state of a gap. */
export const qualityEvents = ['opened', 'lost', 'healed'] as const;
const eventOf: Readonly<Record<string, string>> = { open: 'opened', lost: 'lost', healed: 'healed' };

const lookBackMs = minuteMs;
/** Maximum changes of one read and of one message. */
const changesOf = { reading: 5_000, message: 500 };

export interface QualityStart {
  /** Starts after this log position; undefined: from now on. */
  after: number | undefined;
  /** Changes in the minute before the position, as counted by the cursor. */
  known?: number | undefined;
  /** End of a bounded replay, unix milliseconds. */
  toMs?: number | undefined;
}

const cursorForm = /^!([0-9a-z]{1,10})\.([0-9a-z]{1,6})$/;

export function qualityCursor(place: number, known: number): string {
  return Buffer.from(`!${place.toString(36)}.${known.toString(36)}`).toString('base64url');
}

/** @returns undefined if the text is no cursor of this feed */
export function readQualityCursor(text: string): { after: number; known: number } | undefined {
  const [, place, known] =
    cursorForm.exec(Buffer.from(text.slice(0, 64), 'base64url').toString('latin1')) ?? [];
  if (place === undefined) return undefined;
  const found = { after: Number.parseInt(place, 36), known: Number.parseInt(known!, 36) };
  return found.after <= endOfTimeMs ? found : undefined;
}

export interface QualityOptions {
  store: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
  signal: AbortSignal;
  /** Poll interval, milliseconds; default 2 s. No polls without subscribers. */
  everyMs?: number | undefined;
  onError(error: unknown): void;
}

export type QualityLog = ReturnType<typeof createQualityLog>;

export function createQualityLog({ store, clock, signal, everyMs = 2_000, onError }: QualityOptions) {
  const watch = createChangeWatch({ store, everyMs, onError });

  return {
    /** Cursor at the end of the log. @throws AnalyticsError */
    cursorNow: async () => cursorOfMark(await newestQualityMark(store)),
    /** Time of the newest change, unix milliseconds. @throws AnalyticsError */
    newest: async () => (await newestGapChangeOfAll(store)).changedMs,
    follow(subscription: EventSubscription, receiver: Receiver, start: QualityStart): Following {
      const ending = new AbortController();
      const over = AbortSignal.any([ending.signal, signal]);
      const reader = createReader(store, start);
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
  qualityCursor(place, Number.parseInt(token, 36));

/** End of the change log. @throws AnalyticsError */
export async function newestQualityMark(
  store: Pick<AnalyticsStore, 'rows'>,
): Promise<{ place: number; token: string }> {
  const { changedMs } = await newestGapChangeOfAll(store);
  const known = await readGapChanges(store, {
    afterMs: changedMs - lookBackMs,
    toMs: changedMs,
    most: 100_000,
  });
  return { place: changedMs, token: known.length.toString(36) };
}

/** Messages of a past span, oldest first; `toMs` is inclusive. @throws AnalyticsError */
export async function* qualityFrames(
  store: Pick<AnalyticsStore, 'rows'>,
  subscription: EventSubscription,
  { fromMs, toMs }: Span,
): AsyncGenerator<Frame, void, undefined> {
  const reader = createReader(store, { after: fromMs - 1, toMs });
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
function createReader(
  store: Pick<AnalyticsStore, 'rows'>,
  { after, known, toMs = endOfTimeMs }: QualityStart,
) {
  /** Changes already sent or filtered out: key to change time. */
  const seen = new Map<string, number>();
  /** Changes in each message. */
  const changesIn = new WeakMap<Frame, readonly CoverageInterval[]>();
  let place = after ?? 0;

  const note = (changes: readonly CoverageInterval[]) => {
    for (const change of changes) seen.set(nameOf(change), change.changedMs);
  };
  return {
    place: () => place,
    token: () => countBefore([...seen.values()], place).toString(36),
    async begin(): Promise<void> {
      if (after === undefined) place = (await newestGapChangeOfAll(store)).changedMs;
      const before = await readGapChanges(store, { afterMs: place - lookBackMs, toMs: place, most: 100_000 });
      if (known === undefined || before.length === known) note(before);
    },
    /** @returns undefined if there are no new changes */
    async next(subscription: EventSubscription, asOfMs: number): Promise<Frame[] | undefined> {
      const rows = await readGapChanges(store, {
        afterMs: place - lookBackMs,
        toMs,
        most: changesOf.reading + seen.size,
      });
      const fresh = rows.filter((change) => !seen.has(nameOf(change)));
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
          const cursor = qualityCursor(at, countBefore(had, at));
          const frame = frameOf({
            type: subscription.type,
            id: subscription.id,
            place: at,
            asOfMs,
            cursorOf: () => cursor,
            elements: own.map(elementOf),
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

function wantedOf(filter: EventFilter): (change: CoverageInterval) => boolean {
  const isConcerned = concernsOf(filter, undefined);
  const { events } = filter;
  return (change) => isConcerned(change) && (events === undefined || events.includes(eventOf[change.state]!));
}

/** Names a gap, however it is by now. */
function gapIdOf({ feed, wallet, coin, fromMs, toMs, fromBlock, toBlock }: CoverageInterval): string {
  return hash('sha256', JSON.stringify([feed, wallet, coin, fromMs, toMs, fromBlock, toBlock])).slice(0, 16);
}

const nameOf = (change: CoverageInterval) => `${gapIdOf(change)} ${change.state} ${change.changedMs}`;

function elementOf(change: CoverageInterval): string {
  const { feed, wallet, coin, fromMs, toMs, fromBlock, toBlock, state, reason, seenMs, changedMs } = change;
  return JSON.stringify({
    event: eventOf[state],
    gap: gapIdOf(change),
    feed,
    wallet,
    coin,
    from: rfc3339(fromMs),
    to: rfc3339(toMs),
    fromBlock,
    toBlock,
    reason,
    foundAt: rfc3339(seenMs),
    time: changedMs,
  });
}

/** Polls the version of the change log while there are subscribers. */
function createChangeWatch({
  store,
  everyMs,
  onError,
}: Required<Pick<QualityOptions, 'store' | 'everyMs' | 'onError'>>) {
  let [version, followers] = ['', 0];
  let waiting = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const looking = singleFlight(async () => {
    const found = (await newestGapChangeOfAll(store)).version;
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
