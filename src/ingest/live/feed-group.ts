import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type FeedSubscription, subscribedUser, subscriptionKey } from '../../wire/subscription.ts';
import {
  type Feed,
  type FeedEvents,
  type FeedOptions,
  type FeedState,
  openFeed,
} from '../sources/hyperliquid/feed.ts';
import { createWeightBudget } from '../sources/hyperliquid/weight-budget.ts';

/** Several connections that carry one set of subscriptions. */
export interface FeedGroup {
  /** Changes the running subscriptions to this set: starts the missing ones and ends the others. */
  follow(subscriptions: readonly FeedSubscription[]): void;
  state(): FeedGroupState;
  close(): void;
}

/** Sums over the connections. */
export type FeedGroupState = Pick<FeedState, 'disconnects' | 'unacknowledged' | 'refused'> & {
  open: number;
  total: number;
  /** Why a connection is not open; undefined while none has failed. */
  lossReason: string | undefined;
  /** Longest time that a connection has not been open. */
  awayMs: number;
};

export interface FeedGroupOptions {
  url: string;
  connections: number;
  /** Limit over all connections. */
  messagesPerMinute: number;
  /** Connection attempts, over all connections. */
  dialsPerMinute: number;
  events: FeedEvents;
  clock: Clock;
  log: Log;
  timing?: { pingMs?: number; silenceMs?: number; reconnectMs?: number };
  /** Replacements for the system's timers, random source and WebSocket. */
  world?: Pick<FeedOptions, 'timers' | 'rng' | 'dial'>;
}

/** Spreads subscriptions evenly; those of wallets share one connection, where their limit of ten is counted. */
export function openFeedGroup(options: FeedGroupOptions): FeedGroup {
  const { url, connections, messagesPerMinute, dialsPerMinute, events, clock, log, timing, world } = options;
  const messages = createWeightBudget({ limit: messagesPerMinute });
  const dials = createWeightBudget({ limit: dialsPerMinute });
  const feeds = Array.from({ length: connections }, () =>
    openFeed({ url, events, clock, log, messages, dials, ...timing, ...world }),
  );
  const loads = feeds.map(() => 0);
  const places = new Map<string, { subscription: FeedSubscription; place: number }>();

  function placeOf(subscription: FeedSubscription): number {
    return subscribedUser(subscription) === undefined ? loads.indexOf(Math.min(...loads)) : 0;
  }

  return {
    follow(subscriptions) {
      const wanted = new Map(subscriptions.map((entry) => [subscriptionKey(entry), entry]));
      for (const [key, { subscription, place }] of places) {
        if (wanted.has(key)) continue;
        feeds[place]!.unsubscribe(subscription);
        loads[place]! -= 1;
        places.delete(key);
      }
      for (const [key, subscription] of wanted) {
        if (places.has(key)) continue;
        const place = placeOf(subscription);
        feeds[place]!.subscribe(subscription);
        loads[place]! += 1;
        places.set(key, { subscription, place });
      }
    },
    state() {
      const states = feeds.map((feed: Feed) => feed.state());
      const sum = (name: 'disconnects' | 'unacknowledged' | 'refused') =>
        states.reduce((total, state) => total + state[name], 0);
      return {
        open: states.filter(({ connected }) => connected).length,
        total: feeds.length,
        awayMs: Math.max(...states.map(({ awayMs }) => awayMs)),
        lossReason: states.find((state) => state.lossReason !== undefined)?.lossReason,
        disconnects: sum('disconnects'),
        unacknowledged: sum('unacknowledged'),
        refused: sum('refused'),
      };
    },
    close() {
      for (const feed of feeds) feed.close();
    },
  };
}
