import type { MarketBook, MarketLevel } from '../market/observation.ts';
import { memoryTopics } from './memory-topic.ts';
import type { StateFeed } from './state-topic.ts';

const levelOf = ({ px, sz, orders }: MarketLevel) => ({ px, sz, n: orders });

const ofBook = (data: (book: MarketBook) => object) =>
  memoryTopics((market, { coin }) => {
    const book = market.book(coin!);
    return book && { of: book, timeMs: book.timeMs, data: () => data(book) };
  });

/** Best bid and ask of a coin. */
export const bboFeed: StateFeed = {
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
  tier: 'starter',
  subjects: ['coin'],
  isLive: true,
  ...ofBook(({ coin, timeMs, bids, asks }) => ({
    coin,
    time: timeMs,
    levels: [bids.map(levelOf), asks.map(levelOf)],
  })),
};
