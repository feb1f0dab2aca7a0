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

/** A feed of states: each replaces the one before it, and only the newest is of use. */
export interface StateFeed {
  tier: Tier;
  argument: 'coin' | undefined;
  /** The newest; undefined where none was published. `of` is another object, or number, once it is another state. */
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

/** Feeds of candles: states, but that none which is closed is left out. */
export const candleFeeds: Readonly<Record<string, CandleFeed>> = {
  candle: { tier: 'free', argument: 'coin', isOfCandles: true },
  allCandles: { tier: 'starter', argument: undefined, isOfCandles: true },
};

/** A feed of candles, which are of an interval and a source, too. */
export interface CandleFeed {
  tier: Tier;
  argument: 'coin' | undefined;
  isOfCandles: true;
}

export interface StateHub {
  /** Whether anything here becomes newer by itself. */
  readonly hasSource: boolean;
  /** Whether there is a state to begin with. */
  isKnown(type: string, coin: string): boolean;
  /** @param fromNow true: not the state that stands now @returns ends it */
  follow(state: FollowedState, receiver: StateReceiver, fromNow: boolean): () => void;
  close(): void;
}

export interface FollowedState extends Pick<FollowedCandles, 'type' | 'coin' | 'id'> {
  candles?: Pick<FollowedCandles, 'interval' | 'source'> | undefined;
  figures?: FollowedFigures['of'] | undefined;
}

export interface StateHubOptions {
  market: StateMarket & CandleMarket;
  /** What is read of all that is stored. */
  figures: FigureHub;
  /** What candles are made of that are not in memory. */
  store: Pick<AnalyticsStore, 'rows'>;
  /** The newest look at stored fills. */
  newest(): Pick<Look, 'seq' | 'newestMs'> | undefined;
  onError(error: unknown): void;
}

interface StateMember {
  receiver: StateReceiver;
  skipped: number;
  /** What it had last. */
  had: unknown;
  /** What it could not take yet; undefined where nothing waits. */
  waits?: unknown;
}

interface StateGroup {
  type: string;
  coin: string;
  id: string;
  members: Set<StateMember>;
}

/** Between two looks at what is in memory; no work while there is no subscription. */
const lookEveryMs = 250;

/** Gives every state that is followed to all who follow it, the newest alone. */
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
      // The newest state waits for a client that reads slowly, also where no other follows.
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
