# Written by scripts/openapi.ts from openapi.json: change that, not this.
"""One method for each endpoint of the API."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from ..answer import Answer
from ..caller import CallOptions, Caller
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
    """Calls of ``account``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def plan(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[PlanBody]:
        """Tier and limits of the caller.

        The effective tier of the caller's account, its limits, and those of every tier. Calling it counts
        as a request.

        GET /api/public/v1/plan, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/plan",
            {},
            {},
            options,
        )

    def verify(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[VerificationResult]:
        """Whether the key is valid, and its limits.

        Answers 200 for a valid key, with the tier of its account, and 401 for any other.

        GET /api/public/v1/verify, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/verify",
            {},
            {},
            options,
        )


class AssetsCalls:
    """Calls of ``assets``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def cross_market(
        self,
        canonical: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetAssetCrossMarketBody]:
        """One exposure, its positions compared across venues.

        The open positions that are known of each venue that lists the asset, at their own marks, by open
        interest, and all together. biasRange is the largest less the least netBias of venues with
        positions.

        GET /api/public/v1/assets/{canonical}/cross-market, from the tier free on.

        :param canonical: Asset in any case: its canonical name, a synonym, or the symbol of a venue.
        """
        return self._caller.call(
            "/api/public/v1/assets/{canonical}/cross-market",
            {"canonical": canonical},
            {},
            options,
        )

    def list(
        self,
        *,
        cross_market_only: bool | None = None,
        options: CallOptions | None = None,
    ) -> Answer[GetAssetsBody]:
        """Every exposure with the venues that list it.

        One row an exposure: the ticker without dex, in upper case; synonyms by configuration (PAXG and XAUT
        are GOLD); wrapped and staked tokens stay apart. Perps of all dexes, by open interest, the largest
        first, and so are the venues of each. What no context of the last five minutes has is absent; an
        archive without a source has the volume of stored fills, and as open interest the longs that are
        known.

        GET /api/public/v1/assets, from the tier free on.

        :param cross_market_only: Only assets on more than one venue.
        """
        return self._caller.call(
            "/api/public/v1/assets",
            {},
            {"crossMarketOnly": cross_market_only},
            options,
        )

    def one(
        self,
        canonical: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GetAssetBody]:
        """One exposure with the venues that list it.

        By its name, a synonym, or the symbol of a venue, in any case; else 404 with the nearest name.

        GET /api/public/v1/assets/{canonical}, from the tier free on.

        :param canonical: Asset in any case: its canonical name, a synonym, or the symbol of a venue.
        """
        return self._caller.call(
            "/api/public/v1/assets/{canonical}",
            {"canonical": canonical},
            {},
            options,
        )


class BoardsCalls:
    """Calls of ``boards``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def skill(
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
        """All wallets ranked by what they made after costs, and how.

        Over whole UTC days that are over, of the last 90: a longer window is cut there, and from says so.
        net: PnL after fees and funding, USD; return: time-weighted, percent; sharpe, sortino: of daily
        returns, × √365; drawdown: the deepest fall of the linked returns, percent, smallest first;
        profit-factor: net PnL of the days that made money / −that of the others; expectancy: PnL after fees
        of a closed perp position, USD; turnover: volume / value of the account at the start, a day. The
        formulas are those of /pulse/trader/{address}/skill, which has intervals. Wallets that stopped
        trading or lost everything stay in; population counts them. Ties: by return, then by address. A
        wallet with an unknown figure is left out, never counted as 0. unread counts wallets that traded and
        are not read; below leastRead no wallet is ranked.

        GET /api/public/v1/boards/{board}, from the tier free on.

        :param board: What wallets are ranked by. One of net, return, sharpe, sortino, drawdown,
        profit-factor, expectancy, turnover.
        :param window_days: Look-back window in days. At most the tier's history window. 1 to 90; 30 by
        default.
        :param from_: Start of the window; default windowDays before its end, within the tier. Unix
        milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00
        UTC.
        :param to: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        :param market: Fills and funding of these markets alone; net, profit-factor and expectancy. One of
        all, perps, spot, outcomes; all by default.
        :param dex: hl for the native dex, else the prefix of a builder dex.
        :param without: Leave these out, comma separated: market makers (70 % of the volume rested in the
        book, on both sides), vaults, sub-accounts, liquidators.
        :param min_days: Minimum days of a row; default 10, or all days of a shorter window. 1 to 90.
        :param min_positions: The least closed perp positions of a row. At least 0; 0 by default.
        :param least_read: The least share of the wallets that traded whose figure is read, percent: below
        it none is ranked, and reason says so. 0 to 100; 90 by default.
        :param limit: The most rows to return. 1 to 100; 20 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. 0 to 1900; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/boards/{board}",
            {"board": board},
            {"windowDays": window_days, "from": from_, "to": to, "market": market, "dex": dex, "without": without, "minDays": min_days, "minPositions": min_positions, "leastRead": least_read, "limit": limit, "offset": offset},
            options,
        )

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
    ) -> Iterator[Answer[SkillBoardBody]]:
        """Pages of ``skill``. Every row of it, page by page: a request for each 100 rows unless `limit` says
        otherwise. The service pages to offset 1900.
        """
        return self._caller.pages(
            "/api/public/v1/boards/{board}",
            {"board": board},
            {"windowDays": window_days, "from": from_, "to": to, "market": market, "dex": dex, "without": without, "minDays": min_days, "minPositions": min_positions, "leastRead": least_read, "limit": limit, "offset": offset},
            ("rows", 100, 1900),
            options,
        )

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
    ) -> Iterator[SkillBoardRow]:
        """Rows of ``skill``, at most ``max_rows``. Every row of it, page by page: a request for each 100 rows
        unless `limit` says otherwise. The service pages to offset 1900.
        """
        return self._caller.rows(
            "/api/public/v1/boards/{board}",
            {"board": board},
            {"windowDays": window_days, "from": from_, "to": to, "market": market, "dex": dex, "without": without, "minDays": min_days, "minPositions": min_positions, "leastRead": least_read, "limit": limit, "offset": offset},
            ("rows", 100, 1900),
            max_rows,
            options,
        )


class BuildersCalls:
    """Calls of ``builders``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def cohorts(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderCohortsBody]:
        """A builder's users by cohort.

        Wallets with an attributed fill in the period, by the all-time cohorts that they are in now: those
        of realized PnL and those of traded notional, each with the most users first; ties by slug. Users of
        each list sum to totalUsers. A builder without a fill has empty lists.

        GET /api/public/v1/builders/{builder}/cohorts, from the tier pro on.

        :param builder: Builder address: 0x and 40 hex digits, any case.
        :param period: The last 24 hours, 7 days or 30 days. One of day, week, month; week by default.
        """
        return self._caller.call(
            "/api/public/v1/builders/{builder}/cohorts",
            {"builder": builder},
            {"period": period},
            options,
        )

    def fills(
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
        """A builder's fills, newest first.

        Attributed fills of the window, newest first; of one coin or one wallet if requested. volumeUsd =
        price × size, builderFeeUsd the builder fee in USD.

        GET /api/public/v1/builders/{builder}/fills, from the tier pro on.

        :param builder: Builder address: 0x and 40 hex digits, any case.
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 24h by default.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/builders/{builder}/fills",
            {"builder": builder},
            {"since": since, "coin": coin, "address": address, "limit": limit, "offset": offset},
            options,
        )

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
    ) -> Iterator[Answer[BuilderFillsBody]]:
        """Pages of ``fills``. Every row of it, page by page: a request for each 500 rows unless `limit` says
        otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/builders/{builder}/fills",
            {"builder": builder},
            {"since": since, "coin": coin, "address": address, "limit": limit, "offset": offset},
            ("fills", 500, None),
            options,
        )

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
    ) -> Iterator[BuilderFillRow]:
        """Rows of ``fills``, at most ``max_rows``. Every row of it, page by page: a request for each 500 rows
        unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/builders/{builder}/fills",
            {"builder": builder},
            {"since": since, "coin": coin, "address": address, "limit": limit, "offset": offset},
            ("fills", 500, None),
            max_rows,
            options,
        )

    def leaderboard(
        self,
        *,
        period: Literal["day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderLeaderboardBody]:
        """Builders by what they took in a period.

        Builders with a fill in the period, by revenueUsd, highest first; ties by address. The period is the
        last 24 hours, 7 or 30 days, and prev… the one before it, of the same length.

        GET /api/public/v1/builders/leaderboard, from the tier starter on.

        :param period: The last 24 hours, 7 days or 30 days. One of day, week, month; week by default.
        :param limit: The most rows to return. 1 to 100; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. 0 to 1000; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/builders/leaderboard",
            {},
            {"period": period, "limit": limit, "offset": offset},
            options,
        )

    def leaderboard_pages(
        self,
        *,
        period: Literal["day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[BuilderLeaderboardBody]]:
        """Pages of ``leaderboard``. Every row of it, page by page: a request for each 100 rows unless `limit`
        says otherwise. The service pages to offset 1000.
        """
        return self._caller.pages(
            "/api/public/v1/builders/leaderboard",
            {},
            {"period": period, "limit": limit, "offset": offset},
            ("builders", 100, 1000),
            options,
        )

    def leaderboard_rows(
        self,
        *,
        period: Literal["day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[BuilderLeaderboardRow]:
        """Rows of ``leaderboard``, at most ``max_rows``. Every row of it, page by page: a request for each 100
        rows unless `limit` says otherwise. The service pages to offset 1000.
        """
        return self._caller.rows(
            "/api/public/v1/builders/leaderboard",
            {},
            {"period": period, "limit": limit, "offset": offset},
            ("builders", 100, 1000),
            max_rows,
            options,
        )

    def overlap(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderOverlapBody]:
        """Whom a builder shares its users with.

        The ten other builders that most of its users of the period paid, too, by sharedUsers; ties by
        address. A builder without a fill has an empty list.

        GET /api/public/v1/builders/{builder}/overlap, from the tier pro on.

        :param builder: Builder address: 0x and 40 hex digits, any case.
        :param period: The last 24 hours, 7 days or 30 days. One of day, week, month; week by default.
        """
        return self._caller.call(
            "/api/public/v1/builders/{builder}/overlap",
            {"builder": builder},
            {"period": period},
            options,
        )

    def profile(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        top_coins: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderProfileBody]:
        """One builder.

        What a builder took in the last 24 hours, 7 or 30 days, by UTC day and by coin (by volume, largest
        first; ties by coin), from whom, and since when it is seen at all. biggestDay is the day with the
        most fees. A builder that no fill names is a 404.

        GET /api/public/v1/builders/{builder}/profile, from the tier starter on.

        :param builder: Builder address: 0x and 40 hex digits, any case.
        :param period: The last 24 hours, 7 days or 30 days. One of day, week, month; month by default.
        :param top_coins: The most coins to return. 1 to 50; 10 by default.
        """
        return self._caller.call(
            "/api/public/v1/builders/{builder}/profile",
            {"builder": builder},
            {"period": period, "topCoins": top_coins},
            options,
        )

    def retention(
        self,
        builder: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[BuilderRetentionBody]:
        """How long a builder's users stay.

        Wallets by the UTC month of their first attributed fill through the builder, the last 12 calendar
        months, oldest first; months without a new wallet are left out. activeWallets[k] counts those with
        such a fill k months later. Orders are not observed: all rests on fills. At most an hour old.

        GET /api/public/v1/builders/{builder}/retention, from the tier pro on.

        :param builder: Builder address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/builders/{builder}/retention",
            {"builder": builder},
            {},
            options,
        )

    def trader_builders(
        self,
        address: str,
        *,
        since: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderBuildersBody]:
        """The builders that one trader paid.

        Builders by what the wallet paid them in the window, most first; ties by address. The data are cut
        at 90 days, without an error; window repeats the request.

        GET /api/public/v1/trader/{address}/builders, from the tier starter on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 30d by default.
        """
        return self._caller.call(
            "/api/public/v1/trader/{address}/builders",
            {"address": address},
            {"since": since},
            options,
        )

    def traders(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        sort: Literal["builderFee", "volume", "pnl"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[BuilderTradersBody]:
        """A builder's users.

        Wallets with an attributed fill in the period, by the builder fees that they paid, by volume or by
        PnL, highest first; ties by address. Tiers are the all-time cohorts that they are in now.

        GET /api/public/v1/builders/{builder}/traders, from the tier pro on.

        :param builder: Builder address: 0x and 40 hex digits, any case.
        :param period: The last 24 hours, 7 days or 30 days. One of day, week, month; week by default.
        :param sort: What ranks them. One of builderFee, volume, pnl; builderFee by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/builders/{builder}/traders",
            {"builder": builder},
            {"period": period, "sort": sort, "limit": limit, "offset": offset},
            options,
        )

    def traders_pages(
        self,
        builder: str,
        *,
        period: Literal["day", "week", "month"] | None = None,
        sort: Literal["builderFee", "volume", "pnl"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[BuilderTradersBody]]:
        """Pages of ``traders``. Every row of it, page by page: a request for each 500 rows unless `limit` says
        otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/builders/{builder}/traders",
            {"builder": builder},
            {"period": period, "sort": sort, "limit": limit, "offset": offset},
            ("traders", 500, None),
            options,
        )

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
    ) -> Iterator[BuilderTraderRow]:
        """Rows of ``traders``, at most ``max_rows``. Every row of it, page by page: a request for each 500
        rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/builders/{builder}/traders",
            {"builder": builder},
            {"period": period, "sort": sort, "limit": limit, "offset": offset},
            ("traders", 500, None),
            max_rows,
            options,
        )


class CensusCalls:
    """Calls of ``census``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def differences(
        self,
        *,
        wallet: str | None = None,
        coin: str | None = None,
        cause: Literal["missingFills", "unknown", "gap", "behind", "censoredOpening", "untracked"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CensusDifferencesBody]:
        """Positions whose fills end at another size than was paid for.

        Of the newest comparison with the payments of an hour, what differs and why: causes that say most
        first, then by wallet and coin. At most 20,000 of an hour are kept; the counts of `census` are of
        all.

        GET /api/public/v1/census/differences, from the tier free on.

        :param wallet: Wallet address: 0x and 40 hex digits, any case.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param cause: Only differences of this cause. One of missingFills, unknown, gap, behind,
        censoredOpening, untracked.
        :param limit: The most rows to return. 1 to 500; 100 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. 0 to 20000; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/census/differences",
            {},
            {"wallet": wallet, "coin": coin, "cause": cause, "limit": limit, "offset": offset},
            options,
        )

    def differences_pages(
        self,
        *,
        wallet: str | None = None,
        coin: str | None = None,
        cause: Literal["missingFills", "unknown", "gap", "behind", "censoredOpening", "untracked"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[CensusDifferencesBody]]:
        """Pages of ``differences``. Every row of it, page by page: a request for each 500 rows unless `limit`
        says otherwise. The service pages to offset 20000.
        """
        return self._caller.pages(
            "/api/public/v1/census/differences",
            {},
            {"wallet": wallet, "coin": coin, "cause": cause, "limit": limit, "offset": offset},
            ("differences", 500, 20000),
            options,
        )

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
    ) -> Iterator[CensusDifference]:
        """Rows of ``differences``, at most ``max_rows``. Every row of it, page by page: a request for each 500
        rows unless `limit` says otherwise. The service pages to offset 20000.
        """
        return self._caller.rows(
            "/api/public/v1/census/differences",
            {},
            {"wallet": wallet, "coin": coin, "cause": cause, "limit": limit, "offset": offset},
            ("differences", 500, 20000),
            max_rows,
            options,
        )

    def stamp(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[CensusStampBody]:
        """The newest comparisons of positions with what the exchange says of them.

        Every hour the positions that follow from fills are compared with those of the account states that
        the exchange gave in that hour (`verified`), and with those that the payments of funding name, which
        a node has of every wallet (`payments`). null before the first comparison, as where no exchange is
        read.

        GET /api/public/v1/census/stamp, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/census/stamp",
            {},
            {},
            options,
        )


class CoverageCalls:
    """Calls of ``coverage``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def days(
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
        """The condition of each day of a feed.

        The UTC days of the span, oldest first, at most 400 of them; the last 30 by default. Of a wallet, or
        coin, its own and what concerns all; everything of the feed where neither is named. How far a wallet
        that is read one by one was read is part of it.

        GET /api/public/v1/coverage/{feed}, from the tier free on.

        :param feed: The feed. fills: fills of wallets that are read one by one; node_fills: fills of all
        wallets, from the files of a node or an archive; node_misc_events: funding and ledger updates of all
        wallets, from the files of a node or an archive; node_twap_statuses: statuses of TWAP orders of all
        wallets, from the files of a node or an archive; trades: public trades; walletFunding: funding
        payments of wallets that are read one by one; walletLedger: ledger updates of wallets that are read
        one by one; candles: candles; contexts: states of markets by the minute; books: order books by the
        minute. One of fills, node_fills, node_misc_events, node_twap_statuses, trades, walletFunding,
        walletLedger, candles, contexts, books.
        :param by: What conditions are of. One of day; day by default.
        :param wallet: Wallet address: 0x and 40 hex digits, any case.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param from_: First day of the span. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        :param to: Last day of the span; default today. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        """
        return self._caller.call(
            "/api/public/v1/coverage/{feed}",
            {"feed": feed},
            {"by": by, "wallet": wallet, "coin": coin, "from": from_, "to": to},
            options,
        )

    def intervals(
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
        """Covered spans and gaps of the record of a feed.

        Intervals of the ledger of coverage that overlap the span, oldest first. Of a wallet, or coin, its
        own and what concerns all; everything of the feed where neither is named. How far a wallet that is
        read one by one was read is part of it.

        GET /api/public/v1/coverage, from the tier free on.

        :param feed: The feed. fills: fills of wallets that are read one by one; node_fills: fills of all
        wallets, from the files of a node or an archive; node_misc_events: funding and ledger updates of all
        wallets, from the files of a node or an archive; node_twap_statuses: statuses of TWAP orders of all
        wallets, from the files of a node or an archive; trades: public trades; walletFunding: funding
        payments of wallets that are read one by one; walletLedger: ledger updates of wallets that are read
        one by one; candles: candles; contexts: states of markets by the minute; books: order books by the
        minute. One of fills, node_fills, node_misc_events, node_twap_statuses, trades, walletFunding,
        walletLedger, candles, contexts, books.
        :param wallet: Wallet address: 0x and 40 hex digits, any case.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param state: Intervals of this state alone. One of covered, open, healed, lost.
        :param from_: Start of the span; default: no bound. Unix milliseconds, RFC 3339 with a time zone,
        e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        :param to: End of the span; default: no bound. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        :param limit: The most rows to return. 1 to 500; 100 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. 0 to 1000000; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/coverage",
            {},
            {"feed": feed, "wallet": wallet, "coin": coin, "state": state, "from": from_, "to": to, "limit": limit, "offset": offset},
            options,
        )

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
    ) -> Iterator[Answer[CoverageBody]]:
        """Pages of ``intervals``. Every row of it, page by page: a request for each 500 rows unless `limit`
        says otherwise. The service pages to offset 1000000.
        """
        return self._caller.pages(
            "/api/public/v1/coverage",
            {},
            {"feed": feed, "wallet": wallet, "coin": coin, "state": state, "from": from_, "to": to, "limit": limit, "offset": offset},
            ("intervals", 500, 1000000),
            options,
        )

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
    ) -> Iterator[CoverageInterval]:
        """Rows of ``intervals``, at most ``max_rows``. Every row of it, page by page: a request for each 500
        rows unless `limit` says otherwise. The service pages to offset 1000000.
        """
        return self._caller.rows(
            "/api/public/v1/coverage",
            {},
            {"feed": feed, "wallet": wallet, "coin": coin, "state": state, "from": from_, "to": to, "limit": limit, "offset": offset},
            ("intervals", 500, 1000000),
            max_rows,
            options,
        )


class EntitiesCalls:
    """Calls of ``entities``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def entity(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[EntityProfileBody]:
        """The wallets of one owner, and their open positions.

        The master of a wallet with its sub-accounts and the vaults that they lead, the master first, then
        by address; the address of any of them gives the same entity, and a wallet without an owner is one
        of its own. topOpenPositions: the 20 largest of all members by |size| × entry; ties by address, then
        by coin.

        GET /api/public/v1/entity/{address}, from the tier pro on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/entity/{address}",
            {"address": address},
            {},
            options,
        )

    def leaderboard(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[EntityLeaderboardBody]:
        """Owners by their open positions.

        Entities with an open position by grossEntryNotional of all their wallets, largest first; ties by
        address. Addresses of the exchange itself are left out; the first 200 alone are ranked.

        GET /api/public/v1/entities/leaderboard, from the tier pro on.

        :param limit: The most rows to return. 1 to 100; 25 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. 0 to 199; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/entities/leaderboard",
            {},
            {"limit": limit, "offset": offset},
            options,
        )

    def leaderboard_pages(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[EntityLeaderboardBody]]:
        """Pages of ``leaderboard``. Every row of it, page by page: a request for each 100 rows unless `limit`
        says otherwise. The service pages to offset 199.
        """
        return self._caller.pages(
            "/api/public/v1/entities/leaderboard",
            {},
            {"limit": limit, "offset": offset},
            ("entities", 100, 199),
            options,
        )

    def leaderboard_rows(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EntityLeaderboardRow]:
        """Rows of ``leaderboard``, at most ``max_rows``. Every row of it, page by page: a request for each 100
        rows unless `limit` says otherwise. The service pages to offset 199.
        """
        return self._caller.rows(
            "/api/public/v1/entities/leaderboard",
            {},
            {"limit": limit, "offset": offset},
            ("entities", 100, 199),
            max_rows,
            options,
        )


class ExchangeCalls:
    """Calls of ``exchange``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def active_traders(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[ActiveTradersBody]:
        """Wallets that traded perps in the last 24 hours.

        Distinct wallets with at least one trade of a perp of any dex in the last 24 hours, from public
        trades and indexed fills together; matches counts a match once: by coin and hour of public trades
        where these know more, else of fills.

        GET /api/public/v1/exchange/active-traders, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/exchange/active-traders",
            {},
            {},
            options,
        )

    def oi(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[OIBody]:
        """Open interest of the exchange, both sides, by dex.

        The exchange's own open interest × mark of every coin; longs and shorts are equal, and gross is both
        together. Of coins whose context is older than five minutes, or was never read, the positions that
        are known at the newest trade: longs and shorts differ by those that are not. openPositions counts
        known positions. By dex, the largest first.

        GET /api/public/v1/exchange/oi, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/exchange/oi",
            {},
            {},
            options,
        )

    def pnl_leaders(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[PnlLeadersBody]:
        """Wallets that won and lost most in the last 24 hours.

        Wallets by the realized PnL of the lifecycles that they closed in the last 24 hours: winners those
        above 0, losers those below, each the largest first. A lifecycle is one position of one wallet in
        one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and
        opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are
        included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin,
        whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/exchange/pnl-leaders, from the tier starter on.

        :param limit: The most rows to return. 1 to 100; 20 by default.
        """
        return self._caller.call(
            "/api/public/v1/exchange/pnl-leaders",
            {},
            {"limit": limit},
            options,
        )

    def positions(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[PositionsBody]:
        """Open positions, and those closed in the last 24 hours, by dex.

        Open perp positions that are known now, and position lifecycles that were closed in the last 24
        hours with the closed PnL of their whole life, before fees; positions whose opening was not seen
        count, too. By dex, most open positions first.

        GET /api/public/v1/exchange/positions, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/exchange/positions",
            {},
            {},
            options,
        )

    def volume(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[VolumeBody]:
        """Notional of the perps traded in the last 24 hours, by dex.

        Price × size of the matches of perps in the last 24 hours, each match once, by dex, the largest
        first. By coin and hour from public trades where these know more matches, else from the fills of
        indexed wallets. Amounts of dexes with another stablecoin count one to one.

        GET /api/public/v1/exchange/volume, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/exchange/volume",
            {},
            {},
            options,
        )


class Hip4Calls:
    """Calls of ``hip4``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def cross_product_overlap(
        self,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CrossProductOverlapBody]:
        """How many traders of outcomes trade perps, too.

        Distinct wallets of the window with a market trade in an outcome, with one in a perp of any dex, and
        with both. Spot does not count. Data begin at 2026-05-02: the window is cut there.

        GET /api/public/v1/hip4/cross-product/overlap, from the tier pro on.

        :param days: Look-back window in days. At most the tier's history window. 1 to 365; 7 by default.
        """
        return self._caller.call(
            "/api/public/v1/hip4/cross-product/overlap",
            {},
            {"days": days},
            options,
        )

    def daily_volume(
        self,
        *,
        days: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HIP4DailyVolumeBody]:
        """Volume of outcomes by day.

        One row per UTC day of the window with a market trade, oldest first; the first day counts from since
        on. fills counts both sides of a match, uniqueTrades, contracts and notionalUsdh count each match
        once. Settlements, splits, merges and negations are no trades. Data begin at 2026-05-02: the window
        is cut there.

        GET /api/public/v1/hip4/daily-volume, from the tier free on.

        :param days: Look-back window in days. At most the tier's history window. 1 to 365; 14 by default.
        :param venue: Only outcomes of this venue, spelt exactly so.
        :param deployer: Only outcomes of the venues of this deployer.
        :param deployer_fee_scale: Only outcomes with this deployer fee scale. At least 0.
        """
        return self._caller.call(
            "/api/public/v1/hip4/daily-volume",
            {},
            {"days": days, "venue": venue, "deployer": deployer, "deployerFeeScale": deployer_fee_scale},
            options,
        )

    def most_active(
        self,
        *,
        hours: int | None = None,
        limit: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ListOutcomesBody]:
        """The outcomes with the most trades of a window.

        Outcomes with a market trade in the window, by fills, most first; ties by outcomeId. The figures are
        those of /hip4/outcomes. Data begin at 2026-05-02: the window is cut there.

        GET /api/public/v1/hip4/most-active, from the tier free on.

        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 24 by
        default.
        :param limit: The most rows to return. 1 to 50; 10 by default.
        :param venue: Only outcomes of this venue, spelt exactly so.
        :param deployer: Only outcomes of the venues of this deployer.
        :param deployer_fee_scale: Only outcomes with this deployer fee scale. At least 0.
        """
        return self._caller.call(
            "/api/public/v1/hip4/most-active",
            {},
            {"hours": hours, "limit": limit, "venue": venue, "deployer": deployer, "deployerFeeScale": deployer_fee_scale},
            options,
        )

    def outcome(
        self,
        outcome_id: int,
        *,
        options: CallOptions | None = None,
    ) -> Answer[HIP4OutcomeDetailBody]:
        """One outcome.

        The listing of an outcome, open or settled, and the totals of its trades since 2026-05-02. The
        figures are those of /hip4/outcomes.

        GET /api/public/v1/hip4/outcomes/{outcome_id}, from the tier free on.

        :param outcome_id: Id of an outcome, without a side.
        """
        return self._caller.call(
            "/api/public/v1/hip4/outcomes/{outcome_id}",
            {"outcome_id": outcome_id},
            {},
            options,
        )

    def outcome_recent_trades(
        self,
        outcome_id: int,
        *,
        limit: int | None = None,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HIP4RecentTradesBody]:
        """The latest trades of one outcome, newest first.

        Market trades of both sides in the window, newest first. A trade is a fill: one side of one match.
        Settlements, splits, merges and negations are left out: their dir says so, so that a trade at 0.5 is
        one. Data begin at 2026-05-02: the window is cut there.

        GET /api/public/v1/hip4/outcomes/{outcome_id}/recent-trades, from the tier free on.

        :param outcome_id: Id of an outcome, without a side.
        :param limit: The most rows to return. 1 to 500; 100 by default.
        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 24 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/hip4/outcomes/{outcome_id}/recent-trades",
            {"outcome_id": outcome_id},
            {"limit": limit, "hours": hours},
            options,
        )

    def outcome_summary(
        self,
        outcome_id: int,
        *,
        options: CallOptions | None = None,
    ) -> Answer[HIP4OutcomeSummaryBody]:
        """Totals of all trades of one outcome.

        Both sides of an outcome since 2026-05-02. Contracts and notional count each match once, on the side
        of the coin that its taker traded; fills counts both sides of a match. Settlements, splits, merges
        and negations are no trades, and realize PnL.

        GET /api/public/v1/hip4/outcomes/{outcome_id}/summary, from the tier starter on.

        :param outcome_id: Id of an outcome, without a side.
        """
        return self._caller.call(
            "/api/public/v1/hip4/outcomes/{outcome_id}/summary",
            {"outcome_id": outcome_id},
            {},
            options,
        )

    def outcomes(
        self,
        *,
        hours: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ListOutcomesBody]:
        """The outcomes of a window, newest first.

        Outcomes that have a fill in the window, or were listed in it, also without a trade; the newest
        number first. fills counts market trades, each side of a match; uniqueWallets their wallets;
        notionalUsdh sums price × size of matches, each counted once. Settlements, splits, merges and
        negations are no trades. Data begin at 2026-05-02: the window is cut there.

        GET /api/public/v1/hip4/outcomes, from the tier free on.

        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 24 by
        default.
        :param venue: Only outcomes of this venue, spelt exactly so.
        :param deployer: Only outcomes of the venues of this deployer.
        :param deployer_fee_scale: Only outcomes with this deployer fee scale. At least 0.
        """
        return self._caller.call(
            "/api/public/v1/hip4/outcomes",
            {},
            {"hours": hours, "venue": venue, "deployer": deployer, "deployerFeeScale": deployer_fee_scale},
            options,
        )

    def perp_position_context(
        self,
        outcome_id: int,
        *,
        days: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[PerpPositionContextBody]:
        """Perp positions of an outcome's holders in its underlying.

        Wallets that bought more contracts of a side than they sold in the window, with their open perp
        positions on the underlying on all dexes. aligned: long the underlying with the Yes of an outcome
        above a price, or short with its No; hedged: any other position; prediction-native: none. topWallets
        come by what they hold at the mark price, largest first. An outcome without an underlying is a 404.
        Data begin at 2026-05-02: the window is cut there.

        GET /api/public/v1/hip4/outcomes/{outcome_id}/perp-position-context, from the tier pro on.

        :param outcome_id: Id of an outcome, without a side.
        :param days: Look-back window in days. At most the tier's history window. 1 to 365; 14 by default.
        :param limit: The most rows to return. 1 to 100; 25 by default.
        """
        return self._caller.call(
            "/api/public/v1/hip4/outcomes/{outcome_id}/perp-position-context",
            {"outcome_id": outcome_id},
            {"days": days, "limit": limit},
            options,
        )

    def questions(
        self,
        *,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[ListQuestionsBody]:
        """Questions with their outcomes, newest first.

        Open questions, and questions whose last outcome was settled within 30 days; highest number first.
        class, underlying, expiry, period and priceThresholds come from the description; each is absent if
        it is not there.

        GET /api/public/v1/hip4/questions, from the tier free on.

        :param venue: Only outcomes of this venue, spelt exactly so.
        :param deployer: Only outcomes of the venues of this deployer.
        :param deployer_fee_scale: Only outcomes with this deployer fee scale. At least 0.
        """
        return self._caller.call(
            "/api/public/v1/hip4/questions",
            {},
            {"venue": venue, "deployer": deployer, "deployerFeeScale": deployer_fee_scale},
            options,
        )

    def recent_settlements(
        self,
        *,
        limit: int | None = None,
        hours: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HIP4SettlementsBody]:
        """Recently settled outcomes, newest first.

        Outcomes whose holders were paid, or whose settlement was published, in the window, newest first.
        The winning side is 0 if a Yes paid 1, 1 if it paid 0, and absent if it paid a part: then rows with
        a gain count as winners. Rows are fills with dir Settlement. Data begin at 2026-05-02: the window is
        cut there.

        GET /api/public/v1/hip4/settlements/recent, from the tier free on.

        :param limit: The most rows to return. 1 to 200; 50 by default.
        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by
        default.
        :param venue: Only outcomes of this venue, spelt exactly so.
        :param deployer: Only outcomes of the venues of this deployer.
        :param deployer_fee_scale: Only outcomes with this deployer fee scale. At least 0.
        """
        return self._caller.call(
            "/api/public/v1/hip4/settlements/recent",
            {},
            {"limit": limit, "hours": hours, "venue": venue, "deployer": deployer, "deployerFeeScale": deployer_fee_scale},
            options,
        )

    def top_traders(
        self,
        *,
        limit: int | None = None,
        days: int | None = None,
        venue: str | None = None,
        deployer: str | None = None,
        deployer_fee_scale: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TopTradersBody]:
        """The most profitable traders of outcomes.

        Wallets by the closed PnL of all their rows of the window in outcomes, highest first; ties by
        address. Settlements, splits, merges and negations realize PnL and count neither fills nor contracts
        nor notional. Data begin at 2026-05-02: the window is cut there.

        GET /api/public/v1/hip4/top-traders, from the tier starter on.

        :param limit: The most rows to return. 1 to 100; 25 by default.
        :param days: Look-back window in days. At most the tier's history window. 1 to 365; 7 by default.
        :param venue: Only outcomes of this venue, spelt exactly so.
        :param deployer: Only outcomes of the venues of this deployer.
        :param deployer_fee_scale: Only outcomes with this deployer fee scale. At least 0.
        """
        return self._caller.call(
            "/api/public/v1/hip4/top-traders",
            {},
            {"limit": limit, "days": days, "venue": venue, "deployer": deployer, "deployerFeeScale": deployer_fee_scale},
            options,
        )

    def trader_outcomes(
        self,
        address: str,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderOutcomesBody]:
        """One trader's outcome positions, last traded first.

        One row per side of an outcome in which the wallet has a row in the window, by its last trade,
        newest first; sides without a trade come last. fills, netShares and both gross figures count market
        trades alone; realizedPnlUsdh adds the exchange's closed PnL of every row: settlements, splits,
        merges and negations are no trades, and realize PnL. Data begin at 2026-05-02: the window is cut
        there.

        GET /api/public/v1/hip4/trader/{address}/outcomes, from the tier starter on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param days: Look-back window in days. At most the tier's history window. 1 to 90; 30 by default.
        """
        return self._caller.call(
            "/api/public/v1/hip4/trader/{address}/outcomes",
            {"address": address},
            {"days": days},
            options,
        )


class LiveCalls:
    """Calls of ``live``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def cohort_bias(
        self,
        coin: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortBiasBody] | None]:
        """How each PnL cohort is positioned in a coin now.

        Open positions in the coin by the all-time PnL cohort of their wallets, valued at mark; where the
        coin has no price they are counted alone. All eight cohorts, best first, also those without a
        position; wallets without fills are in none.

        GET /api/public/v1/live/cohort-bias/{coin}, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        """
        return self._caller.call(
            "/api/public/v1/live/cohort-bias/{coin}",
            {"coin": coin},
            {},
            options,
        )

    def cohort_bias_history(
        self,
        coin: str,
        *,
        hours: int | None = None,
        tier_type: Literal["pnl", "size"] | None = None,
        tier: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[Any]:
        """How cohorts were positioned in a coin, by the hour.

        Open positions at the start of each hour, by the all-time cohort that their wallets were in then,
        valued at mark: one row for each cohort that held a position, oldest first. An hour in which nothing
        ran is missing. Starts at 2026-01-01. Of all coins together where the coin is _GLOBAL. Of one cohort
        where tier names it.

        GET /api/public/v1/live/cohort-bias-history/{coin}, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by
        default.
        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size; pnl by
        default.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        """
        return self._caller.call(
            "/api/public/v1/live/cohort-bias-history/{coin}",
            {"coin": coin},
            {"hours": hours, "tierType": tier_type, "tier": tier},
            options,
        )

    def coin_long_short(
        self,
        coin: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[CoinLongShortBody]:
        """A coin's longs and shorts.

        All open positions of the coin that are known, at the mark price: counts, notional, unrealized PnL,
        leverage if known, and the ten largest of each side. Headers say what they rest on and what share of
        the open interest they are.

        GET /api/public/v1/live/coins/{coin}/long-short, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        """
        return self._caller.call(
            "/api/public/v1/live/coins/{coin}/long-short",
            {"coin": coin},
            {},
            options,
        )

    def coin_oi_history(
        self,
        coin: str,
        *,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[OIHistoryBody]:
        """A coin's open interest by the hour, derived from positions.

        Σ |long| of the positions that are known, USD at mark, at the start of each hour, oldest first. An
        hour in which nothing ran is worked back from the fills since then where those of all wallets are
        stored, at the last trade before it, else it is missing; X-Data-Basis says fills where all hours
        are. What share of the market that is, X-Positions-Coverage of the live answers says. Starts at
        2026-01-01.

        GET /api/public/v1/live/oi-history/{coin}, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/live/oi-history/{coin}",
            {"coin": coin},
            {"hours": hours},
            options,
        )

    def liquidation_heatmap(
        self,
        coin: str,
        *,
        buckets: int | None = None,
        range: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LiquidationHeatmapBody]:
        """A coin's open positions by the price that would liquidate them.

        Buckets of equal width within ± range % of the mark price; cumulative sums run outwards from the
        mark. Liquidation prices are the exchange's own if no later fill is stored, else derived. Positions
        in the buckets, X-Positions-Outside and X-Positions-Without-Price together are all positions that
        are known. A coin without a mark and without a trade is a 404.

        GET /api/public/v1/live/liquidation-heatmap/{coin}, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param buckets: Buckets of the range. 10 to 100; 50 by default.
        :param range: Percent around the mark price. 1 to 50; 30 by default.
        """
        return self._caller.call(
            "/api/public/v1/live/liquidation-heatmap/{coin}",
            {"coin": coin},
            {"buckets": buckets, "range": range},
            options,
        )

    def liquidation_heatmap_history(
        self,
        coin: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LiquidationHeatmapHistoryBody]:
        """A coin's liquidation levels by the hour.

        The open positions that were known at the start of each hour, oldest first, by the price that would
        have liquidated them: levels of 1 % on one grid for all hours and coins, within 30 % of the mark of
        the hour; empty ones are left out. Of a window of more than a week every second hour is served, or
        fewer: stepHours. An hour that was not recorded is in missing, never an empty one; the newest hour
        is in neither list until it is recorded, up to five minutes after its start.

        GET /api/public/v1/live/liquidation-heatmap/{coin}/history, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param from_: Start of the window; default 7 days before its end, within the tier. Unix
        milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00
        UTC.
        :param to: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        """
        return self._caller.call(
            "/api/public/v1/live/liquidation-heatmap/{coin}/history",
            {"coin": coin},
            {"from": from_, "to": to},
            options,
        )

    def liquidations_recent(
        self,
        *,
        coin: str | None = None,
        since: str | None = None,
        sort: Literal["time", "notional"] | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[RecentLiquidationsBody]:
        """The newest liquidations.

        Newest first, or with sort=notional the largest first; one row a victim, coin and order: closed PnL
        and penalty fee summed over its fills, null where the victim’s own fills are not stored. liquidator
        is the counterparty with the largest size, null if none is stored. count and rollup are of the
        events listed.

        GET /api/public/v1/live/risk/liquidations/recent, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 7d by default.
        :param sort: time: newest first; notional: largest first, ties the newest first. One of time,
        notional; time by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        """
        return self._caller.call(
            "/api/public/v1/live/risk/liquidations/recent",
            {},
            {"coin": coin, "since": since, "sort": sort, "limit": limit},
            options,
        )

    def liquidations_summary(
        self,
        *,
        coin: str | None = None,
        since: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LiquidationSummaryBody]:
        """Liquidations of a window, by time, coin and cohort.

        A liquidation is one victim, coin and order, added up over its fills, victims’ side only; market and
        backstop. Where a victim’s own fills are not stored its counterparties’ fills give the notional, and
        it is in no sum of PnL or fees. timeline, byCoin and byCohort (the victims’ all-time PnL tier) each
        add up to the totals; wallets counts each victim once. Buckets of 1 h up to 7 days, 6 h up to 42
        days, else 24 h. Starts at 2026-01-01. Auto-deleveraging is no liquidation: autoDeleveraging has its
        closed positions.

        GET /api/public/v1/live/risk/liquidations/summary, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 7d by default.
        """
        return self._caller.call(
            "/api/public/v1/live/risk/liquidations/summary",
            {},
            {"coin": coin, "since": since},
            options,
        )

    def long_short(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GlobalLongShortBody]:
        """Longs and shorts of the exchange, and of every coin.

        All open positions that are known, at mark prices, one a wallet and coin; bySymbol has every coin
        with positions, by notional. tradersTracked counts wallets with an account state within 24 hours, or
        an open position.

        GET /api/public/v1/live/long-short, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/live/long-short",
            {},
            {},
            options,
        )

    def long_short_history(
        self,
        *,
        coin: str | None = None,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LongShortHistoryBody]:
        """Longs and shorts by the hour.

        The open positions that were known at the start of each hour, at the marks of then, oldest first, of
        a coin or of all (_GLOBAL); an hour in which nothing ran is missing. Starts at 2026-01-01.

        GET /api/public/v1/live/long-short/history, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10. _GLOBAL
        by default.
        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/live/long-short/history",
            {},
            {"coin": coin, "hours": hours},
            options,
        )

    def mark_dislocations(
        self,
        coin: str,
        *,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[MarkDislocationsBody]:
        """Minutes in which a mark price was away from the oracle’s.

        Minutes whose last context has a mark price at least 0.1 % away from the oracle’s, newest first, at
        most 10,080. Minutes are kept for as long as the operator keeps details of live data. Starts at
        2026-01-01.

        GET /api/public/v1/live/risk/coins/{coin}/mark-dislocations, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/live/risk/coins/{coin}/mark-dislocations",
            {"coin": coin},
            {"hours": hours},
            options,
        )

    def official_oi(
        self,
        coin: str,
        *,
        dex: str | None = None,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[OfficialOIBody]:
        """A coin's open interest by the hour, as the exchange reports it.

        The exchange's own open interest × its mark price: the last context of each hour, one side, oldest
        first. A coin without prefix is looked up on dex; a prefix and a dex that disagree are a 400.
        History starts at 2026-01-01.

        GET /api/public/v1/live/official-oi/{coin}, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param dex: hl for the native dex, else the prefix of a builder dex. Hl by default.
        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/live/official-oi/{coin}",
            {"coin": coin},
            {"dex": dex, "hours": hours},
            options,
        )

    def oi_history(
        self,
        *,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[OIHistoryBody]:
        """Open interest of all coins by the hour, derived from positions.

        Of all coins together, as _GLOBAL: Σ |long| of the positions that are known, USD at mark, at the
        start of each hour, oldest first. An hour in which nothing ran is worked back from the fills since
        then where those of all wallets are stored, at the last trade before it, else it is missing;
        X-Data-Basis says fills where all hours are. What share of the market that is, X-Positions-Coverage
        of the live answers says. Starts at 2026-01-01.

        GET /api/public/v1/live/oi-history, from the tier free on.

        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/live/oi-history",
            {},
            {"hours": hours},
            options,
        )

    def risk_coin(
        self,
        coin: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[CoinRiskSnapshotBody]:
        """A coin's risk: positions, balance, heatmap and liquidations.

        Everything that is known of the open positions of a coin at its mark price, and its liquidations of
        the last 7 days. availability and freshness say how new each source is; headers what the positions
        rest on and what share of the open interest they are. Where the coin has neither a mark nor a trade
        nothing is valued, and the heatmap has no buckets.

        GET /api/public/v1/live/risk/coins/{coin}, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        """
        return self._caller.call(
            "/api/public/v1/live/risk/coins/{coin}",
            {"coin": coin},
            {},
            options,
        )

    def risk_coin_history(
        self,
        coin: str,
        *,
        hours: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[CoinRiskHistoryBody]:
        """A coin's risk over time.

        By the hour, oldest first: open interest derived from positions, longs / shorts by count (value),
        candles of an hour; minutes whose mark was away from the oracle, newest first; and the liquidations
        of the window. hours says what was served: data start at 2026-01-01.

        GET /api/public/v1/live/risk/coins/{coin}/history, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param hours: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/live/risk/coins/{coin}/history",
            {"coin": coin},
            {"hours": hours},
            options,
        )

    def risk_overview(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[RiskOverviewBody]:
        """Risk of all coins: balance, crowded coins and liquidations.

        All open positions that are known, the 20 coins with the largest open interest, the liquidations of
        7 days, and these by the hour. availability and freshness say of each source how new it is; headers
        what the positions rest on and what share of the market they are.

        GET /api/public/v1/live/risk/overview, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/live/risk/overview",
            {},
            {},
            options,
        )


class MarketCalls:
    """Calls of ``market``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def historical_oi(
        self,
        *,
        coin: str | None = None,
        since: str | None = None,
        start_time: str | None = None,
        end_time: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[OIHistoryBody]:
        """Open interest by the hour, as the exchange reports it.

        The exchange's own open interest × its mark price, one side, USD: the last context of each hour,
        oldest first; without a coin the sum over all perps, as _GLOBAL. Where the span has none, as in an
        archive of fills, the longs that are known at the start of each hour, worked back from fills, at the
        last trade before it; X-Data-Basis then says fills. startTime overrides since, endTime defaults to
        now. History starts at 2026-01-01.

        GET /api/public/v1/market/historical-oi, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 7d by default.
        :param start_time: Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time
        zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        :param end_time: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        """
        return self._caller.call(
            "/api/public/v1/market/historical-oi",
            {},
            {"coin": coin, "since": since, "startTime": start_time, "endTime": end_time},
            options,
        )

    def orderbook(
        self,
        symbol: str,
        *,
        depth: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HLOrderBookBody]:
        """A market's order book.

        Bids and asks, the best level first, prices and sizes as strings as the exchange sends them; at most
        a second old: from the live feed if new enough, else read from the exchange, once for all callers.
        The exchange has at most 20 levels a side.

        GET /api/public/v1/market/orderbook/{symbol}, from the tier free on.

        :param symbol: Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
        :param depth: Maximum levels a side. 1 to 100; 10 by default.
        """
        return self._caller.call(
            "/api/public/v1/market/orderbook/{symbol}",
            {"symbol": symbol},
            {"depth": depth},
            options,
        )

    def positions(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[HLPositionItem] | None]:
        """A wallet's open positions, as the exchange reports them now.

        The exchange's own answer for one wallet on all dexes, strings as it sends them, by value, the
        largest first; at most a second old, read once however many ask. With source none, or of a node
        whose info server is away or not named: from what is stored. 502 where the exchange fails, 503 with
        Retry-After where its limit is spent. markPrice is the mark behind the figures of the exchange; of
        stored positions the newest mark of the last five minutes, else the newest trade of the coin.

        GET /api/public/v1/market/positions/{address}, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/market/positions/{address}",
            {"address": address},
            {},
            options,
        )

    def positions_of_many(
        self,
        addresses: Sequence[str],
        *,
        options: CallOptions | None = None,
    ) -> Answer[HLWalletsPositionsBody]:
        """The open positions of up to 50 wallets.

        Each wallet in the order of the request, with its positions as /market/positions/{address} has them.
        A wallet that the exchange cannot be read for now, because its limit is spent or it fails, is
        answered from stored data, and says so. Costs as many tokens as ten other requests.

        GET /api/public/v1/market/positions, from the tier free on.

        :param addresses: 1 to 50 different addresses, comma separated.
        """
        return self._caller.call(
            "/api/public/v1/market/positions",
            {},
            {"addresses": addresses},
            options,
        )

    def price(
        self,
        symbol: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[HLMarkPriceBody]:
        """A market's mark price, open interest, funding and volume.

        The newest context of the market, as strings as the exchange sends them; change24h is worked out
        from the exchange's price of 24 hours ago. Perps of all dexes, spot pairs and sides of outcomes, in
        any spelling. A context that is older than five minutes is not shown: 503. A service that reads no
        exchange (source none, or a node alone) answers from stored fills: the newest trade, the volume of
        the hours that began in the last 24 hours, the known longs as open interest; without a trade 404
        NOT_AVAILABLE.

        GET /api/public/v1/market/price/{symbol}, from the tier free on.

        :param symbol: Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
        """
        return self._caller.call(
            "/api/public/v1/market/price/{symbol}",
            {"symbol": symbol},
            {},
            options,
        )


class PulseCalls:
    """Calls of ``pulse``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def anti_survivors(
        self,
        *,
        max_trough: float | None = None,
        still_underwater: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[AntiSurvivor] | None]:
        """Wallets that fell deep and are still there.

        Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is at
        stillUnderwater or below now, by currentCumPnl, worst first. Rests on lifecycles of perps that were
        closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or
        that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/anti-survivors, from the tier pro on.

        :param max_trough: Wallets that fell at least so low, USD, not positive. At most 0; -10000 by
        default.
        :param still_underwater: Wallets whose PnL is at most this now, USD. At most 0; 0 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/anti-survivors",
            {},
            {"maxTrough": max_trough, "stillUnderwater": still_underwater, "limit": limit, "offset": offset},
            options,
        )

    def anti_survivors_pages(
        self,
        *,
        max_trough: float | None = None,
        still_underwater: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[AntiSurvivor] | None]]:
        """Pages of ``anti_survivors``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/anti-survivors",
            {},
            {"maxTrough": max_trough, "stillUnderwater": still_underwater, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def anti_survivors_rows(
        self,
        *,
        max_trough: float | None = None,
        still_underwater: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[AntiSurvivor]:
        """Rows of ``anti_survivors``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/anti-survivors",
            {},
            {"maxTrough": max_trough, "stillUnderwater": still_underwater, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def backstop_events(
        self,
        *,
        method: str | None = None,
        max_realized_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[BackstopEventRow] | None]:
        """Lifecycles that ended in a liquidation, the largest losses first.

        Lifecycles that were liquidated, at least in part, with a realized PnL of at most maxRealizedPnl,
        the largest loss first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today
        included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is
        realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/backstop-events, from the tier pro on.

        :param method: How it was liquidated: market or backstop; both by default.
        :param max_realized_pnl: The most PnL, USD, not positive. At most 0; -10000 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/backstop-events",
            {},
            {"method": method, "maxRealizedPnl": max_realized_pnl, "limit": limit, "offset": offset},
            options,
        )

    def backstop_events_pages(
        self,
        *,
        method: str | None = None,
        max_realized_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[BackstopEventRow] | None]]:
        """Pages of ``backstop_events``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/backstop-events",
            {},
            {"method": method, "maxRealizedPnl": max_realized_pnl, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def backstop_events_rows(
        self,
        *,
        method: str | None = None,
        max_realized_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[BackstopEventRow]:
        """Rows of ``backstop_events``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/backstop-events",
            {},
            {"method": method, "maxRealizedPnl": max_realized_pnl, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def biggest_losses(
        self,
        *,
        limit: int | None = None,
        max_pnl: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The trades with the most negative closed PnL.

        Losing fills of all time, by pnl, most negative first; ties: the earlier one first. A trade is a
        fill: one side of one match, so that a match gives two trades with one tid. volume = price × size,
        pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot
        base token at the fill's own price, any other token at its latest known price.

        GET /api/public/v1/pulse/biggest-losses, from the tier free on.

        :param limit: The most rows to return. 1 to 500; 20 by default.
        :param max_pnl: The most pnl of a listed trade, USD; losses are negative. -50000 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/biggest-losses",
            {},
            {"limit": limit, "maxPnl": max_pnl},
            options,
        )

    def biggest_wins(
        self,
        *,
        limit: int | None = None,
        min_pnl: float | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The trades with the largest closed PnL.

        Winning fills of all time, by pnl, largest first; ties: the earlier one first. A trade is a fill:
        one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl =
        closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base
        token at the fill's own price, any other token at its latest known price.

        GET /api/public/v1/pulse/biggest-wins, from the tier free on.

        :param limit: The most rows to return. 1 to 500; 20 by default.
        :param min_pnl: The least pnl of a listed trade, USD. 50000 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/biggest-wins",
            {},
            {"limit": limit, "minPnl": min_pnl},
            options,
        )

    def capital_titans(
        self,
        *,
        min_pnl: float | None = None,
        min_fees: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CapitalTitan] | None]:
        """Wallets that won most for each dollar of fees.

        Wallets with a PnL of at least minPnl and fees of at least minFees (and above 0), by PnL for each
        dollar of fees, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC
        days, today included, on every tier; those whose opening was not seen or that have a gap are left
        out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/capital-titans, from the tier pro on.

        :param min_pnl: The least PnL, USD. At least 0; 10000 by default.
        :param min_fees: The least fees, USD. At least 0; 100 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/capital-titans",
            {},
            {"minPnl": min_pnl, "minFees": min_fees, "limit": limit, "offset": offset},
            options,
        )

    def capital_titans_pages(
        self,
        *,
        min_pnl: float | None = None,
        min_fees: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[CapitalTitan] | None]]:
        """Pages of ``capital_titans``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/capital-titans",
            {},
            {"minPnl": min_pnl, "minFees": min_fees, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def capital_titans_rows(
        self,
        *,
        min_pnl: float | None = None,
        min_fees: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[CapitalTitan]:
        """Rows of ``capital_titans``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/capital-titans",
            {},
            {"minPnl": min_pnl, "minFees": min_fees, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def closed_positions_recent(
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
        """Positions of all wallets that were closed last.

        Closed lifecycles of the window, newest close first, in the legacy shape; lifecycles without a
        stored opening are left out. A lifecycle is one position of one wallet in one coin from flat to
        flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by
        size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested
        alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded
        on. realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/closed-positions/recent, from the tier free on.

        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 1h by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param min_notional: Least notional at the entry price, USD; -1 switches the filter off. -1 by
        default.
        :param min_duration: Least duration, milliseconds; -1 switches the filter off. -1 by default.
        :param max_duration: Longest duration, milliseconds; -1 switches the filter off. -1 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/closed-positions/recent",
            {},
            {"since": since, "limit": limit, "coin": coin, "minNotional": min_notional, "minDuration": min_duration, "maxDuration": max_duration},
            options,
        )

    def cohort_bias_history(
        self,
        *,
        coin: str | None = None,
        since: str | None = None,
        start_time: str | None = None,
        end_time: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortBiasSnapshot] | None]:
        """How every cohort was positioned, by the hour.

        Open positions at the start of each hour, by the all-time cohort that their wallets were in then,
        valued at mark: one row for each cohort that held a position, oldest first. An hour in which nothing
        ran is missing. Starts at 2026-01-01. Without a coin: all coins together, as _GLOBAL. Cohorts by PnL
        come before those by size, best first.

        GET /api/public/v1/pulse/cohort-bias/history, from the tier pro on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 7d by default.
        :param start_time: Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time
        zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        :param end_time: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohort-bias/history",
            {},
            {"coin": coin, "since": since, "startTime": start_time, "endTime": end_time},
            options,
        )

    def cohorts_recent_alpha_concentration(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortAlphaConcentrationRow] | None]:
        """How much of the profit of a recent cohort its best wallets made.

        Wallets of the cohort by their realized PnL: the share of its positive PnL in the best 1, 5, 10, 25,
        50 and 100 % of them. Closed lifecycles of the last 90 UTC days, today included, of wallets that are
        in the cohort of the 30 whole UTC days before today. Censored ones are left out. At most a minute
        old. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its
        fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot
        tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles
        have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before
        fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/alpha-concentration, from the tier pro on.

        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/alpha-concentration",
            {"tierType": tier_type, "tier": tier},
            {},
            options,
        )

    def cohorts_recent_lifecycle_stats(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortLifecycleStatsRow] | None]:
        """The lifecycles of each wallet of a recent cohort in sums.

        One row for each wallet that closed a lifecycle, by totalPnl, largest first; ties by address. Closed
        lifecycles of the last 90 UTC days, today included, of wallets that are in the cohort of the 30
        whole UTC days before today. Censored ones are left out. At most a minute old. A lifecycle is one
        position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that
        crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes,
        which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair
        in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most
        60 s after new fills.

        GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/lifecycle-stats, from the tier pro on.

        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/lifecycle-stats",
            {"tierType": tier_type, "tier": tier},
            {"limit": limit, "offset": offset},
            options,
        )

    def cohorts_recent_lifecycle_stats_pages(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[CohortLifecycleStatsRow] | None]]:
        """Pages of ``cohorts_recent_lifecycle_stats``. Every row of it, page by page: a request for each 500
        rows unless `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/lifecycle-stats",
            {"tierType": tier_type, "tier": tier},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def cohorts_recent_lifecycle_stats_rows(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[CohortLifecycleStatsRow]:
        """Rows of ``cohorts_recent_lifecycle_stats``, at most ``max_rows``. Every row of it, page by page: a
        request for each 500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/lifecycle-stats",
            {"tierType": tier_type, "tier": tier},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def cohorts_recent_positions(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortPosition] | None]:
        """The largest open positions of a cohort: cohort of the 30 whole UTC days before today.

        Open perp positions of wallets that are in the cohort now (cohort of the 30 whole UTC days before
        today), by notional at mark, largest first; ties by address, then by coin; those whose coin has no
        price are left out, X-Positions-Unvalued counts them. Leverage, margin and funding are those of an
        account state within 24 hours; unknownFields names what is not known. pnlTier and sizeTier are the
        wallet's all-time cohorts; traderTotalPnl, traderWinRate and traderTrades are of all time.

        GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/positions, from the tier pro on.

        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        :param limit: The most rows to return. 1 to 500; 50 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/positions",
            {"tierType": tier_type, "tier": tier},
            {"limit": limit},
            options,
        )

    def cohorts_recent_top_positions(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortTopPositionRow] | None]:
        """The closed lifecycles of a recent cohort that won or lost most.

        By the absolute value of realizedPnl, largest first; ties by address, then by id. limit and offset
        reach to the first 2000 rows. Closed lifecycles of the last 90 UTC days, today included, of wallets
        that are in the cohort of the 30 whole UTC days before today. Censored ones are left out. At most a
        minute old. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed
        from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of
        spot tokens and outcomes, which are balances, are included only if requested alone; a token’s
        lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is
        before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/top-positions, from the tier pro on.

        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/top-positions",
            {"tierType": tier_type, "tier": tier},
            {"limit": limit, "offset": offset},
            options,
        )

    def cohorts_recent_top_positions_pages(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[CohortTopPositionRow] | None]]:
        """Pages of ``cohorts_recent_top_positions``. Every row of it, page by page: a request for each 500
        rows unless `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/top-positions",
            {"tierType": tier_type, "tier": tier},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def cohorts_recent_top_positions_rows(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[CohortTopPositionRow]:
        """Rows of ``cohorts_recent_top_positions``, at most ``max_rows``. Every row of it, page by page: a
        request for each 500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/top-positions",
            {"tierType": tier_type, "tier": tier},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def cohorts_recent_trades(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        since: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The latest trades of a cohort, newest first: cohort of the 30 whole UTC days before today.

        Trades of the window, newest first, of wallets that are in the cohort now (cohort of the 30 whole
        UTC days before today). A trade is a fill: one side of one match, so that a match gives two trades
        with one tid. volume = price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee
        in USD: stablecoins at 1, a spot base token at the fill's own price, any other token at its latest
        known price.

        GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/trades, from the tier pro on.

        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 1h by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/trades",
            {"tierType": tier_type, "tier": tier},
            {"since": since, "limit": limit},
            options,
        )

    def cohorts_daily_stats(
        self,
        *,
        since: str | None = None,
        start_time: str | None = None,
        end_time: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortDailyStatBody] | None]:
        """What every cohort did, day by day.

        Figures of the day's fills, by the all-time cohort that each wallet was in at the end of the day
        before, never by a later one; a wallet on its first day is in none. Whole UTC days that are over,
        oldest first. All 16 cohorts for each day, those by PnL first, best first.

        GET /api/public/v1/pulse/cohorts/daily-stats, from the tier pro on.

        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 30d by default.
        :param start_time: Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time
        zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        :param end_time: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts/daily-stats",
            {},
            {"since": since, "startTime": start_time, "endTime": end_time},
            options,
        )

    def cohorts_history(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortHistoryDay] | None]:
        """Figures of one cohort by day.

        Figures of the day's fills, by the all-time cohort that each wallet was in at the end of the day
        before, never by a later one; a wallet on its first day is in none. Whole UTC days that are over,
        oldest first.

        GET /api/public/v1/pulse/cohorts/{tierType}/{tier}/history, from the tier pro on.

        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        :param days: Look-back window in days. At most the tier's history window. 1 to 365; 30 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts/{tierType}/{tier}/history",
            {"tierType": tier_type, "tier": tier},
            {"days": days},
            options,
        )

    def cohorts_positions(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CohortPosition] | None]:
        """The largest open positions of a cohort: all-time cohort.

        Open perp positions of wallets that are in the cohort now (all-time cohort), by notional at mark,
        largest first; ties by address, then by coin; those whose coin has no price are left out,
        X-Positions-Unvalued counts them. Leverage, margin and funding are those of an account state within
        24 hours; unknownFields names what is not known. pnlTier and sizeTier are the wallet's all-time
        cohorts; traderTotalPnl, traderWinRate and traderTrades are of all time.

        GET /api/public/v1/pulse/cohorts/{tierType}/{tier}/positions, from the tier pro on.

        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        :param limit: The most rows to return. 1 to 500; 50 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts/{tierType}/{tier}/positions",
            {"tierType": tier_type, "tier": tier},
            {"limit": limit},
            options,
        )

    def cohorts_summary(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[CohortSummaryBody]:
        """All cohorts of traders in sums.

        The eight cohorts by realized PnL, net of fees, and the eight by traded notional, of all time, best
        first; each wallet with a fill is in one of each kind. Averages are over wallets.

        GET /api/public/v1/pulse/cohorts/summary, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts/summary",
            {},
            {},
            options,
        )

    def cohorts_trades(
        self,
        tier_type: Literal["pnl", "size"],
        tier: str,
        *,
        since: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The latest trades of a cohort, newest first: all-time cohort.

        Trades of the window, newest first, of wallets that are in the cohort now (all-time cohort). A trade
        is a fill: one side of one match, so that a match gives two trades with one tid. volume = price ×
        size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a
        spot base token at the fill's own price, any other token at its latest known price.

        GET /api/public/v1/pulse/cohorts/{tierType}/{tier}/trades, from the tier pro on.

        :param tier_type: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
        :param tier: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 1h by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/cohorts/{tierType}/{tier}/trades",
            {"tierType": tier_type, "tier": tier},
            {"since": since, "limit": limit},
            options,
        )

    def coin_alpha_map(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CoinAlphaMapRow] | None]:
        """Wins and losses in each coin.

        Coins by |netPnl|, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC
        days, today included, on every tier; those whose opening was not seen or that have a gap are left
        out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/coin-alpha-map, from the tier starter on.

        :param limit: The most rows to return. 1 to 500; 100 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/coin-alpha-map",
            {},
            {"limit": limit, "offset": offset},
            options,
        )

    def coin_alpha_map_pages(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[CoinAlphaMapRow] | None]]:
        """Pages of ``coin_alpha_map``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/coin-alpha-map",
            {},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def coin_alpha_map_rows(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[CoinAlphaMapRow]:
        """Rows of ``coin_alpha_map``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/coin-alpha-map",
            {},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def coin_kings(
        self,
        *,
        per_coin_rank: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[CoinKing] | None]:
        """The best earners of each coin.

        The wallets that earned most in each coin, the coin with the largest sum of winning lifecycles
        first, then by rank. Rests on lifecycles of perps that were closed in the last 90 UTC days, today
        included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is
        realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/coin-kings, from the tier starter on.

        :param per_coin_rank: How many wallets of each coin. 1 to 10; 1 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/coin-kings",
            {},
            {"perCoinRank": per_coin_rank, "limit": limit, "offset": offset},
            options,
        )

    def coin_kings_pages(
        self,
        *,
        per_coin_rank: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[CoinKing] | None]]:
        """Pages of ``coin_kings``. Every row of it, page by page: a request for each 500 rows unless `limit`
        says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/coin-kings",
            {},
            {"perCoinRank": per_coin_rank, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def coin_kings_rows(
        self,
        *,
        per_coin_rank: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[CoinKing]:
        """Rows of ``coin_kings``, at most ``max_rows``. Every row of it, page by page: a request for each 500
        rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/coin-kings",
            {},
            {"perCoinRank": per_coin_rank, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def compare(
        self,
        wallets: Sequence[str],
        *,
        options: CallOptions | None = None,
    ) -> Answer[WalletCompareBody]:
        """Two to five traders side by side.

        The lifecycle summary of each wallet, in the order of the request; zeros for one without lifecycles.
        net is its net PnL over the UTC days of the window; absent for a wallet without fills. A lifecycle
        is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill
        that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and
        outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its
        oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees.
        Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/compare, from the tier starter on.

        :param wallets: 2 to 5 different addresses, comma separated.
        """
        return self._caller.call(
            "/api/public/v1/pulse/compare",
            {},
            {"wallets": wallets},
            options,
        )

    def daily(
        self,
        date: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[DailyPulseEdition]:
        """The edition of one UTC day.

        Stories are what stands out of the 30 days before, found by rules, highest score first; the first is
        the hero. Each has a receipt: the fill, liquidation, settlement or hour that shows its numbers. A
        day with fewer than 7 earlier ones has standing alone. An edition is made at 00:05 UTC of the next
        day, and never changed. A day before the data, or one that is not over, is a 404.

        GET /api/public/v1/pulse/daily/{date}, from the tier free on.

        :param date: UTC day, YYYY-MM-DD.
        """
        return self._caller.call(
            "/api/public/v1/pulse/daily/{date}",
            {"date": date},
            {},
            options,
        )

    def daily_latest(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[DailyPulseEdition]:
        """The newest daily edition.

        Stories are what stands out of the 30 days before, found by rules, highest score first; the first is
        the hero. Each has a receipt: the fill, liquidation, settlement or hour that shows its numbers. A
        day with fewer than 7 earlier ones has standing alone. An edition is made at 00:05 UTC of the next
        day, and never changed.

        GET /api/public/v1/pulse/daily/latest, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/pulse/daily/latest",
            {},
            {},
            options,
        )

    def hidden_gems(
        self,
        *,
        min_trades: int | None = None,
        max_trades: int | None = None,
        min_win_rate: int | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[LeaderboardTrader] | None]:
        """Traders with few trades, a high win rate and a profit.

        Wallets by their all-time totals: from minTrades to maxTrades fills, a winRate of at least
        minWinRate and a totalPnl of at least minPnl, by winRate, then totalPnl, highest first; ties by
        address. A fill that opens is no win, so that a wallet that opens and closes with as many fills has
        at most 50 %: the default of minWinRate is met by few, on the simulated exchange often by none.
        Where nothing is found, lower minWinRate.

        GET /api/public/v1/pulse/hidden-gems, from the tier free on.

        :param min_trades: The least totalTrades. 50 by default.
        :param max_trades: The most totalTrades. 500 by default.
        :param min_win_rate: The least winRate, percent. 0 to 100; 60 by default.
        :param min_pnl: The least totalPnl, USD. 10000 by default.
        :param limit: The most rows to return. 1 to 500; 20 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/hidden-gems",
            {},
            {"minTrades": min_trades, "maxTrades": max_trades, "minWinRate": min_win_rate, "minPnl": min_pnl, "limit": limit},
            options,
        )

    def hour_profitability(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[HourProfitabilityRow] | None]:
        """PnL by hour of the day.

        Lifecycles by the UTC hour of their close: 24 rows always, from 0. Rests on lifecycles of perps that
        were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen
        or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/hour-profitability, from the tier starter on.
        """
        return self._caller.call(
            "/api/public/v1/pulse/hour-profitability",
            {},
            {},
            options,
        )

    def leaderboard(
        self,
        *,
        sort: Literal["pnl", "winrate", "volume", "score", "risk-adjusted", "losers", "trades", "recent"] | None = None,
        period: Literal["allTime", "day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        min_trades: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[LeaderboardBody]:
        """Ranked traders, of all time or of a window of UTC calendar days.

        Every wallet with indexed fills, spot included. pnl: totalPnl, highest first; losers: lowest first;
        volume: totalVolume; winrate: winRate, then totalTrades; risk-adjusted: mean / standard deviation of
        daily realized PnL × √365 over the days traded; score: 100 × weighted percentile ranks among
        eligible traders: 0.40 PnL, 0.30 risk-adjusted, 0.20 lower bound of the 95 % Wilson interval of the
        win rate, 0.10 volume; trades: totalTrades; recent: lastTradeAt, the newest first. Eligible for
        risk-adjusted and score: at least 10 trades and 5 days. Ties: by address. day, week and month are
        the last 1, 7 and 30 UTC calendar days, today included, and list traders with at least 10 trades in
        them. totalPnl is the exchange's closed PnL, before fees; netPnl, funding and positionWinRate are of
        the same days, unrealizedPnl and accountValue are current. Unknown figures of a row are absent; no
        sort uses these figures: /boards ranks after costs.

        GET /api/public/v1/pulse/leaderboard, from the tier free on.

        :param sort: What traders are ranked by. One of pnl, winrate, volume, score, risk-adjusted, losers,
        trades, recent; pnl by default.
        :param period: All time, or a window of UTC calendar days. One of allTime, day, week, month; allTime
        by default.
        :param limit: The most rows to return. 1 to 500; 20 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. 0 to 1000000; 0 by
        default.
        :param min_trades: Leave out traders with fewer totalTrades. At least 0.
        """
        return self._caller.call(
            "/api/public/v1/pulse/leaderboard",
            {},
            {"sort": sort, "period": period, "limit": limit, "offset": offset, "minTrades": min_trades},
            options,
        )

    def leaderboard_pages(
        self,
        *,
        sort: Literal["pnl", "winrate", "volume", "score", "risk-adjusted", "losers", "trades", "recent"] | None = None,
        period: Literal["allTime", "day", "week", "month"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        min_trades: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[LeaderboardBody]]:
        """Pages of ``leaderboard``. Every row of it, page by page: a request for each 500 rows unless `limit`
        says otherwise. The service pages to offset 1000000.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/leaderboard",
            {},
            {"sort": sort, "period": period, "limit": limit, "offset": offset, "minTrades": min_trades},
            ("traders", 500, 1000000),
            options,
        )

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
    ) -> Iterator[LeaderboardTrader]:
        """Rows of ``leaderboard``, at most ``max_rows``. Every row of it, page by page: a request for each 500
        rows unless `limit` says otherwise. The service pages to offset 1000000.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/leaderboard",
            {},
            {"sort": sort, "period": period, "limit": limit, "offset": offset, "minTrades": min_trades},
            ("traders", 500, 1000000),
            max_rows,
            options,
        )

    def lethal_coins(
        self,
        *,
        min_lifecycles: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[LethalCoinRow] | None]:
        """Coins in which most positions are liquidated.

        Coins with at least minLifecycles closed lifecycles, by the percentage of them that was liquidated,
        largest first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today
        included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is
        realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/lethal-coins, from the tier pro on.

        :param min_lifecycles: The least number of lifecycles. At least 1; 100 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/lethal-coins",
            {},
            {"minLifecycles": min_lifecycles, "limit": limit, "offset": offset},
            options,
        )

    def lethal_coins_pages(
        self,
        *,
        min_lifecycles: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[LethalCoinRow] | None]]:
        """Pages of ``lethal_coins``. Every row of it, page by page: a request for each 500 rows unless `limit`
        says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/lethal-coins",
            {},
            {"minLifecycles": min_lifecycles, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def lethal_coins_rows(
        self,
        *,
        min_lifecycles: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[LethalCoinRow]:
        """Rows of ``lethal_coins``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/lethal-coins",
            {},
            {"minLifecycles": min_lifecycles, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def lifecycle(
        self,
        id: int,
        *,
        options: CallOptions | None = None,
    ) -> Answer[LifecycleDetailBody]:
        """One position lifecycle and its fills.

        The lifecycle and its fills in the order in which they happened, at most the first 50,000. Each fill
        has the exchange’s own figures and the part that belongs to the lifecycle: the attributed values add
        up to those of the lifecycle. A lifecycle is one position of one wallet in one coin from flat to
        flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by
        size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested
        alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded
        on. realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/lifecycle/{id}, from the tier free on.

        :param id: Id of a position lifecycle. At least 1.
        """
        return self._caller.call(
            "/api/public/v1/pulse/lifecycle/{id}",
            {"id": id},
            {},
            options,
        )

    def lifecycle_summary(
        self,
        address: str,
        *,
        coin: str | None = None,
        include_spot: bool | None = None,
        include_censored: bool | None = None,
        options: CallOptions | None = None,
    ) -> Answer[WalletLifecycleSummaryBody]:
        """One trader's position lifecycles in sums.

        Sums over the lifecycles that the wallet closed within the history window of the tier, and counts of
        the open ones; a PnL of 0 is neither win nor loss; zeros without lifecycles. A lifecycle is one
        position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that
        crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes,
        which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair
        in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most
        60 s after new fills.

        GET /api/public/v1/pulse/trader/{address}/lifecycle-summary, from the tier starter on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param include_spot: Lifecycles of spot tokens and outcomes too: a balance from its first buy until
        it is sold or settled. False by default.
        :param include_censored: Lifecycles too whose opening was not seen, or whose chain of fills has a
        break. False by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/lifecycle-summary",
            {"address": address},
            {"coin": coin, "includeSpot": include_spot, "includeCensored": include_censored},
            options,
        )

    def lifecycles_recent(
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
        """Position lifecycles of all wallets that were closed last.

        Closed lifecycles of the window, newest close first, or the largest PnL, won or lost, or notional
        first; lifecycles without a stored opening are left out. A lifecycle is one position of one wallet
        in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and
        opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are
        included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin,
        whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/lifecycles/recent, from the tier free on.

        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 1h by default.
        :param limit: The most rows to return. 1 to 200; 50 by default.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param sort: time: newest close first; pnl: largest realizedPnl first, won or lost; notional:
        largest first. One of time, pnl, notional; time by default.
        :param include_spot: Lifecycles of spot tokens and outcomes too: a balance from its first buy until
        it is sold or settled. False by default.
        :param min_notional: Least notional at the entry price, USD; -1 switches the filter off. -1 by
        default.
        :param min_duration: Least duration, milliseconds; -1 switches the filter off. -1 by default.
        :param max_duration: Longest duration, milliseconds; -1 switches the filter off. -1 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/lifecycles/recent",
            {},
            {"since": since, "limit": limit, "coin": coin, "sort": sort, "includeSpot": include_spot, "minNotional": min_notional, "minDuration": min_duration, "maxDuration": max_duration},
            options,
        )

    def market_candles_recent(
        self,
        symbol: str,
        *,
        interval: Literal["1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h", "8h", "12h", "1d", "3d", "1w"] | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[MarketCandle] | None]:
        """A market's newest candles.

        The newest candles of an interval, oldest first, the open one included. Minutes, hours and days are
        stored; other intervals are made of these, and what is not known yet of an hour or a day of its
        minutes. Candles begin at multiples of their length since 1970. Where the fills of all wallets are
        stored, as in an archive or beside a node, candles that the exchange has not sent are made of these,
        each match once; X-Candles-From-Fills says how many, and X-Candles-Incomplete in how many of those
        blocks are missing.

        GET /api/public/v1/pulse/market/candles/recent/{symbol}, from the tier pro on.

        :param symbol: Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
        :param interval: Length of a candle. One of 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 8h, 12h, 1d, 3d, 1w;
        1m by default.
        :param limit: The most rows to return. 1 to 720; 120 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/market/candles/recent/{symbol}",
            {"symbol": symbol},
            {"interval": interval, "limit": limit},
            options,
        )

    def market_concentration(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[MarketConcentrationRow] | None]:
        """How much of all profits the best wallets hold.

        Wallets with a profit, the largest first, in disjoint bands of their number, rounded up; a band
        without a wallet has no row. Rests on lifecycles of perps that were closed in the last 90 UTC days,
        today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL
        is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/market-concentration, from the tier pro on.
        """
        return self._caller.call(
            "/api/public/v1/pulse/market-concentration",
            {},
            {},
            options,
        )

    def market_overview(
        self,
        *,
        dex: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[HLMarketOverviewBody]:
        """Every listed market with its price, open interest and volume.

        Perps of all dexes and spot pairs that are listed now and have a context, by volume, the largest
        first; dex keeps those of one dex. globalStats cover all markets regardless of the filter. An
        archive without a source lists the markets traded in the last 30 days, at the newest trade;
        unknownFields names the fields that fills do not have.

        GET /api/public/v1/pulse/market-overview, from the tier free on.

        :param dex: hl for the native dex, else the prefix of a builder dex.
        """
        return self._caller.call(
            "/api/public/v1/pulse/market-overview",
            {},
            {"dex": dex},
            options,
        )

    def max_pain_events(
        self,
        *,
        min_drawdown_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[MaxPainEventRow] | None]:
        """Winners that were deepest under water.

        Lifecycles with a realized PnL of at least minPnl, and above 0, whose worst price while open was at
        least minDrawdownPct from entry, the deepest first; those without a known worst price are left out.
        Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every
        tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before
        fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/max-pain-events, from the tier pro on.

        :param min_drawdown_pct: The least drawdown, percent. At least 0; 10 by default.
        :param min_pnl: The least PnL, USD. At least 0; 1000 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/max-pain-events",
            {},
            {"minDrawdownPct": min_drawdown_pct, "minPnl": min_pnl, "limit": limit, "offset": offset},
            options,
        )

    def max_pain_events_pages(
        self,
        *,
        min_drawdown_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[MaxPainEventRow] | None]]:
        """Pages of ``max_pain_events``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/max-pain-events",
            {},
            {"minDrawdownPct": min_drawdown_pct, "minPnl": min_pnl, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def max_pain_events_rows(
        self,
        *,
        min_drawdown_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[MaxPainEventRow]:
        """Rows of ``max_pain_events``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/max-pain-events",
            {},
            {"minDrawdownPct": min_drawdown_pct, "minPnl": min_pnl, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def most_traded(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[MostTradedCoin] | None]:
        """Coins by their number of trades.

        Coins by all-time indexed fills, most first; ties by coin. traders counts distinct wallets,
        totalTrades counts fills (both sides of a match), totalPnl sums the exchange's closed PnL over all
        wallets, before fees.

        GET /api/public/v1/pulse/most-traded, from the tier free on.

        :param limit: The most rows to return. 1 to 500; 20 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/most-traded",
            {},
            {"limit": limit},
            options,
        )

    def newcomer_whales(
        self,
        *,
        newcomer_days: int | None = None,
        min_notional: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[NewcomerWhale] | None]:
        """Large wallets that are new.

        Wallets whose first known activity is within newcomerDays and whose lifecycles of the window have a
        gross notional of at least minNotional, by grossNotional, largest first. A wallet that was there on
        the first day of the record is no newcomer. Rests on lifecycles of perps that were closed in the
        last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap
        are left out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/newcomer-whales, from the tier pro on.

        :param newcomer_days: Days since the first known activity, at most. 1 to 90; 30 by default.
        :param min_notional: The least gross notional of the window, USD. At least 0; 100000 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/newcomer-whales",
            {},
            {"newcomerDays": newcomer_days, "minNotional": min_notional, "limit": limit, "offset": offset},
            options,
        )

    def newcomer_whales_pages(
        self,
        *,
        newcomer_days: int | None = None,
        min_notional: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[NewcomerWhale] | None]]:
        """Pages of ``newcomer_whales``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/newcomer-whales",
            {},
            {"newcomerDays": newcomer_days, "minNotional": min_notional, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def newcomer_whales_rows(
        self,
        *,
        newcomer_days: int | None = None,
        min_notional: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[NewcomerWhale]:
        """Rows of ``newcomer_whales``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/newcomer-whales",
            {},
            {"newcomerDays": newcomer_days, "minNotional": min_notional, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def one_month_wonders(
        self,
        *,
        min_best_month: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[OneMonthWonder] | None]:
        """Wallets that lost the profit of their one winning month.

        Wallets whose best calendar month (UTC) of the window won at least minBestMonth and whose other
        months together lost, by giveback, largest first. Rests on lifecycles of perps that were closed in
        the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a
        gap are left out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/one-month-wonders, from the tier pro on.

        :param min_best_month: The least PnL of the best month, USD. At least 0; 50000 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/one-month-wonders",
            {},
            {"minBestMonth": min_best_month, "limit": limit, "offset": offset},
            options,
        )

    def one_month_wonders_pages(
        self,
        *,
        min_best_month: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[OneMonthWonder] | None]]:
        """Pages of ``one_month_wonders``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/one-month-wonders",
            {},
            {"minBestMonth": min_best_month, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def one_month_wonders_rows(
        self,
        *,
        min_best_month: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[OneMonthWonder]:
        """Rows of ``one_month_wonders``, at most ``max_rows``. Every row of it, page by page: a request for
        each 500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/one-month-wonders",
            {},
            {"minBestMonth": min_best_month, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def perfect_exits(
        self,
        *,
        min_capture_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[PerfectExitRow] | None]:
        """Winners that left near the best price.

        Lifecycles with a realized PnL of at least minPnl, and above 0, whose exit VWAP took at least
        minCapturePct of the way from entry to best price, the most first; the best price has to be known,
        and at least 0.5 % from entry. Rests on lifecycles of perps that were closed in the last 90 UTC
        days, today included, on every tier; those whose opening was not seen or that have a gap are left
        out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/perfect-exits, from the tier pro on.

        :param min_capture_pct: The least share taken, percent. 0 to 100; 90 by default.
        :param min_pnl: The least PnL, USD. At least 0; 1000 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/perfect-exits",
            {},
            {"minCapturePct": min_capture_pct, "minPnl": min_pnl, "limit": limit, "offset": offset},
            options,
        )

    def perfect_exits_pages(
        self,
        *,
        min_capture_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[PerfectExitRow] | None]]:
        """Pages of ``perfect_exits``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/perfect-exits",
            {},
            {"minCapturePct": min_capture_pct, "minPnl": min_pnl, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def perfect_exits_rows(
        self,
        *,
        min_capture_pct: float | None = None,
        min_pnl: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[PerfectExitRow]:
        """Rows of ``perfect_exits``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/perfect-exits",
            {},
            {"minCapturePct": min_capture_pct, "minPnl": min_pnl, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def persistent_winners(
        self,
        *,
        min_months: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[PersistentWinner] | None]:
        """Wallets that won in several months.

        Wallets with a profit in at least minMonths calendar months (UTC) of the window, by
        profitableMonths, then totalPnl. Rests on lifecycles of perps that were closed in the last 90 UTC
        days, today included, on every tier; those whose opening was not seen or that have a gap are left
        out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/persistent-winners, from the tier pro on.

        :param min_months: The least number of profitable months. 1 to 3; 2 by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/persistent-winners",
            {},
            {"minMonths": min_months, "limit": limit, "offset": offset},
            options,
        )

    def persistent_winners_pages(
        self,
        *,
        min_months: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[PersistentWinner] | None]]:
        """Pages of ``persistent_winners``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/persistent-winners",
            {},
            {"minMonths": min_months, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def persistent_winners_rows(
        self,
        *,
        min_months: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[PersistentWinner]:
        """Rows of ``persistent_winners``, at most ``max_rows``. Every row of it, page by page: a request for
        each 500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/persistent-winners",
            {},
            {"minMonths": min_months, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def stats(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[GlobalStatsBody]:
        """Totals over every indexed fill.

        Sums over all wallets and all time. totalTrades counts fills, one for each side of a match;
        totalVolume sums price × size over market trades and so counts a match twice; totalPnl sums the
        exchange's closed PnL, before fees; avgWinRate is the mean over wallets, each wallet counting once
        regardless of what it trades.

        GET /api/public/v1/pulse/stats, from the tier free on.
        """
        return self._caller.call(
            "/api/public/v1/pulse/stats",
            {},
            {},
            options,
        )

    def style_distribution(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[StyleDistributionRow] | None]:
        """Lifecycles by how long positions were held.

        Lifecycles by the time from opening to close: five rows always, the shortest first. Rests on
        lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those
        whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most
        60 s old after new fills.

        GET /api/public/v1/pulse/style-distribution, from the tier starter on.
        """
        return self._caller.call(
            "/api/public/v1/pulse/style-distribution",
            {},
            {},
            options,
        )

    def survivors(
        self,
        *,
        max_trough: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[Survivor] | None]:
        """Wallets that came back from a deep loss.

        Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is
        above 0 now, by recoveryAmount, largest first. Rests on lifecycles of perps that were closed in the
        last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap
        are left out. PnL is realized and before fees. At most 60 s old after new fills.

        GET /api/public/v1/pulse/survivors, from the tier pro on.

        :param max_trough: Wallets that fell at least so low, USD, not positive. At most 0; -10000 by
        default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/survivors",
            {},
            {"maxTrough": max_trough, "limit": limit, "offset": offset},
            options,
        )

    def survivors_pages(
        self,
        *,
        max_trough: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[Survivor] | None]]:
        """Pages of ``survivors``. Every row of it, page by page: a request for each 500 rows unless `limit`
        says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/survivors",
            {},
            {"maxTrough": max_trough, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def survivors_rows(
        self,
        *,
        max_trough: float | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Survivor]:
        """Rows of ``survivors``, at most ``max_rows``. Every row of it, page by page: a request for each 500
        rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/survivors",
            {},
            {"maxTrough": max_trough, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def token_leaderboard(
        self,
        coin: str,
        *,
        limit: int | None = None,
        period: Literal["allTime", "day", "week", "month"] | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TokenLeaderboardEntry] | None]:
        """The most profitable traders of one coin.

        Wallets by their closed PnL in the coin, highest first; ties by address: of all time, or of the last
        1, 7 or 30 UTC calendar days, today included. pnl is the sum of the exchange's closed PnL, before
        fees; volume the sum of price × size over market trades; winRate winning fills / fills × 100.

        GET /api/public/v1/pulse/token-leaderboard/{coin}, from the tier free on.

        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param period: All time, or a window of UTC calendar days. One of allTime, day, week, month; allTime
        by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/token-leaderboard/{coin}",
            {"coin": coin},
            {"limit": limit, "period": period},
            options,
        )

    def top_liquidators(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TopLiquidatorRow] | None]:
        """Wallets that take over liquidated positions.

        Wallets that most often appear as liquidator on positions of others liquidated in the last 90 UTC
        days, today included, by totalPenaltyCollected, largest first. A wallet that is its own liquidator
        is left out. Penalty and closed PnL cover the stored fills of victims.

        GET /api/public/v1/pulse/top-liquidators, from the tier starter on.

        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/top-liquidators",
            {},
            {"limit": limit, "offset": offset},
            options,
        )

    def top_liquidators_pages(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[TopLiquidatorRow] | None]]:
        """Pages of ``top_liquidators``. Every row of it, page by page: a request for each 500 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/top-liquidators",
            {},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def top_liquidators_rows(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[TopLiquidatorRow]:
        """Rows of ``top_liquidators``, at most ``max_rows``. Every row of it, page by page: a request for each
        500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/top-liquidators",
            {},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def trader(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[LeaderboardTrader]:
        """One trader's all-time totals.

        The same row as in the allTime leaderboard, over every indexed fill of the wallet. totalPnl is the
        sum of the exchange's closed PnL, before fees; totalVolume the sum of price × size over market
        trades; totalFees the fees in USD, rebates subtracted; winRate winning fills / fills × 100.
        accountValue is the current value of the whole account: perps of every dex, spot, vaults and staked
        HYPE, each once and with its time; absent if the account was never read. A wallet with transfers or
        funding payments but without fills has 0 fills and no firstTradeAt. netPnl is totalPnl − fees +
        funding; /pnl has it over time. Net figures are absent if incomplete.

        GET /api/public/v1/pulse/trader/{address}, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}",
            {"address": address},
            {},
            options,
        )

    def trader_closed_positions(
        self,
        address: str,
        *,
        coin: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[ClosedPosition] | None]:
        """One trader's closed positions, newest close first.

        The wallet's closed lifecycles within the history window of the tier, in the legacy shape;
        lifecycles without a stored opening are left out. A lifecycle is one position of one wallet in one
        coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens
        the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included
        only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever
        pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/trader/{address}/closed-positions, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/closed-positions",
            {"address": address},
            {"coin": coin, "limit": limit, "offset": offset},
            options,
        )

    def trader_closed_positions_pages(
        self,
        address: str,
        *,
        coin: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[ClosedPosition] | None]]:
        """Pages of ``trader_closed_positions``. Every row of it, page by page: a request for each 500 rows
        unless `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/trader/{address}/closed-positions",
            {"address": address},
            {"coin": coin, "limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def trader_closed_positions_rows(
        self,
        address: str,
        *,
        coin: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[ClosedPosition]:
        """Rows of ``trader_closed_positions``, at most ``max_rows``. Every row of it, page by page: a request
        for each 500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/trader/{address}/closed-positions",
            {"address": address},
            {"coin": coin, "limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )

    def trader_closed_positions_stats(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[ClosedPositionStatsBody]:
        """One trader's closed positions in sums.

        Sums over the wallet's closed lifecycles within the history window of the tier; lifecycles without a
        stored opening are left out. A lifecycle is one position of one wallet in one coin from flat to
        flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by
        size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested
        alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded
        on. realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/trader/{address}/closed-positions/stats, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/closed-positions/stats",
            {"address": address},
            {},
            options,
        )

    def trader_curves(
        self,
        addresses: Sequence[str],
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderCurvesBody]:
        """What many traders realized over time, a short curve each.

        The closed PnL of up to 100 wallets from the start of the window on, exact sums of whole UTC days
        before they are made numbers; today is not over. At most 32 points, the same dates for all: of more
        than 31 days each point is a step of several. In the order of the request.

        GET /api/public/v1/pulse/traders/curves, from the tier free on.

        :param addresses: Up to 100 wallet addresses.
        :param days: Look-back window in days. At most the tier's history window. 1 to 365; 30 by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/traders/curves",
            {},
            {"addresses": addresses, "days": days},
            options,
        )

    def trader_daily(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[TraderDailyStat] | None]:
        """One trader's UTC days, oldest first.

        One row per UTC calendar day with at least one indexed fill, oldest first. pnl is the sum of the
        closed PnL of the day's fills, before fees; cumulativePnl adds it up from the wallet's first day;
        volume is the sum of price × size over market trades.

        GET /api/public/v1/pulse/trader/{address}/daily, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/daily",
            {"address": address},
            {},
            options,
        )

    def trader_demo(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[WalletDemoBody]:
        """One trader at a glance: sums, best and worst positions.

        The wallet's lifecycle summary, and of the closed lifecycles within the history window of the tier
        the three that won and the three that lost most. A lifecycle is one position of one wallet in one
        coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens
        the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included
        only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever
        pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/trader/{address}/demo, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/demo",
            {"address": address},
            {},
            options,
        )

    def trader_lifecycles(
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
        """One trader's position lifecycles.

        Open ones first, the newest opening first, then closed ones, the newest close first; an empty list
        without lifecycles. A lifecycle is one position of one wallet in one coin from flat to flat,
        reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size.
        Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a
        token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on.
        realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/trader/{address}/lifecycles, from the tier starter on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        :param status: Which of them. One of open, closed, all; closed by default.
        :param include_spot: Lifecycles of spot tokens and outcomes too: a balance from its first buy until
        it is sold or settled. False by default.
        :param include_censored: Lifecycles too whose opening was not seen, or whose chain of fills has a
        break. False by default.
        :param limit: The most rows to return. 1 to 200; 50 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/lifecycles",
            {"address": address},
            {"coin": coin, "status": status, "includeSpot": include_spot, "includeCensored": include_censored, "limit": limit, "offset": offset},
            options,
        )

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
    ) -> Iterator[Answer[WalletLifecyclesBody]]:
        """Pages of ``trader_lifecycles``. Every row of it, page by page: a request for each 200 rows unless
        `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/trader/{address}/lifecycles",
            {"address": address},
            {"coin": coin, "status": status, "includeSpot": include_spot, "includeCensored": include_censored, "limit": limit, "offset": offset},
            ("lifecycles", 200, None),
            options,
        )

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
    ) -> Iterator[LifecycleRow]:
        """Rows of ``trader_lifecycles``, at most ``max_rows``. Every row of it, page by page: a request for
        each 200 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/trader/{address}/lifecycles",
            {"address": address},
            {"coin": coin, "status": status, "includeSpot": include_spot, "includeCensored": include_censored, "limit": limit, "offset": offset},
            ("lifecycles", 200, None),
            max_rows,
            options,
        )

    def trader_performance(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[TraderPerformanceBody]:
        """One trader's last 30 days beside all time.

        recent: the last 30 UTC calendar days, today included; allTime: every indexed fill. trend compares
        the PnL of a day that had fills: improving or declining if the recent one is 10 % above or below
        that of all time, stable otherwise and below 10 recent trades.

        GET /api/public/v1/pulse/trader/{address}/performance, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/performance",
            {"address": address},
            {},
            options,
        )

    def trader_pnl(
        self,
        address: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: Literal["hour", "day", "week"] | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderPnlBody]:
        """Net PnL of one trader over time.

        The window in whole hours, days or weeks (UTC), oldest first, and all of it as total: closed PnL,
        fees, funding, net PnL, and the change of the unrealized PnL of open perp positions at marks. Parts
        add up to the total exactly, before rounding to numbers. An unknown figure is null, with its reason
        under unknown, never 0. The window is limited to the record; from is moved back to the start of its
        hour, day or week, to is extended to the end of it, or to now.

        GET /api/public/v1/pulse/trader/{address}/pnl, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param from_: Start of the window; default 48 hours, 30 days or 12 weeks before its end, within the
        tier. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is
        its 00:00 UTC.
        :param to: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        :param interval: What the window is cut into; at most 31 days of hours, and 366 days. One of hour,
        day, week; day by default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/pnl",
            {"address": address},
            {"from": from_, "to": to, "interval": interval},
            options,
        )

    def trader_skill(
        self,
        address: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[TraderSkillBody]:
        """How good one trader's days are after costs, and how sure that is.

        Figures over the complete UTC days of the window. A return is the gain of the account without flows,
        divided by its value at the start of the day plus deposits; flows themselves are no return. return:
        the days linked (time-weighted), percent; sharpe, sortino: mean / deviation (below 0 alone) of the
        daily returns × √365; maxDrawdown: the deepest fall of the linked returns, percent; netPerDay: mean
        net PnL of a day, USD; profitFactor: net PnL of the days that made money / −net PnL of the others;
        expectancy: mean PnL after fees of a closed perp position, USD; exposure: share of the time with an
        open perp position, percent; turnover: volume of a day / account value. Each with its 95 % interval
        by block bootstrap, which repeats; below 30 days or 20 closed positions there is none, and
        insufficient says so. An unknown figure is null with its reason, never 0.

        GET /api/public/v1/pulse/trader/{address}/skill, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param from_: Start of the window; default 90 days before its end, within the tier. Unix
        milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00
        UTC.
        :param to: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
        2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/skill",
            {"address": address},
            {"from": from_, "to": to},
            options,
        )

    def trader_tokens(
        self,
        address: str,
        *,
        options: CallOptions | None = None,
    ) -> Answer[list[TraderTokenStat] | None]:
        """One trader's coins, most profitable first.

        One row per coin in which the wallet has an indexed fill, spot and outcomes included, by pnl,
        highest first; ties by coin. pnl is the sum of the closed PnL of its fills in the coin, before fees;
        volume the sum of price × size over market trades; winRate winning fills / fills × 100.

        GET /api/public/v1/pulse/trader/{address}/tokens, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/tokens",
            {"address": address},
            {},
            options,
        )

    def trader_trades(
        self,
        address: str,
        *,
        since: str | None = None,
        limit: int | None = None,
        coin: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """One trader's latest trades, newest first.

        The wallet's trades of the window, newest first; an empty list without trades in the window. A trade
        is a fill: one side of one match, so that a match gives two trades with one tid. volume = price ×
        size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a
        spot base token at the fill's own price, any other token at its latest known price.

        GET /api/public/v1/pulse/trader/{address}/trades, from the tier free on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 1h by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trader/{address}/trades",
            {"address": address},
            {"since": since, "limit": limit, "coin": coin},
            options,
        )

    def trades_recent(
        self,
        *,
        since: str | None = None,
        limit: int | None = None,
        coin: str | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[TradeBody] | None]:
        """The trades of a window with the largest closed PnL, won or lost.

        Trades of the window by the absolute value of their pnl, largest first; ties: the newest first. A
        trade is a fill: one side of one match, so that a match gives two trades with one tid. volume =
        price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at
        1, a spot base token at the fill's own price, any other token at its latest known price.

        GET /api/public/v1/pulse/trades/recent, from the tier free on.

        :param since: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's
        history window. 1h by default.
        :param limit: The most rows to return. 1 to 500; 50 by default.
        :param coin: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
        """
        return self._caller.call(
            "/api/public/v1/pulse/trades/recent",
            {},
            {"since": since, "limit": limit, "coin": coin},
            options,
        )

    def wallet_drawdown_curve(
        self,
        address: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[list[DrawdownCurveRow] | None]:
        """How far one trader's positions went against and for them.

        The wallet's closed lifecycles, oldest close first, with the worst and the best price while each was
        open: by stored marks, else by the prices of the minutes in which others traded the coin. Where
        neither is known, a lifecycle is left out. A lifecycle is one position of one wallet in one coin
        from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the
        next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only
        if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it
        was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.

        GET /api/public/v1/pulse/wallet-drawdown-curve/{address}, from the tier pro on.

        :param address: Wallet address: 0x and 40 hex digits, any case.
        :param limit: The most rows to return. 1 to 500; 100 by default.
        :param offset: Rows to leave out at the start of the list, for the next page. At least 0; 0 by
        default.
        """
        return self._caller.call(
            "/api/public/v1/pulse/wallet-drawdown-curve/{address}",
            {"address": address},
            {"limit": limit, "offset": offset},
            options,
        )

    def wallet_drawdown_curve_pages(
        self,
        address: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Answer[list[DrawdownCurveRow] | None]]:
        """Pages of ``wallet_drawdown_curve``. Every row of it, page by page: a request for each 500 rows
        unless `limit` says otherwise.
        """
        return self._caller.pages(
            "/api/public/v1/pulse/wallet-drawdown-curve/{address}",
            {"address": address},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            options,
        )

    def wallet_drawdown_curve_rows(
        self,
        address: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        max_rows: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[DrawdownCurveRow]:
        """Rows of ``wallet_drawdown_curve``, at most ``max_rows``. Every row of it, page by page: a request
        for each 500 rows unless `limit` says otherwise.
        """
        return self._caller.rows(
            "/api/public/v1/pulse/wallet-drawdown-curve/{address}",
            {"address": address},
            {"limit": limit, "offset": offset},
            (None, 500, None),
            max_rows,
            options,
        )


class SearchCalls:
    """Calls of ``search``."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def find(
        self,
        q: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Answer[SearchBody]:
        """What a text means.

        Coins by ticker, pair, name, keyword of their deployer or the spelling of other exchanges (bitcoin,
        BTC-PERP, BTC-USD, pepe, UBTC); wallets that traded, by their first hex digits; builders by address
        or name; outcomes by number, side or a word of their name, if listed within 30 days; cohorts;
        lifecycles by id. What is called exactly so comes first, then names that begin with the text, names
        with a word that does, and names that hold it; of those alike the most traded.

        GET /api/public/v1/search, from the tier free on.

        :param q: A name, address, coin, id or the beginning of one.
        :param limit: The most rows to return. 1 to 50; 12 by default.
        """
        return self._caller.call(
            "/api/public/v1/search",
            {},
            {"q": q, "limit": limit},
            options,
        )


class Calls:
    """Every endpoint of the API, by group."""

    def __init__(self, caller: Caller) -> None:
        self.account = AccountCalls(caller)
        self.assets = AssetsCalls(caller)
        self.boards = BoardsCalls(caller)
        self.builders = BuildersCalls(caller)
        self.census = CensusCalls(caller)
        self.coverage = CoverageCalls(caller)
        self.entities = EntitiesCalls(caller)
        self.exchange = ExchangeCalls(caller)
        self.hip4 = Hip4Calls(caller)
        self.live = LiveCalls(caller)
        self.market = MarketCalls(caller)
        self.pulse = PulseCalls(caller)
        self.search = SearchCalls(caller)


#: Method of each operation of openapi.json.
METHODS: dict[str, str] = {
    "account.plan": "account.plan",
    "account.verify": "account.verify",
    "assets.cross-market": "assets.cross_market",
    "assets.list": "assets.list",
    "assets.one": "assets.one",
    "boards.skill": "boards.skill",
    "builders.cohorts": "builders.cohorts",
    "builders.fills": "builders.fills",
    "builders.leaderboard": "builders.leaderboard",
    "builders.overlap": "builders.overlap",
    "builders.profile": "builders.profile",
    "builders.retention": "builders.retention",
    "builders.trader-builders": "builders.trader_builders",
    "builders.traders": "builders.traders",
    "census.differences": "census.differences",
    "census.stamp": "census.stamp",
    "coverage.days": "coverage.days",
    "coverage.intervals": "coverage.intervals",
    "entities.entity": "entities.entity",
    "entities.leaderboard": "entities.leaderboard",
    "exchange.active-traders": "exchange.active_traders",
    "exchange.oi": "exchange.oi",
    "exchange.pnl-leaders": "exchange.pnl_leaders",
    "exchange.positions": "exchange.positions",
    "exchange.volume": "exchange.volume",
    "hip4.cross-product-overlap": "hip4.cross_product_overlap",
    "hip4.daily-volume": "hip4.daily_volume",
    "hip4.most-active": "hip4.most_active",
    "hip4.outcome": "hip4.outcome",
    "hip4.outcome-recent-trades": "hip4.outcome_recent_trades",
    "hip4.outcome-summary": "hip4.outcome_summary",
    "hip4.outcomes": "hip4.outcomes",
    "hip4.perp-position-context": "hip4.perp_position_context",
    "hip4.questions": "hip4.questions",
    "hip4.recent-settlements": "hip4.recent_settlements",
    "hip4.top-traders": "hip4.top_traders",
    "hip4.trader-outcomes": "hip4.trader_outcomes",
    "live.cohort-bias": "live.cohort_bias",
    "live.cohort-bias-history": "live.cohort_bias_history",
    "live.coin-long-short": "live.coin_long_short",
    "live.coin-oi-history": "live.coin_oi_history",
    "live.liquidation-heatmap": "live.liquidation_heatmap",
    "live.liquidation-heatmap-history": "live.liquidation_heatmap_history",
    "live.liquidations-recent": "live.liquidations_recent",
    "live.liquidations-summary": "live.liquidations_summary",
    "live.long-short": "live.long_short",
    "live.long-short-history": "live.long_short_history",
    "live.mark-dislocations": "live.mark_dislocations",
    "live.official-oi": "live.official_oi",
    "live.oi-history": "live.oi_history",
    "live.risk-coin": "live.risk_coin",
    "live.risk-coin-history": "live.risk_coin_history",
    "live.risk-overview": "live.risk_overview",
    "market.historical-oi": "market.historical_oi",
    "market.orderbook": "market.orderbook",
    "market.positions": "market.positions",
    "market.positions-of-many": "market.positions_of_many",
    "market.price": "market.price",
    "pulse.anti-survivors": "pulse.anti_survivors",
    "pulse.backstop-events": "pulse.backstop_events",
    "pulse.biggest-losses": "pulse.biggest_losses",
    "pulse.biggest-wins": "pulse.biggest_wins",
    "pulse.capital-titans": "pulse.capital_titans",
    "pulse.closed-positions-recent": "pulse.closed_positions_recent",
    "pulse.cohort-bias.history": "pulse.cohort_bias_history",
    "pulse.cohorts-recent.alpha-concentration": "pulse.cohorts_recent_alpha_concentration",
    "pulse.cohorts-recent.lifecycle-stats": "pulse.cohorts_recent_lifecycle_stats",
    "pulse.cohorts-recent.positions": "pulse.cohorts_recent_positions",
    "pulse.cohorts-recent.top-positions": "pulse.cohorts_recent_top_positions",
    "pulse.cohorts-recent.trades": "pulse.cohorts_recent_trades",
    "pulse.cohorts.daily-stats": "pulse.cohorts_daily_stats",
    "pulse.cohorts.history": "pulse.cohorts_history",
    "pulse.cohorts.positions": "pulse.cohorts_positions",
    "pulse.cohorts.summary": "pulse.cohorts_summary",
    "pulse.cohorts.trades": "pulse.cohorts_trades",
    "pulse.coin-alpha-map": "pulse.coin_alpha_map",
    "pulse.coin-kings": "pulse.coin_kings",
    "pulse.compare": "pulse.compare",
    "pulse.daily": "pulse.daily",
    "pulse.daily-latest": "pulse.daily_latest",
    "pulse.hidden-gems": "pulse.hidden_gems",
    "pulse.hour-profitability": "pulse.hour_profitability",
    "pulse.leaderboard": "pulse.leaderboard",
    "pulse.lethal-coins": "pulse.lethal_coins",
    "pulse.lifecycle": "pulse.lifecycle",
    "pulse.lifecycle-summary": "pulse.lifecycle_summary",
    "pulse.lifecycles-recent": "pulse.lifecycles_recent",
    "pulse.market-candles-recent": "pulse.market_candles_recent",
    "pulse.market-concentration": "pulse.market_concentration",
    "pulse.market-overview": "pulse.market_overview",
    "pulse.max-pain-events": "pulse.max_pain_events",
    "pulse.most-traded": "pulse.most_traded",
    "pulse.newcomer-whales": "pulse.newcomer_whales",
    "pulse.one-month-wonders": "pulse.one_month_wonders",
    "pulse.perfect-exits": "pulse.perfect_exits",
    "pulse.persistent-winners": "pulse.persistent_winners",
    "pulse.stats": "pulse.stats",
    "pulse.style-distribution": "pulse.style_distribution",
    "pulse.survivors": "pulse.survivors",
    "pulse.token-leaderboard": "pulse.token_leaderboard",
    "pulse.top-liquidators": "pulse.top_liquidators",
    "pulse.trader": "pulse.trader",
    "pulse.trader-closed-positions": "pulse.trader_closed_positions",
    "pulse.trader-closed-positions-stats": "pulse.trader_closed_positions_stats",
    "pulse.trader-curves": "pulse.trader_curves",
    "pulse.trader-daily": "pulse.trader_daily",
    "pulse.trader-demo": "pulse.trader_demo",
    "pulse.trader-lifecycles": "pulse.trader_lifecycles",
    "pulse.trader-performance": "pulse.trader_performance",
    "pulse.trader-pnl": "pulse.trader_pnl",
    "pulse.trader-skill": "pulse.trader_skill",
    "pulse.trader-tokens": "pulse.trader_tokens",
    "pulse.trader-trades": "pulse.trader_trades",
    "pulse.trades-recent": "pulse.trades_recent",
    "pulse.wallet-drawdown-curve": "pulse.wallet_drawdown_curve",
    "search.find": "search.find",
}
