// Written by scripts/openapi.ts from openapi.json: change that, not this.

import type { Call, CallTable, PagedCall } from '../call.ts';

/** Calls of `account`. */
export interface AccountCalls {
  /**
   * Tier and limits of the caller.
   *
   * The effective tier of the caller's account, its limits, and those of every tier. Calling it counts as a
   * request.
   *
   * GET /api/public/v1/plan, from the tier free on.
   */
  readonly plan: Call<'account.plan'>;

  /**
   * Whether the key is valid, and its limits.
   *
   * Answers 200 for a valid key, with the tier of its account, and 401 for any other.
   *
   * GET /api/public/v1/verify, from the tier free on.
   */
  readonly verify: Call<'account.verify'>;
}

/** Calls of `assets`. */
export interface AssetsCalls {
  /**
   * One exposure, its positions compared across venues.
   *
   * The open positions that are known of each venue that lists the asset, at their own marks, by open interest,
   * and all together. biasRange is the largest less the least netBias of venues with positions.
   *
   * GET /api/public/v1/assets/{canonical}/cross-market, from the tier free on.
   *
   * - `canonical`: Asset in any case: its canonical name, a synonym, or the symbol of a venue.
   */
  readonly crossMarket: Call<'assets.cross-market'>;

  /**
   * Every exposure with the venues that list it.
   *
   * One row an exposure: the ticker without dex, in upper case; synonyms by configuration (PAXG and XAUT are
   * GOLD); wrapped and staked tokens stay apart. Perps of all dexes, by open interest, the largest first, and so
   * are the venues of each. What no context of the last five minutes has is absent; an archive without a source
   * has the volume of stored fills, and as open interest the longs that are known.
   *
   * GET /api/public/v1/assets, from the tier free on.
   *
   * - `crossMarketOnly`: Only assets on more than one venue.
   */
  readonly list: Call<'assets.list'>;

  /**
   * One exposure with the venues that list it.
   *
   * By its name, a synonym, or the symbol of a venue, in any case; else 404 with the nearest name.
   *
   * GET /api/public/v1/assets/{canonical}, from the tier free on.
   *
   * - `canonical`: Asset in any case: its canonical name, a synonym, or the symbol of a venue.
   */
  readonly one: Call<'assets.one'>;
}

/** Calls of `boards`. */
export interface BoardsCalls {
  /**
   * All wallets ranked by what they made after costs, and how.
   *
   * Over whole UTC days that are over, of the last 90: a longer window is cut there, and from says so. net: PnL
   * after fees and funding, USD; return: time-weighted, percent; sharpe, sortino: of daily returns, × √365;
   * drawdown: the deepest fall of the linked returns, percent, smallest first; profit-factor: net PnL of the
   * days that made money / −that of the others; expectancy: PnL after fees of a closed perp position, USD;
   * turnover: volume / value of the account at the start, a day. The formulas are those of
   * /pulse/trader/{address}/skill, which has intervals. Wallets that stopped trading or lost everything stay in;
   * population counts them. Ties: by return, then by address. A wallet with an unknown figure is left out, never
   * counted as 0. unread counts wallets that traded and are not read; below leastRead no wallet is ranked.
   *
   * GET /api/public/v1/boards/{board}, from the tier free on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 100 rows unless `limit` says otherwise. The
   * service pages to offset 1900.
   *
   * - `board`: What wallets are ranked by. One of net, return, sharpe, sortino, drawdown, profit-factor,
   *   expectancy, turnover.
   * - `windowDays`: Look-back window in days. At most the tier's history window. 1 to 90; 30 by default.
   * - `from`: Start of the window; default windowDays before its end, within the tier. Unix milliseconds, RFC
   *   3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `to`: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `market`: Fills and funding of these markets alone; net, profit-factor and expectancy. One of all, perps,
   *   spot, outcomes; all by default.
   * - `dex`: hl for the native dex, else the prefix of a builder dex.
   * - `without`: Leave these out, comma separated: market makers (70 % of the volume rested in the book, on both
   *   sides), vaults, sub-accounts, liquidators.
   * - `minDays`: Minimum days of a row; default 10, or all days of a shorter window. 1 to 90.
   * - `minPositions`: The least closed perp positions of a row. At least 0; 0 by default.
   * - `leastRead`: The least share of the wallets that traded whose figure is read, percent: below it none is
   *   ranked, and reason says so. 0 to 100; 90 by default.
   * - `limit`: The most rows to return. 1 to 100; 20 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. 0 to 1900; 0 by default.
   */
  readonly skill: PagedCall<'boards.skill', 'rows'>;
}

/** Calls of `builders`. */
export interface BuildersCalls {
  /**
   * A builder's users by cohort.
   *
   * Wallets with an attributed fill in the period, by the all-time cohorts that they are in now: those of
   * realized PnL and those of traded notional, each with the most users first; ties by slug. Users of each list
   * sum to totalUsers. A builder without a fill has empty lists.
   *
   * GET /api/public/v1/builders/{builder}/cohorts, from the tier pro on.
   *
   * - `builder`: Builder address: 0x and 40 hex digits, any case.
   * - `period`: The last 24 hours, 7 days or 30 days. One of day, week, month; week by default.
   */
  readonly cohorts: Call<'builders.cohorts'>;

  /**
   * A builder's fills, newest first.
   *
   * Attributed fills of the window, newest first; of one coin or one wallet if requested. volumeUsd = price ×
   * size, builderFeeUsd the builder fee in USD.
   *
   * GET /api/public/v1/builders/{builder}/fills, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `builder`: Builder address: 0x and 40 hex digits, any case.
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 24h by default.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly fills: PagedCall<'builders.fills', 'fills'>;

  /**
   * Builders by what they took in a period.
   *
   * Builders with a fill in the period, by revenueUsd, highest first; ties by address. The period is the last 24
   * hours, 7 or 30 days, and prev… the one before it, of the same length.
   *
   * GET /api/public/v1/builders/leaderboard, from the tier starter on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 100 rows unless `limit` says otherwise. The
   * service pages to offset 1000.
   *
   * - `period`: The last 24 hours, 7 days or 30 days. One of day, week, month; week by default.
   * - `limit`: The most rows to return. 1 to 100; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. 0 to 1000; 0 by default.
   */
  readonly leaderboard: PagedCall<'builders.leaderboard', 'builders'>;

  /**
   * Whom a builder shares its users with.
   *
   * The ten other builders that most of its users of the period paid, too, by sharedUsers; ties by address. A
   * builder without a fill has an empty list.
   *
   * GET /api/public/v1/builders/{builder}/overlap, from the tier pro on.
   *
   * - `builder`: Builder address: 0x and 40 hex digits, any case.
   * - `period`: The last 24 hours, 7 days or 30 days. One of day, week, month; week by default.
   */
  readonly overlap: Call<'builders.overlap'>;

  /**
   * One builder.
   *
   * What a builder took in the last 24 hours, 7 or 30 days, by UTC day and by coin (by volume, largest first;
   * ties by coin), from whom, and since when it is seen at all. biggestDay is the day with the most fees. A
   * builder that no fill names is a 404.
   *
   * GET /api/public/v1/builders/{builder}/profile, from the tier starter on.
   *
   * - `builder`: Builder address: 0x and 40 hex digits, any case.
   * - `period`: The last 24 hours, 7 days or 30 days. One of day, week, month; month by default.
   * - `topCoins`: The most coins to return. 1 to 50; 10 by default.
   */
  readonly profile: Call<'builders.profile'>;

  /**
   * How long a builder's users stay.
   *
   * Wallets by the UTC month of their first attributed fill through the builder, the last 12 calendar months,
   * oldest first; months without a new wallet are left out. activeWallets[k] counts those with such a fill k
   * months later. Orders are not observed: all rests on fills. At most an hour old.
   *
   * GET /api/public/v1/builders/{builder}/retention, from the tier pro on.
   *
   * - `builder`: Builder address: 0x and 40 hex digits, any case.
   */
  readonly retention: Call<'builders.retention'>;

  /**
   * The builders that one trader paid.
   *
   * Builders by what the wallet paid them in the window, most first; ties by address. The data are cut at 90
   * days, without an error; window repeats the request.
   *
   * GET /api/public/v1/trader/{address}/builders, from the tier starter on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 30d by default.
   */
  readonly traderBuilders: Call<'builders.trader-builders'>;

  /**
   * A builder's users.
   *
   * Wallets with an attributed fill in the period, by the builder fees that they paid, by volume or by PnL,
   * highest first; ties by address. Tiers are the all-time cohorts that they are in now.
   *
   * GET /api/public/v1/builders/{builder}/traders, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `builder`: Builder address: 0x and 40 hex digits, any case.
   * - `period`: The last 24 hours, 7 days or 30 days. One of day, week, month; week by default.
   * - `sort`: What ranks them. One of builderFee, volume, pnl; builderFee by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly traders: PagedCall<'builders.traders', 'traders'>;
}

/** Calls of `census`. */
export interface CensusCalls {
  /**
   * Positions whose fills end at another size than was paid for.
   *
   * Of the newest comparison with the payments of an hour, what differs and why: causes that say most first,
   * then by wallet and coin. At most 20,000 of an hour are kept; the counts of `census` are of all.
   *
   * GET /api/public/v1/census/differences, from the tier free on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise. The
   * service pages to offset 20000.
   *
   * - `wallet`: Wallet address: 0x and 40 hex digits, any case.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `cause`: Only differences of this cause. One of missingFills, unknown, gap, behind, censoredOpening,
   *   untracked.
   * - `limit`: The most rows to return. 1 to 500; 100 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. 0 to 20000; 0 by default.
   */
  readonly differences: PagedCall<'census.differences', 'differences'>;

  /**
   * The newest comparisons of positions with what the exchange says of them.
   *
   * Every hour the positions that follow from fills are compared with those of the account states that the
   * exchange gave in that hour (`verified`), and with those that the payments of funding name, which a node has
   * of every wallet (`payments`). null before the first comparison, as where no exchange is read.
   *
   * GET /api/public/v1/census/stamp, from the tier free on.
   */
  readonly stamp: Call<'census.stamp'>;
}

/** Calls of `coverage`. */
export interface CoverageCalls {
  /**
   * The condition of each day of a feed.
   *
   * The UTC days of the span, oldest first, at most 400 of them; the last 30 by default. Of a wallet, or coin,
   * its own and what concerns all; everything of the feed where neither is named. How far a wallet that is read
   * one by one was read is part of it.
   *
   * GET /api/public/v1/coverage/{feed}, from the tier free on.
   *
   * - `feed`: The feed. fills: fills of wallets that are read one by one; node_fills: fills of all wallets, from
   *   the files of a node or an archive; node_misc_events: funding and ledger updates of all wallets, from the
   *   files of a node or an archive; node_twap_statuses: statuses of TWAP orders of all wallets, from the files
   *   of a node or an archive; trades: public trades; walletFunding: funding payments of wallets that are read
   *   one by one; walletLedger: ledger updates of wallets that are read one by one; candles: candles; contexts:
   *   states of markets by the minute; books: order books by the minute. One of fills, node_fills,
   *   node_misc_events, node_twap_statuses, trades, walletFunding, walletLedger, candles, contexts, books.
   * - `by`: What conditions are of. One of day; day by default.
   * - `wallet`: Wallet address: 0x and 40 hex digits, any case.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `from`: First day of the span. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or
   *   a date, which is its 00:00 UTC.
   * - `to`: Last day of the span; default today. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   */
  readonly days: Call<'coverage.days'>;

