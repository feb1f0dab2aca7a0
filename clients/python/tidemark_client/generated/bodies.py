# Written by scripts/openapi.ts from openapi.json: change that, not this.
"""Bodies of the answers, field by field."""
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class APIError(TypedDict):
    status: NotRequired[int]
    """HTTP status."""
    title: NotRequired[str]
    """Short summary, constant per problem type."""
    detail: NotRequired[str]
    """What happened this time."""
    type: NotRequired[str]
    """Page about the code."""
    instance: NotRequired[str]
    """Names this occurrence."""
    code: NotRequired[str]
    """Stable token for programs."""
    reason: NotRequired[Literal["missing_api_key", "invalid_api_key", "insufficient_tier", "invalid_parameters"]]
    """What to mend."""
    current_tier: NotRequired[str]
    """Effective tier of the caller's account."""
    required_tier: NotRequired[str]
    """Least tier that may call the operation."""
    upgrade_url: NotRequired[str]
    """Where to move to a higher tier."""
    errors: NotRequired[list[ErrorDetail] | None]


class AccountValueBody(TypedDict):
    totalUsd: float | None
    """Sum of all parts, USD; null if a part is unknown."""
    knownUsd: float
    """Sum of the known parts, USD; equals totalUsd if all are known."""
    collateral: Literal["apart", "pooled"]
    """apart: every dex and spot keep their own; pooled: unified and portfolio-margin accounts, whose
    collateral is in spot and counted there once.
    """
    collateralBasis: Literal["exchange", "sign", "assumed"]
    """How that is known: the exchange says so; positions are open while all margin sums are 0; or it was not
    read, and apart is assumed.
    """
    parts: list[AccountValuePart]
    """Perps by dex, then spot, vaults, staked HYPE, lent and escrow."""
    dollarTokens: list[CountedDollarToken]
    """Dollar tokens other than USDC that were counted."""
    unpricedTokens: list[str]
    """Tokens of spot without a pair against a dollar token: they have no mark, and are not in the sum."""


class AccountValuePart(TypedDict):
    part: Literal["perps", "spot", "vaults", "staked", "lent", "escrow"]
    """perps of one dex, tokens of spot, equity in vaults, staked HYPE, tokens lent less borrowed, or tokens in
    transfer from the EVM.
    """
    dex: NotRequired[str]
    """Of perps: the dex, hl for the validator-run one."""
    valueUsd: float | None
    """Value, USD; null if unknown or counted in spot."""
    reason: NotRequired[Literal["not-read", "not-in-state", "no-price", "moved-since", "counted-in-spot"]]
    """Why valueUsd is null: the part was not read yet; the answer lacked it; a token has no price now; money
    moved in or out after the reading; or the collateral is counted in spot.
    """
    asOf: NotRequired[str]
    """Time of the reading; absent without one"""


class ActiveTradersBody(TypedDict):
    window: str
    """24h, rolling."""
    activeTraders: int
    """Distinct wallets that traded a perp; a settlement is no trade."""
    matches: int
    """Distinct matches of perps."""
    generatedAt: str
    """When the figures were worked out."""


