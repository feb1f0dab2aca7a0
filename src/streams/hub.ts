import type { AnalyticsStore } from '../analytics/store.ts';
import type { StoredBatch } from '../changes/batches.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { batchOf, type LogFilter, newestFillUpTo, placeAfter } from '../changes/fill-log.ts';
import type { LoggedFill } from '../changes/logged-fill.ts';
import type { Clock } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import { type FillTest, fillsFor, fillTest } from './event-filter.ts';
import { createGapWatch, type GapWatch } from './gap-watch.ts';
import { type Frame, framesOf } from './group.ts';
import { createLogPlaces, createLogReader, type ReadPage } from './log-reader.ts';
import { createMemberships, type MemberSources, type Memberships, UnknownList } from './members.ts';
import { createQualityLog, type QualityLog } from './quality.ts';
import { type Following, type Receiver, sendSoon } from './receiver.ts';
import { createReplays, type ReplaySpan } from './replay.ts';
import { type EventSubscription, keyOf } from './subscription.ts';

/** Follows the store for all streams of this process: what is new is read once, and given to whom it concerns. */
export interface StreamHub {
  /** Awaited before a subscription is followed. Rejects while it is not known who is in its cohort; with {@link UnknownList}. */
  prepare(subscription: EventSubscription): Promise<void>;
  /** @param after all behind this place of the log is sent; undefined: from now on */
  follow(subscription: EventSubscription, receiver: Receiver, after: number | undefined): Following;
  /** Sends a stretch of the past in the order of its time. */
  replay(subscription: EventSubscription, receiver: Receiver, span: ReplaySpan): Following;
  /** What the ledger of coverage finds to be missing, of what other feeds are of. */
  gaps: GapWatch;
  /** The same as a feed. */
  quality: QualityLog;
  /** The newest look at the store; undefined before the first one. */
  look: ChangeFeed['last'];
  readonly store: Pick<AnalyticsStore, 'rows'>;
  /** Place of the newest batch that was looked at; undefined before the first look at the store. */
  newest(): number | undefined;
  /** What the batch of a place is known by, and the time of its first fill, unix milliseconds; undefined where none is stored. */
  batchAt(place: number): Promise<Pick<StoredBatch, 'token' | 'firstMs'> | undefined>;
  /** Goes on behind a place. */
  cursorAt(place: number): Promise<string>;
  close(): Promise<void>;
}

export interface StreamHubOptions extends MemberSources {
  feed: ChangeFeed;
  store: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
  onError(error: unknown): void;
  /** Between two looks at the ledger of coverage; default: that of {@link createGapWatch}. */
  gapsEveryMs?: number;
}

interface Member {
  group: Group;
  receiver: Receiver;
  place: number;
  /** Gets what is new as it comes; else it reads the log on by itself. */
  isLive: boolean;
  isOver: boolean;
}

/** All that follow the same. */
interface Group {
  subscription: EventSubscription;
  test: FillTest;
  members: Set<Member>;
}