  /**
   * Covered spans and gaps of the record of a feed.
   *
   * Intervals of the ledger of coverage that overlap the span, oldest first. Of a wallet, or coin, its own and
   * what concerns all; everything of the feed where neither is named. How far a wallet that is read one by one
   * was read is part of it.
   *
   * GET /api/public/v1/coverage, from the tier free on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise. The
   * service pages to offset 1000000.
   *
   * - `feed`: The feed. fills: fills of wallets that are read one by one; node_fills: fills of all wallets, from
   *   the files of a node or an archive; node_misc_events: funding and ledger updates of all wallets, from the
   *   files of a node or an archive; node_twap_statuses: statuses of TWAP orders of all wallets, from the files
   *   of a node or an archive; trades: public trades; walletFunding: funding payments of wallets that are read
   *   one by one; walletLedger: ledger updates of wallets that are read one by one; candles: candles; contexts:
   *   states of markets by the minute; books: order books by the minute. One of fills, node_fills,
   *   node_misc_events, node_twap_statuses, trades, walletFunding, walletLedger, candles, contexts, books.
   * - `wallet`: Wallet address: 0x and 40 hex digits, any case.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `state`: Intervals of this state alone. One of covered, open, healed, lost.
   * - `from`: Start of the span; default: no bound. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `to`: End of the span; default: no bound. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `limit`: The most rows to return. 1 to 500; 100 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. 0 to 1000000; 0 by default.
   */
  readonly intervals: PagedCall<'coverage.intervals', 'intervals'>;
}

/** Calls of `entities`. */
export interface EntitiesCalls {
  /**
   * The wallets of one owner, and their open positions.
   *
   * The master of a wallet with its sub-accounts and the vaults that they lead, the master first, then by
   * address; the address of any of them gives the same entity, and a wallet without an owner is one of its own.
   * topOpenPositions: the 20 largest of all members by |size| × entry; ties by address, then by coin.
   *
   * GET /api/public/v1/entity/{address}, from the tier pro on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   */
  readonly entity: Call<'entities.entity'>;

  /**
   * Owners by their open positions.
   *
   * Entities with an open position by grossEntryNotional of all their wallets, largest first; ties by address.
   * Addresses of the exchange itself are left out; the first 200 alone are ranked.
   *
   * GET /api/public/v1/entities/leaderboard, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 100 rows unless `limit` says otherwise. The
   * service pages to offset 199.
   *
   * - `limit`: The most rows to return. 1 to 100; 25 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. 0 to 199; 0 by default.
   */
  readonly leaderboard: PagedCall<'entities.leaderboard', 'entities'>;
}

/** Calls of `exchange`. */
export interface ExchangeCalls {
  /**
   * Wallets that traded perps in the last 24 hours.
   *
   * Distinct wallets with at least one trade of a perp of any dex in the last 24 hours, from public trades and
   * indexed fills together; matches counts a match once: by coin and hour of public trades where these know
   * more, else of fills.
   *
   * GET /api/public/v1/exchange/active-traders, from the tier free on.
   */
  readonly activeTraders: Call<'exchange.active-traders'>;

  /**
   * Open interest of the exchange, both sides, by dex.
   *
   * The exchange's own open interest × mark of every coin; longs and shorts are equal, and gross is both
   * together. Of coins whose context is older than five minutes, or was never read, the positions that are known
   * at the newest trade: longs and shorts differ by those that are not. openPositions counts known positions. By
   * dex, the largest first.
   *
   * GET /api/public/v1/exchange/oi, from the tier free on.
   */
  readonly oi: Call<'exchange.oi'>;

  /**
   * Wallets that won and lost most in the last 24 hours.
   *
   * Wallets by the realized PnL of the lifecycles that they closed in the last 24 hours: winners those above 0,
   * losers those below, each the largest first. A lifecycle is one position of one wallet in one coin from flat
   * to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by
   * size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a
   * token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is
   * before fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/exchange/pnl-leaders, from the tier starter on.
   *
   * - `limit`: The most rows to return. 1 to 100; 20 by default.
   */
  readonly pnlLeaders: Call<'exchange.pnl-leaders'>;

  /**
   * Open positions, and those closed in the last 24 hours, by dex.
   *
   * Open perp positions that are known now, and position lifecycles that were closed in the last 24 hours with
   * the closed PnL of their whole life, before fees; positions whose opening was not seen count, too. By dex,
   * most open positions first.
   *
   * GET /api/public/v1/exchange/positions, from the tier free on.
   */
  readonly positions: Call<'exchange.positions'>;

  /**
   * Notional of the perps traded in the last 24 hours, by dex.
   *
   * Price × size of the matches of perps in the last 24 hours, each match once, by dex, the largest first. By
   * coin and hour from public trades where these know more matches, else from the fills of indexed wallets.
   * Amounts of dexes with another stablecoin count one to one.
   *
   * GET /api/public/v1/exchange/volume, from the tier free on.
   */
  readonly volume: Call<'exchange.volume'>;
}

/** Calls of `hip4`. */
export interface Hip4Calls {
  /**
   * How many traders of outcomes trade perps, too.
   *
   * Distinct wallets of the window with a market trade in an outcome, with one in a perp of any dex, and with
   * both. Spot does not count. Data begin at 2026-05-02: the window is cut there.
   *
   * GET /api/public/v1/hip4/cross-product/overlap, from the tier pro on.
   *
   * - `days`: Look-back window in days. At most the tier's history window. 1 to 365; 7 by default.
   */
  readonly crossProductOverlap: Call<'hip4.cross-product-overlap'>;

  /**
   * Volume of outcomes by day.
   *
   * One row per UTC day of the window with a market trade, oldest first; the first day counts from since on.
   * fills counts both sides of a match, uniqueTrades, contracts and notionalUsdh count each match once.
   * Settlements, splits, merges and negations are no trades. Data begin at 2026-05-02: the window is cut there.
   *
   * GET /api/public/v1/hip4/daily-volume, from the tier free on.
   *
   * - `days`: Look-back window in days. At most the tier's history window. 1 to 365; 14 by default.
   * - `venue`: Only outcomes of this venue, spelt exactly so.
   * - `deployer`: Only outcomes of the venues of this deployer.
   * - `deployerFeeScale`: Only outcomes with this deployer fee scale. At least 0.
   */
  readonly dailyVolume: Call<'hip4.daily-volume'>;

  /**
   * The outcomes with the most trades of a window.
   *
   * Outcomes with a market trade in the window, by fills, most first; ties by outcomeId. The figures are those
   * of /hip4/outcomes. Data begin at 2026-05-02: the window is cut there.
   *
   * GET /api/public/v1/hip4/most-active, from the tier free on.
   *
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 24 by default.
   * - `limit`: The most rows to return. 1 to 50; 10 by default.
   * - `venue`: Only outcomes of this venue, spelt exactly so.
   * - `deployer`: Only outcomes of the venues of this deployer.
   * - `deployerFeeScale`: Only outcomes with this deployer fee scale. At least 0.
   */
  readonly mostActive: Call<'hip4.most-active'>;

  /**
   * One outcome.
   *
   * The listing of an outcome, open or settled, and the totals of its trades since 2026-05-02. The figures are
   * those of /hip4/outcomes.
   *
   * GET /api/public/v1/hip4/outcomes/{outcome_id}, from the tier free on.
   *
   * - `outcome_id`: Id of an outcome, without a side.
   */
  readonly outcome: Call<'hip4.outcome'>;

  /**
   * The latest trades of one outcome, newest first.
   *
   * Market trades of both sides in the window, newest first. A trade is a fill: one side of one match.
   * Settlements, splits, merges and negations are left out: their dir says so, so that a trade at 0.5 is one.
   * Data begin at 2026-05-02: the window is cut there.
   *
   * GET /api/public/v1/hip4/outcomes/{outcome_id}/recent-trades, from the tier free on.
   *
   * - `outcome_id`: Id of an outcome, without a side.
   * - `limit`: The most rows to return. 1 to 500; 100 by default.
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 24 by default.
   */
  readonly outcomeRecentTrades: Call<'hip4.outcome-recent-trades'>;

  /**
   * Totals of all trades of one outcome.
   *
   * Both sides of an outcome since 2026-05-02. Contracts and notional count each match once, on the side of the
   * coin that its taker traded; fills counts both sides of a match. Settlements, splits, merges and negations
   * are no trades, and realize PnL.
   *
   * GET /api/public/v1/hip4/outcomes/{outcome_id}/summary, from the tier starter on.
   *
   * - `outcome_id`: Id of an outcome, without a side.
   */
  readonly outcomeSummary: Call<'hip4.outcome-summary'>;

  /**
   * The outcomes of a window, newest first.
   *
   * Outcomes that have a fill in the window, or were listed in it, also without a trade; the newest number
   * first. fills counts market trades, each side of a match; uniqueWallets their wallets; notionalUsdh sums
   * price × size of matches, each counted once. Settlements, splits, merges and negations are no trades. Data
   * begin at 2026-05-02: the window is cut there.
   *
   * GET /api/public/v1/hip4/outcomes, from the tier free on.
   *
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 24 by default.
   * - `venue`: Only outcomes of this venue, spelt exactly so.
   * - `deployer`: Only outcomes of the venues of this deployer.
   * - `deployerFeeScale`: Only outcomes with this deployer fee scale. At least 0.
   */
  readonly outcomes: Call<'hip4.outcomes'>;

  /**
   * Perp positions of an outcome's holders in its underlying.
   *
   * Wallets that bought more contracts of a side than they sold in the window, with their open perp positions on
   * the underlying on all dexes. aligned: long the underlying with the Yes of an outcome above a price, or short
   * with its No; hedged: any other position; prediction-native: none. topWallets come by what they hold at the
   * mark price, largest first. An outcome without an underlying is a 404. Data begin at 2026-05-02: the window
   * is cut there.
   *
   * GET /api/public/v1/hip4/outcomes/{outcome_id}/perp-position-context, from the tier pro on.
   *
   * - `outcome_id`: Id of an outcome, without a side.
   * - `days`: Look-back window in days. At most the tier's history window. 1 to 365; 14 by default.
   * - `limit`: The most rows to return. 1 to 100; 25 by default.
   */
  readonly perpPositionContext: Call<'hip4.perp-position-context'>;

  /**
   * Questions with their outcomes, newest first.
   *
   * Open questions, and questions whose last outcome was settled within 30 days; highest number first. class,
   * underlying, expiry, period and priceThresholds come from the description; each is absent if it is not there.
   *
   * GET /api/public/v1/hip4/questions, from the tier free on.
   *
   * - `venue`: Only outcomes of this venue, spelt exactly so.
   * - `deployer`: Only outcomes of the venues of this deployer.
   * - `deployerFeeScale`: Only outcomes with this deployer fee scale. At least 0.
   */
  readonly questions: Call<'hip4.questions'>;

