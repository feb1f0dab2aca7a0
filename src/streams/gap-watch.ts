import type { AnalyticsStore } from '../analytics/store.ts';
import { lateMs } from '../changes/fill-log.ts';
import { feedsOfEvents, gapsChangedSince, gapsOfSpan, newestGapChange } from '../coverage/gap-list.ts';
import type { CoverageInterval } from '../coverage/interval.ts';
import { minuteMs, rfc3339 } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import type { Span } from '../kernel/span.ts';
import { type EventFilter, isOfDex } from './event-filter.ts';
import type { EventFeed } from './feed.ts';
import type { IsMember, Memberships } from './members.ts';

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
  store: Pick<AnalyticsStore, 'rows'>;
  memberships: Pick<Memberships, 'read' | 'of'>;
  /** Interval between polls, milliseconds; default 2 s. No polls without subscribers. */
  everyMs?: number;
  onError(error: unknown): void;
}

/** How far each poll looks back, because rows are stored slightly later than their change time. */
const storedWithinMs = minuteMs;
/** More gaps than this in one poll are merged into one message. */
const messagesLimit = 50;

export type GapWatch = ReturnType<typeof createGapWatch>;

export function createGapWatch({ store, memberships, everyMs = 2_000, onError }: GapWatchOptions) {
  const followers = new Set<{ subscription: Concerned; receive(news: GapNews): void }>();
  let looks: ReturnType<typeof beginLooks> | undefined;

  /** Starts polling. Gaps found by the first poll existed before and are not reported. */
  function beginLooks() {
    /** Recently seen changes: key to change time. */
    const seen = new Map<string, number>();
    let newestMs: number | undefined;

    async function lookNow(): Promise<void> {
      const isFirst = newestMs === undefined;
      const knownMs = newestMs ?? (await newestGapChange(store));
      const found = await gapsChangedSince(store, Math.max(0, knownMs - storedWithinMs));
      const news = found.filter((gap) => !seen.has(nameOf(gap)));
      for (const gap of news) seen.set(nameOf(gap), gap.changedMs);
      newestMs = news.reduce((newest, { changedMs }) => Math.max(newest, changedMs), knownMs);
      for (const [name, changedMs] of seen) if (changedMs < newestMs - 2 * storedWithinMs) seen.delete(name);
      if (isFirst || news.length === 0) return;
      // Refreshes memberships, which may be stale: nothing else reads them while no fills are stored.
      await memberships.read([...followers].map(({ subscription }) => subscription)).catch(onError);
      if (!isEnded) say(news);
    }

    let isEnded = false;
    const looking = singleFlight(lookNow);
    const look = () => void looking.run().catch(onError);
    const timer = setInterval(look, everyMs).unref();
    look();
    return {
      async begun(): Promise<void> {
        if (newestMs === undefined) await looking.run();
      },
      end(): void {
        isEnded = true;
        clearInterval(timer);
      },
    };
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
      looks ??= beginLooks();
      return () => {
        followers.delete(follower);
        if (followers.size === 0) end();
      };
    },
    /** Resolves after the first poll, which sets the baseline; later changes are reported to subscribers. @throws AnalyticsError */
    begun: async () => looks?.begun(),
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
    looks?.end();
    looks = undefined;
  }
}

function nameOf({
  feed,
  wallet,
  coin,
  fromMs,
  toMs,
  fromBlock,
  toBlock,
  changedMs,
}: CoverageInterval): string {
  return [feed, wallet, coin, fromMs, toMs, fromBlock, toBlock, changedMs].join(' ');
}

/** Tests whether a gap affects a filter. A gap without wallet or coin affects every wallet or coin. */
export function concernsOf(
  { dex, cohort, list, ...filter }: EventFilter,
  isMember: IsMember | undefined,
): (of: Pick<CoverageInterval, 'wallet' | 'coin'>) => boolean {
  // Sets, because a filter may name ten thousand wallets and a poll may find as many gaps.
  const [wallets, coins] = [filter.wallets, filter.coins].map((names) => names && new Set(names));
  const hasWallet = (wallet: string) =>
    (wallets?.has(wallet) ?? true) && ((cohort ?? list) === undefined || isMember?.(wallet) === true);
  const hasCoin = (coin: string) => (coins?.has(coin) ?? true) && (dex === undefined || isOfDex(coin, dex));
  return ({ wallet, coin }) =>
    (wallet === undefined || hasWallet(wallet)) && (coin === undefined || hasCoin(coin));
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