export function createStreamHub(options: StreamHubOptions): StreamHub {
  const { feed, store, clock, onError } = options;
  const groups = new Map<string, Group>();
  const closing = new AbortController();
  const memberships = createMemberships(options);
  const gaps = createGapWatch({
    ...{ store, membersOf: memberships.of, everyMs: options.gapsEveryMs, onError: fault },
  });
  const places = createLogPlaces(feed);
  const quality = createQualityLog({
    ...{ store, clock, signal: closing.signal, everyMs: options.gapsEveryMs, onError },
  });
  const readPage = createLogReader({ feed, store, signal: closing.signal });
  /** All up to here was given to who is live; undefined while there is none. */
  let tail: { place: number; newestMs: number } | undefined;

  const newest = () => (feed.last() === undefined ? undefined : placeAfter(feed.last()!.seq));
  const hasMembers = () => groups.size > 0;

  /** Gives what is new to who is live, page after page. */
  async function followTail(): Promise<void> {
    while (hasMembers() && tail !== undefined && !closing.signal.aborted) {
      const page = await readPage(tail.place, tail.newestMs, filterOfAll([...groups.values()], memberships));
      if (page.to === tail.place) return;
      await memberships.read([...groups.values()].map(({ subscription }) => subscription)).catch(fault);
      tail = { place: page.to, newestMs: page.newestMs };
      const byWallet = Map.groupBy(page.fills, ({ wallet }) => wallet);
      for (const group of groups.values()) give(group, page, byWallet);
    }
  }

  function give(group: Group, page: ReadPage, byWallet: ReadonlyMap<string, LoggedFill[]>): void {
    const live = [...group.members].filter((member) => member.isLive && member.place < page.to);
    if (live.length === 0) return;
    const isGone = memberships.isGone(group.subscription);
    const fills = fillsFor(group.test, page.fills, byWallet, memberships.of(group.subscription));
    const frames = framesOf(group.subscription, fills, page.cursorOf, clock.nowMs());
    for (const member of live) {
      if (!isGone && sendAll(member, frames, page.to)) tellSkipped(member, page.skipped);
      else readOn(member);
    }
  }

  function readOn(member: Member): void {
    member.isLive = false;
    catchUp(member).catch((error) => {
      if (closing.signal.aborted || member.isOver) return;
      onError(error);
      member.receiver.failed(error);
    });
  }

  /** Reads the log on for one, at its own pace, until it is where the others are. */
  async function catchUp(member: Member): Promise<void> {
    const { group, receiver } = member;
    let newestMs = await newestFillUpTo(store, batchOf(member.place + 1) - 1);
    for (;;) {
      await receiver.ready();
      if (member.isOver || closing.signal.aborted) return;
      if (tail === undefined || member.place >= tail.place) return goLive(member);
      const page = await readPage(member.place, newestMs, memberships.logFilterOf(group.subscription));
      await memberships.read([group.subscription]).catch(fault);
      if (member.isOver) return;
      if (memberships.isGone(group.subscription)) return receiver.failed(new UnknownList());
      if (isBehind(page.fills, receiver)) return receiver.behind!(await places.cursorAt(member.place));
      const fills = fillsFor(group.test, page.fills, undefined, memberships.of(group.subscription));
      const frames = framesOf(group.subscription, fills, page.cursorOf, clock.nowMs());
      if (page.to === member.place) return goLive(member);
      const isOver = () => member.isOver || closing.signal.aborted;
      const sent = ({ place }: Frame) => {
        member.place = place;
      };
      if (!(await sendSoon(frames, receiver, { isOver, sent }))) continue;
      member.place = page.to;
      newestMs = page.newestMs;
      tellSkipped(member, page.skipped);
    }
  }

  function goLive(member: Member): void {
    member.isLive = true;
    member.receiver.caughtUp();
  }

  const turn = singleFlight(followTail);

  async function follow(): Promise<void> {
    for (let look = await feed.newer(undefined); look !== undefined; look = await feed.newer(look)) {
      if (closing.signal.aborted) return;
      if (hasMembers()) await turn.run().catch(fault);
    }
  }

  function fault(error: unknown): void {
    if (!closing.signal.aborted) onError(error);
  }

  const following = follow();

  function groupOf(subscription: EventSubscription): Group {
    const key = keyOf(subscription);
    let group = groups.get(key);
    if (group === undefined) {
      group = { subscription, test: fillTest(subscription.filter), members: new Set() };
      groups.set(key, group);
    }
    return group;
  }

  function followFrom(
    subscription: EventSubscription,
    receiver: Receiver,
    after: number | undefined,
  ): Following {
    const last = feed.last();
    // Without a member nothing is read: what came meanwhile is no news to who comes now.
    if (!hasMembers() || tail === undefined)
      tail = { place: last === undefined ? 0 : placeAfter(last.seq), newestMs: last?.newestMs ?? 0 };
    const group = groupOf(subscription);
    const member: Member = {
      group,
      receiver,
      place: after ?? tail.place,
      isLive: after === undefined,
      isOver: false,
    };
    group.members.add(member);
    if (after !== undefined) readOn(member);
    return {
      place: () => member.place,
      end() {
        member.isOver = true;
        group.members.delete(member);
        if (group.members.size === 0) groups.delete(keyOf(subscription));
      },
    };
  }

  const replay = createReplays({
    ...{ store, clock, signal: closing.signal, memberships, newest, follow: followFrom, onError: fault },
  });

  return {
    async prepare(subscription) {
      await memberships.read([subscription]);
      if (memberships.isGone(subscription)) throw new UnknownList();
    },
    follow: followFrom,
    replay,
    ...{ gaps, quality, newest, store, look: feed.last, ...places },
    async close() {
      closing.abort();
      gaps.close();
      await Promise.all([turn.ended(), Promise.race([following, Promise.resolve()])]);
    },
  };
}

/** @returns whether all of it was sent */
function sendAll(member: Member, frames: readonly Frame[], to: number): boolean {
  for (const frame of frames) {
    if (frame.place <= member.place) continue;
    if (!member.receiver.isReady()) return false;
    member.receiver.take(frame);
    member.place = frame.place;
  }
  member.place = to;
  return true;
}

/** Whether a page has what is older than its reader may have. */
function isBehind(fills: readonly LoggedFill[], { oldestMs, behind }: Receiver): boolean {
  if (fills.length === 0 || oldestMs === undefined || behind === undefined) return false;
  const oldest = oldestMs();
  return fills.some(({ timeMs }) => timeMs < oldest);
}

function tellSkipped({ receiver }: Member, skipped: readonly StoredBatch[]): void {
  for (const { firstMs, lastMs } of skipped) receiver.skipped?.({ fromMs: firstMs, toMs: lastMs });
}

/** Wallets or coins that one reading names. */
const namedLimit = 10_000;

/** What concerns any of them: where all name wallets, or coins, no others are read. */
function filterOfAll(groups: readonly Group[], { logFilterOf }: Memberships): LogFilter {
  const filters = groups.map(({ subscription }) => logFilterOf(subscription));
  const kinds = new Set(filters.map(({ kind }) => kind));
  const kind = kinds.size === 1 ? [...kinds][0] : undefined;
  const wallets = namedByAll(filters.map((filter) => filter.wallets));
  return { kind, ...(wallets ? { wallets } : { coins: namedByAll(filters.map(({ coins }) => coins)) }) };
}

/** Everything that any of them names; undefined where one names nothing, or all name too much. */
function namedByAll(lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  const named = new Set<string>();
  for (const list of lists) {
    if (list === undefined || list.length > namedLimit) return undefined;
    for (const one of list) named.add(one);
    if (named.size > namedLimit) return undefined;
  }
  return [...named];
}
