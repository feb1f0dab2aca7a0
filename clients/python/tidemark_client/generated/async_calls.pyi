# Written by scripts/openapi.ts from openapi.json: change that, not this.
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal

from ..answer import Answer
from ..async_caller import AsyncCaller
from ..caller import CallOptions
from .bodies import (
    ActiveTradersBody,
    AntiSurvivor,
    BackstopEventRow,
    BuilderCohortsBody,
    BuilderFillRow,
    BuilderFillsBody,
    BuilderLeaderboardBody,
    BuilderLeaderboardRow,
    BuilderOverlapBody,
    BuilderProfileBody,
    BuilderRetentionBody,
    BuilderTraderRow,
    BuilderTradersBody,
    CapitalTitan,
    CensusDifference,
    CensusDifferencesBody,
    CensusStampBody,
    ClosedPosition,
    ClosedPositionStatsBody,
    CohortAlphaConcentrationRow,
    CohortBiasBody,
    CohortBiasSnapshot,
    CohortDailyStatBody,
    CohortHistoryDay,
    CohortLifecycleStatsRow,
    CohortPosition,
    CohortSummaryBody,
    CohortTopPositionRow,
    CoinAlphaMapRow,
    CoinKing,
    CoinLongShortBody,
    CoinRiskHistoryBody,
    CoinRiskSnapshotBody,
    CoverageBody,
    CoverageDaysBody,
    CoverageInterval,
    CrossProductOverlapBody,
    DailyPulseEdition,
    DrawdownCurveRow,
    EntityLeaderboardBody,
    EntityLeaderboardRow,
    EntityProfileBody,
    GetAssetBody,
    GetAssetCrossMarketBody,
    GetAssetsBody,
    GlobalLongShortBody,
    GlobalStatsBody,
    HIP4DailyVolumeBody,
    HIP4OutcomeDetailBody,
    HIP4OutcomeSummaryBody,
    HIP4RecentTradesBody,
    HIP4SettlementsBody,
    HLMarkPriceBody,
    HLMarketOverviewBody,
    HLOrderBookBody,
    HLPositionItem,
    HLWalletsPositionsBody,
    HourProfitabilityRow,
    LeaderboardBody,
    LeaderboardTrader,
    LethalCoinRow,
    LifecycleDetailBody,
    LifecycleRow,
    LiquidationHeatmapBody,
    LiquidationHeatmapHistoryBody,
    LiquidationSummaryBody,
    ListOutcomesBody,
    ListQuestionsBody,
    LongShortHistoryBody,
    MarkDislocationsBody,
    MarketCandle,
    MarketConcentrationRow,
    MaxPainEventRow,
    MostTradedCoin,
    NewcomerWhale,
    OIBody,
    OIHistoryBody,
    OfficialOIBody,
    OneMonthWonder,
    PerfectExitRow,
    PerpPositionContextBody,
    PersistentWinner,
    PlanBody,
    PnlLeadersBody,
    PositionsBody,
    RecentLifecycleRow,
    RecentLiquidationsBody,
    RiskOverviewBody,
    SearchBody,
    SkillBoardBody,
    SkillBoardRow,
    StyleDistributionRow,
    Survivor,
    TokenLeaderboardEntry,
    TopLiquidatorRow,
    TopTradersBody,
    TradeBody,
    TraderBuildersBody,
    TraderCurvesBody,
    TraderDailyStat,
    TraderOutcomesBody,
    TraderPerformanceBody,
    TraderPnlBody,
    TraderSkillBody,
    TraderTokenStat,
    VerificationResult,
    VolumeBody,
    WalletCompareBody,
    WalletDemoBody,
    WalletLifecycleSummaryBody,
    WalletLifecyclesBody,
)


