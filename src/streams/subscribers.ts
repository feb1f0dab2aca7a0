import type { AnalyticsStore } from '../analytics/store.ts';
import { firstBatchSince, type StoredBatch } from '../changes/batches.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import {
  batchOf,
  type LogFilter,
  lateMs,
  newestFillUpTo,
  placeAfter,
  placeBefore,
} from '../changes/fill-log.ts';
import type { LoggedFill } from '../changes/logged-fill.ts';
import { type Clock, minuteMs } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import { type FillTest, fillsFor, fillTest } from './event-filter.ts';
import { type Frame, framesOf } from './group.ts';
import { createLogReader, type LogPlaces, type ReadPage } from './log-reader.ts';
import { type IsMember, type Memberships, UnknownList } from './members.ts';
import { type Following, type Receiver, sendSoon } from './receiver.ts';
import { type EventSubscription, keyOf } from './subscription.ts';

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

/** What a group wants of one page of the log. */
interface Wanted {
  /** Its list was deleted. */
  isGone: boolean;
  isMember: IsMember | undefined;
  log: LogFilter;
}

export interface SubscribersOptions {
  feed: ChangeFeed;
  store: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
  memberships: Memberships;
  places: LogPlaces;
  signal: AbortSignal;
  onError(error: unknown): void;
}

/** Sends the log of fills to all that follow it: what is new is read once for all, and a subscriber that is behind reads it alone. */
export function createSubscribers(options: SubscribersOptions) {
  const { feed, store, clock, memberships, places, signal, onError } = options;
  const groups = new Map<string, Group>();
  const readPage = createLogReader({ feed, store, signal });
  /** Live members have everything up to here; undefined before the first member. */
  let tail: { place: number; newestMs: number | undefined } | undefined;

  const hasMembers = () => groups.size > 0;
  /** Time of the newest fill of all batches up to a place. */
  const newestBefore = (place: number) => newestFillUpTo(store, batchOf(place + 1) - 1);

  /** Reads what is new page after page, and gives each page to the groups that it was read for. */
  async function followTail(): Promise<void> {
    while (hasMembers() && tail !== undefined && !signal.aborted) {
      const { place } = tail;
      const newestMs = tail.newestMs ?? (await newestBefore(place));
      await memberships.read([...groups.values()].map(({ subscription }) => subscription)).catch(onError);
      const wanted = new Map(Array.from(groups.values(), (group) => [group, wantedBy(group, memberships)]));
      const page = await readPage(place, newestMs, filterOfAll([...wanted.values()]));
      if (page === undefined || page.to === place) return;
      tail = { place: page.to, newestMs: page.newestMs };
      const byWallet = Map.groupBy(page.fills, ({ wallet }) => wallet);
      for (const group of groups.values()) give(group, page, wanted.get(group), byWallet);
    }
  }

  /** @param wanted undefined for a group that was not there when the page was read: the page may lack its fills */
  function give(
    group: Group,
    page: ReadPage,
    wanted: Wanted | undefined,
    byWallet: ReadonlyMap<string, LoggedFill[]>,
  ): void {
    const live = [...group.members].filter((member) => member.isLive && member.place < page.to);
    if (wanted === undefined || wanted.isGone) {
      for (const member of live) readOn(member);
      return;
    }
    if (live.length === 0) return;
    const frames = framesFor(group, page, wanted, { asOfMs: clock.nowMs(), byWallet });
    for (const member of live) {
      const from = member.place;
      if (sendAll(member, frames, page.to)) reportSkipped(member, page.skipped, from);
      else readOn(member);
    }
  }

  function readOn(member: Member): void {
    member.isLive = false;
    catchUp(member).catch((error) => {
      if (signal.aborted || member.isOver) return;
      onError(error);
      member.receiver.failed(error);
    });
  }

  /** Reads the log for one member, at its own pace, until it is where the others are. */
  async function catchUp(member: Member): Promise<void> {
    const { group, receiver } = member;
    let newestMs: number | undefined;
    let cutSeq = 0;
    for (;;) {
      await receiver.ready();
      if (member.isOver || signal.aborted) return;
      if (tail === undefined || member.place >= tail.place) return goLive(member);
      const aim = tail;
      newestMs ??= await newestBefore(member.place);
      await memberships.read([group.subscription]).catch(onError);
      const wanted = wantedBy(group, memberships);
      if (member.isOver) return;
      if (wanted.isGone) return receiver.failed(new UnknownList());
      const from = member.place;
      const oldestMs = receiver.oldestMs?.();
      const page = await readPage(from, newestMs, wanted.log, oldestMs);
      if (member.isOver) return;
      if (page === undefined) return leaveBehind(options, member, { oldestMs: oldestMs!, aim });
      // The store has less than was read: it was replaced by an older copy.
      if (page.to === from && aim === tail) return goLive(member);
      for (const batch of page.cut.filter(({ seq }) => seq > cutSeq)) {
        receiver.cut?.({ fromMs: batch.firstMs, toMs: Math.min(batch.lastMs, oldestMs!) });
        cutSeq = batch.seq;
      }
      const isOver = () => member.isOver || signal.aborted;
      const sent = ({ place }: Frame) => {
        member.place = place;
      };
      const frames = framesFor(group, page, wanted, { asOfMs: clock.nowMs() });
      const isAllSent = await sendSoon(frames, receiver, { isOver, sent });
      newestMs = isAllSent ? page.newestMs : undefined;
      if (!isAllSent) continue;
      member.place = page.to;
      reportSkipped(member, page.skipped, from);
    }
  }

  function goLive(member: Member): void {
    member.isLive = true;
    member.receiver.caughtUp();
  }

  const turn = singleFlight(followTail);

  async function follow(): Promise<void> {
    for (let look = await feed.newer(undefined); look !== undefined; look = await feed.newer(look)) {
      if (signal.aborted) return;
      if (hasMembers()) await turn.run().catch(onError);
    }
  }

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
      tail = { place: placeAfter(last?.seq ?? 0), newestMs: undefined };
    const group = groupOf(subscription);
    const member: Member = {
      group,
      receiver,
      // Clients may name any number; the log begins here.
      place: Math.max(after ?? tail.place, placeAfter(0)),
      isLive: after === undefined,
      isOver: false,
    };
    group.members.add(member);
    if (after !== undefined) readOn(member);
    return {
      place: () => member.place,
      cursor: () => places.cursorAt(member.place),
      end() {
        member.isOver = true;
        if (group.members.delete(member) && group.members.size === 0) groups.delete(keyOf(subscription));
      },
    };
  }

  const following = follow();
  return {
    follow: followFrom,
    /** Awaited when the signal has ended it. */
    ended: () => Promise.all([turn.ended(), Promise.race([following, Promise.resolve()])]),
  };
}

