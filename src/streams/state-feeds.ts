import { bboFeed, bookFeed } from './books.ts';
import { allCandlesFeed, candleFeed } from './candles/candle-topic.ts';
import { cohortMembersFeed } from './figures/cohort-members.ts';
import { coinRiskFeed } from './figures/coin-risk.ts';
import { leaderboardFeed } from './figures/leaderboard.ts';
import { positionsFeed } from './figures/positions.ts';
import { midsFeed } from './mids.ts';
import type { StateFeed } from './state-topic.ts';

/** The feeds of states. */
export const stateFeeds: Readonly<Record<string, StateFeed>> = {
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