class AccountCalls:
    async def plan(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[PlanBody]:
        """Tier and limits of the caller."""
    async def verify(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[VerificationResult]:
        """Whether the key is valid, and its limits."""

class AssetsCalls:
    async def cross_market(
        self,
        canonical: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetAssetCrossMarketBody]:
        """One exposure, its positions compared across venues."""
    async def list(
        self,
        *,
        cross_market_only: bool | None = None,
        options: CallOptions | None = None,
    ) -> Answer[GetAssetsBody]:
        """Every exposure with the venues that list it."""
    async def one(
        self,
        canonical: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetAssetBody]:
        """One exposure with the venues that list it."""

class BoardsCalls:
    async def skill(
        self,
        board: Literal["net", "return", "sharpe", "sortino", "drawdown", "profit-factor", "expectancy", "turnover"],
        *,
        window_days: int | None = None,
        from_: str | None = None,
        to: str | None = None,
        market: Literal["all", "perps", "spot", "outcomes"] | None = None,
        dex: str | None = None,
        without: str | None = None,
        min_days: int | None = None,
        min_positions: int | None = None,
        least_read: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[SkillBoardBody]:
        """All wallets ranked by what they made after costs, and how."""
    def skill_pages(
        self,
        board: Literal["net", "return", "sharpe", "sortino", "drawdown", "profit-factor", "expectancy", "turnover"],
        *,
        window_days: int | None = None,
        from_: str | None = None,
        to: str | None = None,
        market: Literal["all", "perps", "spot", "outcomes"] | None = None,
        dex: str | None = None,
        without: str | None = None,
        min_days: int | None = None,
        min_positions: int | None = None,
        least_read: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[SkillBoardBody]]: ...
    def skill_rows(
        self,
        board: Literal["net", "return", "sharpe", "sortino", "drawdown", "profit-factor", "expectancy", "turnover"],
        *,
        window_days: int | None = None,
        from_: str | None = None,
        to: str | None = None,
        market: Literal["all", "perps", "spot", "outcomes"] | None = None,
        dex: str | None = None,
        without: str | None = None,
        min_days: int | None = None,
        min_positions: int | None = None,
        least_read: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[SkillBoardRow]: ...

class BuildersCalls:
    async def cohorts(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderCohortsBody]:
        """A builder's users by cohort."""
    async def fills(
        self,
        builder: str,
        *,
        since: str | None = None,
        coin: str | None = None,
        address: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderFillsBody]:
        """A builder's fills, newest first."""
    def fills_pages(
        self,
        builder: str,
        *,
        since: str | None = None,
        coin: str | None = None,
        address: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[BuilderFillsBody]]: ...
    def fills_rows(
        self,
        builder: str,
        *,
        since: str | None = None,
        coin: str | None = None,
        address: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[BuilderFillRow]: ...
    async def leaderboard(
        self,
        *,
        period: Literal["day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderLeaderboardBody]:
        """Builders by what they took in a period."""
    def leaderboard_pages(
        self,
        *,
        period: Literal["day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[BuilderLeaderboardBody]]: ...
    def leaderboard_rows(
        self,
        *,
        period: Literal["day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[BuilderLeaderboardRow]: ...
    async def overlap(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderOverlapBody]:
        """Whom a builder shares its users with."""
    async def profile(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        top_coins: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderProfileBody]:
        """One builder."""
    async def retention(
        self,
        builder: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[BuilderRetentionBody]:
        """How long a builder's users stay."""
    async def trader_builders(
        self,
        address: str,
        *,
        since: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderBuildersBody]:
        """The builders that one trader paid."""
    async def traders(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        sort: Literal["builderFee", "volume", "pnl"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderTradersBody]:
        """A builder's users."""
    def traders_pages(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        sort: Literal["builderFee", "volume", "pnl"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[BuilderTradersBody]]: ...
    def traders_rows(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        sort: Literal["builderFee", "volume", "pnl"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[BuilderTraderRow]: ...

class CensusCalls:
    async def differences(
        self,
        *,
        wallet: str | None = None,
        coin: str | None = None,
        cause: Literal["missingFills", "unknown", "gap", "behind", "censoredOpening", "untracked"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CensusDifferencesBody]:
        """Positions whose fills end at another size than was paid for."""
    def differences_pages(
        self,
        *,
        wallet: str | None = None,
        coin: str | None = None,
        cause: Literal["missingFills", "unknown", "gap", "behind", "censoredOpening", "untracked"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[CensusDifferencesBody]]: ...
    def differences_rows(
        self,
        *,
        wallet: str | None = None,
        coin: str | None = None,
        cause: Literal["missingFills", "unknown", "gap", "behind", "censoredOpening", "untracked"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[CensusDifference]: ...
    async def stamp(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[CensusStampBody]:
        """The newest comparisons of positions with what the exchange says of them."""

class CoverageCalls:
    async def days(
        self,
        feed: Literal["fills", "node_fills", "node_misc_events", "node_twap_statuses", "trades", "walletFunding", "walletLedger", "candles", "contexts", "books"],
        *,
        by: Literal["day"] | None = None,
        wallet: str | None = None,
        coin: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CoverageDaysBody]:
        """The condition of each day of a feed."""
    async def intervals(
        self,
        feed: Literal["fills", "node_fills", "node_misc_events", "node_twap_statuses", "trades", "walletFunding", "walletLedger", "candles", "contexts", "books"],
        *,
        wallet: str | None = None,
        coin: str | None = None,
        state: Literal["covered", "open", "healed", "lost"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CoverageBody]:
        """Covered spans and gaps of the record of a feed."""
    def intervals_pages(
        self,
        feed: Literal["fills", "node_fills", "node_misc_events", "node_twap_statuses", "trades", "walletFunding", "walletLedger", "candles", "contexts", "books"],
        *,
        wallet: str | None = None,
        coin: str | None = None,
        state: Literal["covered", "open", "healed", "lost"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[CoverageBody]]: ...
    def intervals_rows(
        self,
        feed: Literal["fills", "node_fills", "node_misc_events", "node_twap_statuses", "trades", "walletFunding", "walletLedger", "candles", "contexts", "books"],
        *,
        wallet: str | None = None,
        coin: str | None = None,
        state: Literal["covered", "open", "healed", "lost"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[CoverageInterval]: ...

class EntitiesCalls:
    async def entity(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[EntityProfileBody]:
        """The wallets of one owner, and their open positions."""
    async def leaderboard(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[EntityLeaderboardBody]:
        """Owners by their open positions."""
    def leaderboard_pages(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[EntityLeaderboardBody]]: ...
    def leaderboard_rows(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EntityLeaderboardRow]: ...

class ExchangeCalls:
    async def active_traders(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[ActiveTradersBody]:
        """Wallets that traded perps in the last 24 hours."""
    async def oi(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[OIBody]:
        """Open interest of the exchange, both sides, by dex."""
    async def pnl_leaders(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[PnlLeadersBody]:
        """Wallets that won and lost most in the last 24 hours."""
    async def positions(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[PositionsBody]:
        """Open positions, and those closed in the last 24 hours, by dex."""
    async def volume(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[VolumeBody]:
        """Notional of the perps traded in the last 24 hours, by dex."""

class Hip4Calls:
    async def cross_product_overlap(
        self,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CrossProductOverlapBody]:
        """How many traders of outcomes trade perps, too."""
    async def daily_volume(
        self,
        *,
        days: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HIP4DailyVolumeBody]:
        """Volume of outcomes by day."""
    async def most_active(
        self,
        *,
        hours: int | None = None,
        limit: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ListOutcomesBody]:
        """The outcomes with the most trades of a window."""
    async def outcome(
        self,
        outcome_id: int,
        *,
        options: CallOptions | None = None,
    ) -> Answer[HIP4OutcomeDetailBody]:
        """One outcome."""
    async def outcome_recent_trades(
        self,
        outcome_id: int,
        *,
        limit: int | None = None,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HIP4RecentTradesBody]:
        """The latest trades of one outcome, newest first."""
    async def outcome_summary(
        self,
        outcome_id: int,
        *,
        options: CallOptions | None = None,
    ) -> Answer[HIP4OutcomeSummaryBody]:
        """Totals of all trades of one outcome."""
    async def outcomes(
        self,
        *,
        hours: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ListOutcomesBody]:
        """The outcomes of a window, newest first."""
    async def perp_position_context(
        self,
        outcome_id: int,
        *,
        days: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[PerpPositionContextBody]:
        """Perp positions of an outcome's holders in its underlying."""
    async def questions(
        self,
        *,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ListQuestionsBody]:
        """Questions with their outcomes, newest first."""
    async def recent_settlements(
        self,
        *,
        limit: int | None = None,
        hours: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HIP4SettlementsBody]:
        """Recently settled outcomes, newest first."""
    async def top_traders(
        self,
        *,
        limit: int | None = None,
        days: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TopTradersBody]:
        """The most profitable traders of outcomes."""
    async def trader_outcomes(
        self,
        address: str,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderOutcomesBody]:
        """One trader's outcome positions, last traded first."""

class LiveCalls:
    async def cohort_bias(
        self,
        coin: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortBiasBody] | None]:
        """How each PnL cohort is positioned in a coin now."""
    async def cohort_bias_history(
        self,
        coin: str,
        *,
        hours: int | None = None,
        tier_type: Literal["pnl", "size"] | None = None,
        tier: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[Any]:
        """How cohorts were positioned in a coin, by the hour."""
    async def coin_long_short(
        self,
        coin: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[CoinLongShortBody]:
        """A coin's longs and shorts."""
    async def coin_oi_history(
        self,
        coin: str,
        *,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[OIHistoryBody]:
        """A coin's open interest by the hour, derived from positions."""
    async def liquidation_heatmap(
        self,
        coin: str,
        *,
        buckets: int | None = None,
        range: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LiquidationHeatmapBody]:
        """A coin's open positions by the price that would liquidate them."""
    async def liquidation_heatmap_history(
        self,
        coin: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LiquidationHeatmapHistoryBody]:
        """A coin's liquidation levels by the hour."""
    async def liquidations_recent(
        self,
        *,
        coin: str | None = None,
        since: str | None = None,
        sort: Literal["time", "notional"] | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RecentLiquidationsBody]:
        """The newest liquidations."""
    async def liquidations_summary(
        self,
        *,
        coin: str | None = None,
        since: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LiquidationSummaryBody]:
        """Liquidations of a window, by time, coin and cohort."""
    async def long_short(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GlobalLongShortBody]:
        """Longs and shorts of the exchange, and of every coin."""
    async def long_short_history(
        self,
        *,
        coin: str | None = None,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LongShortHistoryBody]:
        """Longs and shorts by the hour."""
    async def mark_dislocations(
        self,
        coin: str,
        *,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MarkDislocationsBody]:
        """Minutes in which a mark price was away from the oracle’s."""
    async def official_oi(
        self,
        coin: str,
        *,
        dex: str | None = None,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[OfficialOIBody]:
        """A coin's open interest by the hour, as the exchange reports it."""
    async def oi_history(
        self,
        *,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[OIHistoryBody]:
        """Open interest of all coins by the hour, derived from positions."""
    async def risk_coin(
        self,
        coin: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[CoinRiskSnapshotBody]:
        """A coin's risk: positions, balance, heatmap and liquidations."""
    async def risk_coin_history(
        self,
        coin: str,
        *,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CoinRiskHistoryBody]:
        """A coin's risk over time."""
    async def risk_overview(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[RiskOverviewBody]:
        """Risk of all coins: balance, crowded coins and liquidations."""

class MarketCalls:
    async def historical_oi(
        self,
        *,
        coin: str | None = None,
        since: str | None = None,
        start_time: str | None = None,
        end_time: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[OIHistoryBody]:
        """Open interest by the hour, as the exchange reports it."""
    async def orderbook(
        self,
        symbol: str,
        *,
        depth: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HLOrderBookBody]:
        """A market's order book."""
    async def positions(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[HLPositionItem] | None]:
        """A wallet's open positions, as the exchange reports them now."""
    async def positions_of_many(
        self,
        addresses: Sequence[str],
        *,
        options: CallOptions | None = None,
    ) -> Answer[HLWalletsPositionsBody]:
        """The open positions of up to 50 wallets."""
    async def price(
        self,
        symbol: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[HLMarkPriceBody]:
        """A market's mark price, open interest, funding and volume."""

class PulseCalls:
    async def anti_survivors(
        self,
        *,
        max_trough: float | None = None,
        still_underwater: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[AntiSurvivor] | None]:
        """Wallets that fell deep and are still there."""
    def anti_survivors_pages(
        self,
        *,
        max_trough: float | None = None,
        still_underwater: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[AntiSurvivor] | None]]: ...
    def anti_survivors_rows(
        self,
        *,
        max_trough: float | None = None,
        still_underwater: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[AntiSurvivor]: ...
    async def backstop_events(
        self,
        *,
        method: str | None = None,
        max_realized_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[BackstopEventRow] | None]:
        """Lifecycles that ended in a liquidation, the largest losses first."""
    def backstop_events_pages(
        self,
        *,
        method: str | None = None,
        max_realized_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[BackstopEventRow] | None]]: ...
    def backstop_events_rows(
        self,
        *,
        method: str | None = None,
        max_realized_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[BackstopEventRow]: ...
    async def biggest_losses(
        self,
        *,
        limit: int | None = None,
        max_pnl: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The trades with the most negative closed PnL."""
    async def biggest_wins(
        self,
        *,
        limit: int | None = None,
        min_pnl: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The trades with the largest closed PnL."""
    async def capital_titans(
        self,
        *,
        min_pnl: float | None = None,
        min_fees: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CapitalTitan] | None]:
        """Wallets that won most for each dollar of fees."""
    def capital_titans_pages(
        self,
        *,
        min_pnl: float | None = None,
        min_fees: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[CapitalTitan] | None]]: ...
    def capital_titans_rows(
        self,
        *,
        min_pnl: float | None = None,
        min_fees: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[CapitalTitan]: ...
    async def closed_positions_recent(
        self,
        *,
        since: str | None = None,
        limit: int | None = None,
        coin: str | None = None,
        min_notional: float | None = None,
        min_duration: int | None = None,
        max_duration: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[ClosedPosition] | None]:
        """Positions of all wallets that were closed last."""
    async def cohort_bias_history(
        self,
        *,
        coin: str | None = None,
        since: str | None = None,
        start_time: str | None = None,
        end_time: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortBiasSnapshot] | None]:
        """How every cohort was positioned, by the hour."""
    async def cohorts_recent_alpha_concentration(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortAlphaConcentrationRow] | None]:
        """How much of the profit of a recent cohort its best wallets made."""
    async def cohorts_recent_lifecycle_stats(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortLifecycleStatsRow] | None]:
        """The lifecycles of each wallet of a recent cohort in sums."""
    def cohorts_recent_lifecycle_stats_pages(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[CohortLifecycleStatsRow] | None]]: ...
    def cohorts_recent_lifecycle_stats_rows(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[CohortLifecycleStatsRow]: ...
    async def cohorts_recent_positions(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortPosition] | None]:
        """The largest open positions of a cohort: cohort of the 30 whole UTC days before today."""
    async def cohorts_recent_top_positions(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortTopPositionRow] | None]:
        """The closed lifecycles of a recent cohort that won or lost most."""
    def cohorts_recent_top_positions_pages(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[CohortTopPositionRow] | None]]: ...
    def cohorts_recent_top_positions_rows(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[CohortTopPositionRow]: ...
    async def cohorts_recent_trades(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        since: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The latest trades of a cohort, newest first: cohort of the 30 whole UTC days before today."""
    async def cohorts_daily_stats(
        self,
        *,
        since: str | None = None,
        start_time: str | None = None,
        end_time: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortDailyStatBody] | None]:
        """What every cohort did, day by day."""
    async def cohorts_history(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortHistoryDay] | None]:
        """Figures of one cohort by day."""
    async def cohorts_positions(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortPosition] | None]:
        """The largest open positions of a cohort: all-time cohort."""
    async def cohorts_summary(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[CohortSummaryBody]:
        """All cohorts of traders in sums."""
    async def cohorts_trades(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        since: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The latest trades of a cohort, newest first: all-time cohort."""
    async def coin_alpha_map(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CoinAlphaMapRow] | None]:
        """Wins and losses in each coin."""
    def coin_alpha_map_pages(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[CoinAlphaMapRow] | None]]: ...
    def coin_alpha_map_rows(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[CoinAlphaMapRow]: ...
    async def coin_kings(
        self,
        *,
        per_coin_rank: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CoinKing] | None]:
        """The best earners of each coin."""
    def coin_kings_pages(
        self,
        *,
        per_coin_rank: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[CoinKing] | None]]: ...
    def coin_kings_rows(
        self,
        *,
        per_coin_rank: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[CoinKing]: ...
    async def compare(
        self,
        wallets: Sequence[str],
        *,
        options: CallOptions | None = None,
    ) -> Answer[WalletCompareBody]:
        """Two to five traders side by side."""
    async def daily(
        self,
        date: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[DailyPulseEdition]:
        """The edition of one UTC day."""
    async def daily_latest(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[DailyPulseEdition]:
        """The newest daily edition."""
    async def hidden_gems(
        self,
        *,
        min_trades: int | None = None,
        max_trades: int | None = None,
        min_win_rate: int | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[LeaderboardTrader] | None]:
        """Traders with few trades, a high win rate and a profit."""
    async def hour_profitability(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[HourProfitabilityRow] | None]:
        """PnL by hour of the day."""
    async def leaderboard(
        self,
        *,
        sort: Literal["pnl", "winrate", "volume", "score", "risk-adjusted", "losers", "trades", "recent"] | None = None,
        period: Literal["allTime", "day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        min_trades: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LeaderboardBody]:
        """Ranked traders, of all time or of a window of UTC calendar days."""
    def leaderboard_pages(
        self,
        *,
        sort: Literal["pnl", "winrate", "volume", "score", "risk-adjusted", "losers", "trades", "recent"] | None = None,
        period: Literal["allTime", "day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        min_trades: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[LeaderboardBody]]: ...
    def leaderboard_rows(
        self,
        *,
        sort: Literal["pnl", "winrate", "volume", "score", "risk-adjusted", "losers", "trades", "recent"] | None = None,
        period: Literal["allTime", "day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        min_trades: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[LeaderboardTrader]: ...
    async def lethal_coins(
        self,
        *,
        min_lifecycles: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[LethalCoinRow] | None]:
        """Coins in which most positions are liquidated."""
    def lethal_coins_pages(
        self,
        *,
        min_lifecycles: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[LethalCoinRow] | None]]: ...
    def lethal_coins_rows(
        self,
        *,
        min_lifecycles: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[LethalCoinRow]: ...
    async def lifecycle(
        self,
        id: int,
        *,
        options: CallOptions | None = None,
    ) -> Answer[LifecycleDetailBody]:
        """One position lifecycle and its fills."""
    async def lifecycle_summary(
        self,
        address: str,
        *,
        coin: str | None = None,
        include_spot: bool | None = None,
        include_censored: bool | None = None,
        options: CallOptions | None = None,
    ) -> Answer[WalletLifecycleSummaryBody]:
        """One trader's position lifecycles in sums."""
    async def lifecycles_recent(
        self,
        *,
        since: str | None = None,
        limit: int | None = None,
        coin: str | None = None,
        sort: Literal["time", "pnl", "notional"] | None = None,
        include_spot: bool | None = None,
        min_notional: float | None = None,
        min_duration: int | None = None,
        max_duration: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[RecentLifecycleRow] | None]:
        """Position lifecycles of all wallets that were closed last."""
    async def market_candles_recent(
        self,
        symbol: str,
        *,
        interval: Literal["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h", "8h", "12h", "1d", "3d", "1w"] | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[MarketCandle] | None]:
        """A market's newest candles."""
    async def market_concentration(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[MarketConcentrationRow] | None]:
        """How much of all profits the best wallets hold."""
    async def market_overview(
        self,
        *,
        dex: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HLMarketOverviewBody]:
        """Every listed market with its price, open interest and volume."""
    async def max_pain_events(
        self,
        *,
        min_drawdown_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[MaxPainEventRow] | None]:
        """Winners that were deepest under water."""
    def max_pain_events_pages(
        self,
        *,
        min_drawdown_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[MaxPainEventRow] | None]]: ...
    def max_pain_events_rows(
        self,
        *,
        min_drawdown_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[MaxPainEventRow]: ...
    async def most_traded(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[MostTradedCoin] | None]:
        """Coins by their number of trades."""
    async def newcomer_whales(
        self,
        *,
        newcomer_days: int | None = None,
        min_notional: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[NewcomerWhale] | None]:
        """Large wallets that are new."""
    def newcomer_whales_pages(
        self,
        *,
        newcomer_days: int | None = None,
        min_notional: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[NewcomerWhale] | None]]: ...
    def newcomer_whales_rows(
        self,
        *,
        newcomer_days: int | None = None,
        min_notional: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[NewcomerWhale]: ...
    async def one_month_wonders(
        self,
        *,
        min_best_month: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[OneMonthWonder] | None]:
        """Wallets that lost the profit of their one winning month."""
    def one_month_wonders_pages(
        self,
        *,
        min_best_month: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[OneMonthWonder] | None]]: ...
    def one_month_wonders_rows(
        self,
        *,
        min_best_month: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[OneMonthWonder]: ...
    async def perfect_exits(
        self,
        *,
        min_capture_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[PerfectExitRow] | None]:
        """Winners that left near the best price."""
    def perfect_exits_pages(
        self,
        *,
        min_capture_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[PerfectExitRow] | None]]: ...
    def perfect_exits_rows(
        self,
        *,
        min_capture_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[PerfectExitRow]: ...
    async def persistent_winners(
        self,
        *,
        min_months: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[PersistentWinner] | None]:
        """Wallets that won in several months."""
    def persistent_winners_pages(
        self,
        *,
        min_months: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[PersistentWinner] | None]]: ...
    def persistent_winners_rows(
        self,
        *,
        min_months: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[PersistentWinner]: ...
    async def stats(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GlobalStatsBody]:
        """Totals over every indexed fill."""
    async def style_distribution(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[StyleDistributionRow] | None]:
        """Lifecycles by how long positions were held."""
    async def survivors(
        self,
        *,
        max_trough: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[Survivor] | None]:
        """Wallets that came back from a deep loss."""
    def survivors_pages(
        self,
        *,
        max_trough: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[Survivor] | None]]: ...
    def survivors_rows(
        self,
        *,
        max_trough: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Survivor]: ...
    async def token_leaderboard(
        self,
        coin: str,
        *,
        limit: int | None = None,
        period: Literal["allTime", "day", "week", "month"] | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TokenLeaderboardEntry] | None]:
        """The most profitable traders of one coin."""
    async def top_liquidators(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TopLiquidatorRow] | None]:
        """Wallets that take over liquidated positions."""
    def top_liquidators_pages(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[TopLiquidatorRow] | None]]: ...
    def top_liquidators_rows(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[TopLiquidatorRow]: ...
    async def trader(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[LeaderboardTrader]:
        """One trader's all-time totals."""
    async def trader_closed_positions(
        self,
        address: str,
        *,
        coin: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[ClosedPosition] | None]:
        """One trader's closed positions, newest close first."""
    def trader_closed_positions_pages(
        self,
        address: str,
        *,
        coin: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[ClosedPosition] | None]]: ...
    def trader_closed_positions_rows(
        self,
        address: str,
        *,
        coin: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ClosedPosition]: ...
    async def trader_closed_positions_stats(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[ClosedPositionStatsBody]:
        """One trader's closed positions in sums."""
    async def trader_curves(
        self,
        addresses: Sequence[str],
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderCurvesBody]:
        """What many traders realized over time, a short curve each."""
    async def trader_daily(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[TraderDailyStat] | None]:
        """One trader's UTC days, oldest first."""
    async def trader_demo(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[WalletDemoBody]:
        """One trader at a glance: sums, best and worst positions."""
    async def trader_lifecycles(
        self,
        address: str,
        *,
        coin: str | None = None,
        status: Literal["open", "closed", "all"] | None = None,
        include_spot: bool | None = None,
        include_censored: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[WalletLifecyclesBody]:
        """One trader's position lifecycles."""
    def trader_lifecycles_pages(
        self,
        address: str,
        *,
        coin: str | None = None,
        status: Literal["open", "closed", "all"] | None = None,
        include_spot: bool | None = None,
        include_censored: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[WalletLifecyclesBody]]: ...
    def trader_lifecycles_rows(
        self,
        address: str,
        *,
        coin: str | None = None,
        status: Literal["open", "closed", "all"] | None = None,
        include_spot: bool | None = None,
        include_censored: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[LifecycleRow]: ...
    async def trader_performance(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[TraderPerformanceBody]:
        """One trader's last 30 days beside all time."""
    async def trader_pnl(
        self,
        address: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: Literal["hour", "day", "week"] | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderPnlBody]:
        """Net PnL of one trader over time."""
    async def trader_skill(
        self,
        address: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderSkillBody]:
        """How good one trader's days are after costs, and how sure that is."""
    async def trader_tokens(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[TraderTokenStat] | None]:
        """One trader's coins, most profitable first."""
    async def trader_trades(
        self,
        address: str,
        *,
        since: str | None = None,
        limit: int | None = None,
        coin: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """One trader's latest trades, newest first."""
    async def trades_recent(
        self,
        *,
        since: str | None = None,
        limit: int | None = None,
        coin: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The trades of a window with the largest closed PnL, won or lost."""
    async def wallet_drawdown_curve(
        self,
        address: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[DrawdownCurveRow] | None]:
        """How far one trader's positions went against and for them."""
    def wallet_drawdown_curve_pages(
        self,
        address: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Answer[list[DrawdownCurveRow] | None]]: ...
    def wallet_drawdown_curve_rows(
        self,
        address: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[DrawdownCurveRow]: ...

class SearchCalls:
    async def find(
        self,
        q: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[SearchBody]:
        """What a text means."""

class AsyncCalls:
    account: AccountCalls
    assets: AssetsCalls
    boards: BoardsCalls
    builders: BuildersCalls
    census: CensusCalls
    coverage: CoverageCalls
    entities: EntitiesCalls
    exchange: ExchangeCalls
    hip4: Hip4Calls
    live: LiveCalls
    market: MarketCalls
    pulse: PulseCalls
    search: SearchCalls
    def __init__(self, caller: AsyncCaller) -> None: ...