  /**
   * Recently settled outcomes, newest first.
   *
   * Outcomes whose holders were paid, or whose settlement was published, in the window, newest first. The
   * winning side is 0 if a Yes paid 1, 1 if it paid 0, and absent if it paid a part: then rows with a gain count
   * as winners. Rows are fills with dir Settlement. Data begin at 2026-05-02: the window is cut there.
   *
   * GET /api/public/v1/hip4/settlements/recent, from the tier free on.
   *
   * - `limit`: The most rows to return. 1 to 200; 50 by default.
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by default.
   * - `venue`: Only outcomes of this venue, spelt exactly so.
   * - `deployer`: Only outcomes of the venues of this deployer.
   * - `deployerFeeScale`: Only outcomes with this deployer fee scale. At least 0.
   */
  readonly recentSettlements: Call<'hip4.recent-settlements'>;

  /**
   * The most profitable traders of outcomes.
   *
   * Wallets by the closed PnL of all their rows of the window in outcomes, highest first; ties by address.
   * Settlements, splits, merges and negations realize PnL and count neither fills nor contracts nor notional.
   * Data begin at 2026-05-02: the window is cut there.
   *
   * GET /api/public/v1/hip4/top-traders, from the tier starter on.
   *
   * - `limit`: The most rows to return. 1 to 100; 25 by default.
   * - `days`: Look-back window in days. At most the tier's history window. 1 to 365; 7 by default.
   * - `venue`: Only outcomes of this venue, spelt exactly so.
   * - `deployer`: Only outcomes of the venues of this deployer.
   * - `deployerFeeScale`: Only outcomes with this deployer fee scale. At least 0.
   */
  readonly topTraders: Call<'hip4.top-traders'>;

  /**
   * One trader's outcome positions, last traded first.
   *
   * One row per side of an outcome in which the wallet has a row in the window, by its last trade, newest first;
   * sides without a trade come last. fills, netShares and both gross figures count market trades alone;
   * realizedPnlUsdh adds the exchange's closed PnL of every row: settlements, splits, merges and negations are
   * no trades, and realize PnL. Data begin at 2026-05-02: the window is cut there.
   *
   * GET /api/public/v1/hip4/trader/{address}/outcomes, from the tier starter on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `days`: Look-back window in days. At most the tier's history window. 1 to 90; 30 by default.
   */
  readonly traderOutcomes: Call<'hip4.trader-outcomes'>;
}

/** Calls of `live`. */
export interface LiveCalls {
  /**
   * How each PnL cohort is positioned in a coin now.
   *
   * Open positions in the coin by the all-time PnL cohort of their wallets, valued at mark; where the coin has
   * no price they are counted alone. All eight cohorts, best first, also those without a position; wallets
   * without fills are in none.
   *
   * GET /api/public/v1/live/cohort-bias/{coin}, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   */
  readonly cohortBias: Call<'live.cohort-bias'>;

  /**
   * How cohorts were positioned in a coin, by the hour.
   *
   * Open positions at the start of each hour, by the all-time cohort that their wallets were in then, valued at
   * mark: one row for each cohort that held a position, oldest first. An hour in which nothing ran is missing.
   * Starts at 2026-01-01. Of all coins together where the coin is _GLOBAL. Of one cohort where tier names it.
   *
   * GET /api/public/v1/live/cohort-bias-history/{coin}, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by default.
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size; pnl by default.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   */
  readonly cohortBiasHistory: Call<'live.cohort-bias-history'>;

  /**
   * A coin's longs and shorts.
   *
   * All open positions of the coin that are known, at the mark price: counts, notional, unrealized PnL, leverage
   * if known, and the ten largest of each side. Headers say what they rest on and what share of the open
   * interest they are.
   *
   * GET /api/public/v1/live/coins/{coin}/long-short, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   */
  readonly coinLongShort: Call<'live.coin-long-short'>;

  /**
   * A coin's open interest by the hour, derived from positions.
   *
   * Σ |long| of the positions that are known, USD at mark, at the start of each hour, oldest first. An hour in
   * which nothing ran is worked back from the fills since then where those of all wallets are stored, at the
   * last trade before it, else it is missing; X-Data-Basis says fills where all hours are. What share of the
   * market that is, X-Positions-Coverage of the live answers says. Starts at 2026-01-01.
   *
   * GET /api/public/v1/live/oi-history/{coin}, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by default.
   */
  readonly coinOiHistory: Call<'live.coin-oi-history'>;

  /**
   * A coin's open positions by the price that would liquidate them.
   *
   * Buckets of equal width within ± range % of the mark price; cumulative sums run outwards from the mark.
   * Liquidation prices are the exchange's own if no later fill is stored, else derived. Positions in the
   * buckets, X-Positions-Outside and X-Positions-Without-Price together are all positions that are known. A coin
   * without a mark and without a trade is a 404.
   *
   * GET /api/public/v1/live/liquidation-heatmap/{coin}, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `buckets`: Buckets of the range. 10 to 100; 50 by default.
   * - `range`: Percent around the mark price. 1 to 50; 30 by default.
   */
  readonly liquidationHeatmap: Call<'live.liquidation-heatmap'>;

  /**
   * A coin's liquidation levels by the hour.
   *
   * The open positions that were known at the start of each hour, oldest first, by the price that would have
   * liquidated them: levels of 1 % on one grid for all hours and coins, within 30 % of the mark of the hour;
   * empty ones are left out. Of a window of more than a week every second hour is served, or fewer: stepHours.
   * An hour that was not recorded is in missing, never an empty one; the newest hour is in neither list until it
   * is recorded, up to five minutes after its start.
   *
   * GET /api/public/v1/live/liquidation-heatmap/{coin}/history, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `from`: Start of the window; default 7 days before its end, within the tier. Unix milliseconds, RFC 3339
   *   with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `to`: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   */
  readonly liquidationHeatmapHistory: Call<'live.liquidation-heatmap-history'>;

  /**
   * The newest liquidations.
   *
   * Newest first, or with sort=notional the largest first; one row a victim, coin and order: closed PnL and
   * penalty fee summed over its fills, null where the victim’s own fills are not stored. liquidator is the
   * counterparty with the largest size, null if none is stored. count and rollup are of the events listed.
   *
   * GET /api/public/v1/live/risk/liquidations/recent, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 7d by default.
   * - `sort`: time: newest first; notional: largest first, ties the newest first. One of time, notional; time by
   *   default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   */
  readonly liquidationsRecent: Call<'live.liquidations-recent'>;

  /**
   * Liquidations of a window, by time, coin and cohort.
   *
   * A liquidation is one victim, coin and order, added up over its fills, victims’ side only; market and
   * backstop. Where a victim’s own fills are not stored its counterparties’ fills give the notional, and it is
   * in no sum of PnL or fees. timeline, byCoin and byCohort (the victims’ all-time PnL tier) each add up to the
   * totals; wallets counts each victim once. Buckets of 1 h up to 7 days, 6 h up to 42 days, else 24 h. Starts
   * at 2026-01-01. Auto-deleveraging is no liquidation: autoDeleveraging has its closed positions.
   *
   * GET /api/public/v1/live/risk/liquidations/summary, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 7d by default.
   */
  readonly liquidationsSummary: Call<'live.liquidations-summary'>;

  /**
   * Longs and shorts of the exchange, and of every coin.
   *
   * All open positions that are known, at mark prices, one a wallet and coin; bySymbol has every coin with
   * positions, by notional. tradersTracked counts wallets with an account state within 24 hours, or an open
   * position.
   *
   * GET /api/public/v1/live/long-short, from the tier free on.
   */
  readonly longShort: Call<'live.long-short'>;

  /**
   * Longs and shorts by the hour.
   *
   * The open positions that were known at the start of each hour, at the marks of then, oldest first, of a coin
   * or of all (_GLOBAL); an hour in which nothing ran is missing. Starts at 2026-01-01.
   *
   * GET /api/public/v1/live/long-short/history, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10. _GLOBAL by default.
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by default.
   */
  readonly longShortHistory: Call<'live.long-short-history'>;

  /**
   * Minutes in which a mark price was away from the oracle’s.
   *
   * Minutes whose last context has a mark price at least 0.1 % away from the oracle’s, newest first, at most
   * 10,080. Minutes are kept for as long as the operator keeps details of live data. Starts at 2026-01-01.
   *
   * GET /api/public/v1/live/risk/coins/{coin}/mark-dislocations, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by default.
   */
  readonly markDislocations: Call<'live.mark-dislocations'>;

  /**
   * A coin's open interest by the hour, as the exchange reports it.
   *
   * The exchange's own open interest × its mark price: the last context of each hour, one side, oldest first. A
   * coin without prefix is looked up on dex; a prefix and a dex that disagree are a 400. History starts at
   * 2026-01-01.
   *
   * GET /api/public/v1/live/official-oi/{coin}, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `dex`: hl for the native dex, else the prefix of a builder dex. Hl by default.
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by default.
   */
  readonly officialOi: Call<'live.official-oi'>;

  /**
   * Open interest of all coins by the hour, derived from positions.
   *
   * Of all coins together, as _GLOBAL: Σ |long| of the positions that are known, USD at mark, at the start of
   * each hour, oldest first. An hour in which nothing ran is worked back from the fills since then where those
   * of all wallets are stored, at the last trade before it, else it is missing; X-Data-Basis says fills where
   * all hours are. What share of the market that is, X-Positions-Coverage of the live answers says. Starts at
   * 2026-01-01.
   *
   * GET /api/public/v1/live/oi-history, from the tier free on.
   *
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by default.
   */
  readonly oiHistory: Call<'live.oi-history'>;

  /**
   * A coin's risk: positions, balance, heatmap and liquidations.
   *
   * Everything that is known of the open positions of a coin at its mark price, and its liquidations of the last
   * 7 days. availability and freshness say how new each source is; headers what the positions rest on and what
   * share of the open interest they are. Where the coin has neither a mark nor a trade nothing is valued, and
   * the heatmap has no buckets.
   *
   * GET /api/public/v1/live/risk/coins/{coin}, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   */
  readonly riskCoin: Call<'live.risk-coin'>;

  /**
   * A coin's risk over time.
   *
   * By the hour, oldest first: open interest derived from positions, longs / shorts by count (value), candles of
   * an hour; minutes whose mark was away from the oracle, newest first; and the liquidations of the window.
   * hours says what was served: data start at 2026-01-01.
   *
   * GET /api/public/v1/live/risk/coins/{coin}/history, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `hours`: Look-back window in hours. At most the tier's history window. 1 to 8760; 168 by default.
   */
  readonly riskCoinHistory: Call<'live.risk-coin-history'>;

