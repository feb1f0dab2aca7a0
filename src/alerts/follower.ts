import { placeBefore } from '../changes/fill-log.ts';
import type { AlertHead, AlertStore, LogMark, NewDelivery } from '../control/alert-store.ts';
import { type Clock, dayMs, monotonicMs } from '../kernel/clock.ts';
import type { Frame } from '../streams/group.ts';
import type { StreamHub } from '../streams/hub.ts';
import type { Following, Receiver } from '../streams/receiver.ts';
import type { EventSubscription } from '../streams/subscription.ts';
import { type GapNote, gapMessage, type MessageRule, messagesOf } from './messages.ts';

export interface FollowerOptions {
  hub: Pick<StreamHub, 'prepare' | 'follow' | 'changes' | 'newest' | 'reach' | 'batchAt' | 'onMismatch'>;
  alerts: Pick<AlertStore, 'storeAlerts'>;
  clock: Clock;
  /** Number of the first batch with fills at or after a time; undefined if all are older. */
  batchSince(timeMs: number): Promise<number | undefined>;
  /** Interval for storing the log position while no messages come, which bounds the replay after a restart. Default: 10 s. */
  quietMs?: number | undefined;
  /** Called when events or gaps wait to be stored. */
  wake(): void;
  onError(error: unknown): void;
}

/** Bytes of events buffered in memory between two polls; further events wait in the log. */
const bufferBytes = 1_000_000;
/** Undelivered messages per rule; above it, reading the log pauses until some are delivered. */
const pendingLimit = 1_000;
const addedHistory = 'older data was imported, which alerts do not send; read it from the API';

export type RuleFollower = ReturnType<typeof followRule>;

/** Follows the log for a rule from its stored position, and commits messages together with the new position. */
export function followRule(
  rule: MessageRule,
  subscription: EventSubscription,
  head: AlertHead,
  options: FollowerOptions,
) {
  const { hub, alerts, clock, batchSince, wake, onError, quietMs = 10_000 } = options;
  const { coolDownMs, revision } = head;
  let [mark, firedMs, heldBack, pending] = [head.mark, head.firedMs, head.heldBack, head.pending];
  let buffer: Frame[] = [];
  let bytes = 0;
  let gaps: GapNote[] = [];
  let following: Following | undefined;
  let storedMs = monotonicMs();
  let isBroken = false;
  let room: PromiseWithResolvers<void> | undefined;

  const hasRoom = () => bytes < bufferBytes && pending < pendingLimit;
  const giveRoom = () => {
    if (!hasRoom()) return;
    room?.resolve();
    room = undefined;
  };

  const receiver: Receiver = {
    isReady: hasRoom,
    async ready() {
      if (hasRoom()) return;
      room ??= Promise.withResolvers();
      await room.promise;
    },
    take(frame) {
      buffer.push(frame);
      bytes += frame.own().length;
      wake();
    },
    caughtUp: () => undefined,
    ended: () => undefined,
    skipped: ({ fromMs, toMs }) => {
      gaps.push({ place: following?.place() ?? mark.place, fromMs, toMs, reason: addedHistory });
      wake();
    },
    failed(error) {
      onError(error);
      isBroken = true;
    },
  };

  /** Resumes at the stored position; jumps ahead with a gap message if another store replaced it or the plan's history ends later. */
  async function start(): Promise<void> {
    const { changes } = subscription.feed;
    if (changes !== undefined) {
      following = hub.changes(changes).follow(subscription, receiver, { ...mark, after: mark.place });
      return;
    }
    await hub.reach(mark.place);
    const newest = hub.newest();
    if (newest === undefined) throw new Error('the store has not been read yet');
    const found = mark.place > newest ? undefined : await markAt(hub, mark.place);
    if (found === undefined || found.token !== mark.token) {
      hub.onMismatch({ place: mark.place, newest, named: mark.token, stored: found?.token ?? '' });
      const nowMs = clock.nowMs();
      const reason =
        'the store was replaced by another or an older copy: the alert continues from its newest fill';
      await jump(newest, { fromMs: nowMs, toMs: nowMs, reason });
    } else await leaveOld();
    await hub.prepare(subscription);
    following = hub.follow(subscription, receiver, mark.place);
  }

  async function leaveOld(): Promise<void> {
    const sinceMs = clock.nowMs() - head.windowDays * dayMs;
    const old = await olderThan(sinceMs, mark.place, { hub, batchSince });
    if (old === undefined) return;
    const reason = `the events are older than the account's ${head.windowDays} days of history`;
    await jump(old.place, { fromMs: old.fromMs, toMs: sinceMs, reason });
  }

  async function jump(place: number, gap: Omit<GapNote, 'place'>): Promise<void> {
    await commit(await markAt(hub, place), [gapMessage(rule, { ...gap, place })], { firedMs, heldBack: 0 });
  }

  async function commit(
    to: LogMark,
    deliveries: readonly NewDelivery[],
    state: { firedMs: number | undefined; heldBack: number },
  ): Promise<void> {
    const made = { rule: rule.id, after: mark.place, revision, mark: to, ...state, deliveries };
    if (!(await alerts.storeAlerts(made))) throw new MovedElsewhere();
    mark = to;
    ({ firedMs, heldBack } = state);
    pending += deliveries.length;
    storedMs = monotonicMs();
  }

  return {
    subscription,
    revision,
    start,
    /** False if the follower has failed or ended and must be recreated. */
    isWhole: () => !isBroken,
    /** @param waiting Undelivered messages of the rule. */
    noteRoom(waiting: number): void {
      pending = waiting;
      giveRoom();
    },
    /**
     * Commits buffered events as messages, with the log position.
     *
     * @param isLast Stores the position even if no message came.
     * @returns Whether there are new messages.
     */
    async store(isLast: boolean): Promise<boolean> {
      if (following === undefined || isBroken) return false;
      const place = following.place();
      const token = following.token?.();
      const [frames, notes] = [buffer, gaps];
      const isDue = frames.length > 0 || notes.length > 0 || isLast || monotonicMs() - storedMs >= quietMs;
      if (place === mark.place || !isDue) return false;
      [buffer, gaps, bytes] = [[], [], 0];
      try {
        const { made, ...state } = coolDownMs === 0 ? atOnce(frames) : cooled(frames);
        const noted = notes.map((note) => gapMessage(rule, note));
        const to = token === undefined ? await markAt(hub, place) : { place, token };
        await commit(to, [...made, ...noted], state);
        giveRoom();
        return made.length + noted.length > 0;
      } catch (error) {
        // The buffer is lost; a new follower replays from the stored position.
        isBroken = true;
        if (!(error instanceof MovedElsewhere)) throw error;
        return false;
      }
    },
    end(): void {
      isBroken = true;
      following?.end();
      room?.resolve();
    },
  };

  function atOnce(frames: readonly Frame[]) {
    const last = frames.at(-1);
    const newestMs = last === undefined ? firedMs : timeOf(last);
    return { made: messagesOf(rule, frames), firedMs: newestMs, heldBack: 0 };
  }

  /** Applies the cool-down by event time, so that a replay after a restart gives the same messages. */
  function cooled(frames: readonly Frame[]) {
    const made: NewDelivery[] = [];
    const coolDown = createCoolDown(coolDownMs, { firedMs, heldBack });
    for (const frame of frames) {
      const { data, time } = JSON.parse(frame.own()) as { data: unknown[]; time: string };
      const held = coolDown.fires(Date.parse(time), data.length);
      if (held !== undefined) made.push(...messagesOf(rule, [frame], held));
    }
    return { made, ...coolDown.state() };
  }
}

