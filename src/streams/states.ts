import type { AnalyticsStore } from '../analytics/store.ts';
import type { Look } from '../changes/change-feed.ts';
import type { Tier } from '../domain/tier.ts';
import type { Market } from '../market/market.ts';
import type { MarketBook, MarketLevel } from '../market/observation.ts';
import type { CandleMarket } from './candles/candle-group.ts';
import { createCandleHub } from './candles/candle-hub.ts';
import type { FollowedCandles } from './candles/candle-messages.ts';
import type { FigureHub, FollowedFigures } from './figures/figure-hub.ts';
import { type StateReceiver, type StateTexts, textsOf } from './state-message.ts';

/** A feed of states; each state replaces the previous one. */
export interface StateFeed {
  tier: Tier;
  argument: 'coin' | undefined;
  /** The newest state; undefined if none was published. `of` changes identity when the state changes. */
  read(market: StateMarket, coin: string): { of: unknown; timeMs: number; data(): object } | undefined;
}

export type StateMarket = Pick<Market, 'book' | 'contexts' | 'observed'>;

const levelOf = ({ px, sz, orders }: MarketLevel) => ({ px, sz, n: orders });
const ofBook = (data: (book: MarketBook) => object): StateFeed['read'] =>
  function read(market, coin) {
    const book = market.book(coin);
    return book && { of: book, timeMs: book.timeMs, data: () => data(book) };
  };

export const stateFeeds: Readonly<Record<string, StateFeed>> = {
  bbo: {
    tier: 'free',
    argument: 'coin',
    read: ofBook(({ coin, timeMs, bids, asks }) => ({
      coin,
      time: timeMs,
      bbo: [bids[0], asks[0]].map((level) => (level === undefined ? null : levelOf(level))),
    })),
  },
  l2Book: {
    tier: 'starter',
    argument: 'coin',
    read: ofBook(({ coin, timeMs, bids, asks }) => ({
      coin,
      time: timeMs,
      levels: [bids.map(levelOf), asks.map(levelOf)],
    })),
  },
  allMids: {
    tier: 'free',
    argument: undefined,
    read(market) {
      const { marks, spot } = market.observed();
      const timeMs = Math.max(marks ?? 0, spot ?? 0);
      if (timeMs === 0) return undefined;
      const mids = () => [...market.contexts()].flatMap(({ coin, midPx }) => (midPx ? [[coin, midPx]] : []));
      return { of: timeMs, timeMs, data: () => ({ time: timeMs, mids: Object.fromEntries(mids()) }) };
    },
  },
};

/** Feeds of candles: states, except that closed candles are not skipped. */
export const candleFeeds: Readonly<Record<string, CandleFeed>> = {
  candle: { tier: 'free', argument: 'coin', isOfCandles: true },
  allCandles: { tier: 'starter', argument: undefined, isOfCandles: true },
};

/** A feed of candles; its subscriptions also name an interval and a source. */
export interface CandleFeed {
  tier: Tier;
  argument: 'coin' | undefined;
  isOfCandles: true;
}

export interface StateHub {
  /** Whether this process reads an exchange; false: no live states. */
  readonly hasSource: boolean;
  /** Whether a first state is available. */
  isKnown(type: string, coin: string): boolean;
  /** @param fromNow Skips the current state. @returns unsubscribe */
  follow(state: FollowedState, receiver: StateReceiver, fromNow: boolean): () => void;
  close(): void;
}

export interface FollowedState extends Pick<FollowedCandles, 'type' | 'coin' | 'id'> {
  candles?: Pick<FollowedCandles, 'interval' | 'source'> | undefined;
  figures?: FollowedFigures['of'] | undefined;
}

export interface StateHubOptions {
  market: StateMarket & CandleMarket;
  figures: FigureHub;
  /** Source of candles that are not in memory. */
  store: Pick<AnalyticsStore, 'rows'>;
  /** The last poll of stored fills. */
  newest(): Pick<Look, 'seq' | 'newestMs'> | undefined;
  onError(error: unknown): void;
}

interface StateMember {
  receiver: StateReceiver;
  skipped: number;
  /** The last sent state. */
  had: unknown;
  /** The pending state while the receiver is busy; undefined if none. */
  waits?: unknown;
}

interface StateGroup {
  type: string;
  coin: string;
  id: string;
  members: Set<StateMember>;
}

/** Poll interval of memory, milliseconds; no polls without subscribers. */
const lookEveryMs = 250;

/** Publishes the newest state of each feed to its subscribers. */
export function createStateHub({ market, figures: figureHub, ...parts }: StateHubOptions): StateHub {
  const candleHub = createCandleHub({ market, ...parts });
  const groups = new Map<string, StateGroup>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    for (const group of groups.values()) give(group);
  }

  function give({ type, coin, id, members }: StateGroup): void {
    const state = stateFeeds[type]!.read(market, coin);
    if (state === undefined) return;
    let texts: StateTexts | undefined;
    for (const member of members) {
      if (member.had === state.of) continue;
      texts ??= textsOf(type, id, { timeMs: state.timeMs, json: JSON.stringify(state.data()) });
      if (member.waits !== undefined && member.waits !== state.of) member.skipped += 1;
      const isTaken = member.receiver.take(texts, member.skipped);
      if (isTaken) [member.had, member.skipped] = [state.of, 0];
      // A slow client gets the newest state later, even if no newer one comes.
      member.waits = isTaken ? undefined : state.of;
    }
  }

  return {
    hasSource: market.hasSource,
    isKnown: (type, coin) => stateFeeds[type]!.read(market, coin) !== undefined,
    follow({ type, coin, id, candles, figures }, receiver, fromNow) {
      if (figures !== undefined) return figureHub.follow({ type, id, of: figures }, receiver, fromNow);
      if (candles !== undefined) return candleHub.follow({ type, coin, id, ...candles }, receiver, fromNow);
      const key = `${type} ${id}`;
      const group = groups.get(key) ?? { type, coin, id, members: new Set() };
      groups.set(key, group);
      const had = fromNow ? stateFeeds[type]!.read(market, coin)?.of : undefined;
      const member: StateMember = { receiver, skipped: 0, had };
      group.members.add(member);
      timer ??= setInterval(look, lookEveryMs).unref();
      give(group);
      return () => {
        group.members.delete(member);
        if (group.members.size === 0) groups.delete(key);
        if (groups.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      candleHub.close();
      figureHub.close();
      clearInterval(timer);
    },
  };
}