  /**
   * Risk of all coins: balance, crowded coins and liquidations.
   *
   * All open positions that are known, the 20 coins with the largest open interest, the liquidations of 7 days,
   * and these by the hour. availability and freshness say of each source how new it is; headers what the
   * positions rest on and what share of the market they are.
   *
   * GET /api/public/v1/live/risk/overview, from the tier free on.
   */
  readonly riskOverview: Call<'live.risk-overview'>;
}

/** Calls of `market`. */
export interface MarketCalls {
  /**
   * Open interest by the hour, as the exchange reports it.
   *
   * The exchange's own open interest × its mark price, one side, USD: the last context of each hour, oldest
   * first; without a coin the sum over all perps, as _GLOBAL. Where the span has none, as in an archive of
   * fills, the longs that are known at the start of each hour, worked back from fills, at the last trade before
   * it; X-Data-Basis then says fills. startTime overrides since, endTime defaults to now. History starts at
   * 2026-01-01.
   *
   * GET /api/public/v1/market/historical-oi, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 7d by default.
   * - `startTime`: Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `endTime`: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   */
  readonly historicalOi: Call<'market.historical-oi'>;

  /**
   * A market's order book.
   *
   * Bids and asks, the best level first, prices and sizes as strings as the exchange sends them; at most a
   * second old: from the live feed if new enough, else read from the exchange, once for all callers. The
   * exchange has at most 20 levels a side.
   *
   * GET /api/public/v1/market/orderbook/{symbol}, from the tier free on.
   *
   * - `symbol`: Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
   * - `depth`: Maximum levels a side. 1 to 100; 10 by default.
   */
  readonly orderbook: Call<'market.orderbook'>;

  /**
   * A wallet's open positions, as the exchange reports them now.
   *
   * The exchange's own answer for one wallet on all dexes, strings as it sends them, by value, the largest
   * first; at most a second old, read once however many ask. With source none, or of a node whose info server is
   * away or not named: from what is stored. 502 where the exchange fails, 503 with Retry-After where its limit
   * is spent. markPrice is the mark behind the figures of the exchange; of stored positions the newest mark of
   * the last five minutes, else the newest trade of the coin.
   *
   * GET /api/public/v1/market/positions/{address}, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   */
  readonly positions: Call<'market.positions'>;

  /**
   * The open positions of up to 50 wallets.
   *
   * Each wallet in the order of the request, with its positions as /market/positions/{address} has them. A
   * wallet that the exchange cannot be read for now, because its limit is spent or it fails, is answered from
   * stored data, and says so. Costs as many tokens as ten other requests.
   *
   * GET /api/public/v1/market/positions, from the tier free on.
   *
   * - `addresses`: 1 to 50 different addresses, comma separated.
   */
  readonly positionsOfMany: Call<'market.positions-of-many'>;

  /**
   * A market's mark price, open interest, funding and volume.
   *
   * The newest context of the market, as strings as the exchange sends them; change24h is worked out from the
   * exchange's price of 24 hours ago. Perps of all dexes, spot pairs and sides of outcomes, in any spelling. A
   * context that is older than five minutes is not shown: 503. A service that reads no exchange (source none, or
   * a node alone) answers from stored fills: the newest trade, the volume of the hours that began in the last 24
   * hours, the known longs as open interest; without a trade 404 NOT_AVAILABLE.
   *
   * GET /api/public/v1/market/price/{symbol}, from the tier free on.
   *
   * - `symbol`: Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
   */
  readonly price: Call<'market.price'>;
}

/** Calls of `pulse`. */
export interface PulseCalls {
  /**
   * Wallets that fell deep and are still there.
   *
   * Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is at
   * stillUnderwater or below now, by currentCumPnl, worst first. Rests on lifecycles of perps that were closed
   * in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap
   * are left out. PnL is realized and before fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/anti-survivors, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `maxTrough`: Wallets that fell at least so low, USD, not positive. At most 0; -10000 by default.
   * - `stillUnderwater`: Wallets whose PnL is at most this now, USD. At most 0; 0 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly antiSurvivors: PagedCall<'pulse.anti-survivors'>;

  /**
   * Lifecycles that ended in a liquidation, the largest losses first.
   *
   * Lifecycles that were liquidated, at least in part, with a realized PnL of at most maxRealizedPnl, the
   * largest loss first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included,
   * on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before
   * fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/backstop-events, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `method`: How it was liquidated: market or backstop; both by default.
   * - `maxRealizedPnl`: The most PnL, USD, not positive. At most 0; -10000 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly backstopEvents: PagedCall<'pulse.backstop-events'>;

  /**
   * The trades with the most negative closed PnL.
   *
   * Losing fills of all time, by pnl, most negative first; ties: the earlier one first. A trade is a fill: one
   * side of one match, so that a match gives two trades with one tid. volume = price × size, pnl = closedPnl of
   * the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the fill's own
   * price, any other token at its latest known price.
   *
   * GET /api/public/v1/pulse/biggest-losses, from the tier free on.
   *
   * - `limit`: The most rows to return. 1 to 500; 20 by default.
   * - `maxPnl`: The most pnl of a listed trade, USD; losses are negative. -50000 by default.
   */
  readonly biggestLosses: Call<'pulse.biggest-losses'>;

  /**
   * The trades with the largest closed PnL.
   *
   * Winning fills of all time, by pnl, largest first; ties: the earlier one first. A trade is a fill: one side
   * of one match, so that a match gives two trades with one tid. volume = price × size, pnl = closedPnl of the
   * exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the fill's own
   * price, any other token at its latest known price.
   *
   * GET /api/public/v1/pulse/biggest-wins, from the tier free on.
   *
   * - `limit`: The most rows to return. 1 to 500; 20 by default.
   * - `minPnl`: The least pnl of a listed trade, USD. 50000 by default.
   */
  readonly biggestWins: Call<'pulse.biggest-wins'>;

  /**
   * Wallets that won most for each dollar of fees.
   *
   * Wallets with a PnL of at least minPnl and fees of at least minFees (and above 0), by PnL for each dollar of
   * fees, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included,
   * on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before
   * fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/capital-titans, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `minPnl`: The least PnL, USD. At least 0; 10000 by default.
   * - `minFees`: The least fees, USD. At least 0; 100 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly capitalTitans: PagedCall<'pulse.capital-titans'>;

  /**
   * Positions of all wallets that were closed last.
   *
   * Closed lifecycles of the window, newest close first, in the legacy shape; lifecycles without a stored
   * opening are left out. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed
   * from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot
   * tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its
   * oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at
   * most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/closed-positions/recent, from the tier free on.
   *
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 1h by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `minNotional`: Least notional at the entry price, USD; -1 switches the filter off. -1 by default.
   * - `minDuration`: Least duration, milliseconds; -1 switches the filter off. -1 by default.
   * - `maxDuration`: Longest duration, milliseconds; -1 switches the filter off. -1 by default.
   */
  readonly closedPositionsRecent: Call<'pulse.closed-positions-recent'>;

  /**
   * How every cohort was positioned, by the hour.
   *
   * Open positions at the start of each hour, by the all-time cohort that their wallets were in then, valued at
   * mark: one row for each cohort that held a position, oldest first. An hour in which nothing ran is missing.
   * Starts at 2026-01-01. Without a coin: all coins together, as _GLOBAL. Cohorts by PnL come before those by
   * size, best first.
   *
   * GET /api/public/v1/pulse/cohort-bias/history, from the tier pro on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 7d by default.
   * - `startTime`: Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `endTime`: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   */
  readonly cohortBiasHistory: Call<'pulse.cohort-bias.history'>;

  /**
   * How much of the profit of a recent cohort its best wallets made.
   *
   * Wallets of the cohort by their realized PnL: the share of its positive PnL in the best 1, 5, 10, 25, 50 and
   * 100 % of them. Closed lifecycles of the last 90 UTC days, today included, of wallets that are in the cohort
   * of the 30 whole UTC days before today. Censored ones are left out. At most a minute old. A lifecycle is one
   * position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero
   * closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances,
   * are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin,
   * whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/alpha-concentration, from the tier pro on.
   *
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   */
  readonly cohortsRecentAlphaConcentration: Call<'pulse.cohorts-recent.alpha-concentration'>;

  /**
   * The lifecycles of each wallet of a recent cohort in sums.
   *
   * One row for each wallet that closed a lifecycle, by totalPnl, largest first; ties by address. Closed
   * lifecycles of the last 90 UTC days, today included, of wallets that are in the cohort of the 30 whole UTC
   * days before today. Censored ones are left out. At most a minute old. A lifecycle is one position of one
   * wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and
   * opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only
   * if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was
   * traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/lifecycle-stats, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly cohortsRecentLifecycleStats: PagedCall<'pulse.cohorts-recent.lifecycle-stats'>;

  /**
   * The largest open positions of a cohort: cohort of the 30 whole UTC days before today.
   *
   * Open perp positions of wallets that are in the cohort now (cohort of the 30 whole UTC days before today), by
   * notional at mark, largest first; ties by address, then by coin; those whose coin has no price are left out,
   * X-Positions-Unvalued counts them. Leverage, margin and funding are those of an account state within 24
   * hours; unknownFields names what is not known. pnlTier and sizeTier are the wallet's all-time cohorts;
   * traderTotalPnl, traderWinRate and traderTrades are of all time.
   *
   * GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/positions, from the tier pro on.
   *
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   */
  readonly cohortsRecentPositions: Call<'pulse.cohorts-recent.positions'>;

  /**
   * The closed lifecycles of a recent cohort that won or lost most.
   *
   * By the absolute value of realizedPnl, largest first; ties by address, then by id. limit and offset reach to
   * the first 2000 rows. Closed lifecycles of the last 90 UTC days, today included, of wallets that are in the
   * cohort of the 30 whole UTC days before today. Censored ones are left out. At most a minute old. A lifecycle
   * is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that
   * crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are
   * balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as
   * coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/top-positions, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly cohortsRecentTopPositions: PagedCall<'pulse.cohorts-recent.top-positions'>;

  /**
   * The latest trades of a cohort, newest first: cohort of the 30 whole UTC days before today.
   *
   * Trades of the window, newest first, of wallets that are in the cohort now (cohort of the 30 whole UTC days
   * before today). A trade is a fill: one side of one match, so that a match gives two trades with one tid.
   * volume = price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins
   * at 1, a spot base token at the fill's own price, any other token at its latest known price.
   *
   * GET /api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/trades, from the tier pro on.
   *
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 1h by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   */
  readonly cohortsRecentTrades: Call<'pulse.cohorts-recent.trades'>;

  /**
   * What every cohort did, day by day.
   *
   * Figures of the day's fills, by the all-time cohort that each wallet was in at the end of the day before,
   * never by a later one; a wallet on its first day is in none. Whole UTC days that are over, oldest first. All
   * 16 cohorts for each day, those by PnL first, best first.
   *
   * GET /api/public/v1/pulse/cohorts/daily-stats, from the tier pro on.
   *
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 30d by default.
   * - `startTime`: Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `endTime`: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   */
  readonly cohortsDailyStats: Call<'pulse.cohorts.daily-stats'>;

  /**
   * Figures of one cohort by day.
   *
   * Figures of the day's fills, by the all-time cohort that each wallet was in at the end of the day before,
   * never by a later one; a wallet on its first day is in none. Whole UTC days that are over, oldest first.
   *
   * GET /api/public/v1/pulse/cohorts/{tierType}/{tier}/history, from the tier pro on.
   *
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   * - `days`: Look-back window in days. At most the tier's history window. 1 to 365; 30 by default.
   */
  readonly cohortsHistory: Call<'pulse.cohorts.history'>;

