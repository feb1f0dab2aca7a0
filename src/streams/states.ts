import type { Tier } from '../domain/tier.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { Market } from '../market/market.ts';
import type { MarketBook, MarketLevel } from '../market/observation.ts';

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
    ...{ tier: 'free', argument: 'coin' },
    read: ofBook(({ coin, timeMs, bids, asks }) => ({
      ...{ coin, time: timeMs },
      bbo: [bids[0], asks[0]].map((level) => (level === undefined ? null : levelOf(level))),
    })),
  },
  l2Book: {
    ...{ tier: 'starter', argument: 'coin' },
    read: ofBook(({ coin, timeMs, bids, asks }) => ({
      ...{ coin, time: timeMs, levels: [bids.map(levelOf), asks.map(levelOf)] },
    })),
  },
  allMids: {
    ...{ tier: 'free', argument: undefined },
    read(market) {
      const { marks, spot } = market.observed();
      const timeMs = Math.max(marks ?? 0, spot ?? 0);
      if (timeMs === 0) return undefined;
      const mids = () => [...market.contexts()].flatMap(({ coin, midPx }) => (midPx ? [[coin, midPx]] : []));
      return { of: timeMs, timeMs, data: () => ({ time: timeMs, mids: Object.fromEntries(mids()) }) };
    },
  },
};

/** Who gets the states that a subscription is of. */
export interface StateReceiver {
  /** @returns false where it cannot take one now: it gets the newest once it can */
  take(texts: StateTexts, skipped: number): boolean;
}

export interface StateTexts {
  /** As the protocol has it. */
  plain: string;
  /** With what this service adds. @param skipped states that were left out before it */
  own(skipped: number): string;
}

export interface StateHub {
  /** Whether anything here becomes newer by itself. */
  readonly hasSource: boolean;
  /** Whether there is a state to begin with. */
  isKnown(type: string, coin: string): boolean;
  /** @param fromNow true: not the state that stands now @returns ends it */
  follow(
    state: { type: string; coin: string; id: string },
    receiver: StateReceiver,
    fromNow: boolean,
  ): () => void;
  close(): void;
}

interface StateMember {
  receiver: StateReceiver;
  skipped: number;
  /** What it had last. */
  had: unknown;
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
export function createStateHub(market: StateMarket & Pick<Market, 'hasSource'>): StateHub {
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
      texts ??= textsOf(type, id, state);
      member.had = state.of;
      if (member.receiver.take(texts, member.skipped)) member.skipped = 0;
      else member.skipped += 1;
    }
  }

  return {
    hasSource: market.hasSource,
    isKnown: (type, coin) => stateFeeds[type]!.read(market, coin) !== undefined,
    follow({ type, coin, id }, receiver, fromNow) {
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
    close: () => clearInterval(timer),
  };
}

function textsOf(type: string, id: string, { timeMs, data }: { timeMs: number; data(): object }): StateTexts {
  const head = `{"channel":"${type}","seq":${timeMs}`;
  const tail = `"data":${JSON.stringify(data())}}`;
  const said = `"id":"${id}","time":"${rfc3339(timeMs)}"`;
  return {
    plain: `${head},${tail}`,
    own: (skipped: number) => [head, said, ...(skipped > 0 ? [`"skipped":${skipped}`] : []), tail].join(','),
  };
}
