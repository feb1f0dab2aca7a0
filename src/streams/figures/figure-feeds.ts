import { cohortMembersFeed } from './cohort-members.ts';
import { coinRiskFeed } from './coin-risk.ts';
import type { FigureFeed } from './figure-feed.ts';
import { leaderboardFeed } from './leaderboard.ts';
import { positionsFeed } from './positions.ts';

export const figureFeeds: Readonly<Record<string, FigureFeed>> = {
  positions: positionsFeed,
  coinRisk: coinRiskFeed,
  leaderboard: leaderboardFeed,
  cohortMembers: cohortMembersFeed,
};