  /**
   * The largest open positions of a cohort: all-time cohort.
   *
   * Open perp positions of wallets that are in the cohort now (all-time cohort), by notional at mark, largest
   * first; ties by address, then by coin; those whose coin has no price are left out, X-Positions-Unvalued
   * counts them. Leverage, margin and funding are those of an account state within 24 hours; unknownFields names
   * what is not known. pnlTier and sizeTier are the wallet's all-time cohorts; traderTotalPnl, traderWinRate and
   * traderTrades are of all time.
   *
   * GET /api/public/v1/pulse/cohorts/{tierType}/{tier}/positions, from the tier pro on.
   *
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   */
  readonly cohortsPositions: Call<'pulse.cohorts.positions'>;

  /**
   * All cohorts of traders in sums.
   *
   * The eight cohorts by realized PnL, net of fees, and the eight by traded notional, of all time, best first;
   * each wallet with a fill is in one of each kind. Averages are over wallets.
   *
   * GET /api/public/v1/pulse/cohorts/summary, from the tier free on.
   */
  readonly cohortsSummary: Call<'pulse.cohorts.summary'>;

  /**
   * The latest trades of a cohort, newest first: all-time cohort.
   *
   * Trades of the window, newest first, of wallets that are in the cohort now (all-time cohort). A trade is a
   * fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl =
   * closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the
   * fill's own price, any other token at its latest known price.
   *
   * GET /api/public/v1/pulse/cohorts/{tierType}/{tier}/trades, from the tier pro on.
   *
   * - `tierType`: pnl: cohorts by realized PnL; size: by traded notional. One of pnl, size.
   * - `tier`: Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, ….
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 1h by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   */
  readonly cohortsTrades: Call<'pulse.cohorts.trades'>;

  /**
   * Wins and losses in each coin.
   *
   * Coins by |netPnl|, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC days,
   * today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is
   * realized and before fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/coin-alpha-map, from the tier starter on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `limit`: The most rows to return. 1 to 500; 100 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly coinAlphaMap: PagedCall<'pulse.coin-alpha-map'>;

  /**
   * The best earners of each coin.
   *
   * The wallets that earned most in each coin, the coin with the largest sum of winning lifecycles first, then
   * by rank. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every
   * tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At
   * most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/coin-kings, from the tier starter on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `perCoinRank`: How many wallets of each coin. 1 to 10; 1 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly coinKings: PagedCall<'pulse.coin-kings'>;

  /**
   * Two to five traders side by side.
   *
   * The lifecycle summary of each wallet, in the order of the request; zeros for one without lifecycles. net is
   * its net PnL over the UTC days of the window; absent for a wallet without fills. A lifecycle is one position
   * of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes
   * one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are
   * included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever
   * pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/compare, from the tier starter on.
   *
   * - `wallets`: 2 to 5 different addresses, comma separated.
   */
  readonly compare: Call<'pulse.compare'>;

  /**
   * The edition of one UTC day.
   *
   * Stories are what stands out of the 30 days before, found by rules, highest score first; the first is the
   * hero. Each has a receipt: the fill, liquidation, settlement or hour that shows its numbers. A day with fewer
   * than 7 earlier ones has standing alone. An edition is made at 00:05 UTC of the next day, and never changed.
   * A day before the data, or one that is not over, is a 404.
   *
   * GET /api/public/v1/pulse/daily/{date}, from the tier free on.
   *
   * - `date`: UTC day, YYYY-MM-DD.
   */
  readonly daily: Call<'pulse.daily'>;

  /**
   * The newest daily edition.
   *
   * Stories are what stands out of the 30 days before, found by rules, highest score first; the first is the
   * hero. Each has a receipt: the fill, liquidation, settlement or hour that shows its numbers. A day with fewer
   * than 7 earlier ones has standing alone. An edition is made at 00:05 UTC of the next day, and never changed.
   *
   * GET /api/public/v1/pulse/daily/latest, from the tier free on.
   */
  readonly dailyLatest: Call<'pulse.daily-latest'>;

  /**
   * Traders with few trades, a high win rate and a profit.
   *
   * Wallets by their all-time totals: from minTrades to maxTrades fills, a winRate of at least minWinRate and a
   * totalPnl of at least minPnl, by winRate, then totalPnl, highest first; ties by address. A fill that opens is
   * no win, so that a wallet that opens and closes with as many fills has at most 50 %: the default of
   * minWinRate is met by few, on the simulated exchange often by none. Where nothing is found, lower minWinRate.
   *
   * GET /api/public/v1/pulse/hidden-gems, from the tier free on.
   *
   * - `minTrades`: The least totalTrades. 50 by default.
   * - `maxTrades`: The most totalTrades. 500 by default.
   * - `minWinRate`: The least winRate, percent. 0 to 100; 60 by default.
   * - `minPnl`: The least totalPnl, USD. 10000 by default.
   * - `limit`: The most rows to return. 1 to 500; 20 by default.
   */
  readonly hiddenGems: Call<'pulse.hidden-gems'>;

  /**
   * PnL by hour of the day.
   *
   * Lifecycles by the UTC hour of their close: 24 rows always, from 0. Rests on lifecycles of perps that were
   * closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have
   * a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/hour-profitability, from the tier starter on.
   */
  readonly hourProfitability: Call<'pulse.hour-profitability'>;

  /**
   * Ranked traders, of all time or of a window of UTC calendar days.
   *
   * Every wallet with indexed fills, spot included. pnl: totalPnl, highest first; losers: lowest first; volume:
   * totalVolume; winrate: winRate, then totalTrades; risk-adjusted: mean / standard deviation of daily realized
   * PnL × √365 over the days traded; score: 100 × weighted percentile ranks among eligible traders: 0.40 PnL,
   * 0.30 risk-adjusted, 0.20 lower bound of the 95 % Wilson interval of the win rate, 0.10 volume; trades:
   * totalTrades; recent: lastTradeAt, the newest first. Eligible for risk-adjusted and score: at least 10 trades
   * and 5 days. Ties: by address. day, week and month are the last 1, 7 and 30 UTC calendar days, today
   * included, and list traders with at least 10 trades in them. totalPnl is the exchange's closed PnL, before
   * fees; netPnl, funding and positionWinRate are of the same days, unrealizedPnl and accountValue are current.
   * Unknown figures of a row are absent; no sort uses these figures: /boards ranks after costs.
   *
   * GET /api/public/v1/pulse/leaderboard, from the tier free on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise. The
   * service pages to offset 1000000.
   *
   * - `sort`: What traders are ranked by. One of pnl, winrate, volume, score, risk-adjusted, losers, trades,
   *   recent; pnl by default.
   * - `period`: All time, or a window of UTC calendar days. One of allTime, day, week, month; allTime by
   *   default.
   * - `limit`: The most rows to return. 1 to 500; 20 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. 0 to 1000000; 0 by default.
   * - `minTrades`: Leave out traders with fewer totalTrades. At least 0.
   */
  readonly leaderboard: PagedCall<'pulse.leaderboard', 'traders'>;

  /**
   * Coins in which most positions are liquidated.
   *
   * Coins with at least minLifecycles closed lifecycles, by the percentage of them that was liquidated, largest
   * first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier;
   * those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most
   * 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/lethal-coins, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `minLifecycles`: The least number of lifecycles. At least 1; 100 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly lethalCoins: PagedCall<'pulse.lethal-coins'>;

  /**
   * One position lifecycle and its fills.
   *
   * The lifecycle and its fills in the order in which they happened, at most the first 50,000. Each fill has the
   * exchange’s own figures and the part that belongs to the lifecycle: the attributed values add up to those of
   * the lifecycle. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from
   * its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens
   * and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest
   * pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s
   * after new fills.
   *
   * GET /api/public/v1/pulse/lifecycle/{id}, from the tier free on.
   *
   * - `id`: Id of a position lifecycle. At least 1.
   */
  readonly lifecycle: Call<'pulse.lifecycle'>;

  /**
   * One trader's position lifecycles in sums.
   *
   * Sums over the lifecycles that the wallet closed within the history window of the tier, and counts of the
   * open ones; a PnL of 0 is neither win nor loss; zeros without lifecycles. A lifecycle is one position of one
   * wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and
   * opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only
   * if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was
   * traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/trader/{address}/lifecycle-summary, from the tier starter on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `includeSpot`: Lifecycles of spot tokens and outcomes too: a balance from its first buy until it is sold
   *   or settled. False by default.
   * - `includeCensored`: Lifecycles too whose opening was not seen, or whose chain of fills has a break. False
   *   by default.
   */
  readonly lifecycleSummary: Call<'pulse.lifecycle-summary'>;

  /**
   * Position lifecycles of all wallets that were closed last.
   *
   * Closed lifecycles of the window, newest close first, or the largest PnL, won or lost, or notional first;
   * lifecycles without a stored opening are left out. A lifecycle is one position of one wallet in one coin from
   * flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by
   * size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a
   * token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is
   * before fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/lifecycles/recent, from the tier free on.
   *
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 1h by default.
   * - `limit`: The most rows to return. 1 to 200; 50 by default.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `sort`: time: newest close first; pnl: largest realizedPnl first, won or lost; notional: largest first.
   *   One of time, pnl, notional; time by default.
   * - `includeSpot`: Lifecycles of spot tokens and outcomes too: a balance from its first buy until it is sold
   *   or settled. False by default.
   * - `minNotional`: Least notional at the entry price, USD; -1 switches the filter off. -1 by default.
   * - `minDuration`: Least duration, milliseconds; -1 switches the filter off. -1 by default.
   * - `maxDuration`: Longest duration, milliseconds; -1 switches the filter off. -1 by default.
   */
  readonly lifecyclesRecent: Call<'pulse.lifecycles-recent'>;

  /**
   * A market's newest candles.
   *
   * The newest candles of an interval, oldest first, the open one included. Minutes, hours and days are stored;
   * other intervals are made of these, and what is not known yet of an hour or a day of its minutes. Candles
   * begin at multiples of their length since 1970. Where the fills of all wallets are stored, as in an archive
   * or beside a node, candles that the exchange has not sent are made of these, each match once;
   * X-Candles-From-Fills says how many, and X-Candles-Incomplete in how many of those blocks are missing.
   *
   * GET /api/public/v1/pulse/market/candles/recent/{symbol}, from the tier pro on.
   *
   * - `symbol`: Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
   * - `interval`: Length of a candle. One of 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 8h, 12h, 1d, 3d, 1w; 1m by
   *   default.
   * - `limit`: The most rows to return. 1 to 720; 120 by default.
   */
  readonly marketCandlesRecent: Call<'pulse.market-candles-recent'>;

  /**
   * How much of all profits the best wallets hold.
   *
   * Wallets with a profit, the largest first, in disjoint bands of their number, rounded up; a band without a
   * wallet has no row. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on
   * every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before
   * fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/market-concentration, from the tier pro on.
   */
  readonly marketConcentration: Call<'pulse.market-concentration'>;

