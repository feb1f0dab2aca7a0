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
  /** Gets new events from the shared reader; false: still reads the log on its own. */
  isLive: boolean;
  isOver: boolean;
}

/** Members with equal subscriptions. */
interface Group {
  subscription: EventSubscription;
  test: FillTest;
  members: Set<Member>;
}

/** Filter and memberships of a group for one page of the log. */
interface Wanted {
  /** The list of the subscription was deleted. */
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

/** Sends the fill log to subscribers: new fills are read once for all live members; a member that is behind reads on its own. */
export function createSubscribers(options: SubscribersOptions) {
  const { feed, store, clock, memberships, places, signal, onError } = options;
  const groups = new Map<string, Group>();
  const readPage = createLogReader({ feed, store, signal });
  /** Log position that live members have reached; undefined before the first member. */
  let tail: { place: number; newestMs: number | undefined } | undefined;

  const hasMembers = () => groups.size > 0;
  /** Time of the newest fill of all batches up to a place. */
  const newestBefore = (place: number) => newestFillUpTo(store, batchOf(place + 1) - 1);

  /** Reads new fills page by page and sends each page to the groups it was read for. */
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

  /** @param wanted Undefined for a group that joined after the read started: the page may lack its fills. */
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

  /** Reads the log for one member, at its own pace, until the member reaches the tail. */
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
      // The log is shorter than the tail: an older copy has replaced the store.
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
    // Nothing was read without members: resets the tail, so that a new member starts from now.
    if (!hasMembers() || tail === undefined)
      tail = { place: placeAfter(last?.seq ?? 0), newestMs: undefined };
    const group = groupOf(subscription);
    const member: Member = {
      group,
      receiver,
      // Clients may send any number; the log starts here.
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
    /** Resolves when reading has stopped; call after the abort. */
    ended: () => Promise.all([turn.ended(), Promise.race([following, Promise.resolve()])]),
  };
}

/** Snapshot of a group's filter, taken before the page is read, because lists and cohorts may change meanwhile. */
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

/** @returns whether all messages were sent */
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

/** @param from Log position of the member before the page. */
function reportSkipped({ receiver }: Member, skipped: readonly StoredBatch[], from: number): void {
  for (const { seq, firstMs, lastMs } of skipped)
    if (placeAfter(seq) > from) receiver.skipped?.({ fromMs: firstMs, toMs: lastMs });
}

/** Margin for the window to move while a dropped client reconnects, milliseconds. */
const reconnectMs = minuteMs;

/** Ends a member whose next events are older than its window, and reports the positions where it can restart. */
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

/** Maximum wallets or coins in the filter of one read. */
const namedLimit = 10_000;

/** Union of all filters: restricts wallets, or coins, only if every filter names some. */
function filterOfAll(wanted: readonly Wanted[]): LogFilter {
  const filters = wanted.map(({ log }) => log);
  const kinds = new Set(filters.map(({ kind }) => kind));
  const kind = kinds.size === 1 ? [...kinds][0] : undefined;
  const wallets = namedByAll(filters.map((filter) => filter.wallets));
  return { kind, ...(wallets ? { wallets } : { coins: namedByAll(filters.map(({ coins }) => coins)) }) };
}

/** Union of the lists; undefined if any list is missing or the union exceeds the limit. */
function namedByAll(lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  const named = new Set<string>();
  for (const list of lists) {
    if (list === undefined || list.length > namedLimit) return undefined;
    for (const one of list) named.add(one);
    if (named.size > namedLimit) return undefined;
  }
  return [...named];
}
