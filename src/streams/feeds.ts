import { allCandlesFeed, candleFeed } from './candles/candle-topic.ts';
import { lifecyclesFeed, outcomeEventsFeed } from './derived-feeds.ts';
import type { EventFeed } from './feed.ts';
import { cohortMembersFeed } from './figures/cohort-members.ts';
import { coinRiskFeed } from './figures/coin-risk.ts';
import { leaderboardFeed } from './figures/leaderboard.ts';
import { positionsFeed } from './figures/positions.ts';
import { fillFeeds } from './fill-feeds.ts';
import { liquidationFeeds } from './liquidations.ts';
import { bboFeed, bookFeed, midsFeed } from './memory-feeds.ts';
import { qualityFeed } from './quality.ts';
import type { StateFeed } from './state-topic.ts';
import { twapFeeds } from './twaps.ts';

/** Path of streams with this service's protocol extensions. */
export const streamPath = '/api/public/v1/stream';
/** Issues single-use tickets, because browsers cannot send headers with a WebSocket. */
export const streamTicketPath = `${streamPath}/ticket`;

export type Feed = EventFeed | StateFeed;
export type Feeds = Readonly<Record<string, Feed>>;

/** All feeds, by the type of their subscriptions: the only list of them. */
export const feeds: Feeds = {
  ...fillFeeds,
  ...liquidationFeeds,
  ...twapFeeds,
  lifecycles: lifecyclesFeed,
  quality: qualityFeed,
  outcomeEvents: outcomeEventsFeed,
  candle: candleFeed,
  allCandles: allCandlesFeed,
  bbo: bboFeed,
  l2Book: bookFeed,
  allMids: midsFeed,
  positions: positionsFeed,
  coinRisk: coinRiskFeed,
  leaderboard: leaderboardFeed,
  cohortMembers: cohortMembersFeed,
};

export const isStateFeed = (feed: Feed): feed is StateFeed => 'subjects' in feed;

export const eventFeeds = feedsWhere((feed): feed is EventFeed => !isStateFeed(feed));
export const stateFeeds = feedsWhere(isStateFeed);

/** Undefined for an unknown name. */
export const feedOf = (type: unknown, all = feeds): Feed | undefined =>
  typeof type === 'string' && Object.hasOwn(all, type) ? all[type] : undefined;

function feedsWhere<F extends Feed>(isWanted: (feed: Feed) => feed is F): Readonly<Record<string, F>> {
  const found = Object.entries(feeds).filter((entry): entry is [string, F] => isWanted(entry[1]));
  return Object.fromEntries(found);
}

/** Protocol feeds that no source of this service provides. */
export const unavailableFeeds: ReadonlySet<string> = new Set([
  'leverageUpdates',
  'leverageUpdatesByUser',
  'leverageUpdatesByUsers',
  'l4Book',
]);