  /**
   * Every listed market with its price, open interest and volume.
   *
   * Perps of all dexes and spot pairs that are listed now and have a context, by volume, the largest first; dex
   * keeps those of one dex. globalStats cover all markets regardless of the filter. An archive without a source
   * lists the markets traded in the last 30 days, at the newest trade; unknownFields names the fields that fills
   * do not have.
   *
   * GET /api/public/v1/pulse/market-overview, from the tier free on.
   *
   * - `dex`: hl for the native dex, else the prefix of a builder dex.
   */
  readonly marketOverview: Call<'pulse.market-overview'>;

  /**
   * Winners that were deepest under water.
   *
   * Lifecycles with a realized PnL of at least minPnl, and above 0, whose worst price while open was at least
   * minDrawdownPct from entry, the deepest first; those without a known worst price are left out. Rests on
   * lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose
   * opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old
   * after new fills.
   *
   * GET /api/public/v1/pulse/max-pain-events, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `minDrawdownPct`: The least drawdown, percent. At least 0; 10 by default.
   * - `minPnl`: The least PnL, USD. At least 0; 1000 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly maxPainEvents: PagedCall<'pulse.max-pain-events'>;

  /**
   * Coins by their number of trades.
   *
   * Coins by all-time indexed fills, most first; ties by coin. traders counts distinct wallets, totalTrades
   * counts fills (both sides of a match), totalPnl sums the exchange's closed PnL over all wallets, before fees.
   *
   * GET /api/public/v1/pulse/most-traded, from the tier free on.
   *
   * - `limit`: The most rows to return. 1 to 500; 20 by default.
   */
  readonly mostTraded: Call<'pulse.most-traded'>;

  /**
   * Large wallets that are new.
   *
   * Wallets whose first known activity is within newcomerDays and whose lifecycles of the window have a gross
   * notional of at least minNotional, by grossNotional, largest first. A wallet that was there on the first day
   * of the record is no newcomer. Rests on lifecycles of perps that were closed in the last 90 UTC days, today
   * included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized
   * and before fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/newcomer-whales, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `newcomerDays`: Days since the first known activity, at most. 1 to 90; 30 by default.
   * - `minNotional`: The least gross notional of the window, USD. At least 0; 100000 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly newcomerWhales: PagedCall<'pulse.newcomer-whales'>;

  /**
   * Wallets that lost the profit of their one winning month.
   *
   * Wallets whose best calendar month (UTC) of the window won at least minBestMonth and whose other months
   * together lost, by giveback, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC
   * days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL
   * is realized and before fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/one-month-wonders, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `minBestMonth`: The least PnL of the best month, USD. At least 0; 50000 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly oneMonthWonders: PagedCall<'pulse.one-month-wonders'>;

  /**
   * Winners that left near the best price.
   *
   * Lifecycles with a realized PnL of at least minPnl, and above 0, whose exit VWAP took at least minCapturePct
   * of the way from entry to best price, the most first; the best price has to be known, and at least 0.5 % from
   * entry. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier;
   * those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most
   * 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/perfect-exits, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `minCapturePct`: The least share taken, percent. 0 to 100; 90 by default.
   * - `minPnl`: The least PnL, USD. At least 0; 1000 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly perfectExits: PagedCall<'pulse.perfect-exits'>;

  /**
   * Wallets that won in several months.
   *
   * Wallets with a profit in at least minMonths calendar months (UTC) of the window, by profitableMonths, then
   * totalPnl. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every
   * tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At
   * most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/persistent-winners, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `minMonths`: The least number of profitable months. 1 to 3; 2 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly persistentWinners: PagedCall<'pulse.persistent-winners'>;

  /**
   * Totals over every indexed fill.
   *
   * Sums over all wallets and all time. totalTrades counts fills, one for each side of a match; totalVolume sums
   * price × size over market trades and so counts a match twice; totalPnl sums the exchange's closed PnL, before
   * fees; avgWinRate is the mean over wallets, each wallet counting once regardless of what it trades.
   *
   * GET /api/public/v1/pulse/stats, from the tier free on.
   */
  readonly stats: Call<'pulse.stats'>;

  /**
   * Lifecycles by how long positions were held.
   *
   * Lifecycles by the time from opening to close: five rows always, the shortest first. Rests on lifecycles of
   * perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not
   * seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/style-distribution, from the tier starter on.
   */
  readonly styleDistribution: Call<'pulse.style-distribution'>;

  /**
   * Wallets that came back from a deep loss.
   *
   * Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is above 0
   * now, by recoveryAmount, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC
   * days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL
   * is realized and before fees. At most 60 s old after new fills.
   *
   * GET /api/public/v1/pulse/survivors, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `maxTrough`: Wallets that fell at least so low, USD, not positive. At most 0; -10000 by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly survivors: PagedCall<'pulse.survivors'>;

  /**
   * The most profitable traders of one coin.
   *
   * Wallets by their closed PnL in the coin, highest first; ties by address: of all time, or of the last 1, 7 or
   * 30 UTC calendar days, today included. pnl is the sum of the exchange's closed PnL, before fees; volume the
   * sum of price × size over market trades; winRate winning fills / fills × 100.
   *
   * GET /api/public/v1/pulse/token-leaderboard/{coin}, from the tier free on.
   *
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `period`: All time, or a window of UTC calendar days. One of allTime, day, week, month; allTime by
   *   default.
   */
  readonly tokenLeaderboard: Call<'pulse.token-leaderboard'>;

  /**
   * Wallets that take over liquidated positions.
   *
   * Wallets that most often appear as liquidator on positions of others liquidated in the last 90 UTC days,
   * today included, by totalPenaltyCollected, largest first. A wallet that is its own liquidator is left out.
   * Penalty and closed PnL cover the stored fills of victims.
   *
   * GET /api/public/v1/pulse/top-liquidators, from the tier starter on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly topLiquidators: PagedCall<'pulse.top-liquidators'>;

  /**
   * One trader's all-time totals.
   *
   * The same row as in the allTime leaderboard, over every indexed fill of the wallet. totalPnl is the sum of
   * the exchange's closed PnL, before fees; totalVolume the sum of price × size over market trades; totalFees
   * the fees in USD, rebates subtracted; winRate winning fills / fills × 100. accountValue is the current value
   * of the whole account: perps of every dex, spot, vaults and staked HYPE, each once and with its time; absent
   * if the account was never read. A wallet with transfers or funding payments but without fills has 0 fills and
   * no firstTradeAt. netPnl is totalPnl − fees + funding; /pnl has it over time. Net figures are absent if
   * incomplete.
   *
   * GET /api/public/v1/pulse/trader/{address}, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   */
  readonly trader: Call<'pulse.trader'>;

  /**
   * One trader's closed positions, newest close first.
   *
   * The wallet's closed lifecycles within the history window of the tier, in the legacy shape; lifecycles
   * without a stored opening are left out. A lifecycle is one position of one wallet in one coin from flat to
   * flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size.
   * Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s
   * lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before
   * fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/trader/{address}/closed-positions, from the tier free on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly traderClosedPositions: PagedCall<'pulse.trader-closed-positions'>;

  /**
   * One trader's closed positions in sums.
   *
   * Sums over the wallet's closed lifecycles within the history window of the tier; lifecycles without a stored
   * opening are left out. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed
   * from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot
   * tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its
   * oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at
   * most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/trader/{address}/closed-positions/stats, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   */
  readonly traderClosedPositionsStats: Call<'pulse.trader-closed-positions-stats'>;

  /**
   * What many traders realized over time, a short curve each.
   *
   * The closed PnL of up to 100 wallets from the start of the window on, exact sums of whole UTC days before
   * they are made numbers; today is not over. At most 32 points, the same dates for all: of more than 31 days
   * each point is a step of several. In the order of the request.
   *
   * GET /api/public/v1/pulse/traders/curves, from the tier free on.
   *
   * - `addresses`: Up to 100 wallet addresses.
   * - `days`: Look-back window in days. At most the tier's history window. 1 to 365; 30 by default.
   */
  readonly traderCurves: Call<'pulse.trader-curves'>;

  /**
   * One trader's UTC days, oldest first.
   *
   * One row per UTC calendar day with at least one indexed fill, oldest first. pnl is the sum of the closed PnL
   * of the day's fills, before fees; cumulativePnl adds it up from the wallet's first day; volume is the sum of
   * price × size over market trades.
   *
   * GET /api/public/v1/pulse/trader/{address}/daily, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   */
  readonly traderDaily: Call<'pulse.trader-daily'>;

  /**
   * One trader at a glance: sums, best and worst positions.
   *
   * The wallet's lifecycle summary, and of the closed lifecycles within the history window of the tier the three
   * that won and the three that lost most. A lifecycle is one position of one wallet in one coin from flat to
   * flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size.
   * Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s
   * lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before
   * fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/trader/{address}/demo, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   */
  readonly traderDemo: Call<'pulse.trader-demo'>;

  /**
   * One trader's position lifecycles.
   *
   * Open ones first, the newest opening first, then closed ones, the newest close first; an empty list without
   * lifecycles. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its
   * fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and
   * outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest
   * pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s
   * after new fills.
   *
   * GET /api/public/v1/pulse/trader/{address}/lifecycles, from the tier starter on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 200 rows unless `limit` says otherwise.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   * - `status`: Which of them. One of open, closed, all; closed by default.
   * - `includeSpot`: Lifecycles of spot tokens and outcomes too: a balance from its first buy until it is sold
   *   or settled. False by default.
   * - `includeCensored`: Lifecycles too whose opening was not seen, or whose chain of fills has a break. False
   *   by default.
   * - `limit`: The most rows to return. 1 to 200; 50 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly traderLifecycles: PagedCall<'pulse.trader-lifecycles', 'lifecycles'>;

  /**
   * One trader's last 30 days beside all time.
   *
   * recent: the last 30 UTC calendar days, today included; allTime: every indexed fill. trend compares the PnL
   * of a day that had fills: improving or declining if the recent one is 10 % above or below that of all time,
   * stable otherwise and below 10 recent trades.
   *
   * GET /api/public/v1/pulse/trader/{address}/performance, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   */
  readonly traderPerformance: Call<'pulse.trader-performance'>;

  /**
   * Net PnL of one trader over time.
   *
   * The window in whole hours, days or weeks (UTC), oldest first, and all of it as total: closed PnL, fees,
   * funding, net PnL, and the change of the unrealized PnL of open perp positions at marks. Parts add up to the
   * total exactly, before rounding to numbers. An unknown figure is null, with its reason under unknown, never
   * 0. The window is limited to the record; from is moved back to the start of its hour, day or week, to is
   * extended to the end of it, or to now.
   *
   * GET /api/public/v1/pulse/trader/{address}/pnl, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `from`: Start of the window; default 48 hours, 30 days or 12 weeks before its end, within the tier. Unix
   *   milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `to`: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `interval`: What the window is cut into; at most 31 days of hours, and 366 days. One of hour, day, week;
   *   day by default.
   */
  readonly traderPnl: Call<'pulse.trader-pnl'>;

