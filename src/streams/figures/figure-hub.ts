import { createFooting, type Footing, type Watching } from '../../endpoints/footing.ts';
import { type Clock, monotonicMs, rfc3339 } from '../../kernel/clock.ts';
import { type StateReceiver, type StateTexts, textsOf } from '../state-message.ts';
import type { FigureArguments, FigureReading } from './figure-feed.ts';
import { figureFeeds } from './figure-feeds.ts';

export interface FollowedFigures {
  type: string;
  /** Equal for equal subscriptions. */
  id: string;
  of: FigureArguments;
}

export interface FigureHub {
  /** @param fromNow Skips the current state and sends only changes. @returns unsubscribe */
  follow(figures: FollowedFigures, receiver: StateReceiver, fromNow: boolean): () => void;
  close(): void;
}

export interface FigureHubOptions {
  /** Wraps the sources, so that a reading records the source versions it used. */
  watched: Watching;
  clock: Clock;
  onError(error: unknown): void;
  /** Interval between staleness checks, milliseconds; default 250. None without subscribers. */
  everyMs?: number;
}

interface Member {
  receiver: StateReceiver;
  fromNow: boolean;
  /** Number of the last reading that the member received; undefined before the first. */
  had: number | undefined;
}

/** Messages of one reading. */
interface Brought {
  /** Sequence number among readings with changes. */
  at: number;
  state(): StateTexts;
  /** For members with the previous reading; undefined if only the whole state can be sent. */
  change(): StateTexts | undefined;
}

interface Group {
  type: string;
  id: string;
  members: Set<Member>;
  read: FigureReading;
  leaving: AbortController;
  footing: Footing;
  brought: Brought | undefined;
  /** Monotonic clock: start of the last read, and earliest time of the next. */
  readMs: number;
  dueMs: number;
}

/** Each type may read for at most 1/5 of the time: many subjects refresh less often, and no type delays another. */
const readShare = 5;
/** Each subject may be read for at most a tenth of the time. */
const subjectShare = 10;
const readTimeoutMs = 30_000;

/** Reads subscribed figures when their sources change, once for all equal subscriptions. */
export function createFigureHub({ watched, clock, onError, everyMs = 250 }: FigureHubOptions): FigureHub {
  const groups = new Map<string, Group>();
  /** Earliest start of the next read by type; infinite while one is in flight, so each type reads one at a time. */
  const nextMs = new Map<string, number>();
  const nextOf = (type: string) => nextMs.get(type) ?? 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    for (const group of groups.values()) give(group);
    for (const type of new Set(Array.from(groups.values(), (group) => group.type))) lookAt(type);
  }

  /** Reads the longest-waiting group of a type. Groups never read come first and skip the pause, because subscribers wait for them. */
  function lookAt(type: string): void {
    const nowMs = monotonicMs();
    if (nextOf(type) === Number.POSITIVE_INFINITY) return;
    const isRested = nowMs >= nextOf(type);
    function isDue({ type: ofType, brought, dueMs, footing }: Group): boolean {
      if (ofType !== type || nowMs < dueMs) return false;
      return brought === undefined || (isRested && footing.hasMoved());
    }
    const due = [...groups.values()].filter(isDue).sort((a, b) => a.readMs - b.readMs);
    if (due[0] !== undefined) void read(due[0]);
  }

  async function read(group: Group): Promise<void> {
    const { type, leaving } = group;
    nextMs.set(type, Number.POSITIVE_INFINITY);
    const beganMs = monotonicMs();
    group.readMs = beganMs;
    const waiting = [...group.members].filter(({ had }) => had === undefined);
    const footing = createFooting();
    const atMs = clock.nowMs();
    try {
      const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(readTimeoutMs)]);
      const found = await group.read({ ...watched(footing), signal });
      group.footing = footing;
      group.brought = broughtBy(group, found, atMs);
    } catch (error) {
      if (!leaving.signal.aborted) fail(group, waiting, error);
    } finally {
      const nowMs = monotonicMs();
      const tookMs = nowMs - beganMs;
      nextMs.set(type, nowMs + tookMs * (readShare - 1));
      group.dueMs = nowMs + Math.max(figureFeeds[type]!.pauseMs, tookMs * (subjectShare - 1));
    }
    give(group);
    if (groups.size > 0) setImmediate(lookAt, type);
  }

  /** Fails members that waited for this reading, so that they can retry; members that joined meanwhile get the next reading. */
  function fail({ members }: Group, waiting: readonly Member[], error: unknown): void {
    onError(error);
    for (const member of waiting) if (members.has(member)) member.receiver.failed?.();
  }

  function give({ members, brought }: Group): void {
    if (brought === undefined) return;
    for (const member of members) giveTo(member, brought);
  }

  /** Sends the change to members with the previous reading, else the whole state. */
  function giveTo(member: Member, { at, state, change }: Brought): void {
    const { had, receiver } = member;
    if (had === at) return;
    if (had === undefined && member.fromNow) {
      member.had = at;
      return;
    }
    const skipped = had === undefined ? 0 : at - had - 1;
    const texts = (had === at - 1 && change()) || state();
    if (receiver.take(texts, skipped)) member.had = at;
  }

  function groupOf({ type, id, of }: FollowedFigures): Group {
    const key = `${type} ${id}`;
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group: Group = {
      type,
      id,
      members: new Set(),
      read: figureFeeds[type]!.open(of),
      leaving: new AbortController(),
      footing: createFooting(),
      brought: undefined,
      readMs: 0,
      dueMs: 0,
    };
    groups.set(key, group);
    return group;
  }

  return {
    follow(figures, receiver, fromNow) {
      const group = groupOf(figures);
      const member: Member = { receiver, fromNow, had: undefined };
      group.members.add(member);
      timer ??= setInterval(look, everyMs).unref();
      queueMicrotask(look);
      return () => {
        if (!group.members.delete(member) || group.members.size > 0) return;
        group.leaving.abort();
        groups.delete(`${figures.type} ${figures.id}`);
        if (groups.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      for (const { leaving } of groups.values()) leaving.abort();
      groups.clear();
      clearInterval(timer);
    },
  };
}

/** @returns the previous messages if the reading has no change */
function broughtBy(
  { type, id, brought }: Pick<Group, 'type' | 'id' | 'brought'>,
  { whole, change }: Awaited<ReturnType<FigureReading>>,
  timeMs: number,
): Brought {
  if (brought !== undefined && change === undefined) return brought;
  const textOf = (kind: string, fields: string) =>
    textsOf(type, id, { timeMs, json: `{"kind":"${kind}","asOf":"${rfc3339(timeMs)}",${fields}}` });
  let [state, changed]: (StateTexts | undefined)[] = [];
  return {
    at: (brought?.at ?? 0) + 1,
    state() {
      state ??= textOf('state', whole());
      return state;
    },
    change() {
      if (typeof change === 'string') changed ??= textOf('change', change);
      return changed;
    },
  };
}
