import type { AnalyticsStore } from '../analytics/store.ts';
import { lateMs } from '../changes/fill-log.ts';
import { gapsChangedSince, gapsOfSpan, newestGapChange } from '../coverage/gap-list.ts';
import type { CoverageInterval } from '../coverage/interval.ts';
import { minuteMs, rfc3339 } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import type { Span } from '../kernel/span.ts';
import { type EventFilter, isOfDex } from './event-filter.ts';
import type { IsMember, Memberships } from './members.ts';

/** What a `gap` message says of intervals of the ledger of coverage. */
export interface GapNews {
  from: string;
  to: string;
  fromBlock?: number;
  toBlock?: number;
  /** `several`: of the intervals that it stands for. Absent where it is stored, and not sent. */
  state?: 'open' | 'lost' | 'healed' | 'several';
  reason: string;
  /** Of the ledger. */
  feed?: string;
  wallet?: string;
  coin?: string;
  /** Intervals that it stands for, where these are many. */
  gaps?: number;
}

/** What a subscription is of. */
interface Concerned {
  filter: EventFilter;
}

export interface GapWatchOptions {
  store: Pick<AnalyticsStore, 'rows'>;
  /** The cohorts and lists of subscriptions. */
  memberships: Pick<Memberships, 'read' | 'of'>;
  /** Between two looks; there are none without a follower. */
  everyMs?: number;
  onError(error: unknown): void;
}

/** Rows of a change are stored together, a little later than their time: each look goes back so far. */
const storedWithinMs = minuteMs;
/** More gaps of one look are one message. */
const messagesLimit = 50;

export type GapWatch = ReturnType<typeof createGapWatch>;

/** Says what the ledger of coverage finds to be missing, and what of it was filled, to the subscriptions that it concerns. */
export function createGapWatch({ store, memberships, everyMs = 2_000, onError }: GapWatchOptions) {
  const followers = new Set<{ subscription: Concerned; receive(news: GapNews): void }>();
  let looks: ReturnType<typeof beginLooks> | undefined;

  /** Looks again and again from now on: what its first look finds was there before, and is no news. */
  function beginLooks() {
    /** Changes of the last minutes that were looked at, by their names, with their time. */
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
      // They may have been read long ago: nothing else reads them while no fill is stored.
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
    // What is older is no event, and history that a replay has.
    const recent = news.filter(({ toMs, changedMs }) => toMs >= changedMs - lateMs);
    if (recent.length === 0) return;
    for (const { subscription, receive } of followers)
      for (const one of newsOf(subscription, recent)) receive(one);
  }

  function newsOf(subscription: Concerned, gaps: readonly CoverageInterval[]): GapNews[] {
    const own = gaps.filter(concernsOf(subscription.filter, memberships.of(subscription)));
    return own.length > messagesLimit ? [asOne(own)] : own.map(newsOfGap);
  }

  return {
    /** @returns ends it */
    follow(subscription: Concerned, receive: (news: GapNews) => void): () => void {
      const follower = { subscription, receive };
      followers.add(follower);
      looks ??= beginLooks();
      return () => {
        followers.delete(follower);
        if (followers.size === 0) end();
      };
    },
    /** From when this resolves, what is found comes to those that follow: the first look says what is not new. @throws AnalyticsError */
    begun: async () => looks?.begun(),
    /** What changed behind a moment, unix milliseconds: with what a follower gets none is left out. @throws AnalyticsError */
    async changedSince(subscription: Concerned, sinceMs: number): Promise<GapNews[]> {
      const found = await gapsChangedSince(store, sinceMs);
      return newsOf(
        subscription,
        found.filter(({ toMs }) => toMs >= sinceMs - lateMs),
      );
    },
    /** What is missing of a span now, unix milliseconds. @throws AnalyticsError */
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

/** Which intervals concern a filter: one of all wallets, or coins, concerns each that follows any of them. */
export function concernsOf(
  { dex, cohort, list, ...filter }: EventFilter,
  isMember: IsMember | undefined,
): (gap: CoverageInterval) => boolean {
  // A filter may name ten thousand wallets, and a look find as many gaps.
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
    reason: 'the record of coverage has each of them',
    gaps: gaps.length,
  };
}