  /**
   * How good one trader's days are after costs, and how sure that is.
   *
   * Figures over the complete UTC days of the window. A return is the gain of the account without flows, divided
   * by its value at the start of the day plus deposits; flows themselves are no return. return: the days linked
   * (time-weighted), percent; sharpe, sortino: mean / deviation (below 0 alone) of the daily returns × √365;
   * maxDrawdown: the deepest fall of the linked returns, percent; netPerDay: mean net PnL of a day, USD;
   * profitFactor: net PnL of the days that made money / −net PnL of the others; expectancy: mean PnL after fees
   * of a closed perp position, USD; exposure: share of the time with an open perp position, percent; turnover:
   * volume of a day / account value. Each with its 95 % interval by block bootstrap, which repeats; below 30
   * days or 20 closed positions there is none, and insufficient says so. An unknown figure is null with its
   * reason, never 0.
   *
   * GET /api/public/v1/pulse/trader/{address}/skill, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `from`: Start of the window; default 90 days before its end, within the tier. Unix milliseconds, RFC 3339
   *   with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   * - `to`: End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g.
   *   2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
   */
  readonly traderSkill: Call<'pulse.trader-skill'>;

  /**
   * One trader's coins, most profitable first.
   *
   * One row per coin in which the wallet has an indexed fill, spot and outcomes included, by pnl, highest first;
   * ties by coin. pnl is the sum of the closed PnL of its fills in the coin, before fees; volume the sum of
   * price × size over market trades; winRate winning fills / fills × 100.
   *
   * GET /api/public/v1/pulse/trader/{address}/tokens, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   */
  readonly traderTokens: Call<'pulse.trader-tokens'>;

  /**
   * One trader's latest trades, newest first.
   *
   * The wallet's trades of the window, newest first; an empty list without trades in the window. A trade is a
   * fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl =
   * closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the
   * fill's own price, any other token at its latest known price.
   *
   * GET /api/public/v1/pulse/trader/{address}/trades, from the tier free on.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 1h by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   */
  readonly traderTrades: Call<'pulse.trader-trades'>;

  /**
   * The trades of a window with the largest closed PnL, won or lost.
   *
   * Trades of the window by the absolute value of their pnl, largest first; ties: the newest first. A trade is a
   * fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl =
   * closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the
   * fill's own price, any other token at its latest known price.
   *
   * GET /api/public/v1/pulse/trades/recent, from the tier free on.
   *
   * - `since`: How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history
   *   window. 1h by default.
   * - `limit`: The most rows to return. 1 to 500; 50 by default.
   * - `coin`: Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
   */
  readonly tradesRecent: Call<'pulse.trades-recent'>;

