import { plan, verify } from './account/plan.ts';
import { asset, assets } from './assets/assets.ts';
import { assetCrossMarket } from './assets/cross-market.ts';
import { skillBoard } from './boards/board.ts';
import { builderFills } from './builders/builder-fills.ts';
import { builderTraders } from './builders/builder-traders.ts';
import { builderCohorts } from './builders/cohorts.ts';
import { builderLeaderboard } from './builders/leaderboard.ts';
import { builderOverlap } from './builders/overlap.ts';
import { builderProfile } from './builders/profile.ts';
import { builderRetention } from './builders/retention.ts';
import { traderBuilders } from './builders/trader-builders.ts';
import { cohortBias, cohortBiasHistory, cohortBiasSnapshots } from './cohorts/bias-history.ts';
import { cohortDailyStats, cohortHistory } from './cohorts/days.ts';
import { cohortAlphaConcentration, cohortLifecycleStats, cohortTopPositions } from './cohorts/lifecycles.ts';
import { cohortPositions, recentCohortPositions } from './cohorts/positions.ts';
import { cohortSummary } from './cohorts/summary.ts';
import { cohortTrades, recentCohortTrades } from './cohorts/trades.ts';
import { coverage, coverageDays } from './coverage/coverage.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { censusDifferences, censusStampEndpoint } from './entities/census.ts';
import { entity } from './entities/entity.ts';
import { entityLeaderboard } from './entities/leaderboard.ts';
import { openInterest } from './exchange/oi.ts';
import { pnlLeaders } from './exchange/pnl-leaders.ts';
import { exchangePositions } from './exchange/positions.ts';
import { activeTraders, volume } from './exchange/volume.ts';
import { dailyVolume } from './hip4/daily-volume.ts';
import { outcomeSummary } from './hip4/outcome-summary.ts';
import { outcomeTrades } from './hip4/outcome-trades.ts';
import { mostActive, outcome, outcomes } from './hip4/outcomes.ts';
import { productOverlap } from './hip4/overlap.ts';
import { perpPositionContext } from './hip4/perp-position-context.ts';
import { questions } from './hip4/questions.ts';
import { settlements } from './hip4/settlements.ts';
import { topTraders } from './hip4/top-traders.ts';
import { traderOutcomes } from './hip4/trader-outcomes.ts';
import { liquidationHeatmap } from './live/liquidation-heatmap.ts';
import { liquidationHeatmapHistory } from './live/liquidation-heatmap-history.ts';
import { liquidationsRecent } from './live/liquidations-recent.ts';
import { liquidationsSummary } from './live/liquidations-summary.ts';
import { coinLongShortNow, longShort, longShortHistory } from './live/long-short.ts';
import { markDislocations } from './live/mark-dislocations.ts';
import { coinOiHistory, officialOi, oiHistory } from './live/official-oi.ts';
import { riskCoin } from './live/risk-coin.ts';
import { riskCoinHistory } from './live/risk-coin-history.ts';
import { riskOverview } from './live/risk-overview.ts';
import { historicalOi } from './market/historical-oi.ts';
import { orderbook } from './market/orderbook.ts';
import { walletPositions } from './market/positions.ts';
import { price } from './market/price.ts';
import { walletsPositions } from './market/wallets-positions.ts';
import {
  coinAlphaMap,
  coinKings,
  hourProfitability,
  lethalCoins,
  styleDistribution,
} from './pulse/archetype-coins.ts';
import { backstopEvents, maxPainEvents, perfectExits } from './pulse/archetype-events.ts';
import {
  antiSurvivors,
  capitalTitans,
  marketConcentration,
  newcomerWhales,
  oneMonthWonders,
  persistentWinners,
  survivors,
  topLiquidators,
} from './pulse/archetype-wallets.ts';
import { biggestLosses, biggestWins } from './pulse/biggest-trades.ts';
import { candlesRecent } from './pulse/candles-recent.ts';
import { closedPositionsRecent } from './pulse/closed-positions-recent.ts';
import { compare } from './pulse/compare.ts';
import { daily, dailyLatest } from './pulse/daily.ts';
import { hiddenGems } from './pulse/hidden-gems.ts';
import { leaderboard } from './pulse/leaderboard.ts';
import { lifecycle } from './pulse/lifecycle.ts';
import { lifecycleSummary } from './pulse/lifecycle-summary.ts';
import { lifecyclesRecent } from './pulse/lifecycles-recent.ts';
import { marketOverview } from './pulse/market-overview.ts';
import { stats } from './pulse/stats.ts';
import { mostTraded, tokenLeaderboard } from './pulse/token-leaderboard.ts';
import { trader, traderTokens } from './pulse/trader.ts';
import { traderClosedPositions } from './pulse/trader-closed-positions.ts';
import { traderClosedStats } from './pulse/trader-closed-stats.ts';
import { traderCurves } from './pulse/trader-curves.ts';
import { traderDaily } from './pulse/trader-daily.ts';
import { traderDemo } from './pulse/trader-demo.ts';
import { traderLifecycles } from './pulse/trader-lifecycles.ts';
import { traderPerformance } from './pulse/trader-performance.ts';
import { traderPnl } from './pulse/trader-pnl.ts';
import { traderSkill } from './pulse/trader-skill.ts';
import { traderTrades } from './pulse/trader-trades.ts';
import { tradesRecent } from './pulse/trades-recent.ts';
import { walletDrawdownCurve } from './pulse/wallet-drawdown-curve.ts';
import { search } from './search/search.ts';