async function markAt(hub: FollowerOptions['hub'], place: number): Promise<LogMark> {
  return { place, token: (await hub.batchAt(place))?.token ?? '' };
}

const timeOf = (frame: Frame) => Date.parse((JSON.parse(frame.own()) as { time: string }).time);

/** @returns the position where fills reach `sinceMs`, and the time of the first skipped fill; undefined if nothing is skipped */
async function olderThan(
  sinceMs: number,
  after: number,
  { hub, batchSince }: Pick<FollowerOptions, 'hub' | 'batchSince'>,
): Promise<{ place: number; fromMs: number } | undefined> {
  const next = await hub.batchAt(after + 1);
  if (next === undefined || next.firstMs >= sinceMs) return undefined;
  const seq = await batchSince(sinceMs);
  const place = seq === undefined ? hub.newest()! : placeBefore(seq);
  return place > after ? { place, fromMs: next.firstMs } : undefined;
}

/** Suppresses events within the cool-down after the last message. */
export function createCoolDown(
  coolDownMs: number,
  before: { firedMs: number | undefined; heldBack: number },
) {
  let { firedMs, heldBack } = before;
  return {
    /** @returns the number of events held back since the last message; undefined while cooling down */
    fires(timeMs: number, events: number): number | undefined {
      if (firedMs !== undefined && timeMs < firedMs + coolDownMs) {
        heldBack += events;
        return undefined;
      }
      const held = heldBack;
      [firedMs, heldBack] = [timeMs, 0];
      return held;
    },
    state: () => ({ firedMs, heldBack }),
  };
}

/** Another process has committed a newer position, or the rule has changed. */
class MovedElsewhere extends Error {}