  /**
   * How far one trader's positions went against and for them.
   *
   * The wallet's closed lifecycles, oldest close first, with the worst and the best price while each was open:
   * by stored marks, else by the prices of the minutes in which others traded the coin. Where neither is known,
   * a lifecycle is left out. A lifecycle is one position of one wallet in one coin from flat to flat,
   * reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size.
   * Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s
   * lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before
   * fees. Complete at most 60 s after new fills.
   *
   * GET /api/public/v1/pulse/wallet-drawdown-curve/{address}, from the tier pro on.
   *
   * `.rows()`: Every row of it, page by page: a request for each 500 rows unless `limit` says otherwise.
   *
   * - `address`: Wallet address: 0x and 40 hex digits, any case.
   * - `limit`: The most rows to return. 1 to 500; 100 by default.
   * - `offset`: Rows to leave out at the start of the list, for the next page. At least 0; 0 by default.
   */
  readonly walletDrawdownCurve: PagedCall<'pulse.wallet-drawdown-curve'>;
}

/** Calls of `search`. */
export interface SearchCalls {
  /**
   * What a text means.
   *
   * Coins by ticker, pair, name, keyword of their deployer or the spelling of other exchanges (bitcoin,
   * BTC-PERP, BTC-USD, pepe, UBTC); wallets that traded, by their first hex digits; builders by address or name;
   * outcomes by number, side or a word of their name, if listed within 30 days; cohorts; lifecycles by id. What
   * is called exactly so comes first, then names that begin with the text, names with a word that does, and
   * names that hold it; of those alike the most traded.
   *
   * GET /api/public/v1/search, from the tier free on.
   *
   * - `q`: A name, address, coin, id or the beginning of one.
   * - `limit`: The most rows to return. 1 to 50; 12 by default.
   */
  readonly find: Call<'search.find'>;
}

/** Every endpoint of the API. */
export interface Calls {
  readonly account: AccountCalls;
  readonly assets: AssetsCalls;
  readonly boards: BoardsCalls;
  readonly builders: BuildersCalls;
  readonly census: CensusCalls;
  readonly coverage: CoverageCalls;
  readonly entities: EntitiesCalls;
  readonly exchange: ExchangeCalls;
  readonly hip4: Hip4Calls;
  readonly live: LiveCalls;
  readonly market: MarketCalls;
  readonly pulse: PulseCalls;
  readonly search: SearchCalls;
}

/** What each call asks for. */
export const callTable: CallTable = {
  account: {
    plan: { id: 'account.plan', path: '/api/public/v1/plan', inPath: [] },
    verify: { id: 'account.verify', path: '/api/public/v1/verify', inPath: [] },
  },
  assets: {
    crossMarket: { id: 'assets.cross-market', path: '/api/public/v1/assets/{canonical}/cross-market', inPath: ['canonical'] },
    list: { id: 'assets.list', path: '/api/public/v1/assets', inPath: [] },
    one: { id: 'assets.one', path: '/api/public/v1/assets/{canonical}', inPath: ['canonical'] },
  },
  boards: {
    skill: { id: 'boards.skill', path: '/api/public/v1/boards/{board}', inPath: ['board'], pages: { limitMax: 100, offsetMax: 1900, field: 'rows' } },
  },
  builders: {
    cohorts: { id: 'builders.cohorts', path: '/api/public/v1/builders/{builder}/cohorts', inPath: ['builder'] },
    fills: { id: 'builders.fills', path: '/api/public/v1/builders/{builder}/fills', inPath: ['builder'], pages: { limitMax: 500, field: 'fills' } },
    leaderboard: { id: 'builders.leaderboard', path: '/api/public/v1/builders/leaderboard', inPath: [], pages: { limitMax: 100, offsetMax: 1000, field: 'builders' } },
    overlap: { id: 'builders.overlap', path: '/api/public/v1/builders/{builder}/overlap', inPath: ['builder'] },
    profile: { id: 'builders.profile', path: '/api/public/v1/builders/{builder}/profile', inPath: ['builder'] },
    retention: { id: 'builders.retention', path: '/api/public/v1/builders/{builder}/retention', inPath: ['builder'] },
    traderBuilders: { id: 'builders.trader-builders', path: '/api/public/v1/trader/{address}/builders', inPath: ['address'] },
    traders: { id: 'builders.traders', path: '/api/public/v1/builders/{builder}/traders', inPath: ['builder'], pages: { limitMax: 500, field: 'traders' } },
  },
  census: {
    differences: { id: 'census.differences', path: '/api/public/v1/census/differences', inPath: [], pages: { limitMax: 500, offsetMax: 20000, field: 'differences' } },
    stamp: { id: 'census.stamp', path: '/api/public/v1/census/stamp', inPath: [] },
  },
  coverage: {
    days: { id: 'coverage.days', path: '/api/public/v1/coverage/{feed}', inPath: ['feed'] },
    intervals: { id: 'coverage.intervals', path: '/api/public/v1/coverage', inPath: [], pages: { limitMax: 500, offsetMax: 1000000, field: 'intervals' } },
  },
  entities: {
    entity: { id: 'entities.entity', path: '/api/public/v1/entity/{address}', inPath: ['address'] },
    leaderboard: { id: 'entities.leaderboard', path: '/api/public/v1/entities/leaderboard', inPath: [], pages: { limitMax: 100, offsetMax: 199, field: 'entities' } },
  },
  exchange: {
    activeTraders: { id: 'exchange.active-traders', path: '/api/public/v1/exchange/active-traders', inPath: [] },
    oi: { id: 'exchange.oi', path: '/api/public/v1/exchange/oi', inPath: [] },
    pnlLeaders: { id: 'exchange.pnl-leaders', path: '/api/public/v1/exchange/pnl-leaders', inPath: [] },
    positions: { id: 'exchange.positions', path: '/api/public/v1/exchange/positions', inPath: [] },
    volume: { id: 'exchange.volume', path: '/api/public/v1/exchange/volume', inPath: [] },
  },
  hip4: {
    crossProductOverlap: { id: 'hip4.cross-product-overlap', path: '/api/public/v1/hip4/cross-product/overlap', inPath: [] },
    dailyVolume: { id: 'hip4.daily-volume', path: '/api/public/v1/hip4/daily-volume', inPath: [] },
    mostActive: { id: 'hip4.most-active', path: '/api/public/v1/hip4/most-active', inPath: [] },
    outcome: { id: 'hip4.outcome', path: '/api/public/v1/hip4/outcomes/{outcome_id}', inPath: ['outcome_id'] },
    outcomeRecentTrades: { id: 'hip4.outcome-recent-trades', path: '/api/public/v1/hip4/outcomes/{outcome_id}/recent-trades', inPath: ['outcome_id'] },
    outcomeSummary: { id: 'hip4.outcome-summary', path: '/api/public/v1/hip4/outcomes/{outcome_id}/summary', inPath: ['outcome_id'] },
    outcomes: { id: 'hip4.outcomes', path: '/api/public/v1/hip4/outcomes', inPath: [] },
    perpPositionContext: { id: 'hip4.perp-position-context', path: '/api/public/v1/hip4/outcomes/{outcome_id}/perp-position-context', inPath: ['outcome_id'] },
    questions: { id: 'hip4.questions', path: '/api/public/v1/hip4/questions', inPath: [] },
    recentSettlements: { id: 'hip4.recent-settlements', path: '/api/public/v1/hip4/settlements/recent', inPath: [] },
    topTraders: { id: 'hip4.top-traders', path: '/api/public/v1/hip4/top-traders', inPath: [] },
    traderOutcomes: { id: 'hip4.trader-outcomes', path: '/api/public/v1/hip4/trader/{address}/outcomes', inPath: ['address'] },
  },
  live: {
    cohortBias: { id: 'live.cohort-bias', path: '/api/public/v1/live/cohort-bias/{coin}', inPath: ['coin'] },
    cohortBiasHistory: { id: 'live.cohort-bias-history', path: '/api/public/v1/live/cohort-bias-history/{coin}', inPath: ['coin'] },
    coinLongShort: { id: 'live.coin-long-short', path: '/api/public/v1/live/coins/{coin}/long-short', inPath: ['coin'] },
    coinOiHistory: { id: 'live.coin-oi-history', path: '/api/public/v1/live/oi-history/{coin}', inPath: ['coin'] },
    liquidationHeatmap: { id: 'live.liquidation-heatmap', path: '/api/public/v1/live/liquidation-heatmap/{coin}', inPath: ['coin'] },
    liquidationHeatmapHistory: { id: 'live.liquidation-heatmap-history', path: '/api/public/v1/live/liquidation-heatmap/{coin}/history', inPath: ['coin'] },
    liquidationsRecent: { id: 'live.liquidations-recent', path: '/api/public/v1/live/risk/liquidations/recent', inPath: [] },
    liquidationsSummary: { id: 'live.liquidations-summary', path: '/api/public/v1/live/risk/liquidations/summary', inPath: [] },
    longShort: { id: 'live.long-short', path: '/api/public/v1/live/long-short', inPath: [] },
    longShortHistory: { id: 'live.long-short-history', path: '/api/public/v1/live/long-short/history', inPath: [] },
    markDislocations: { id: 'live.mark-dislocations', path: '/api/public/v1/live/risk/coins/{coin}/mark-dislocations', inPath: ['coin'] },
    officialOi: { id: 'live.official-oi', path: '/api/public/v1/live/official-oi/{coin}', inPath: ['coin'] },
    oiHistory: { id: 'live.oi-history', path: '/api/public/v1/live/oi-history', inPath: [] },
    riskCoin: { id: 'live.risk-coin', path: '/api/public/v1/live/risk/coins/{coin}', inPath: ['coin'] },
    riskCoinHistory: { id: 'live.risk-coin-history', path: '/api/public/v1/live/risk/coins/{coin}/history', inPath: ['coin'] },
    riskOverview: { id: 'live.risk-overview', path: '/api/public/v1/live/risk/overview', inPath: [] },
  },
  market: {
    historicalOi: { id: 'market.historical-oi', path: '/api/public/v1/market/historical-oi', inPath: [] },
    orderbook: { id: 'market.orderbook', path: '/api/public/v1/market/orderbook/{symbol}', inPath: ['symbol'] },
    positions: { id: 'market.positions', path: '/api/public/v1/market/positions/{address}', inPath: ['address'] },
    positionsOfMany: { id: 'market.positions-of-many', path: '/api/public/v1/market/positions', inPath: [] },
    price: { id: 'market.price', path: '/api/public/v1/market/price/{symbol}', inPath: ['symbol'] },
  },
  pulse: {
    antiSurvivors: { id: 'pulse.anti-survivors', path: '/api/public/v1/pulse/anti-survivors', inPath: [], pages: { limitMax: 500 } },
    backstopEvents: { id: 'pulse.backstop-events', path: '/api/public/v1/pulse/backstop-events', inPath: [], pages: { limitMax: 500 } },
    biggestLosses: { id: 'pulse.biggest-losses', path: '/api/public/v1/pulse/biggest-losses', inPath: [] },
    biggestWins: { id: 'pulse.biggest-wins', path: '/api/public/v1/pulse/biggest-wins', inPath: [] },
    capitalTitans: { id: 'pulse.capital-titans', path: '/api/public/v1/pulse/capital-titans', inPath: [], pages: { limitMax: 500 } },
    closedPositionsRecent: { id: 'pulse.closed-positions-recent', path: '/api/public/v1/pulse/closed-positions/recent', inPath: [] },
    cohortBiasHistory: { id: 'pulse.cohort-bias.history', path: '/api/public/v1/pulse/cohort-bias/history', inPath: [] },
    cohortsRecentAlphaConcentration: { id: 'pulse.cohorts-recent.alpha-concentration', path: '/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/alpha-concentration', inPath: ['tierType', 'tier'] },
    cohortsRecentLifecycleStats: { id: 'pulse.cohorts-recent.lifecycle-stats', path: '/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/lifecycle-stats', inPath: ['tierType', 'tier'], pages: { limitMax: 500 } },
    cohortsRecentPositions: { id: 'pulse.cohorts-recent.positions', path: '/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/positions', inPath: ['tierType', 'tier'] },
    cohortsRecentTopPositions: { id: 'pulse.cohorts-recent.top-positions', path: '/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/top-positions', inPath: ['tierType', 'tier'], pages: { limitMax: 500 } },
    cohortsRecentTrades: { id: 'pulse.cohorts-recent.trades', path: '/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/trades', inPath: ['tierType', 'tier'] },
    cohortsDailyStats: { id: 'pulse.cohorts.daily-stats', path: '/api/public/v1/pulse/cohorts/daily-stats', inPath: [] },
    cohortsHistory: { id: 'pulse.cohorts.history', path: '/api/public/v1/pulse/cohorts/{tierType}/{tier}/history', inPath: ['tierType', 'tier'] },
    cohortsPositions: { id: 'pulse.cohorts.positions', path: '/api/public/v1/pulse/cohorts/{tierType}/{tier}/positions', inPath: ['tierType', 'tier'] },
    cohortsSummary: { id: 'pulse.cohorts.summary', path: '/api/public/v1/pulse/cohorts/summary', inPath: [] },
    cohortsTrades: { id: 'pulse.cohorts.trades', path: '/api/public/v1/pulse/cohorts/{tierType}/{tier}/trades', inPath: ['tierType', 'tier'] },
    coinAlphaMap: { id: 'pulse.coin-alpha-map', path: '/api/public/v1/pulse/coin-alpha-map', inPath: [], pages: { limitMax: 500 } },
    coinKings: { id: 'pulse.coin-kings', path: '/api/public/v1/pulse/coin-kings', inPath: [], pages: { limitMax: 500 } },
    compare: { id: 'pulse.compare', path: '/api/public/v1/pulse/compare', inPath: [] },
    daily: { id: 'pulse.daily', path: '/api/public/v1/pulse/daily/{date}', inPath: ['date'] },
    dailyLatest: { id: 'pulse.daily-latest', path: '/api/public/v1/pulse/daily/latest', inPath: [] },
    hiddenGems: { id: 'pulse.hidden-gems', path: '/api/public/v1/pulse/hidden-gems', inPath: [] },
    hourProfitability: { id: 'pulse.hour-profitability', path: '/api/public/v1/pulse/hour-profitability', inPath: [] },
    leaderboard: { id: 'pulse.leaderboard', path: '/api/public/v1/pulse/leaderboard', inPath: [], pages: { limitMax: 500, offsetMax: 1000000, field: 'traders' } },
    lethalCoins: { id: 'pulse.lethal-coins', path: '/api/public/v1/pulse/lethal-coins', inPath: [], pages: { limitMax: 500 } },
    lifecycle: { id: 'pulse.lifecycle', path: '/api/public/v1/pulse/lifecycle/{id}', inPath: ['id'] },
    lifecycleSummary: { id: 'pulse.lifecycle-summary', path: '/api/public/v1/pulse/trader/{address}/lifecycle-summary', inPath: ['address'] },
    lifecyclesRecent: { id: 'pulse.lifecycles-recent', path: '/api/public/v1/pulse/lifecycles/recent', inPath: [] },
    marketCandlesRecent: { id: 'pulse.market-candles-recent', path: '/api/public/v1/pulse/market/candles/recent/{symbol}', inPath: ['symbol'] },
    marketConcentration: { id: 'pulse.market-concentration', path: '/api/public/v1/pulse/market-concentration', inPath: [] },
    marketOverview: { id: 'pulse.market-overview', path: '/api/public/v1/pulse/market-overview', inPath: [] },
    maxPainEvents: { id: 'pulse.max-pain-events', path: '/api/public/v1/pulse/max-pain-events', inPath: [], pages: { limitMax: 500 } },
    mostTraded: { id: 'pulse.most-traded', path: '/api/public/v1/pulse/most-traded', inPath: [] },
    newcomerWhales: { id: 'pulse.newcomer-whales', path: '/api/public/v1/pulse/newcomer-whales', inPath: [], pages: { limitMax: 500 } },
    oneMonthWonders: { id: 'pulse.one-month-wonders', path: '/api/public/v1/pulse/one-month-wonders', inPath: [], pages: { limitMax: 500 } },
    perfectExits: { id: 'pulse.perfect-exits', path: '/api/public/v1/pulse/perfect-exits', inPath: [], pages: { limitMax: 500 } },
    persistentWinners: { id: 'pulse.persistent-winners', path: '/api/public/v1/pulse/persistent-winners', inPath: [], pages: { limitMax: 500 } },
    stats: { id: 'pulse.stats', path: '/api/public/v1/pulse/stats', inPath: [] },
    styleDistribution: { id: 'pulse.style-distribution', path: '/api/public/v1/pulse/style-distribution', inPath: [] },
    survivors: { id: 'pulse.survivors', path: '/api/public/v1/pulse/survivors', inPath: [], pages: { limitMax: 500 } },
    tokenLeaderboard: { id: 'pulse.token-leaderboard', path: '/api/public/v1/pulse/token-leaderboard/{coin}', inPath: ['coin'] },
    topLiquidators: { id: 'pulse.top-liquidators', path: '/api/public/v1/pulse/top-liquidators', inPath: [], pages: { limitMax: 500 } },
    trader: { id: 'pulse.trader', path: '/api/public/v1/pulse/trader/{address}', inPath: ['address'] },
    traderClosedPositions: { id: 'pulse.trader-closed-positions', path: '/api/public/v1/pulse/trader/{address}/closed-positions', inPath: ['address'], pages: { limitMax: 500 } },
    traderClosedPositionsStats: { id: 'pulse.trader-closed-positions-stats', path: '/api/public/v1/pulse/trader/{address}/closed-positions/stats', inPath: ['address'] },
    traderCurves: { id: 'pulse.trader-curves', path: '/api/public/v1/pulse/traders/curves', inPath: [] },
    traderDaily: { id: 'pulse.trader-daily', path: '/api/public/v1/pulse/trader/{address}/daily', inPath: ['address'] },
    traderDemo: { id: 'pulse.trader-demo', path: '/api/public/v1/pulse/trader/{address}/demo', inPath: ['address'] },
    traderLifecycles: { id: 'pulse.trader-lifecycles', path: '/api/public/v1/pulse/trader/{address}/lifecycles', inPath: ['address'], pages: { limitMax: 200, field: 'lifecycles' } },
    traderPerformance: { id: 'pulse.trader-performance', path: '/api/public/v1/pulse/trader/{address}/performance', inPath: ['address'] },
    traderPnl: { id: 'pulse.trader-pnl', path: '/api/public/v1/pulse/trader/{address}/pnl', inPath: ['address'] },
    traderSkill: { id: 'pulse.trader-skill', path: '/api/public/v1/pulse/trader/{address}/skill', inPath: ['address'] },
    traderTokens: { id: 'pulse.trader-tokens', path: '/api/public/v1/pulse/trader/{address}/tokens', inPath: ['address'] },
    traderTrades: { id: 'pulse.trader-trades', path: '/api/public/v1/pulse/trader/{address}/trades', inPath: ['address'] },
    tradesRecent: { id: 'pulse.trades-recent', path: '/api/public/v1/pulse/trades/recent', inPath: [] },
    walletDrawdownCurve: { id: 'pulse.wallet-drawdown-curve', path: '/api/public/v1/pulse/wallet-drawdown-curve/{address}', inPath: ['address'], pages: { limitMax: 500 } },
  },
  search: {
    find: { id: 'search.find', path: '/api/public/v1/search', inPath: [] },
  },
};