/** What a group wants of the next page. Taken before the page is read: lists and cohorts may change meanwhile. */
function wantedBy({ subscription }: Group, memberships: Memberships): Wanted {
  return {
    isGone: memberships.isGone(subscription),
    isMember: memberships.of(subscription),
    log: memberships.logFilterOf(subscription),
  };
}

function framesFor(
  { subscription, test }: Group,
  { fills, cursorOf }: ReadPage,
  { isMember }: Wanted,
  { asOfMs, byWallet }: { asOfMs: number; byWallet?: ReadonlyMap<string, LoggedFill[]> },
): Frame[] {
  return framesOf(subscription, fillsFor(test, fills, byWallet, isMember), cursorOf, asOfMs);
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

/** @param from the place of the member before the page */
function reportSkipped({ receiver }: Member, skipped: readonly StoredBatch[], from: number): void {
  for (const { seq, firstMs, lastMs } of skipped)
    if (placeAfter(seq) > from) receiver.skipped?.({ fromMs: firstMs, toMs: lastMs });
}

/** The window moves on while a client that was cut off connects again. */
const reconnectMs = minuteMs;

/** Ends a member that reads so slowly that all that follows is older than its window, with the places where it can start again. */
async function leaveBehind(
  { store, places }: Pick<SubscribersOptions, 'store' | 'places'>,
  member: Member,
  { oldestMs, aim }: { oldestMs: number; aim: { place: number } },
): Promise<void> {
  const from = member.place;
  const cursor = await places.cursorAt(from);
  const seq = await firstBatchSince(store, oldestMs + lateMs + reconnectMs);
  const inWindow = seq === undefined ? aim.place : Math.max(from, placeBefore(seq));
  if (!member.isOver) member.receiver.behind?.(cursor, inWindow);
}

/** Wallets or coins that one reading names. */
const namedLimit = 10_000;

/** What concerns any of them: where all name wallets, or coins, no others are read. */
function filterOfAll(wanted: readonly Wanted[]): LogFilter {
  const filters = wanted.map(({ log }) => log);
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
