import type { AnalyticsStore } from '../analytics/store.ts';
import { type ChangeFeed, changedLook } from '../changes/change-feed.ts';
import { lateMs } from '../changes/fill-log.ts';
import { feedsOfEvents, gapsChangedSince, gapsOfSpan } from '../coverage/gap-list.ts';
import type { CoverageInterval } from '../coverage/interval.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import type { Span } from '../kernel/span.ts';
import { createChangeReader } from './change-log.ts';
import { concernsOf, type EventFilter } from './event-filter.ts';
import type { EventFeed } from './feed.ts';
import type { Memberships } from './members.ts';
import { gapChanges } from './quality.ts';

/** Content of a `gap` message: one or several intervals of the coverage ledger. */
export interface GapNews {
  from: string;
  to: string;
  fromBlock?: number;
  toBlock?: number;
  /** `several`: the merged gaps differ in state. Undefined if the data is stored but not sent. */
  state?: 'open' | 'lost' | 'healed' | 'several';
  reason: string;
  /** Feed name in the ledger. */
  feed?: string;
  wallet?: string;
  coin?: string;
  /** Number of merged gaps; undefined for a single gap. */
  gaps?: number;
}

interface Concerned {
  filter: EventFilter;
  feed: Pick<EventFeed, 'record'>;
}

export interface GapWatchOptions {
  feed: Pick<ChangeFeed, 'last' | 'newer'>;
  store: Pick<AnalyticsStore, 'rows'>;
  memberships: Pick<Memberships, 'read' | 'of'>;
  onError(error: unknown): void;
}

/** More gaps than this in one read are merged into one message. */
const messagesLimit = 50;

export type GapWatch = ReturnType<typeof createGapWatch>;

export function createGapWatch({ feed, store, memberships, onError }: GapWatchOptions) {
  const followers = new Set<{ subscription: Concerned; receive(news: GapNews): void }>();
  let reading: ReturnType<typeof beginReading> | undefined;

  /** Reads the changes of gaps after each poll that has some. Those from before the first read are not reported. */
  function beginReading() {
    const ending = new AbortController();
    const { signal } = ending;
    const reader = createChangeReader(store, gapChanges, { after: undefined });
    let isBegun = false;
    const beginning = singleFlight(async () => {
      if (!isBegun) await reader.begin();
      isBegun = true;
    });

    async function read(): Promise<void> {
      await beginning.run();
      for (let fresh = await reader.fresh(); fresh.length > 0; fresh = await reader.fresh()) {
        // Refreshes memberships, which may be stale: nothing else reads them while no fills are stored.
        await memberships.read([...followers].map(({ subscription }) => subscription)).catch(onError);
        if (signal.aborted) return;
        reader.note(fresh, fresh.at(-1)!.changedMs);
        say([...new Map(fresh.map(({ gap, interval }) => [gap, interval])).values()]);
      }
    }

    async function run(): Promise<void> {
      for (let look = feed.last(); !signal.aborted; ) {
        const than = look;
        try {
          await read();
          look = await changedLook(feed, { than, fact: gapChanges.fact, signal });
        } catch (error) {
          onError(error);
          look = await feed.newer(than);
        }
        if (look === undefined) return;
      }
    }

    void run();
    return { begun: beginning.run, end: () => ending.abort() };
  }

  function say(news: readonly CoverageInterval[]): void {
    // Older gaps belong to history, which only a replay sends.
    const recent = news.filter(({ toMs, changedMs }) => toMs >= changedMs - lateMs);
    if (recent.length === 0) return;
    for (const { subscription, receive } of followers)
      for (const one of newsOf(subscription, recent)) receive(one);
  }

  function newsOf(subscription: Concerned, gaps: readonly CoverageInterval[]): GapNews[] {
    const feeds: readonly string[] = feedsOfEvents[subscription.feed.record ?? 'fills'];
    const isConcerned = concernsOf(subscription.filter, memberships.of(subscription));
    const own = gaps.filter((gap) => feeds.includes(gap.feed) && isConcerned(gap));
    return own.length > messagesLimit ? [asOne(own)] : own.map(newsOfGap);
  }

  return {
    /** @returns unsubscribe */
    follow(subscription: Concerned, receive: (news: GapNews) => void): () => void {
      const follower = { subscription, receive };
      followers.add(follower);
      reading ??= beginReading();
      return () => {
        followers.delete(follower);
        if (followers.size === 0) end();
      };
    },
    /** Resolves after the first read, which sets the baseline; later changes are reported to subscribers. @throws AnalyticsError */
    begun: async () => reading?.begun(),
    /** Gaps changed since a time, unix milliseconds. Together with `follow`, no change is missed. @throws AnalyticsError */
    async changedSince(subscription: Concerned, sinceMs: number): Promise<GapNews[]> {
      const found = await gapsChangedSince(store, sinceMs);
      return newsOf(
        subscription,
        found.filter(({ toMs }) => toMs >= sinceMs - lateMs),
      );
    },
    /** Current gaps in a span, unix milliseconds. @throws AnalyticsError */
    missingIn: async (subscription: Concerned, span: Span): Promise<GapNews[]> =>
      newsOf(subscription, await gapsOfSpan(store, span)),
    close(): void {
      followers.clear();
      end();
    },
  };

  function end(): void {
    reading?.end();
    reading = undefined;
  }
}

function newsOfGap(gap: CoverageInterval): GapNews {
  const { feed, wallet, coin, fromMs, toMs, fromBlock, toBlock, state, reason } = gap;
  return {
    from: rfc3339(fromMs),
    to: rfc3339(toMs),
    state: state as NonNullable<GapNews['state']>,
    reason,
    feed,
    ...(wallet !== undefined && { wallet }),
    ...(coin !== undefined && { coin }),
    ...(fromBlock !== undefined && toBlock !== undefined && { fromBlock, toBlock }),
  };
}

function asOne(gaps: readonly CoverageInterval[]): GapNews {
  const [fromMs, toMs] = gaps.reduce(
    ([from, to], gap) => [Math.min(from!, gap.fromMs), Math.max(to!, gap.toMs)],
    [Number.POSITIVE_INFINITY, 0],
  ) as [number, number];
  const states = new Set(gaps.map(({ state }) => state));
  return {
    from: rfc3339(fromMs),
    to: rfc3339(toMs),
    state: states.size === 1 ? ([...states][0] as NonNullable<GapNews['state']>) : 'several',
    reason: 'the coverage ledger lists each of them',
    gaps: gaps.length,
  };
}