class AntiSurvivor(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    trough: float
    """The least that its running PnL came to, never above 0, USD."""
    currentCumPnl: float
    """Realized PnL of the window, USD; the ranking key."""


class AssetVenueSummary(TypedDict):
    dex: str
    """hl for the native dex, else the prefix of a builder dex."""
    symbol: str
    """The exchange's coin."""
    ticker: str
    """The coin without dex."""
    isSynonym: bool
    """True if the ticker is another name of the asset."""
    collateral: str
    """Token of the dex's margin."""
    markPx: NotRequired[float]
    """Mark price, in the collateral."""
    openInterest: NotRequired[float]
    """One side, USD at mark."""
    volume24h: NotRequired[float]
    """Notional of the last 24 hours, USD."""
    fundingRate: NotRequired[float]
    """Hourly, a fraction."""
    positions: NotRequired[int]
    """Open positions known."""


class AutoDeleveragingSums(TypedDict):
    count: int
    """One for each deleveraged wallet, coin and order."""
    totalNotional: float
    """Sum of price × size of the closed parts, USD."""
    wallets: int
    """Distinct deleveraged wallets."""


class BackstopEventRow(TypedDict):
    id: int
    """Names the lifecycle, also in later answers."""
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    openedAt: str
    """First fill."""
    closedAt: str
    """Last fill."""
    durationMs: int
    """From opening to close, milliseconds."""
    peakSize: float
    """Largest size, coins."""
    entryVwap: float
    """Mean price of the fills that increased it, by size."""
    realizedPnl: float
    """Before fees, USD; the ranking key."""
    penaltyFeePaid: float
    """Fees of its liquidation fills, USD."""
    liquidationClosedPnl: float
    """Closed PnL of its liquidation fills, USD."""
    liquidationMethod: NotRequired[str]
    """market or backstop, of the last liquidation fill."""
    liquidatorAddress: NotRequired[str]
    """The counterparty that took most of it; absent if none is stored."""


class BuilderCohortRow(TypedDict):
    tier: str
    """All-time cohort, a legacy slug; untracked for wallets of none."""
    users: int
    """Distinct wallets of the cohort with a fill in the period."""
    share: float
    """users / totalUsers, 0 to 1."""
    builderFeesUsd: float
    """Builder fees that they paid in the period, USD."""
    volumeUsd: float
    """Sum of price × size over their market trades, USD."""
    pnl: float
    """Closed PnL of their attributed fills of the period, before fees, USD."""
    fills: int
    """Their attributed fills of the period."""


class BuilderCohortsBody(TypedDict):
    builder: str
    """Address of the builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    period: str
    """The requested value."""
    totalUsers: int
    """Distinct wallets with a fill in the period."""
    pnlTiers: list[BuilderCohortRow] | None
    sizeTiers: list[BuilderCohortRow] | None
    dataNotes: str
    """What the figures rest on, and what they lack."""
    verified: NotRequired[BuilderStamp]


class BuilderCoin(TypedDict):
    coin: str
    """The exchange's own spelling."""
    marketType: Literal["perp", "spot", "hip4"]
    """spot for @N, hip4 for #N, else perp."""
    volumeUsd: float
    """Sum of price × size over market trades, USD."""
    attributedFeesUsd: float
    """Builder fees in the coin, USD."""
    fills: int
    """Fills that name the builder."""


class BuilderCoverage(TypedDict):
    window_start: str
    """Start of the compared window."""
    window_end: str
    """End of the compared window."""
    ledger_fees_usd: float
    """Growth of the exchange's own total in the window, USD."""
    attributed_fees_usd: float
    """Builder fees of indexed fills in the window, USD."""
    ratio: float
    """attributed_fees_usd / ledger_fees_usd."""
    computed_at: str
    """When the two were compared."""


class BuilderDay(TypedDict):
    date: str
    """Day of the fills (UTC, YYYY-MM-DD)"""
    attributedFeesUsd: float
    """Builder fees of the day, USD."""
    volumeUsd: float
    """Sum of price × size over market trades, USD."""
    users: int
    """Distinct wallets with a fill."""
    fills: int
    """Fills that name the builder."""


class BuilderFillRow(TypedDict):
    time: str
    """Time of the fill."""
    wallet: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    marketType: Literal["perp", "spot", "hip4"]
    """spot for @N, hip4 for #N, else perp."""
    side: Literal["BUY", "SELL"]
    """Side of the wallet."""
    price: float
    """USD per unit, or in the quote token of a spot pair."""
    size: float
    """Units of the coin, above 0."""
    volumeUsd: float
    """price × size; 0 for rows that are no market trade, USD."""
    pnl: float
    """Closed PnL as the exchange reports it, before fees, USD."""
    builderFeeUsd: float
    """What the builder took, USD."""
    oid: int | None
    """The exchange's order id; null without one."""
    tid: int
    """The exchange's trade id; 0 without one."""


class BuilderFillsBody(TypedDict):
    builder: str
    """Address of the builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    window: str
    """The requested value."""
    fills: list[BuilderFillRow] | None
    dataNotes: str
    """What the figures rest on, and what they lack."""
    verified: NotRequired[BuilderStamp]


class BuilderLeaderboardBody(TypedDict):
    period: str
    """The requested value."""
    builders: list[BuilderLeaderboardRow] | None
    dataNotes: str
    """What the figures rest on, and what they lack."""
    verified: NotRequired[BuilderStamp]


class BuilderLeaderboardRow(TypedDict):
    builder: str
    """Address of the builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    revenueUsd: float
    """Builder fees of its fills in the period, USD."""
    prevRevenueUsd: float
    """The same of the period before."""
    attributedVolumeUsd: float
    """Sum of price × size over its market trades, USD."""
    attributedUsers: int
    """Distinct wallets with an attributed fill."""
    attributedFills: int
    """Fills that name it."""
    prevAttributedVolumeUsd: float
    """The same of the period before."""
    prevAttributedUsers: int
    """The same of the period before."""
    prevAttributedFills: int
    """The same of the period before."""
    feeTenthsBp: int
    """Most frequent builder fee / notional of the last 7 days, tenths of a basis point; 0 without a fill."""


class BuilderOverlapBody(TypedDict):
    builder: str
    """Address of the builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    period: str
    """The requested value."""
    activeUsers: int
    """Distinct wallets with a fill in the period."""
    overlaps: list[BuilderOverlapRow] | None
    dataNotes: str
    """What the figures rest on, and what they lack."""
    verified: NotRequired[BuilderStamp]


class BuilderOverlapRow(TypedDict):
    builder: str
    """Address of the other builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    sharedUsers: int
    """Users of this builder with an attributed fill through the other one."""
    share: float
    """sharedUsers / activeUsers, 0 to 1."""
    feesUsd: float
    """What the shared users paid the other builder in the period, USD."""


class BuilderProfileBody(TypedDict):
    builder: str
    """Address of the builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    period: str
    """The requested value."""
    firstSeen: str
    """First fill that names it, of all time."""
    lastSeen: str
    """Newest fill that names it."""
    feeTokens: int
    """Distinct tokens of its fees, all time."""
    feeTenthsBp: int
    """Most frequent builder fee / notional of the last 7 days, tenths of a basis point; 0 without a fill."""
    revenueUsd: float
    """Builder fees of the period, USD."""
    totalUsers: int
    """Distinct wallets with a fill in the period."""
    profitableUsers: int
    """Of these with a closed PnL above 0 over all time."""
    daily: list[BuilderDay] | None
    biggestDay: NotRequired[BuilderDay]
    coins: list[BuilderCoin] | None
    dataNotes: str
    """What the figures rest on, and what they lack."""
    verified: NotRequired[BuilderStamp]


class BuilderRetentionBody(TypedDict):
    builder: str
    """Address of the builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    cohorts: list[BuilderRetentionCohort] | None
    dataNotes: str
    """What the figures rest on, and what they lack."""
    verified: NotRequired[BuilderStamp]


class BuilderRetentionCohort(TypedDict):
    month: str
    """UTC month of the wallets' first fill through the builder, YYYY-MM."""
    newWallets: int
    """Wallets whose first such fill is of the month."""
    activeWallets: list[int] | None


class BuilderStamp(TypedDict):
    ledger_block: int
    """Newest block indexed."""
    ledger_chain_time: str
    """Time of that block."""
    coverage: BuilderCoverage | None


class BuilderTraderRow(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    pnl: float
    """Closed PnL of its attributed fills of the period, before fees, USD."""
    builderFeesUsd: float
    """Builder fees that it paid in the period, USD."""
    volumeUsd: float
    """Sum of price × size over its market trades, USD."""
    fills: int
    """Its attributed fills of the period."""
    equity: float
    """Account value on all dexes, of states read within 24 hours, USD; 0 if none is known."""
    pnlTier: str | None
    """All-time cohort by realized PnL, a legacy slug."""
    sizeTier: str | None
    """All-time cohort by traded notional, a legacy slug."""


class BuilderTradersBody(TypedDict):
    builder: str
    """Address of the builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    period: str
    """The requested value."""
    sort: str
    """The requested value."""
    traders: list[BuilderTraderRow] | None
    dataNotes: str
    """What the figures rest on, and what they lack."""
    verified: NotRequired[BuilderStamp]


class CandlePoint(TypedDict):
    timestamp: int
    """First millisecond, unix milliseconds."""
    open: float
    """First price, in the collateral."""
    high: float
    """Highest price."""
    low: float
    """Lowest price."""
    close: float
    """Last price."""
    volume: float
    """Units of the coin."""


class CapitalTitan(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    totalPnl: float
    """Realized PnL of the window before fees, USD."""
    totalFees: float
    """Fees of those lifecycles, above 0, USD."""
    pnlPerFeeDollar: float
    """totalPnl / totalFees; the ranking key."""
    lifecycles: int
    """Lifecycles that it closed."""


class CensusCauseCount(TypedDict):
    cause: Literal["missingFills", "unknown", "gap", "behind", "censoredOpening", "untracked"]
    """missingFills: a fill is missing though all of them should be stored. gap: fills are recorded as missing
    there. behind: the fills of the wallet are not read so far. censoredOpening: no fill of it is stored,
    and it was opened before the first that was read. untracked: the fills of the wallet are not read.
    unknown: nothing says which fills are stored.
    """
    positions: int
    """Positions that differ by it."""


class CensusDifference(TypedDict):
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    folded: str
    """Position by its fills at the payment, coins, signed; 0 if flat."""
    paid: str
    """Position of the payment, coins, signed; 0 without a payment."""
    paidAt: str
    """Time of the payment."""
    lastFillAt: str | None
    """Time of its newest fill until then; null if none is stored."""
    cause: Literal["missingFills", "unknown", "gap", "behind", "censoredOpening", "untracked"]
    """missingFills: a fill is missing though all of them should be stored. gap: fills are recorded as missing
    there. behind: the fills of the wallet are not read so far. censoredOpening: no fill of it is stored,
    and it was opened before the first that was read. untracked: the fills of the wallet are not read.
    unknown: nothing says which fills are stored.
    """


class CensusDifferencesBody(TypedDict):
    census: PaymentCensus | None
    differences: list[CensusDifference] | None
    hasMore: bool
    """Whether there are more behind these: ask again with a larger offset."""


class CensusStamp(TypedDict):
    verified_at_block: int
    """Newest indexed block not after it; 0 if the source has no blocks."""
    chain_time: str
    """Time of the newest account state compared."""
    positions: int
    """Open positions compared."""


class CensusStampBody(TypedDict):
    verified: CensusStamp | None
    payments: PaymentCensus | None


class ClosedPosition(TypedDict):
    id: int
    """The lifecycle's id."""
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    entryPx: float
    """Volume-weighted entry price, USD."""
    exitPx: float
    """Volume-weighted exit price, USD."""
    size: float
    """Largest size held, units of the coin."""
    notional: float
    """size × entryPx, USD."""
    realizedPnl: float
    """Closed PnL of its fills, before fees, USD."""
    fees: float
    """Fees of its fills, USD; negative for rebates."""
    funding: NotRequired[float]
    """Funding received while open, USD; negative if paid. Absent if incomplete."""
    netPnl: NotRequired[float]
    """realizedPnl − fees + funding, USD; absent without funding."""
    unrealizedPnl: float
    """0: it is closed."""
    leverage: float
    """Last known leverage; 0 if unknown."""
    leverageType: str
    """cross or isolated; empty if unknown."""
    openedAt: str
    """First fill."""
    closedAt: str
    """Last fill."""
    openedAtRaw: int
    """First fill, unix milliseconds."""
    closedAtRaw: int
    """Last fill, unix milliseconds."""
    durationMs: int
    """From the first fill to the last, milliseconds."""


class ClosedPositionStatsBody(TypedDict):
    totalPositions: int
    """Closed in the window."""
    winningPositions: int
    """With a PnL above 0."""
    losingPositions: int
    """With a PnL below 0."""
    winRate: float
    """winningPositions / totalPositions × 100."""
    totalPnl: float
    """Realized PnL, before fees, USD."""
    avgPnl: float
    """totalPnl / totalPositions, USD."""
    avgDurationMs: float
    """Mean duration, milliseconds."""
    minDurationMs: NotRequired[float]
    """Shortest, milliseconds."""
    maxDurationMs: NotRequired[float]
    """Longest, milliseconds."""
    firstClose: NotRequired[str]
    """First close of the window."""
    lastClose: NotRequired[str]
    """Last close."""


class CohortAlphaConcentrationRow(TypedDict):
    band: str
    """top 1%, top 5%, top 10%, top 25%, top 50%, top 100%: each from the top."""
    wallets: int
    """Wallets of the band: that share of all wallets of the cohort, rounded up."""
    bandPnl: float
    """Realized PnL of its wallets that are in profit, before fees, USD."""
    pctOfTierPnl: float
    """bandPnl / that of all of the cohort's wallets in profit × 100; 0 without any."""
    tierTotalWallets: int
    """Wallets in the cohort now."""


class CohortBiasBody(TypedDict):
    coin: str
    """The exchange's own spelling."""
    pnlTier: str
    """Legacy slug of the all-time PnL cohort."""
    longCount: int
    """Its wallets with a long."""
    shortCount: int
    """Its wallets with a short."""
    longNotional: float
    """Notional of its longs at mark, USD."""
    shortNotional: float
    """Notional of its shorts at mark, USD."""
    netBias: float
    """The same as netBiasByNotional."""
    netBiasByNotional: float
    """(long − short) / (long + short) by notional, −1 to 1; 0 without positions."""
    netBiasByCount: float
    """The same by wallets."""
    biasLabel: str
    """strong_long from a netBias of 0.5 on, long from 0.15, short to −0.15, strong_short to −0.5, else
    neutral.
    """


class CohortBiasSnapshot(TypedDict):
    timestamp: int
    """Start of the hour, unix milliseconds."""
    coin: str
    """The exchange's own spelling."""
    tierType: str
    """pnl or size."""
    tier: str
    """Legacy slug of the all-time cohort."""
    longNotional: float
    """Notional of its longs at mark, USD."""
    shortNotional: float
    """Notional of its shorts at mark, USD."""
    netBias: float
    """(long − short) / (long + short) by notional, −1 to 1."""
    accountCount: int
    """Its open positions, one a wallet and coin."""


class CohortDailyStatBody(TypedDict):
    date: str
    """Day of the fills (UTC, YYYY-MM-DD)"""
    walletCount: int
    """Wallets in the cohort at the end of the day before."""
    totalPnl: float
    """Closed PnL of their fills of the day, before fees, USD."""
    avgPnl: float
    """totalPnl / walletCount, USD; 0 without wallets."""
    totalVolume: float
    """Volume of their fills of the day, USD."""
    avgWinRate: float
    """Mean over those that traded of winning fills / fills × 100 of the day."""
    tradersActive: int
    """Members with a fill on the day."""
    tierType: str
    """pnl or size."""
    tier: str
    """Legacy slug of the cohort."""
    avgVolume: float
    """totalVolume / walletCount, USD."""
    totalTrades: int
    """Their fills of the day."""
    avgTrades: float
    """totalTrades / walletCount."""


class CohortHistoryDay(TypedDict):
    date: str
    """Day of the fills (UTC, YYYY-MM-DD)"""
    walletCount: int
    """Wallets in the cohort at the end of the day before."""
    totalPnl: float
    """Closed PnL of their fills of the day, before fees, USD."""
    avgPnl: float
    """totalPnl / walletCount, USD; 0 without wallets."""
    totalVolume: float
    """Volume of their fills of the day, USD."""
    avgWinRate: float
    """Mean over those that traded of winning fills / fills × 100 of the day."""
    tradersActive: int
    """Members with a fill on the day."""


class CohortLifecycleStatsRow(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    lifecycles: int
    """Closed lifecycles."""
    wins: int
    """Those with a realized PnL above 0."""
    losses: int
    """Those with one below 0."""
    liquidations: int
    """Lifecycles that a liquidation closed at least in part."""
    totalPnl: float
    """Realized PnL, before fees, USD."""
    totalFees: float
    """Fees, rebates subtracted, USD."""
    avgDurationMs: float
    """Mean time from the first fill to the last, milliseconds."""
    biggestWin: float
    """Largest realized PnL of a position, 0 without a win, USD."""
    biggestLoss: float
    """Least realized PnL of a position, 0 without a loss, USD."""
    pnlTierRecent: NotRequired[str]
    """The wallet's recent PnL cohort."""
    sizeTierRecent: NotRequired[str]
    """The wallet's recent size cohort."""


class CohortPosition(TypedDict):
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    size: float
    """Units of the coin, above 0."""
    notional: float
    """size × mark, USD."""
    unrealizedPnl: float
    """At mark, USD; 0 if the entry is unknown."""
    leverage: float
    """0 if no account state of the last 24 hours has it."""
    leverageType: str
    """cross or isolated; empty if unknown."""
    entryPx: float
    """Average entry price, USD; 0 if unknown."""
    markPx: float
    """Mark price, USD."""
    liquidationPx: float
    """0 if none is known."""
    roe: float
    """Unrealized PnL / (size × entry / leverage), a fraction; 0 if one of them is unknown."""
    fundingSinceOpen: float
    """Funding paid since it was opened, USD; negative was received; 0 if unknown. Pages show it as received."""
    marginUsed: float
    """USD; 0 if unknown."""
    openedAt: str
    """Opening, or the earliest fill or state that shows it."""
    openedAtRaw: int
    """The same, unix milliseconds."""
    pnlTier: str
    """The wallet's all-time PnL cohort."""
    sizeTier: str
    """The wallet's all-time size cohort."""
    traderTotalPnl: float
    """The wallet's closed PnL of all time, before fees, USD."""
    traderWinRate: float
    """The wallet's winning fills / fills × 100, of all time."""
    traderTrades: int
    """The wallet's fills of all time."""
    unknownFields: NotRequired[list[str]]
    """Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are
    known.
    """


class CohortSummaryBody(TypedDict):
    pnlTiers: list[CohortTierBody] | None
    sizeTiers: list[CohortTierBody] | None


class CohortTierBody(TypedDict):
    tier: str
    """Legacy slug of the cohort."""
    walletCount: int
    """Wallets in it now."""
    totalPnl: float
    """Their closed PnL of all time as the exchange reports it, before fees, USD."""
    avgPnl: float
    """totalPnl / walletCount, USD; 0 without wallets."""
    totalVolume: float
    """Their volume of all time, USD."""
    avgVolume: float
    """totalVolume / walletCount, USD."""
    avgWinRate: float
    """Mean of the wallets' winning fills / fills × 100."""
    totalTrades: int
    """Their fills of all time."""
    avgTrades: float
    """totalTrades / walletCount."""
    tradersActive: int
    """Members with a fill in the last 24 hours."""


class CohortTopPositionRow(TypedDict):
    id: int
    """Stable across rebuilds."""
    wallet: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    openedAt: str
    """First fill."""
    closedAt: str
    """Last fill."""
    durationMs: int
    """From the first fill to the last, milliseconds."""
    peakSize: float
    """Largest size held, units of the coin."""
    entryVwap: float
    """Volume-weighted price of the fills that increased it, USD."""
    exitVwap: float
    """Volume-weighted price of the fills that decreased it, USD."""
    realizedPnl: float
    """Closed PnL of its fills, before fees, USD."""
    fees: float
    """Fees of its fills, USD; negative for rebates."""
    builderFee: float
    """Builder fees of its fills, USD."""
    wasLiquidated: bool
    """True if a liquidation closed a part of it."""


class CoinAlphaMapRow(TypedDict):
    coin: str
    """The exchange's own spelling."""
    lifecycles: int
    """Closed lifecycles."""
    wallets: int
    """Distinct wallets with one."""
    winnersPool: float
    """PnL of the winning positions, USD."""
    losersPool: float
    """PnL of the losing positions, never above 0, USD."""
    netPnl: float
    """winnersPool + losersPool, USD; the ranking key by its size."""
    winningLifecycles: int
    """Lifecycles with a PnL above 0."""
    losingLifecycles: int
    """Lifecycles with a PnL below 0."""
    totalFees: float
    """Fees of all of them, USD."""


class CoinKing(TypedDict):
    coin: str
    """The exchange's own spelling."""
    wallet: str
    """Wallet address, lower case."""
    coinPnl: float
    """Its realized PnL in the coin, above 0, USD."""
    totalFees: float
    """Fees of those lifecycles, USD."""
    lifecycles: int
    """Lifecycles that it closed in the coin."""
    rank: int
    """Its place in the coin, from 1."""


class CoinLongShortBody(TypedDict):
    coin: str
    """The exchange's own spelling."""
    longAccounts: int
    """Longs, one a wallet."""
    shortAccounts: int
    """Shorts, one a wallet."""
    longVolume: float
    """Notional of longs at mark, USD."""
    shortVolume: float
    """Notional of shorts at mark, USD."""
    ratio: float
    """Longs / shorts by count; 0 without shorts."""
    volumeRatio: float
    """Notional of longs / notional of shorts; 0 without shorts."""
    topLongs: list[LSTopPosition] | None
    topShorts: list[LSTopPosition] | None
    sampleSize: int
    """Positions behind the numbers."""
    timestamp: int
    """When the answer was made, unix milliseconds."""
    avgLongSize: float
    """Mean notional of a long, USD."""
    avgShortSize: float
    """Mean notional of a short, USD."""
    avgLongLeverage: NotRequired[float]
    """Weighted by notional, over longs whose leverage is known."""
    avgShortLeverage: NotRequired[float]
    """Weighted by notional, over shorts whose leverage is known."""
    maxLeverage: NotRequired[float]
    """Highest leverage that is known."""
    totalUnrealizedPnl: float
    """Unrealized PnL of all positions, USD."""
    longUnrealizedPnl: float
    """Unrealized PnL of longs, USD."""
    shortUnrealizedPnl: float
    """Unrealized PnL of shorts, USD."""
    concentrationTop5: float
    """Share of the notional in the five largest positions, 0 to 1."""
    netBias: float
    """(long − short) / (long + short) by notional, −1 to 1."""


class CoinRiskHistoryBody(TypedDict):
    coin: str
    """The exchange's own spelling."""
    hours: int
    """Hours that were served."""
    oiHistory: list[OISnapshot] | None
    longShortHistory: list[TimestampValue] | None
    cohortBiasHistory: Any
    """Bias of the PnL cohorts by the hour."""
    candleHistory: list[CandlePoint] | None
    markDislocations: list[MarkDislocation] | None
    liquidations: LiquidationSummaryBody
    availability: RiskAvailability
    freshness: RiskFreshness
    generatedAt: str
    """When the answer was made."""


class CoinRiskSnapshotBody(TypedDict):
    coin: str
    """The exchange's own spelling."""
    market: GetCoinStatsRow
    longShort: CoinLongShortBody
    sizeBreakdown: list[GetPositionSizeBreakdownRow] | None
    topPositions: list[GetTopPositionsRow] | None
    liquidationHeatmap: LiquidationHeatmapBody
    liquidationSummary7d: LiquidationSummaryBody
    recentLiquidations: list[GetRecentLiquidationsRow] | None
    concentrationTop5: float
    """Share of the notional in the five largest positions, 0 to 1."""
    nearLiquidationNotional: float
    """Notional of positions within 5 % of their liquidation price, USD."""
    nearLiquidationPositions: int
    """Positions within 5 % of their liquidation price."""
    avgLiquidationDistancePct: NotRequired[float]
    """Mean distance of liquidation prices from the mark, percent, weighted by notional; absent if none is
    known.
    """
    availability: RiskAvailability
    freshness: RiskFreshness
    generatedAt: str
    """When the answer was made."""


class CountedDollarToken(TypedDict):
    token: str
    """A dollar token other than USDC; empty for the collateral of an unlisted dex."""
    priceUsd: float
    """USD of one token: the mark of its pair if 0.9 to 1.1, else 1."""
    assumed: NotRequired[Literal["no-price", "out-of-bounds"]]
    """Why it is 1: its pair has no price, or one beyond the bounds."""


class CoverageBody(TypedDict):
    feed: str
    """The feed."""
    intervals: list[CoverageInterval] | None
    hasMore: bool
    """Whether there are more behind these: ask again with a larger offset."""


class CoverageDay(TypedDict):
    day: str
    """The day (UTC, YYYY-MM-DD)"""
    condition: Literal["available", "degraded", "pending", "missing"]
    """available: all of it is covered and nothing is missing. degraded: a part is not covered, or a gap is
    lost. pending: it is not over, reading has not come this far, or a gap may still be filled. missing:
    nothing of it is covered.
    """
    open: int
    """Gaps in it that may still be filled."""
    lost: int
    """Gaps in it that nothing is known to fill."""
    healed: int
    """Gaps in it that were filled."""
    lastModified: str | None
    """When something of it last changed; null where nothing is known of it."""


class CoverageDaysBody(TypedDict):
    feed: str
    """The feed."""
    days: list[CoverageDay] | None


CoverageInterval = TypedDict(
    "CoverageInterval",
    {
        # covered: read, but for the gaps in it. open: a gap that may still be filled. healed: a gap that was
        # filled. lost: a gap that nothing is known to fill.
        "state": "Literal['covered', 'open', 'healed', 'lost']",
        # Reason of a gap; null for covered spans.
        "reason": "str | None",
        # Wallet address, lower case.
        "wallet": "str | None",
        # The exchange's own spelling.
        "coin": "str | None",
        # Its first moment; null for "since ever".
        "from": "str | None",
        # Its last moment.
        "to": "str",
        # Its first block; null where blocks are not known.
        "fromBlock": "int | None",
        # Its last block; null where blocks are not known.
        "toBlock": "int | None",
        # When it was first seen.
        "seenAt": "str",
        # When it last changed.
        "changedAt": "str",
    },
)


class CrossMarketAggregate(TypedDict):
    totalOpenInterest: float
    """Of all venues, one side, USD."""
    totalVolume24h: float
    """Of all venues, USD."""
    totalPositions: int
    """Open positions known on all venues."""
    longPositions: int
    """Longs."""
    shortPositions: int
    """Shorts."""
    longNotional: float
    """Notional of longs at mark, USD."""
    shortNotional: float
    """Notional of shorts at mark, USD."""
    netBias: float
    """(long − short) / (long + short) by notional, −1 to 1."""
    totalUnrealizedPnl: float
    """Unrealized PnL of all positions, USD."""
    biasRange: float
    """Largest − least netBias of venues with positions; 0 with fewer than two."""
    totalUniqueWallets: int
    """Distinct wallets with a position on any venue."""


class CrossMarketAsset(TypedDict):
    canonical: str
    """Ticker in upper case, without dex."""
    synonyms: list[str] | None
    venues: list[AssetVenueSummary] | None
    crossMarket: bool
    """True where more than one venue lists it."""
    venueCount: int
    """Venues."""
    totalOpenInterest: float
    """Of all venues, one side, USD."""
    totalPositions: int
    """Open positions known on all venues."""
    totalVolume24h: float
    """Of all venues, USD."""


class CrossMarketAssetSummary(TypedDict):
    canonical: str
    """Ticker in upper case, without dex."""
    synonyms: list[str] | None
    crossMarket: bool
    """True where more than one venue lists it."""
    venueCount: int
    """Venues."""


class CrossMarketVenue(TypedDict):
    dex: str
    """hl for the native dex, else the prefix of a builder dex."""
    symbol: str
    """The exchange's coin."""
    ticker: str
    """The coin without dex."""
    isSynonym: bool
    """True if the ticker is another name of the asset."""
    collateral: str
    """Token of the dex's margin."""
    markPx: NotRequired[float]
    """Mark price, in the collateral."""
    openInterest: NotRequired[float]
    """One side, USD at mark."""
    volume24h: NotRequired[float]
    """Notional of the last 24 hours, USD."""
    fundingRate: NotRequired[float]
    """Hourly, a fraction."""
    positions: NotRequired[int]
    """Open positions known."""
    uniqueWallets: NotRequired[int]
    """Wallets with a position: as many."""
    longPositions: NotRequired[int]
    """Longs."""
    shortPositions: NotRequired[int]
    """Shorts."""
    longNotional: NotRequired[float]
    """Notional of longs at mark, USD."""
    shortNotional: NotRequired[float]
    """Notional of shorts at mark, USD."""
    netBias: NotRequired[float]
    """By notional, −1 to 1; absent without positions."""
    totalUnrealizedPnl: NotRequired[float]
    """Unrealized PnL of all positions, USD."""
    avgLongLeverage: NotRequired[float]
    """Weighted by notional, over longs whose leverage is known."""
    avgShortLeverage: NotRequired[float]
    """Weighted by notional, over shorts whose leverage is known."""


class CrossProductOverlapBody(TypedDict):
    since: str
    """Start of the window as served."""
    hip4TradersTotal: int
    """Wallets with a market trade in an outcome."""
    perpTradersTotal: int
    """Wallets with a market trade in a perp."""
    overlap: int
    """Wallets with both."""
    overlapPct: float
    """overlap / hip4TradersTotal × 100; 0 without a trader of outcomes."""


class DailyPulseEdition(TypedDict):
    date: str
    """Day that it covers (UTC, YYYY-MM-DD)"""
    generatedAt: str
    """When it was stamped."""
    hero: NotRequired[Any]
    """The story with the highest score: type, entity, headline, receipt, score; absent without one."""
    stories: NotRequired[Any]
    """All stories by score, each as hero."""
    standing: NotRequired[Any]
    """coinMovers, settledToday and leaderboardMovers."""
    censusBlock: NotRequired[Any]
    """The census it was stamped with; absent before the first."""
    delayNote: NotRequired[str]
    """Source of the figures."""


class DexOI(TypedDict):
    dex: str
    """hl for the native dex, else the prefix of a builder dex."""
    openPositions: int
    """Open positions known."""
    grossNotionalUsd: float
    """Longs and shorts together, USD at mark."""
    longNotionalUsd: float
    """Longs, USD at mark."""
    shortNotionalUsd: float
    """Shorts, USD at mark."""


class DexPositions(TypedDict):
    dex: str
    """hl for the native dex, else the prefix of a builder dex."""
    openPositions: int
    """Open positions known."""
    walletsWithPositions: int
    """Distinct wallets with one."""
    closed24h: int
    """Positions closed in 24 hours."""
    liquidated24h: int
    """Those of them that a liquidation closed in part at least."""
    realizedPnl24h: float
    """Closed PnL of those positions, before fees, USD."""
    grossProfits24h: float
    """Of those that gained, USD."""
    grossLosses24h: float
    """Of those that lost, USD, at most 0."""


class DexVolume(TypedDict):
    dex: str
    """hl for the native dex, else the prefix of a builder dex."""
    volumeUsd: float
    """Notional of its matches, each once, USD."""
    matches: int
    """Distinct matches."""
    traders: int
    """Distinct wallets that traded on the dex."""


class DrawdownCurveRow(TypedDict):
    id: int
    """The lifecycle's id."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    openedAt: str
    """First fill."""
    closedAt: str
    """Last fill."""
    entryVwap: float
    """Volume-weighted entry price, USD."""
    maePx: float
    """Worst price while it was open, the entry included, USD."""
    mfePx: float
    """Best price while it was open, the entry included, USD."""
    realizedPnl: float
    """Closed PnL of its fills, before fees, USD."""
    maxDrawdownPct: float
    """From the entry to the worst price, percent of the entry, at least 0."""
    maxRunupPct: float
    """From the entry to the best price, percent of the entry, at least 0."""


class EntityLeaderboardBody(TypedDict):
    entities: list[EntityLeaderboardRow] | None
    verified: NotRequired[CensusStamp]


class EntityLeaderboardRow(TypedDict):
    entity: str
    """Address of the master."""
    wallets: int
    """Its wallets: the master, sub-accounts and vaults that they lead."""
    openPositions: int
    """Open perp positions of all of them."""
    grossEntryNotional: float
    """Sum of |size| × entry price, USD; a position whose entry is not known counts 0."""


class EntityMember(TypedDict):
    address: str
    """Wallet address, lower case."""
    relation: str
    """master, subaccount, agent (it signs for a wallet of the entity), multisig (a wallet of the entity is its
    only signer), or linked: a vault that the entity leads.
    """
    name: NotRequired[str]
    """Name of the sub-account or the vault, if it has one."""
    openPositions: int
    """Open perp positions on all dexes."""
    grossEntryNotional: float
    """Sum of |size| × entry price, USD; a position whose entry is not known counts 0."""


class EntityPosition(TypedDict):
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    direction: str
    """long or short."""
    size: float
    """Coins, below 0 for a short."""
    entryVwap: float
    """Mean entry price; 0 if unknown, which unknownFields says."""
    openedAt: str
    """When it was opened, else the earliest that is known to show it."""
    unknownFields: NotRequired[list[str]]
    """Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are
    known.
    """


class EntityProfileBody(TypedDict):
    entity: str
    """Address of the master."""
    isMultiWallet: bool
    """True where it has more than one wallet."""
    members: list[EntityMember] | None
    combinedWallets: int
    """Number of members."""
    combinedOpenPositions: int
    """Open positions of all members."""
    combinedGrossEntryNotional: float
    """Sum over all members, USD."""
    topOpenPositions: list[EntityPosition] | None
    verified: NotRequired[CensusStamp]


class ErrorDetail(TypedDict):
    location: NotRequired[str]
    """Location of the fault, origin first: query.limit, path.address."""
    message: NotRequired[str]
    """What would be right."""
    value: NotRequired[Any]
    """The value as sent."""


class GetAssetBody(TypedDict):
    query: str
    """The requested name."""
    resolvedCanonical: str
    """Meaning of the code."""
    asset: CrossMarketAsset


class GetAssetCrossMarketBody(TypedDict):
    query: str
    """The requested name."""
    resolvedCanonical: str
    """Meaning of the code."""
    asset: CrossMarketAssetSummary
    aggregate: CrossMarketAggregate
    venues: list[CrossMarketVenue] | None


class GetAssetsBody(TypedDict):
    count: int
    """Assets of this answer."""
    crossMarketCount: int
    """Assets on more than one venue."""
    venues: list[str] | None
    assets: list[CrossMarketAsset] | None


class GetCoinStatsRow(TypedDict):
    coin: str
    """The exchange's own spelling."""
    totalPositions: int
    """Open positions known."""
    uniqueWallets: int
    """Wallets with one: as many."""
    longPositions: int
    """Longs."""
    shortPositions: int
    """Shorts."""
    longNotional: float
    """Notional of longs at mark, USD."""
    shortNotional: float
    """Notional of shorts at mark, USD."""
    totalUnrealizedPnl: float
    """Unrealized PnL of all positions, USD."""
    avgLongLeverage: float
    """Weighted by notional, over longs whose leverage is known; 0 if none is."""
    avgShortLeverage: float
    """Weighted by notional, over shorts whose leverage is known; 0 if none is."""
    totalOi: float
    """The exchange's own open interest if fresh, else longs: one side, USD at mark."""


class GetLiquidationSummaryByCohortRow(TypedDict):
    tier: str
    """All-time PnL cohort, or unclassified."""
    totalNotional: Any
    """Sum of price × size, USD."""
    totalClosedPnl: Any
    """Sum of the victims' closed PnL, USD."""
    count: int
    """Liquidations: one for each victim, coin and order."""
    wallets: int
    """Distinct victims."""


class GetLiquidationSummaryByCoinRow(TypedDict):
    coin: str
    """The exchange's own spelling."""
    count: int
    """Liquidations: one for each victim, coin and order."""
    totalPenaltyFees: Any
    """Sum of the victims' fees, USD."""
    totalClosedPnl: Any
    """Sum of the victims' closed PnL, USD."""
    totalNotional: Any
    """Sum of price × size, USD."""


class GetLiquidationSummaryTimelineRow(TypedDict):
    bucketStart: int
    """Start of the bucket, unix milliseconds."""
    count: int
    """Liquidations: one for each victim, coin and order."""
    totalPenaltyFees: Any
    """Sum of the victims' fees, USD."""
    totalClosedPnl: Any
    """Sum of the victims' closed PnL, USD."""
    totalNotional: Any
    """Sum of price × size, USD."""


class GetPositionSizeBreakdownRow(TypedDict):
    sizeBucket: str
    """<1k, 1k-10k, 10k-100k, 100k-1M, 1M-10M, >=10M"""
    sortOrder: int
    """Place of the bucket, the smallest first, from 1."""
    positionCount: int
    """Positions in the bucket."""
    longCount: int
    """Longs among them."""
    shortCount: int
    """Shorts among them."""
    totalNotional: float
    """Their notional at mark, USD."""
    longNotional: float
    """That of longs, USD."""
    shortNotional: float
    """That of shorts, USD."""


class GetRecentLiquidationsRow(TypedDict):
    address: Any
    """Liquidated wallet, lower case."""
    coin: str
    """The exchange's own spelling."""
    timestampMs: int
    """Time of the first fill, unix milliseconds."""
    side: str
    """long or short: the position that was liquidated."""
    size: float
    """Liquidated size, coins."""
    price: float
    """Mean price of its fills by size, USD."""
    notional: float
    """Sum of price × size of its fills, USD."""
    liquidator: Any
    """Counterparty with the largest size, lower case."""
    penaltyFee: float | None
    """The victim's fee, USD; null if its own fills are not stored."""
    closedPnl: float | None
    """The victim's closed PnL, USD; null if its own fills are not stored."""
    pnlTier: str | None
    """The victim's all-time PnL cohort; null for none."""


class GetTopPositionsRow(TypedDict):
    address: Any
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    size: float | None
    """Units of the coin, above 0."""
    side: str
    """long or short."""
    entryPx: float | None
    """Average entry price, USD; null if unknown."""
    markPx: float | None
    """Mark price, USD; null if unknown."""
    leverage: float | None
    """Null if no account state of the last 24 hours has it."""
    leverageType: str | None
    """cross or isolated; null if unknown."""
    liquidationPx: float | None
    """Null if none is known."""
    unrealizedPnl: float | None
    """At mark, USD; null if unknown."""
    marginUsed: float | None
    """USD; null if unknown."""
    roe: float | None
    """Unrealized PnL / (size × entry / leverage), a fraction; null if unknown."""
    fundingSinceOpen: float | None
    """Funding paid since it was opened, USD; negative was received; null if unknown. Pages show it as
    received.
    """
    notional: float | None
    """size × mark, USD."""
    pUpdatedAt: str | None
    """Newest fill or state."""
    pOpenedAt: str | None
    """Opening, or the earliest fill or state that shows it."""
    openedAtRaw: int | None
    """The same, unix milliseconds."""
    pnlTier: str | None
    """The wallet's all-time PnL cohort; null for none."""
    sizeTier: str | None
    """The wallet's all-time size cohort; null for none."""
    traderTotalPnl: str
    """The wallet's closed PnL of all time, before fees, USD; 0 without fills."""
    traderWinRate: float | None
    """The wallet's winning fills / fills × 100, of all time; null without fills."""
    traderTotalTrades: int | None
    """The wallet's fills of all time."""


class GetTraderPerformanceAllTimeRow(TypedDict):
    pnl: str
    """Closed PnL of all fills, before fees, USD: a decimal."""
    trades: int | None
    """All fills."""
    winRate: float | None
    """Fills with a closed PnL above 0 / fills × 100."""


class GetTraderPerformanceRecentRow(TypedDict):
    pnl: Any
    """Closed PnL of the last 30 UTC days, today included, before fees, USD: a decimal as text."""
    trades: Any
    """Fills of those days: an integer."""
    winRate: float | None
    """Fills with a closed PnL above 0 / fills × 100; null without a fill."""


class GlobalLongShortBody(TypedDict):
    totalLongAccounts: int
    """Longs, one a wallet and coin."""
    totalShortAccounts: int
    """Shorts, one a wallet and coin."""
    totalLongVolume: float
    """Notional of longs at mark, USD."""
    totalShortVolume: float
    """Notional of shorts at mark, USD."""
    accountRatio: float
    """Longs / shorts by count; 0 without shorts."""
    volumeRatio: float
    """Notional of longs / notional of shorts; 0 without shorts."""
    bySymbol: list[CoinLongShortBody] | None
    sampleSize: int
    """Positions behind the numbers."""
    tradersTracked: int
    """Wallets with an account state within 24 hours, or an open position."""
    timestamp: int
    """When the answer was made, unix milliseconds."""
    avgLongSize: float
    """Mean notional of a long, USD."""
    avgShortSize: float
    """Mean notional of a short, USD."""
    avgLongLeverage: NotRequired[float]
    """Weighted by notional, over longs whose leverage is known."""
    avgShortLeverage: NotRequired[float]
    """Weighted by notional, over shorts whose leverage is known."""
    maxLeverage: NotRequired[float]
    """Highest leverage that is known."""
    totalUnrealizedPnl: float
    """Unrealized PnL of all positions, USD."""
    longUnrealizedPnl: float
    """Unrealized PnL of longs, USD."""
    shortUnrealizedPnl: float
    """Unrealized PnL of shorts, USD."""
    concentrationTop5: float
    """Share of the notional in the five largest positions, 0 to 1."""
    netBias: float
    """(long − short) / (long + short) by notional, −1 to 1."""


class GlobalStatsBody(TypedDict):
    totalTraders: int
    """Wallets with an indexed fill."""
    totalTrades: float
    """Indexed fills; a match counts twice, once for each side."""
    totalVolume: float
    """Sum of price × size over market trades of all wallets, USD; a match counts twice."""
    totalPnl: float
    """Closed PnL of all wallets as the exchange reports it, before fees, USD."""
    avgWinRate: float
    """Mean over wallets of winning fills / fills × 100."""
    dataStartDate: str
    """Day of the first indexed fill; empty without data (UTC, YYYY-MM-DD)"""
    dataEndDate: str
    """Day of the last indexed fill; empty without data (UTC, YYYY-MM-DD)"""


class HIP4DailyBucket(TypedDict):
    day: str
    """Day of the trades (UTC, YYYY-MM-DD)"""
    fills: int
    """Market trades, each side of a match."""
    uniqueTrades: int
    """Matches."""
    uniqueWallets: int
    """Distinct wallets with a trade."""
    contracts: float
    """Contracts of matches, each counted once."""
    notionalUsdh: float
    """Sum of price × size of matches, each counted once, USDH."""


class HIP4DailyVolumeBody(TypedDict):
    since: str
    """Start of the window as served."""
    days: list[HIP4DailyBucket] | None


class HIP4KeywordValue(TypedDict):
    keyword: str
    """As the template names it."""
    type: NotRequired[str]
    """Type of the value, as hlPerp, uDecimal, dateTime; absent while the template is not known."""
    value: str
    """As the exchange writes it."""


class HIP4OutcomeDetailBody(TypedDict):
    outcome: HIP4OutcomeListItem


class HIP4OutcomeListItem(TypedDict):
    outcomeId: int
    """Id without a side."""
    name: NotRequired[str]
    """Name on the exchange; made from its template if it has one."""
    displayName: NotRequired[str]
    """A readable name, with its question."""
    description: NotRequired[str]
    """The exchange's description."""
    venue: NotRequired[str]
    """Name of the venue that listed it; absent of an outcome that the exchange lists."""
    deployer: NotRequired[str]
    """Address of the venue's deployer; absent if unknown."""
    deployerFeeScale: NotRequired[float]
    """The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown."""
    settledAt: NotRequired[str]
    """When it was settled; absent while it is open, and where that is not known."""
    settleFraction: NotRequired[float]
    """Payout of one Yes, 0 to 1; absent while open."""
    template: NotRequired[str]
    """Id of the template that it is made from."""
    keywords: NotRequired[list[HIP4KeywordValue] | None]
    rules: NotRequired[str]
    """Settlement source by its template; only in answers for one outcome."""
    sides: list[HIP4OutcomeSide] | None
    fills: int
    """Market trades of the window, each side of a match."""
    uniqueWallets: int
    """Distinct wallets with one."""
    notionalUsdh: NotRequired[float]
    """Sum of price × size of the window, USDH."""
    firstTraded: NotRequired[str]
    """First trade of the window."""
    lastTraded: NotRequired[str]
    """Last trade of the window."""
    priceBinary: NotRequired[ParsedPriceBinary]


class HIP4OutcomeSide(TypedDict):
    index: int
    """0 or 1."""
    name: str
    """Name of the side, as Yes or No."""
    sideToken: str
    """Token of the side: + and its encoding."""
    coinKey: str
    """Coin of the side: # and its encoding."""
    assetId: int
    """The exchange's asset id."""


class HIP4OutcomeSummaryBody(TypedDict):
    outcomeId: int
    """Id without a side."""
    name: NotRequired[str]
    """As the exchange names it."""
    displayName: NotRequired[str]
    """A readable name."""
    fills: int
    """Market trades of both sides, each side of a match."""
    uniqueWallets: int
    """Distinct wallets with one."""
    side0Contracts: float
    """Contracts of matches in side 0, each counted once."""
    side1Contracts: float
    """Contracts of matches in side 1, each counted once."""
    side0NotionalUsdh: float
    """Sum of price × size of matches in side 0, USDH."""
    side1NotionalUsdh: float
    """Sum of price × size of matches in side 1, USDH."""
    notionalUsdh: float
    """Both sides, USDH."""
    realizedPnlUsdh: float
    """Closed PnL of all rows of both sides, settlements too, before fees, USDH."""
    firstTraded: NotRequired[str]
    """First trade."""
    lastTraded: NotRequired[str]
    """Last trade."""


HIP4QuestionBody = TypedDict(
    "HIP4QuestionBody",
    {
        # The exchange's id.
        "questionId": "int",
        # Name on the exchange; made from its template if it has one.
        "name": "str",
        # Text of the question.
        "displayName": "str",
        # Name of the venue that listed it; absent of an outcome that the exchange lists.
        "venue": "NotRequired[str]",
        # Address of the venue's deployer; absent if unknown.
        "deployer": "NotRequired[str]",
        # The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown.
        "deployerFeeScale": "NotRequired[float]",
        # What decides it, by its template.
        "rules": "NotRequired[str]",
        # The exchange's description.
        "description": "str",
        # Outcome that wins if no other does; -1 without one.
        "fallbackOutcome": "int",
        "namedOutcomeIds": "list[int] | None",
        "settledNamedOutcomes": "list[int] | None",
        # Kind of question, from its description.
        "class": "NotRequired[str]",
        # Ticker whose price decides.
        "underlying": "NotRequired[str]",
        # When the price is looked at.
        "expiry": "NotRequired[str]",
        "priceThresholds": "NotRequired[list[float] | None]",
        # Interval at which such questions are listed.
        "period": "NotRequired[str]",
    },
)


class HIP4RecentTrade(TypedDict):
    tradeTime: str
    """Time of the fill."""
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    sideIndex: int
    """Side of the outcome, 0 or 1."""
    side: str
    """B for a buy, A for a sell."""
    dirId: int
    """1: a market trade; no other rows are listed."""
    px: float
    """Price of a contract, USDH, 0 to 1."""
    sz: float
    """Contracts, above 0."""
    pnl: float
    """Closed PnL as the exchange reports it, before the fee, USDH."""
    fee: float
    """Fee in USD; negative for a rebate."""


class HIP4RecentTradesBody(TypedDict):
    outcomeId: int
    """Id without a side."""
    name: NotRequired[str]
    """As the exchange names it."""
    displayName: NotRequired[str]
    """A readable name."""
    count: int
    """Rows returned."""
    trades: list[HIP4RecentTrade] | None


class HIP4SettlementItem(TypedDict):
    outcomeId: int
    """Id without a side."""
    name: NotRequired[str]
    """Name on the exchange."""
    displayName: NotRequired[str]
    """A readable name."""
    settledAt: str
    """Time of the payout; else of the exchange's settlement."""
    winningSide: NotRequired[int]
    """0 or 1; absent if both sides were paid."""
    settleFraction: NotRequired[float]
    """Payout of one Yes, 0 to 1; a No paid 1 minus it."""
    venue: NotRequired[str]
    """Name of the venue that listed it; absent of an outcome that the exchange lists."""
    deployer: NotRequired[str]
    """Address of the venue's deployer; absent if unknown."""
    deployerFeeScale: NotRequired[float]
    """The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown."""
    winnerFills: int
    """Settlement rows of winners."""
    loserFills: int
    """Settlement rows of losers."""
    totalWinnerPayout: float
    """Payout of the winners' rows, USDH."""
    totalLoserLoss: float
    """Loss in the losers' rows, at least 0, USDH."""


class HIP4SettlementsBody(TypedDict):
    count: int
    """Rows returned."""
    settlements: list[HIP4SettlementItem] | None


class HLGlobalStats(TypedDict):
    totalVolume24h: float
    """Of all markets by the exchange's own count, else of indexed trades, USD."""
    totalOpenInterest: float
    """Of all perps, one side, USD."""
    totalUsers: int
    """Distinct indexed wallets."""
    totalTrades24h: int
    """Matches of perps in 24 hours, each once."""


class HLMarkPriceBody(TypedDict):
    symbol: str
    """The exchange's own spelling."""
    markPrice: str
    """Mark price, in the collateral."""
    indexPrice: str
    """The oracle's price; empty if none is known."""
    fundingRate: str
    """Estimate for the current hour, a decimal fraction; 0 for spot and outcomes, empty if unknown for a perp."""
    openInterest: str
    """One side, in coins, as on the exchange; 0 for spot and outcomes."""
    volume24h: str
    """Notional of the last 24 hours, in the collateral."""
    change24h: str
    """Change of the price in 24 hours, percent; empty if unknown."""
    basis: str
    """context: reported by the exchange now; trade: the newest stored trade."""
    observedAt: str
    """Time of that context or trade."""


class HLMarketData(TypedDict):
    coin: str
    """The exchange's own spelling."""
    symbol: str
    """What people call it: UETH/USDC of the pair @151; the coin of a perp."""
    dex: str
    """hl for the native dex and spot, else the prefix of a builder dex."""
    markPx: float
    """Mark price, in the collateral."""
    midPx: float
    """Between best bid and best ask; the mark where a side is empty."""
    oraclePx: float
    """The oracle's price; of spot, which has none, the mark."""
    openInterest: float
    """One side, USD at mark; 0 for spot."""
    fundingRate: float
    """Estimate of the current hour, a fraction; 0 for spot."""
    volume24h: float
    """Notional of the last 24 hours, USD."""
    change24h: float
    """Change of the mark price in 24 hours, percent."""
    prevDayPx: float
    """Price 24 hours ago."""
    hasActivity: bool
    """Volume or open interest above 0."""
    unknownFields: NotRequired[list[str]]
    """Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are
    known.
    """


class HLMarketOverviewBody(TypedDict):
    globalStats: HLGlobalStats
    markets: list[HLMarketData] | None


class HLOrderBookBody(TypedDict):
    symbol: str
    """The exchange's own spelling."""
    bids: list[HLOrderBookLevel] | None
    asks: list[HLOrderBookLevel] | None
    timestamp: int
    """The exchange's time of the book, unix milliseconds."""


class HLOrderBookLevel(TypedDict):
    price: str
    """In the collateral, as the exchange sends it."""
    size: str
    """Units of the coin, as the exchange sends it."""
    count: int
    """Orders at this price."""


class HLPositionItem(TypedDict):
    symbol: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    size: str
    """Units of the coin, above 0."""
    entryPrice: str
    """Average entry price; empty if unknown."""
    markPrice: str
    """Price of a unit; empty if unknown."""
    unrealizedPnl: str
    """At mark, USD; empty if unknown."""
    realizedPnl: str
    """Closed PnL of the position since it was opened, USD; 0 if unknown."""
    liquidationPrice: str
    """Empty if no price above 0 liquidates, or none is known."""
    margin: str
    """Margin used, USD; empty if unknown."""
    leverage: float
    """0 if unknown."""
    roe: str
    """Unrealized PnL / (size × entry / leverage), a fraction; empty if unknown."""
    fundingSinceOpen: str
    """Funding paid since it was opened, USD; negative was received; empty if unknown. Pages show it as
    received.
    """
    marginMode: str
    """cross or isolated; empty if unknown."""


class HLWalletPositionsItem(TypedDict):
    address: str
    """Wallet address, lower case."""
    source: Literal["exchange", "stored"]
    """exchange: read from it now; stored: from fills and account states, if the exchange was not read or did
    not answer.
    """
    basis: NotRequired[Literal["state", "fills", "mixed"]]
    """What the positions rest on; absent if none is known."""
    positions: list[HLPositionItem] | None


class HLWalletsPositionsBody(TypedDict):
    wallets: list[HLWalletPositionsItem] | None


class HeatmapBucket(TypedDict):
    priceLow: float
    """Lower end of the bucket, USD."""
    priceHigh: float
    """Upper end of the bucket, USD."""
    longPositions: int
    """Longs with a liquidation price in the bucket."""
    shortPositions: int
    """Shorts with a liquidation price in the bucket."""
    longNotionalAtRisk: float
    """Notional of those longs at mark, USD."""
    shortNotionalAtRisk: float
    """Notional of those shorts at mark, USD."""
    totalNotionalAtRisk: float
    """Both together, USD."""
    cumulativeLongNotional: float
    """Longs at risk from the mark outwards to this bucket, USD."""
    cumulativeShortNotional: float
    """Shorts at risk from the mark outwards to this bucket, USD."""


class HourProfitabilityRow(TypedDict):
    hourUtc: int
    """Hour of the close, UTC, 0 to 23."""
    lifecycles: int
    """Lifecycles closed in it."""
    totalPnl: float
    """Their realized PnL, USD."""
    avgPnl: float
    """totalPnl / lifecycles, 0 without lifecycles, USD."""
    wins: int
    """Those with a PnL above 0."""
    losses: int
    """Those with a PnL below 0."""


class LSTopPosition(TypedDict):
    address: str
    """Wallet address, lower case."""
    size: float
    """Units of the coin, above 0."""
    notional: float
    """size × mark, USD."""
    pnl: float
    """Unrealized PnL, USD."""
    unknownFields: NotRequired[list[str]]
    """Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are
    known.
    """


class LeaderboardBody(TypedDict):
    traders: list[LeaderboardTrader] | None
    total: int
    """Rows returned, not traders that match."""
    matching: int
    """Traders that match, on this page and all others."""


class LeaderboardTrader(TypedDict):
    address: str
    """Wallet address, lower case."""
    totalPnl: float
    """Closed PnL over all fills of the period as the exchange reports it, before fees, USD."""
    totalTrades: int
    """Fills of the period; not positions."""
    winningTrades: int
    """Fills with a closed PnL above 0."""
    winRate: float
    """winningTrades / totalTrades × 100."""
    totalVolume: float
    """Sum of price × size over market trades, USD."""
    totalFees: float | None
    """All fees paid, rebates subtracted, USD; null unless the period is allTime."""
    largestWin: float | None
    """Largest closed PnL of one fill, USD; null unless the period is allTime."""
    largestLoss: float | None
    """Most negative closed PnL of one fill, 0 without a losing fill, USD; null unless the period is allTime."""
    firstTradeAt: str | None
    """First indexed fill; null unless the period is allTime."""
    lastTradeAt: str | None
    """Last indexed fill; null unless the period is allTime."""
    pnlTier: NotRequired[str]
    """All-time cohort by realized PnL net of fees: a legacy slug."""
    pnlTierRecent: NotRequired[str]
    """Cohort of the recent window, by smaller cut-offs; absent without a fill in it."""
    sizeTier: NotRequired[str]
    """All-time cohort by traded notional: a legacy slug."""
    sizeTierRecent: NotRequired[str]
    """Cohort of the recent window, by smaller cut-offs; absent without a fill in it."""
    recentPnl: NotRequired[float]
    """Closed PnL of the recent window, the 30 whole UTC days before today, before fees, USD."""
    recentVolume: NotRequired[float]
    """Traded notional of the recent window, the 30 whole UTC days before today, USD."""
    funding: NotRequired[float]
    """Funding received on all perps in the period, USD; negative is paid."""
    netPnl: NotRequired[float]
    """totalPnl − fees + funding of the period, USD: PnL after costs, in every period."""
    unrealizedPnl: NotRequired[float]
    """Unrealized PnL of its open perp positions at mark, USD."""
    positionWinRate: NotRequired[float]
    """Perp positions closed in the period with a realized PnL above 0 / closed × 100: positions from flat to
    flat, not fills.
    """
    recentWindowEnd: NotRequired[str]
    """Last of the 30 whole days of the recent window: yesterday (UTC, YYYY-MM-DD)"""
    accountValue: NotRequired[AccountValueBody]


class LegacyError(TypedDict):
    success: Literal[False]
    error: str
    code: NotRequired[str]
    """Stable token for programs."""
    reason: NotRequired[Literal["missing_api_key", "invalid_api_key", "insufficient_tier", "invalid_parameters"]]
    """What to mend."""
    message: NotRequired[str]
    """How to go on."""
    signup_url: NotRequired[str]
    """Address to create a key."""
    hint: NotRequired[str]
    """What a higher tier would allow."""
    upgrade_url: NotRequired[str]
    """Where to move to a higher tier."""


class LethalCoinRow(TypedDict):
    coin: str
    """The exchange's own spelling."""
    totalLifecycles: int
    """Closed lifecycles."""
    liquidations: int
    """Lifecycles that were liquidated at least in part."""
    liquidationPct: float
    """liquidations / totalLifecycles × 100; the ranking key."""
    totalPenalty: float
    """Penalty fees of the victims, USD."""


class LifecycleDetailBody(TypedDict):
    address: str
    """Wallet address, lower case."""
    lifecycle: LifecycleRow
    fillPnlBasis: str
    """closedPnl if every fill belongs to it in full, split if one crossed zero."""
    fills: list[LifecycleFill] | None


class LifecycleFill(TypedDict):
    tradeTime: str
    """Time of the fill."""
    rawTime: int
    """Time of the fill, unix milliseconds."""
    tid: int
    """The exchange's trade id; 0 without one."""
    hash: NotRequired[str]
    """Transaction of the aggressing action."""
    side: str
    """B for a buy, A for a sell."""
    px: float
    """USD."""
    sz: float
    """Size of the whole fill."""
    fee: float
    """Fee of the whole fill, USD; negative for a rebate."""
    builderFee: float
    """Builder fee of the whole fill, USD."""
    pnl: float
    """As attributedPnl."""
    rawClosedPnl: float
    """The exchange's figure for the fill, USD."""
    attributedSize: float
    """Part of the size in this lifecycle."""
    attributedPnl: float
    """Part of the closed PnL in this lifecycle: all of it, or 0 if the fill also closed the previous
    lifecycle.
    """
    attributedFee: float
    """Part of the fee in this lifecycle, by size."""
    attributedBuilderFee: float
    """Part of the builder fee in this lifecycle, by size."""
    attributionAvailable: bool
    """False in spot lifecycles with a part that was not bought in fills: its cost is unknown, and the PnL is
    the exchange’s figure.
    """


class LifecycleRow(TypedDict):
    id: int
    """Stable across rebuilds."""
    coin: str
    """The exchange's own spelling."""
    lifecycleNum: int
    """Number among the wallet's lifecycles in the coin, from 1."""
    side: str
    """long or short."""
    openedAt: str
    """First fill."""
    openedAtRaw: int
    """First fill, unix milliseconds."""
    closedAt: NotRequired[str]
    """Last fill; absent while open."""
    closedAtRaw: NotRequired[int]
    """Last fill; absent while open, unix milliseconds."""
    durationMs: NotRequired[int]
    """From the first fill to the last, milliseconds; absent while open."""
    peakSize: float
    """Largest size held, units of the coin."""
    entryVwap: float
    """Volume-weighted price of the fills that increased it, USD."""
    exitVwap: NotRequired[float]
    """Volume-weighted price of the fills that decreased it, USD; absent before the first."""
    realizedPnl: float
    """Closed PnL of its fills, before fees, USD."""
    fees: float
    """Fees of its fills, USD; negative for rebates."""
    builderFee: float
    """Builder fees of its fills, a part of fees, USD."""
    funding: NotRequired[float]
    """Funding received while open, USD; negative if paid. Absent if incomplete."""
    netPnl: NotRequired[float]
    """realizedPnl − fees + funding, USD; absent without funding."""
    fillCount: int
    """Fills."""
    status: str
    """open or closed."""
    isClosed: bool
    """True once it is flat again."""
    openedBeforeWindow: bool
    """True if its opening is missing, or a fill in between."""
    wasLiquidated: bool
    """True if a liquidation closed a part of it."""
    liquidationMethod: NotRequired[str]
    """market or backstop."""
    liquidationClosedPnl: NotRequired[float]
    """Closed PnL of the liquidation, USD."""
    penaltyFeePaid: NotRequired[float]
    """Fee of the liquidation, USD."""
    wasAutoDeleveraged: bool
    """True if the exchange auto-deleveraged a part of it."""
    closedBy: NotRequired[str]
    """How it was closed: trade, liquidation, adl (auto-deleveraging), settlement, conversion (spot dust), or
    unknown if the fill is missing; absent while open.
    """
    liquidatorAddress: NotRequired[str]
    """Counterparty of the liquidation with the largest size, lower case."""


class LiquidationHeatmapBody(TypedDict):
    coin: str
    """The exchange's own spelling."""
    currentPrice: float
    """Mark price, USD."""
    buckets: list[HeatmapBucket] | None
    totalLongAtRisk: float
    """Notional of longs with a liquidation price in the range, USD."""
    totalShortAtRisk: float
    """Notional of shorts with a liquidation price in the range, USD."""
    timestamp: int
    """When the answer was made, unix milliseconds."""


class LiquidationHeatmapHistoryBody(TypedDict):
    coin: str
    """The exchange's own spelling."""
    stepHours: int
    """Every how many hours one is served: 1 up to a week, more of a longer window."""
    stepPct: float
    """Width of a level, percent of its lower end."""
    rangePct: float
    """Levels are kept that reach into this distance from the mark, percent."""
    history: list[LiquidationLevelHour] | None
    missing: list[LiquidationLevelsMissing] | None


class LiquidationLevel(TypedDict):
    fromPx: float
    """Lower end of the level, USD; the same in every hour and for every coin."""
    toPx: float
    """Upper end of the level, USD; it belongs to the next one."""
    longUsd: float
    """Notional at mark of longs with their liquidation price in the level, USD."""
    shortUsd: float
    """Notional at mark of shorts with their liquidation price in the level, USD."""


class LiquidationLevelHour(TypedDict):
    timestamp: int
    """Start of the hour, unix milliseconds."""
    markPx: float
    """Mark price then, USD."""
    levels: list[LiquidationLevel] | None
    longOutsideUsd: float
    """Notional of longs whose liquidation price lies further from the mark, USD."""
    shortOutsideUsd: float
    """Notional of shorts whose liquidation price lies further from the mark, USD."""
    longUnpricedUsd: float
    """Notional of longs without a liquidation price, USD."""
    shortUnpricedUsd: float
    """Notional of shorts without a liquidation price, USD."""


LiquidationLevelsMissing = TypedDict(
    "LiquidationLevelsMissing",
    {
        # Start of the first hour that is not in history, unix milliseconds.
        "from": "int",
        # End of the step of the last missing hour, unix milliseconds.
        "to": "int",
        # Number of missing hours among the steps.
        "hours": "int",
        # not-recorded: no process ran in that hour; no-mark: the coin had no price; no-positions: no open
        # position of the coin is known.
        "reason": "Literal['not-recorded', 'no-mark', 'no-positions']",
    },
)


class LiquidationSummaryBody(TypedDict):
    since: str
    """Start of the window that was served."""
    coin: NotRequired[str]
    """The exchange's own spelling; absent for all coins."""
    count: int
    """Liquidations: one for each victim, coin and order."""
    totalPenaltyFees: float
    """Sum of the victims' fees, USD."""
    totalClosedPnl: float
    """Sum of the victims' closed PnL, USD."""
    totalNotional: float
    """Sum of price × size, USD."""
    wallets: int
    """Distinct victims."""
    longNotional: float
    """Notional of liquidated longs, USD."""
    shortNotional: float
    """Notional of liquidated shorts, USD."""
    longEvents: int
    """Liquidations of longs."""
    shortEvents: int
    """Liquidations of shorts."""
    avgPenaltyFee: float
    """totalPenaltyFees per liquidation whose victim's fills are stored, USD."""
    avgClosedPnl: float
    """totalClosedPnl per liquidation whose victim's fills are stored, USD."""
    bucketSizeMs: int
    """Length of a bucket of the timeline, milliseconds."""
    byCoin: list[GetLiquidationSummaryByCoinRow] | None
    timeline: list[GetLiquidationSummaryTimelineRow] | None
    byCohort: NotRequired[list[GetLiquidationSummaryByCohortRow] | None]
    autoDeleveraging: NotRequired[AutoDeleveragingSums]
    availability: RiskAvailability
    freshness: RiskFreshness
    generatedAt: str
    """When the answer was made."""


class ListOutcomesBody(TypedDict):
    count: int
    """Rows returned."""
    outcomes: list[HIP4OutcomeListItem] | None


class ListQuestionsBody(TypedDict):
    count: int
    """Rows returned."""
    questions: list[HIP4QuestionBody] | None


class LongShortHistoryBody(TypedDict):
    coin: str
    """The exchange's own spelling; _GLOBAL for all coins."""
    history: list[LongShortHistoryEntry] | None


class LongShortHistoryEntry(TypedDict):
    timestamp: int
    """Start of the hour, unix milliseconds."""
    coin: str
    """The exchange's own spelling."""
    longAccounts: int
    """Longs, one a wallet and coin."""
    shortAccounts: int
    """Shorts, one a wallet and coin."""
    longVolume: float
    """Notional of longs at mark, USD."""
    shortVolume: float
    """Notional of shorts at mark, USD."""
    accountRatio: float
    """Longs / shorts by count; 0 without shorts."""
    volumeRatio: float
    """Notional of longs / notional of shorts; 0 without shorts."""
    avgLongLeverage: float
    """Weighted by notional, over longs whose leverage is known; 0 if none is."""
    avgShortLeverage: float
    """Weighted by notional, over shorts whose leverage is known; 0 if none is."""
    netBias: float
    """(long − short) / (long + short) by notional, −1 to 1."""
    totalUnrealizedPnl: float
    """Unrealized PnL of all positions, USD."""


class MarkDislocation(TypedDict):
    timestamp: int
    """Start of the minute, unix milliseconds."""
    markPx: float
    """Mark price, USD."""
    oraclePx: float
    """Oracle price, USD."""
    basisPct: float
    """(mark − oracle) / oracle × 100: positive if the mark is above."""


class MarkDislocationsBody(TypedDict):
    markDislocations: list[MarkDislocation] | None
    availability: RiskAvailability
    freshness: RiskFreshness
    generatedAt: str
    """When the answer was made."""


class MarketCandle(TypedDict):
    coin: str
    """The exchange's own spelling."""
    interval: str
    """As the exchange names it."""
    timeMs: int
    """First millisecond, unix milliseconds."""
    open: float
    """First price, in the collateral."""
    high: float
    """Highest price."""
    low: float
    """Lowest price."""
    close: float
    """Last price."""
    volume: float
    """Units of the coin."""
    tradeCount: int
    """Trades."""


class MarketConcentrationRow(TypedDict):
    percentileBand: str
    """top 0.1%, 0.1–1%, 1–10%, 10–50% or 50–100%: from the best wallet on, of their number."""
    wallets: int
    """Wallets of the band."""
    bandPnl: float
    """Their profits, USD."""
    pctOfProfits: float
    """bandPnl / profits of all wallets with one × 100."""
    cumulativePnl: float
    """Profits of this band and of those above it, USD."""
    cumulativePctOfProfits: float
    """cumulativePnl / profits of all wallets with one × 100."""
    firstRank: int
    """Place of its first wallet, from 1."""
    lastRank: int
    """Place of its last wallet."""


class MaxPainEventRow(TypedDict):
    id: int
    """Names the lifecycle, also in later answers."""
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    openedAt: str
    """First fill."""
    closedAt: str
    """Last fill."""
    durationMs: int
    """From opening to close, milliseconds."""
    entryVwap: float
    """Mean price of the fills that increased it, by size."""
    maePx: float
    """Worst price while it was open."""
    exitVwap: float
    """Mean price of the fills that decreased it, by size."""
    realizedPnl: float
    """Before fees, USD."""
    maxDrawdownPct: float
    """From entry to worst price, percent of the entry, at least 0; the ranking key."""


class MostTradedCoin(TypedDict):
    coin: str
    """The exchange's own spelling."""
    traders: int
    """Distinct wallets with a fill in the coin."""
    totalTrades: int
    """Fills in the coin; a match counts twice, once for each side."""
    totalPnl: float
    """Closed PnL of all wallets in the coin as the exchange reports it, before fees, USD."""


class NewcomerWhale(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    firstSeen: str
    """Earliest known activity: the earlier of firstTradeAt and firstLifecycleAt."""
    grossNotional: float
    """Sum of peak size × entry VWAP over the lifecycles that it closed in the window, USD; the ranking key."""
    totalPnl: float
    """Realized PnL of the window, USD."""
    lifecycles: int
    """Lifecycles that it closed in the window."""
    firstLifecycleAt: str
    """When its first lifecycle opened."""
    firstTradeAt: str | None
    """Its first indexed fill."""


class OIBody(TypedDict):
    totalGrossUsd: float
    """Longs and shorts of all dexes together, USD at mark."""
    byDex: list[DexOI] | None
    generatedAt: str
    """When the answer was made."""


class OIHistoryBody(TypedDict):
    history: list[OISnapshot] | None
    latest: NotRequired[OISnapshot]


class OISnapshot(TypedDict):
    timestamp: Any
    """Start of the hour, unix milliseconds."""
    coin: str
    """The exchange's own spelling."""
    openInterest: float
    """One side, USD at mark."""
    markPx: NotRequired[Any]
    """Mark price, USD; absent if unknown, and for all coins together."""


class OfficialOIBody(TypedDict):
    coin: str
    """The exchange's own spelling."""
    dex: str
    """hl for the native dex, else the prefix of a builder dex."""
    history: list[OfficialOIEntry] | None


class OfficialOIEntry(TypedDict):
    timestamp: int
    """Start of the hour, unix milliseconds."""
    coin: str
    """The exchange's own spelling."""
    dex: str
    """hl for the native dex, else the prefix of a builder dex."""
    openInterest: float
    """One side, USD at mark."""
    markPx: float
    """Mark price, in the collateral."""
    dayNtlVlm: float
    """Notional of the 24 hours before, in the collateral."""


class OneMonthWonder(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    bestMonthPnl: float
    """Realized PnL of the best calendar month, UTC, USD."""
    totalPnl: float
    """Realized PnL of the window, USD."""
    giveback: float
    """bestMonthPnl − totalPnl: what the other months lost, USD; the ranking key."""
    activeMonths: int
    """Calendar months with a closed lifecycle."""
    profitableMonths: int
    """Those with a PnL above 0."""


ParsedPriceBinary = TypedDict(
    "ParsedPriceBinary",
    {
        # Kind of outcome.
        "class": "str",
        # Ticker whose price decides.
        "underlying": "str",
        # When the price is looked at.
        "expiry": "NotRequired[str]",
        # Price to be met, USD.
        "targetPrice": "NotRequired[float]",
        # Interval at which such outcomes are listed; once if made from a template.
        "period": "str",
        # What the price has to do for a Yes; absent if unknown.
        "comparison": "NotRequired[Literal['at-or-above', 'above', 'below', 'touches']]",
        # Seconds over which the price is taken; absent if not stated.
        "seconds": "NotRequired[int]",
    },
)


class PaymentCensus(TypedDict):
    hour: str
    """The hour of the payments."""
    verified_at_block: int
    """Newest indexed block not after them; 0 if the source has no blocks."""
    chain_time: str
    """Time of the newest payment."""
    is_whole: bool
    """True if the payments of all wallets were read, so that a position without a payment is not open; else
    only those read are compared.
    """
    positions: int
    """Open positions that were paid for."""
    wallets: int
    """Wallets that have them."""
    differences: int
    """Positions whose fills end at another size than was paid for."""
    causes: list[CensusCauseCount] | None


class PerfectExitRow(TypedDict):
    id: int
    """Names the lifecycle, also in later answers."""
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    openedAt: str
    """First fill."""
    closedAt: str
    """Last fill."""
    entryVwap: float
    """Mean price of the fills that increased it, by size."""
    exitVwap: float
    """Mean price of the fills that decreased it, by size."""
    mfePx: float
    """Best price while it was open."""
    realizedPnl: float
    """Before fees, USD."""
    mfeCapturePct: float
    """How much of the way from entry to best price its exits took, percent; the ranking key."""


class PerpContextSide(TypedDict):
    outcomeSide: str
    """Name of the side."""
    outcomeWallets: int
    """Wallets that hold it: bought more than they sold in the window."""
    withOpenUnderlying: int
    """Of these with an open perp position on the underlying."""
    openPositionOverlapPct: float
    """withOpenUnderlying / outcomeWallets × 100; 0 without a holder."""
    longWallets: int
    """Of these net long the underlying."""
    shortWallets: int
    """Of these net short the underlying."""
    netUnderlyingPosition: float
    """Sum of their positions, coins, signed."""
    underlyingNotional: float
    """Sum of |size| × mark of their positions, USD."""
    alignedWallets: int
    """Holders whose position gains from the same move."""
    hedgedWallets: int
    """Holders with any other position."""
    predictionNativeWallets: int
    """Holders without a position."""


class PerpContextTopWallet(TypedDict):
    address: str
    """Wallet address, lower case."""
    outcomeSide: str
    """Name of the side it holds."""
    outcomeSharesHeld: float
    """Contracts bought less contracts sold in the window."""
    outcomeNotionalUsdh: float
    """outcomeSharesHeld × mark price of the side, USDH."""
    underlyingSide: str
    """long, short or none."""
    underlyingSize: float
    """Coins, signed, all dexes together."""
    underlyingNotional: float
    """Sum of |size| × mark, USD; 0 if a price is unknown."""
    underlyingLeverage: float
    """Weighted by notional; 0 if unknown."""
    underlyingUnrealizedPnl: float
    """At mark, USD; 0 if an entry or a price is unknown."""
    signal: str
    """aligned, hedged or prediction-native."""
    unknownFields: NotRequired[list[str]]
    """Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are
    known.
    """


class PerpPositionContextBody(TypedDict):
    outcomeId: int
    """Id without a side."""
    underlying: str
    """Ticker whose price decides."""
    since: str
    """Start of the window as served."""
    sides: list[PerpContextSide] | None
    topWallets: list[PerpContextTopWallet] | None


class PersistentWinner(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    profitableMonths: int
    """Calendar months, UTC, of the window with a PnL above 0."""
    totalPnl: float
    """Realized PnL of the window, USD."""
    bestMonthPnl: float
    """That of the best month, USD."""


class PlanBody(TypedDict):
    tier: str
    """free, starter, pro or enterprise."""
    requestsPerMin: float
    """Requests a minute."""
    requestsPerDay: int
    """Requests a UTC day; 0 means no limit."""
    requestsPerMonth: int
    """Requests a calendar month UTC; 0 means no limit."""
    tiers: list[PlanTier] | None
    """Limits of all tiers, to compare."""
    upgrade_url: str
    """Address to change the plan."""


class PlanTier(TypedDict):
    tier: str
    """free, starter, pro or enterprise."""
    requestsPerMin: float
    """Requests a minute."""
    requestsPerDay: int
    """Requests a UTC day; 0 means no limit."""
    requestsPerMonth: int
    """Requests a calendar month UTC; 0 means no limit."""


class PnlLeader(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    realizedPnl: float
    """Of the lifecycles that it closed, before fees, USD."""
    positionsClosed: int
    """Lifecycles that it closed."""
    liquidations: int
    """Lifecycles that were liquidated at least in part."""


class PnlLeadersBody(TypedDict):
    window: str
    """24h, rolling."""
    winners: list[PnlLeader] | None
    losers: list[PnlLeader] | None
    generatedAt: str
    """When the figures were worked out."""


PnlPoint = TypedDict(
    "PnlPoint",
    {
        # Its start: of the record, where that begins in it.
        "from": "str",
        # Its end, which is not in it: of the record, where that ends in it.
        "to": "str",
        # Closed PnL of its fills as the exchange reports it, before fees. USD; null if unknown.
        "realizedPnl": "float | None",
        # Fees of its fills, rebates subtracted; builder fees are a part of them. USD; null if unknown.
        "fees": "float | None",
        # The part of the fees that builders got. USD; null if unknown.
        "builderFees": "float | None",
        # Funding received; negative is paid. USD; null if unknown.
        "funding": "float | None",
        # realizedPnl − fees + funding. USD; null if unknown.
        "netPnl": "float | None",
        # By how much the unrealized PnL of open perp positions changed, at marks. USD; null if unknown.
        "unrealizedPnl": "float | None",
        # netPnl + unrealizedPnl. USD; null if unknown.
        "totalReturnUsd": "float | None",
        # Deposits and transfers in, less withdrawals and transfers out: no profit, and in no figure above. USD;
        # null if unknown.
        "netDeposits": "float | None",
        # What the exchange took for withdrawals, transfers and the like: in no figure above. USD; null if
        # unknown.
        "ledgerFees": "float | None",
        # Value of the account at its end. USD; null if unknown.
        "accountValue": "float | None",
        # netDeposits and ledgerFees count transfers before this time, at most a day ago: later ones were not read
        # yet.
        "flowsTo": "NotRequired[str]",
        "unknown": "NotRequired[list[PnlUnknownPart] | None]",
    },
)


class PnlUnknownPart(TypedDict):
    part: Literal["realizedPnl", "fees", "builderFees", "funding", "netPnl", "unrealizedPnl", "totalReturnUsd", "netDeposits", "ledgerFees", "accountValue"]
    """The field that is null."""
    reason: Literal["before-record", "after-record", "fills-gap", "quarantined", "fee-price", "funding-not-read", "funding-by-day", "no-mark", "flows-not-read", "unvalued-transfer", "no-state"]
    """Why. before-record: the record begins later; after-record: the record ends earlier; fills-gap: fills are
    missing; quarantined: a fill, payment or update of that time cannot be read and is in quarantine;
    fee-price: a fee was paid in a token without a known price; funding-not-read: funding payments of that
    time were not read; funding-by-day: the exchange has merged the payments of that day into one; no-mark:
    a position open at the start or end has no price there; flows-not-read: deposits and transfers of that
    time were not read; unvalued-transfer: a ledger update has an unknown type, or no known value in USD;
    no-state: the account was not fully read in the hour before the end.
    """


class PositionsBody(TypedDict):
    totalOpenPositions: int
    """Open positions known, on all dexes."""
    totalClosed24h: int
    """Positions closed in 24 hours."""
    totalLiquidated24h: int
    """Those of them that a liquidation closed in part at least."""
    realizedPnl24h: float
    """Closed PnL of those positions, before fees, USD."""
    byDex: list[DexPositions] | None
    generatedAt: str
    """When the answer was made."""


class RecentLifecycleRow(TypedDict):
    id: int
    """Stable across rebuilds."""
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """long or short."""
    openedAt: str
    """First fill."""
    openedAtRaw: int
    """First fill, unix milliseconds."""
    closedAt: str
    """Last fill."""
    closedAtRaw: int
    """Last fill, unix milliseconds."""
    durationMs: int
    """From the first fill to the last, milliseconds."""
    peakSize: float
    """Largest size held, units of the coin."""
    notional: float
    """peakSize × entryVwap, USD."""
    entryVwap: float
    """Volume-weighted price of the fills that increased it, USD."""
    exitVwap: NotRequired[float]
    """Volume-weighted price of the fills that decreased it, USD."""
    realizedPnl: float
    """Closed PnL of its fills, before fees, USD."""
    fees: float
    """Fees of its fills, USD; negative for rebates."""
    builderFee: float
    """Builder fees of its fills, USD."""
    wasLiquidated: bool
    """True if a liquidation closed a part of it."""
    maePx: NotRequired[float]
    """Worst price while it was open, USD; absent if none is known."""
    mfePx: NotRequired[float]
    """Best price while it was open, USD; absent if none is known."""


class RecentLiquidationsBody(TypedDict):
    since: str
    """Start of the window that was served."""
    coin: NotRequired[str]
    """The exchange's own spelling; absent for all coins."""
    count: int
    """Events of this answer."""
    events: list[GetRecentLiquidationsRow] | None
    rollup: RecentLiquidationsBodyRollupStruct
    availability: RiskAvailability
    freshness: RiskFreshness
    generatedAt: str
    """When the answer was made."""


class RecentLiquidationsBodyRollupStruct(TypedDict):
    totalPenaltyFees: float
    """Sum of the victims' fees of the events, USD."""
    totalClosedPnl: float
    """Sum of the victims' closed PnL of the events, USD."""


class RiskAvailability(TypedDict):
    liquidations: bool
    """Fills are newer than 10 minutes."""
    userActions: bool
    """Account states of half of the known notional are newer than 30 minutes."""
    historicalClearinghouse: bool
    """Account states of half of the known notional are newer than 30 minutes."""
    liveCandles: bool
    """Candles are newer than 5 minutes."""
    markPrices: bool
    """Mark prices are newer than 2 minutes."""
    valuedByMark: float
    """Share of the notional that is valued at a mark price of the last five minutes, 0 to 1."""
    valuedByTrade: float
    """Share of the notional that is valued at the newest trade of its coin, 0 to 1."""
    unvaluedPositions: int
    """Positions in coins with neither: no USD sum includes them."""


class RiskFreshness(TypedDict):
    liquidations: NotRequired[str]
    """Newest liquidation that could be seen; absent without one."""
    longShort: NotRequired[str]
    """Newest position behind longs and shorts; absent without one."""
    livePositions: NotRequired[str]
    """Newest position; absent without one."""
    historicalClearinghouse: NotRequired[str]
    """Newest account state; absent without one."""
    liveCandles: NotRequired[str]
    """Newest candle; absent without one."""
    markPrices: NotRequired[str]
    """Newest mark price; absent without one."""


class RiskOverviewBody(TypedDict):
    totalOI: float
    """The exchange's own open interest if fresh, else longs: one side, USD at mark."""
    uniqueWallets: int
    """Distinct wallets with a position."""
    longPositions: int
    """Longs, one a wallet and coin."""
    shortPositions: int
    """Shorts, one a wallet and coin."""
    netBias: float
    """(long − short) / (long + short) by notional, −1 to 1."""
    totalUnrealizedPnl: float
    """Unrealized PnL of all positions, USD."""
    concentrationTop10: float
    """Share of the notional in the ten largest positions, 0 to 1."""
    nearLiquidationNotional: float
    """Notional of positions within 5 % of their liquidation price, USD."""
    avgLeverage: NotRequired[float]
    """Weighted by notional, over positions whose leverage is known."""
    liquidationSummary7d: LiquidationSummaryBody
    longShort: GlobalLongShortBody
    history: RiskOverviewHistory
    topCrowdedCoins: list[RiskOverviewCoin] | None
    availability: RiskAvailability
    freshness: RiskFreshness
    generatedAt: str
    """When the answer was made."""


class RiskOverviewCoin(TypedDict):
    coin: str
    """The exchange's own spelling."""
    totalOI: float
    """The exchange's own open interest if fresh, else longs: one side, USD at mark."""
    uniqueWallets: int
    """Wallets with a position."""
    longPositions: int
    """Longs."""
    shortPositions: int
    """Shorts."""
    netBias: float
    """(long − short) / (long + short) by notional, −1 to 1."""
    totalUnrealizedPnl: float
    """Unrealized PnL of all positions, USD."""
    concentrationTop5: float
    """Share of the notional in the five largest positions, 0 to 1."""
    nearLiquidationNotional: float
    """Notional of positions within 5 % of their liquidation price, USD."""
    avgLiquidationDistancePct: NotRequired[float]
    """Mean distance of liquidation prices from the mark, percent."""
    avgLeverage: NotRequired[float]
    """Weighted by notional, over positions whose leverage is known."""
    liquidationCount7d: int
    """Liquidations of 7 days."""
    liquidationClosedPnl7d: float
    """Sum of the victims' closed PnL in 7 days, USD."""
    liquidationPenaltyFees7d: float
    """Sum of the victims' fees in 7 days, USD."""


class RiskOverviewHistory(TypedDict):
    oi: list[TimestampValue] | None
    netBias: list[TimestampValue] | None
    avgLeverage: list[TimestampLeverage] | None
    liquidations: list[GetLiquidationSummaryTimelineRow] | None


class SearchBody(TypedDict):
    query: str
    """As sent."""
    matches: list[SearchMatch] | None
    nearest: list[str] | None


class SearchMatch(TypedDict):
    kind: Literal["coin", "wallet", "builder", "cohort", "outcome", "lifecycle"]
    """Type of the result."""
    id: str
    """Key for other endpoints: coin, address, cohort slug, id of the outcome or lifecycle."""
    name: NotRequired[str]
    """Name, if it differs from the id."""
    tierType: NotRequired[Literal["pnl", "size"]]
    """Kind of a cohort."""


SkillBoardBody = TypedDict(
    "SkillBoardBody",
    {
        # What wallets are ranked by.
        "board": "Literal['net', 'return', 'sharpe', 'sortino', 'drawdown', 'profit-factor', 'expectancy', 'turnover']",
        # Start of the first day.
        "from": "str",
        # End of the last day.
        "to": "str",
        "rows": "list[SkillBoardRow] | None",
        # Rows returned.
        "total": "int",
        # Wallets that are ranked, on this page and all others.
        "matching": "int",
        # Wallets with a fill in the requested window and markets, without excluded wallets.
        "traded": "int",
        # Of these, wallets whose account values, ledger, fills or funding are not all read.
        "unread": "int",
        # Why there are no rows. no-fills: no wallet traded in the window; unread: the share of wallets that are
        # read is below leastRead, so ranks would cover an arbitrary part; no-sample: no wallet whose records are
        # read has the requested days and positions.
        "reason": "NotRequired[Literal['no-fills', 'unread', 'no-sample']]",
        "population": "SkillBoardPopulation",
    },
)


class SkillBoardPopulation(TypedDict):
    atStart: int
    """Wallets with a fill on the seven days before the window."""
    stopped: int
    """Of these, those without a fill on the last seven days of the window."""
    blewUp: int
    """Of these, wallets that lost 90 % of their highest value in the window, flows excluded."""


class SkillBoardRow(TypedDict):
    rank: int
    """From 1."""
    address: str
    """Wallet address, lower case."""
    value: float
    """The figure that the board is of."""
    days: int
    """Days that it rests on, as in /pulse/trader/{address}/skill: daily returns, days that began with a value,
    or days since its first fill.
    """
    closedPositions: int
    """Perp positions that were closed in the window, from flat to flat, opening seen."""
    netPnl: float | None
    """PnL after fees, and funding of perps, in the requested window and markets, USD; null unless all of it is
    known.
    """
    lastTradedOn: str | None
    """Its last day with a fill in the window; null without one (UTC, YYYY-MM-DD)"""
    insufficient: NotRequired[list[Literal["days", "closedPositions"]]]


SkillDrawdown = TypedDict(
    "SkillDrawdown",
    {
        # Its highest point.
        "from": "str",
        # Its lowest point.
        "to": "str",
        # Loss of the drawdown, flows excluded, USD.
        "lossUsd": "float",
        # When the loss was recovered; absent if not yet.
        "recoveredAt": "NotRequired[str]",
    },
)


class SkillFigure(TypedDict):
    value: float | None
    """The figure; null if unknown."""
    low: float | None
    """Lower end of its 95 % interval; null if the sample is too small, or the interval has no bound."""
    high: float | None
    """Upper end of it."""
    days: int
    """Days that it rests on."""
    closedPositions: int
    """Perp positions that were closed in the window, from flat to flat."""
    insufficient: NotRequired[list[Literal["days", "closedPositions"]]]
    reason: NotRequired[Literal["before-record", "after-record", "fills-gap", "quarantined", "fee-price", "funding-not-read", "funding-by-day", "no-mark", "flows-not-read", "unvalued-transfer", "no-state", "no-equity", "no-variation", "no-loss", "no-position", "no-day"]]
    """Why it is null, or why days of the window are left out. before-record: the record begins later;
    after-record: the record ends earlier; fills-gap: fills are missing; quarantined: a fill, payment or
    update of that time cannot be read and is in quarantine; fee-price: a fee was paid in a token without a
    known price; funding-not-read: funding payments of that time were not read; funding-by-day: the exchange
    has merged the payments of that day into one; no-mark: a position open at the start or end has no price
    there; flows-not-read: deposits and transfers of that time were not read; unvalued-transfer: a ledger
    update has an unknown type, or no known value in USD; no-state: the account was not fully read in the
    hour before the end; no-equity: the account was empty on these days; no-variation: all days have the
    same return, or the window has one day; no-loss: no day lost anything; no-position: no position was
    closed; no-day: no day of the window is over, or the record has none of it.
    """


class SkillFlags(TypedDict):
    makerShare: float | None
    """Volume that rested in the book / volume of the window × 100; null without volume."""
    isMarketMaker: bool
    """makerShare is at least 70, and the smaller side of it at least a third of the larger."""
    isLiquidator: bool
    """It took over positions of others that were liquidated, in the last 90 UTC days."""
    isVault: bool
    """It is a vault: one that is listed, or depositors of it moved money in the window."""
    isSubAccount: bool
    """It is a sub-account."""
    owner: NotRequired[str]
    """Master of a sub-account, leader of a vault, lower case."""
    isHedged: bool
    """hedgedShare is at least 5."""
    hedgedShare: float | None
    """Share of the size × entry of its open positions that other wallets of its owner hold in the opposite
    direction, percent; null without positions.
    """


class StyleDistributionRow(TypedDict):
    style: str
    """By time held: hft below 1 min, scalper below 1 h, day below 24 h, swing below 7 d, holder from there on."""
    lifecycles: int
    """Closed lifecycles."""
    wallets: int
    """Distinct wallets with one."""
    totalPnl: float
    """Their realized PnL, USD."""
    avgPnl: float
    """totalPnl / lifecycles, 0 without lifecycles, USD."""
    totalFees: float
    """Their fees, USD."""


class Survivor(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    trough: float
    """The least that its running PnL came to, never above 0, USD."""
    currentCumPnl: float
    """Realized PnL of the window, above 0, USD."""
    recoveryAmount: float
    """currentCumPnl − trough, USD; the ranking key."""


class TimestampLeverage(TypedDict):
    timestamp: int
    """Start of the hour, unix milliseconds."""
    long: NotRequired[float]
    """Of longs whose leverage is known."""
    short: NotRequired[float]
    """Of shorts whose leverage is known."""


class TimestampValue(TypedDict):
    timestamp: int
    """Time of the value, unix milliseconds."""
    value: float
    """The value."""


class TokenLeaderboardEntry(TypedDict):
    address: str
    """Wallet address, lower case."""
    pnl: float
    """Closed PnL in the coin as the exchange reports it, before fees, USD."""
    trades: int
    """Fills in the coin."""
    winningTrades: int
    """Fills in the coin with a closed PnL above 0."""
    winRate: float
    """winningTrades / trades × 100."""
    volume: float
    """Sum of price × size over market trades in the coin, USD."""


class TopLiquidatorRow(TypedDict):
    wallet: str
    """Wallet address, lower case."""
    liquidationsExecuted: int
    """Distinct orders by which others were liquidated and that it took a part of."""
    distinctVictims: int
    """Distinct liquidated wallets."""
    distinctCoins: int
    """Distinct coins."""
    totalPenaltyCollected: float
    """Penalty fees of the victims on the positions it took, USD; the ranking key."""
    totalLiquidationPnl: float
    """Identical to victimClosedPnl; read that."""
    victimClosedPnl: float
    """Closed PnL of the victims on the positions it took, USD: their loss, not its profit."""


class TopTraderItem(TypedDict):
    address: str
    """Wallet address, lower case."""
    fills: int
    """Market trades."""
    distinctOutcomes: int
    """Outcomes with a row of the wallet, settlements too."""
    totalContracts: float
    """Contracts traded."""
    totalNotionalUsdh: float
    """Sum of price × size of its trades, USDH."""
    realizedPnlUsdh: float
    """Closed PnL of all its rows, settlements too, before fees, USDH."""


class TopTradersBody(TypedDict):
    count: int
    """Rows returned."""
    traders: list[TopTraderItem] | None


class TradeBody(TypedDict):
    tradeTime: str
    """Time of the fill."""
    address: str
    """Wallet address, lower case."""
    coin: str
    """The exchange's own spelling."""
    side: str
    """B for a buy, A for a sell."""
    direction: str
    """What the fill did, as the exchange names it: Open Long, Close Short …"""
    price: float
    """USD per unit, or in the quote token of a spot pair."""
    size: float
    """Units of the coin, above 0."""
    volume: float
    """price × size in USD; 0 for rows that are no market trade, such as dust conversions."""
    pnl: float
    """Closed PnL in USD as the exchange reports it, before the fee."""
    fee: float
    """Fee in USD; negative for a rebate."""
    tid: int
    """The exchange's trade id, shared by both sides of a match; 0 without one."""
    rawTime: int
    """Time of the fill, unix milliseconds."""
    startPosition: float
    """Signed position of the wallet before the fill; a balance on spot."""
    displayName: NotRequired[str]
    """Name of the wallet, if it has one."""


class TraderBuilderRow(TypedDict):
    builder: str
    """Address of the builder, lower case."""
    builderName: NotRequired[str]
    """Name of the builder; absent if unknown."""
    fills: int
    """Fills of the wallet that name it."""
    builderFeesUsd: float
    """What the wallet paid it in the window, USD."""
    volumeUsd: float
    """Sum of price × size over these market trades, USD."""
    firstSeen: str
    """First such fill of the window."""
    lastSeen: str
    """Newest such fill of the window."""


class TraderBuildersBody(TypedDict):
    address: str
    """Wallet address, lower case."""
    window: str
    """The requested window; the data reach back at most 90 days."""
    builders: list[TraderBuilderRow] | None
    dataNotes: str
    """What the figures rest on, and what they lack."""
    verified: NotRequired[BuilderStamp]


class TraderCurve(TypedDict):
    address: str
    """Wallet address, lower case."""
    values: list[float] | None
    """Closed PnL from the start of the window to the end of each date, before fees, USD; null without indexed
    fills.
    """


class TraderCurvesBody(TypedDict):
    days: int
    """UTC days of the window, today included."""
    stepDays: int
    """Days between two points."""
    dates: list[str] | None
    curves: list[TraderCurve] | None


class TraderDailyStat(TypedDict):
    date: str
    """Day of the fills (UTC, YYYY-MM-DD)"""
    pnl: float
    """Closed PnL of the day as the exchange reports it, before fees, USD."""
    trades: int
    """Fills of the day."""
    winningTrades: int
    """Fills of the day with a closed PnL above 0."""
    volume: float
    """Sum of price × size over market trades of the day, USD."""
    cumulativePnl: float
    """Sum of pnl from the first day to this one, USD."""


class TraderOutcomeItem(TypedDict):
    outcomeId: int
    """Id without a side."""
    sideIndex: int
    """0 or 1."""
    sideToken: str
    """Token of the side: + and its encoding."""
    fills: int
    """Market trades of the wallet in the side."""
    netShares: float
    """Shares bought less shares sold in these trades."""
    grossBoughtUsdh: float
    """Sum of price × size over its purchases, USDH."""
    grossSoldUsdh: float
    """Sum of price × size over its sales, USDH."""
    realizedPnlUsdh: float
    """Closed PnL of all its rows in the side, settlements too, before fees, USDH."""
    displayName: NotRequired[str]
    """A readable name."""
    venue: NotRequired[str]
    """Name of the venue that listed it; absent of an outcome that the exchange lists."""
    deployer: NotRequired[str]
    """Address of the venue's deployer; absent if unknown."""
    deployerFeeScale: NotRequired[float]
    """The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown."""
    name: NotRequired[str]
    """As the exchange names the outcome."""
    firstTraded: NotRequired[str]
    """First trade of the window."""
    lastTraded: NotRequired[str]
    """Last trade of the window."""


class TraderOutcomesBody(TypedDict):
    address: str
    """Wallet address, lower case."""
    count: int
    """Rows returned."""
    outcomes: list[TraderOutcomeItem] | None


class TraderPerformanceBody(TypedDict):
    recent: GetTraderPerformanceRecentRow
    allTime: GetTraderPerformanceAllTimeRow
    trend: str
    """improving, stable or declining."""


class TraderPnlBody(TypedDict):
    address: str
    """Wallet address, lower case."""
    interval: Literal["hour", "day", "week"]
    """What the window is cut into: UTC hours, days, or weeks from Monday on."""
    total: PnlPoint
    points: list[PnlPoint] | None


TraderSkillBody = TypedDict(
    "TraderSkillBody",
    {
        # Wallet address, lower case.
        "address": "str",
        # Start of the first day, not before the start of the record.
        "from": "str",
        # End of the last day, not after the end of the record.
        "to": "str",
        "return": "SkillFigure",
        "sharpe": "SkillFigure",
        "sortino": "SkillFigure",
        "maxDrawdown": "SkillFigure",
        "netPerDay": "SkillFigure",
        "profitFactor": "SkillFigure",
        "expectancy": "SkillFigure",
        "exposure": "SkillFigure",
        "turnover": "SkillFigure",
        "drawdown": "NotRequired[SkillDrawdown]",
        "flags": "SkillFlags",
    },
)


class TraderTokenStat(TypedDict):
    coin: str
    """The exchange's own spelling."""
    pnl: float
    """Closed PnL in the coin as the exchange reports it, before fees, USD."""
    trades: int
    """Fills in the coin."""
    winningTrades: int
    """Fills in the coin with a closed PnL above 0."""
    winRate: float
    """winningTrades / trades × 100."""
    volume: float
    """Sum of price × size over market trades in the coin, USD."""
    displayName: NotRequired[str]
    """Readable name of the coin, if it has one."""


class VerificationResult(TypedDict):
    isValidApiKey: bool
    """Always true: a key that is not valid is answered with 401."""
    tier: str
    """free, starter, pro or enterprise."""
    requestsPerMin: float
    """Requests a minute."""
    requestsPerDay: int
    """Requests a UTC day; 0 means no limit."""
    requestsPerMonth: int
    """Requests a calendar month UTC; 0 means no limit."""


class VolumeBody(TypedDict):
    window: str
    """24h, rolling."""
    totalUsd: float
    """Of all dexes, USD."""
    byDex: list[DexVolume] | None
    generatedAt: str
    """When the figures were worked out."""


class WalletCompareBody(TypedDict):
    wallets: list[WalletComparisonRow] | None


class WalletComparisonRow(TypedDict):
    address: str
    """Wallet address, lower case."""
    summary: WalletLifecycleSummaryBody
    net: NotRequired[PnlPoint]


class WalletDemoBody(TypedDict):
    address: str
    """Wallet address, lower case."""
    summary: WalletLifecycleSummaryBody
    recentTopWins: list[LifecycleRow] | None
    recentTopLosses: list[LifecycleRow] | None


class WalletLifecycleSummaryBody(TypedDict):
    address: str
    """Wallet address, lower case."""
    total: int
    """closed + open."""
    closed: int
    """Closed in the window."""
    open: int
    """Open now."""
    wins: int
    """Closed ones with a PnL above 0."""
    losses: int
    """Closed ones with a PnL below 0."""
    liquidations: int
    """Closed lifecycles that were liquidated at least in part."""
    winRate: float
    """wins / closed × 100."""
    totalPnl: float
    """Realized PnL of the closed ones, before fees, USD; openRealizedPnl has that of the open ones."""
    openRealizedPnl: float
    """Realized PnL of the open ones so far, before fees, USD: in no other figure."""
    totalFees: float
    """Fees of the closed ones, USD."""
    openFees: float
    """Fees of the open ones so far, USD: in no other figure."""
    totalBuilderFees: float
    """Builder fees of the closed ones, USD."""
    avgPnl: float
    """totalPnl / closed, USD."""
    biggestWin: float
    """Largest realized PnL of a closed one, at least 0, USD."""
    biggestLoss: float
    """Most negative realized PnL of a closed one, at most 0, USD."""
    avgDurationMs: float
    """Mean duration of the closed ones, milliseconds."""
    uniqueCoins: int
    """Distinct coins of all of them."""
    firstOpenedAt: NotRequired[str]
    """Opening of the first."""
    lastActivityAt: NotRequired[str]
    """Newest opening or close."""
    maxDurationMs: NotRequired[int]
    """Longest of the closed ones, milliseconds."""
    minDurationMs: NotRequired[int]
    """Shortest of the closed ones, milliseconds."""


class WalletLifecyclesBody(TypedDict):
    address: str
    """Wallet address, lower case."""
    total: int
    """Lifecycles that the filter lets through, on all pages."""
    limit: int
    """The requested value."""
    offset: int
    """The requested value."""
    lifecycles: list[LifecycleRow] | None