/** Every endpoint of the service; a new one adds its line here. */
export const catalogue: readonly AnyEndpoint[] = [
  leaderboard,
  hiddenGems,
  trader,
  traderTrades,
  traderCurves,
  traderDaily,
  traderTokens,
  tokenLeaderboard,
  mostTraded,
  biggestWins,
  biggestLosses,
  tradesRecent,
  stats,
  cohortSummary,
  cohortDailyStats,
  cohortHistory,
  cohortTrades,
  cohortPositions,
  recentCohortTrades,
  recentCohortPositions,
  cohortLifecycleStats,
  cohortTopPositions,
  cohortAlphaConcentration,
  cohortBias,
  cohortBiasSnapshots,
  cohortBiasHistory,
  traderOutcomes,
  outcomes,
  outcome,
  outcomeSummary,
  outcomeTrades,
  mostActive,
  dailyVolume,
  topTraders,
  settlements,
  questions,
  marketOverview,
  candlesRecent,
  officialOi,
  longShort,
  coinLongShortNow,
  longShortHistory,
  liquidationHeatmap,
  liquidationHeatmapHistory,
  oiHistory,
  coinOiHistory,
  riskOverview,
  riskCoin,
  riskCoinHistory,
  markDislocations,
  liquidationsSummary,
  liquidationsRecent,
  price,
  orderbook,
  walletPositions,
  walletsPositions,
  historicalOi,
  activeTraders,
  volume,
  openInterest,
  exchangePositions,
  assets,
  asset,
  assetCrossMarket,
  perpPositionContext,
  productOverlap,
  builderLeaderboard,
  builderProfile,
  builderTraders,
  builderFills,
  builderCohorts,
  builderRetention,
  builderOverlap,
  traderBuilders,
  closedPositionsRecent,
  compare,
  lifecycle,
  lifecycleSummary,
  lifecyclesRecent,
  traderClosedPositions,
  traderClosedStats,
  traderDemo,
  traderLifecycles,
  traderPerformance,
  traderPnl,
  traderSkill,
  skillBoard,
  walletDrawdownCurve,
  pnlLeaders,
  entity,
  entityLeaderboard,
  coverage,
  coverageDays,
  censusStampEndpoint,
  censusDifferences,
  dailyLatest,
  daily,
  antiSurvivors,
  backstopEvents,
  capitalTitans,
  coinAlphaMap,
  coinKings,
  hourProfitability,
  lethalCoins,
  marketConcentration,
  maxPainEvents,
  newcomerWhales,
  oneMonthWonders,
  perfectExits,
  persistentWinners,
  styleDistribution,
  survivors,
  topLiquidators,
  plan,
  verify,
  search,
];
