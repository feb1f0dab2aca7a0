import type { MarketBook, MarketLevel } from '../market/observation.ts';
import { decimal, integer, list, object, schemaAt, text, timeMs } from './schema.ts';
import {
  type StateArguments,
  type StateFeed,
  type StateParts,
  type StateTexts,
  type StateTopics,
  textsOf,
} from './state-topic.ts';

/** Feeds of states that are in memory. */

/** The newest state in memory; `of` changes identity when the state changes. */
interface MemoryState {
  of: unknown;
  timeMs: number;
  data(): object;
}

/** Topics of states that are in memory. @param read Undefined if there is no state yet. */
function memoryTopics(
  read: (market: StateParts['market'], of: StateArguments) => MemoryState | undefined,
): StateTopics {
  return {
    isKnown: (of, market) => read(market, of) !== undefined,
    open(followed, { market }) {
      let state: MemoryState | undefined;
      let at = 0;
      let texts: StateTexts | undefined;
      return {
        refresh() {
          const found = read(market, followed.of);
          if (found === undefined || found.of === state?.of) return;
          state = found;
          at += 1;
          texts = undefined;
        },
        begin: (_, isFromNow) => (isFromNow ? at : 0),
        next(_, had) {
          if (state === undefined || had === at) return undefined;
          texts ??= textsOf(followed, { timeMs: state.timeMs, json: JSON.stringify(state.data()) });
          return { at, texts };
        },
      };
    },
  };
}

const levelOf = ({ px, sz, orders }: MarketLevel) => ({ px, sz, n: orders });

const ofBook = (data: (book: MarketBook) => object) =>
  memoryTopics((market, { coin }) => {
    const book = market.book(coin!);
    return book && { of: book, timeMs: book.timeMs, data: () => data(book) };
  });

/** Best bid and ask of a coin. */
export const bboFeed: StateFeed = {
  summary: 'Best bid and ask of a coin; starts with the newest',
  data: schemaAt('BestBidAndAsk'),
  schemas: {
    Level: object({ px: decimal, sz: decimal, n: integer }),
    BestBidAndAsk: object({
      coin: text(),
      time: timeMs,
      bbo: list({ anyOf: [schemaAt('Level'), { type: 'null' }] }),
    }),
  },
  tier: 'free',
  subjects: ['coin'],
  isLive: true,
  ...ofBook(({ coin, timeMs, bids, asks }) => ({
    coin,
    time: timeMs,
    bbo: [bids[0], asks[0]].map((level) => (level === undefined ? null : levelOf(level))),
  })),
};

/** Order book of a coin. */
export const bookFeed: StateFeed = {
  summary: 'The order book of a coin, 20 levels a side; starts with the newest',
  data: schemaAt('Book'),
  schemas: {
    Book: object({ coin: text(), time: timeMs, levels: list(list(schemaAt('Level'))) }),
  },
  tier: 'starter',
  subjects: ['coin'],
  isLive: true,
  ...ofBook(({ coin, timeMs, bids, asks }) => ({
    coin,
    time: timeMs,
    levels: [bids.map(levelOf), asks.map(levelOf)],
  })),
};

/** Mid prices of all coins. */
export const midsFeed: StateFeed = {
  summary: 'Mid prices of all coins; starts with the newest',
  data: schemaAt('Mids'),
  schemas: {
    Mids: object({ time: timeMs, mids: { type: 'object', additionalProperties: decimal } }),
  },
  tier: 'free',
  subjects: [],
  isLive: true,
  ...memoryTopics((market) => {
    const { marks, spot } = market.observed();
    const timeMs = Math.max(marks ?? 0, spot ?? 0);
    if (timeMs === 0) return undefined;
    const mids = () => [...market.contexts()].flatMap(({ coin, midPx }) => (midPx ? [[coin, midPx]] : []));
    return { of: timeMs, timeMs, data: () => ({ time: timeMs, mids: Object.fromEntries(mids()) }) };
  }),
};
