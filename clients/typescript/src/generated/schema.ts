// Written by scripts/openapi.ts from openapi.json: change that, not this.
export interface paths {
    "/api/public/v1/assets": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Every exposure with the venues that list it
         * @description One row an exposure: the ticker without dex, in upper case; synonyms by configuration (PAXG and XAUT are GOLD); wrapped and staked tokens stay apart. Perps of all dexes, by open interest, the largest first, and so are the venues of each. What no context of the last five minutes has is absent; an archive without a source has the volume of stored fills, and as open interest the longs that are known.
         */
        get: operations["assets.list"];
    };
    "/api/public/v1/assets/{canonical}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One exposure with the venues that list it
         * @description By its name, a synonym, or the symbol of a venue, in any case; else 404 with the nearest name.
         */
        get: operations["assets.one"];
    };
    "/api/public/v1/assets/{canonical}/cross-market": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One exposure, its positions compared across venues
         * @description The open positions that are known of each venue that lists the asset, at their own marks, by open interest, and all together. biasRange is the largest less the least netBias of venues with positions.
         */
        get: operations["assets.cross-market"];
    };
    "/api/public/v1/boards/{board}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * All wallets ranked by what they made after costs, and how
         * @description Over whole UTC days that are over, of the last 90: a longer window is cut there, and from says so. net: PnL after fees and funding, USD; return: time-weighted, percent; sharpe, sortino: of daily returns, × √365; drawdown: the deepest fall of the linked returns, percent, smallest first; profit-factor: net PnL of the days that made money / −that of the others; expectancy: PnL after fees of a closed perp position, USD; turnover: volume / value of the account at the start, a day. The formulas are those of /pulse/trader/{address}/skill, which has intervals. Wallets that stopped trading or lost everything stay in; population counts them. Ties: by return, then by address. A wallet with an unknown figure is left out, never counted as 0. unread counts wallets that traded and are not read; below leastRead no wallet is ranked.
         */
        get: operations["boards.skill"];
    };
    "/api/public/v1/builders/leaderboard": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Builders by what they took in a period
         * @description Builders with a fill in the period, by revenueUsd, highest first; ties by address. The period is the last 24 hours, 7 or 30 days, and prev… the one before it, of the same length.
         */
        get: operations["builders.leaderboard"];
    };
    "/api/public/v1/builders/{builder}/cohorts": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A builder's users by cohort
         * @description Wallets with an attributed fill in the period, by the all-time cohorts that they are in now: those of realized PnL and those of traded notional, each with the most users first; ties by slug. Users of each list sum to totalUsers. A builder without a fill has empty lists.
         */
        get: operations["builders.cohorts"];
    };
    "/api/public/v1/builders/{builder}/fills": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A builder's fills, newest first
         * @description Attributed fills of the window, newest first; of one coin or one wallet if requested. volumeUsd = price × size, builderFeeUsd the builder fee in USD.
         */
        get: operations["builders.fills"];
    };
    "/api/public/v1/builders/{builder}/overlap": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Whom a builder shares its users with
         * @description The ten other builders that most of its users of the period paid, too, by sharedUsers; ties by address. A builder without a fill has an empty list.
         */
        get: operations["builders.overlap"];
    };
    "/api/public/v1/builders/{builder}/profile": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One builder
         * @description What a builder took in the last 24 hours, 7 or 30 days, by UTC day and by coin (by volume, largest first; ties by coin), from whom, and since when it is seen at all. biggestDay is the day with the most fees. A builder that no fill names is a 404.
         */
        get: operations["builders.profile"];
    };
    "/api/public/v1/builders/{builder}/retention": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How long a builder's users stay
         * @description Wallets by the UTC month of their first attributed fill through the builder, the last 12 calendar months, oldest first; months without a new wallet are left out. activeWallets[k] counts those with such a fill k months later. Orders are not observed: all rests on fills. At most an hour old.
         */
        get: operations["builders.retention"];
    };
    "/api/public/v1/builders/{builder}/traders": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A builder's users
         * @description Wallets with an attributed fill in the period, by the builder fees that they paid, by volume or by PnL, highest first; ties by address. Tiers are the all-time cohorts that they are in now.
         */
        get: operations["builders.traders"];
    };
    "/api/public/v1/census/differences": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Positions whose fills end at another size than was paid for
         * @description Of the newest comparison with the payments of an hour, what differs and why: causes that say most first, then by wallet and coin. At most 20,000 of an hour are kept; the counts of `census` are of all.
         */
        get: operations["census.differences"];
    };
    "/api/public/v1/census/stamp": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The newest comparisons of positions with what the exchange says of them
         * @description Every hour the positions that follow from fills are compared with those of the account states that the exchange gave in that hour (`verified`), and with those that the payments of funding name, which a node has of every wallet (`payments`). null before the first comparison, as where no exchange is read.
         */
        get: operations["census.stamp"];
    };
    "/api/public/v1/coverage": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Covered spans and gaps of the record of a feed
         * @description Intervals of the ledger of coverage that overlap the span, oldest first. Of a wallet, or coin, its own and what concerns all; everything of the feed where neither is named. How far a wallet that is read one by one was read is part of it.
         */
        get: operations["coverage.intervals"];
    };
    "/api/public/v1/coverage/{feed}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The condition of each day of a feed
         * @description The UTC days of the span, oldest first, at most 400 of them; the last 30 by default. Of a wallet, or coin, its own and what concerns all; everything of the feed where neither is named. How far a wallet that is read one by one was read is part of it.
         */
        get: operations["coverage.days"];
    };
    "/api/public/v1/entities/leaderboard": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Owners by their open positions
         * @description Entities with an open position by grossEntryNotional of all their wallets, largest first; ties by address. Addresses of the exchange itself are left out; the first 200 alone are ranked.
         */
        get: operations["entities.leaderboard"];
    };
    "/api/public/v1/entity/{address}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The wallets of one owner, and their open positions
         * @description The master of a wallet with its sub-accounts and the vaults that they lead, the master first, then by address; the address of any of them gives the same entity, and a wallet without an owner is one of its own. topOpenPositions: the 20 largest of all members by |size| × entry; ties by address, then by coin.
         */
        get: operations["entities.entity"];
    };
    "/api/public/v1/exchange/active-traders": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wallets that traded perps in the last 24 hours
         * @description Distinct wallets with at least one trade of a perp of any dex in the last 24 hours, from public trades and indexed fills together; matches counts a match once: by coin and hour of public trades where these know more, else of fills.
         */
        get: operations["exchange.active-traders"];
    };
    "/api/public/v1/exchange/oi": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Open interest of the exchange, both sides, by dex
         * @description The exchange's own open interest × mark of every coin; longs and shorts are equal, and gross is both together. Of coins whose context is older than five minutes, or was never read, the positions that are known at the newest trade: longs and shorts differ by those that are not. openPositions counts known positions. By dex, the largest first.
         */
        get: operations["exchange.oi"];
    };
    "/api/public/v1/exchange/pnl-leaders": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wallets that won and lost most in the last 24 hours
         * @description Wallets by the realized PnL of the lifecycles that they closed in the last 24 hours: winners those above 0, losers those below, each the largest first. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["exchange.pnl-leaders"];
    };
    "/api/public/v1/exchange/positions": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Open positions, and those closed in the last 24 hours, by dex
         * @description Open perp positions that are known now, and position lifecycles that were closed in the last 24 hours with the closed PnL of their whole life, before fees; positions whose opening was not seen count, too. By dex, most open positions first.
         */
        get: operations["exchange.positions"];
    };
    "/api/public/v1/exchange/volume": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Notional of the perps traded in the last 24 hours, by dex
         * @description Price × size of the matches of perps in the last 24 hours, each match once, by dex, the largest first. By coin and hour from public trades where these know more matches, else from the fills of indexed wallets. Amounts of dexes with another stablecoin count one to one.
         */
        get: operations["exchange.volume"];
    };
    "/api/public/v1/hip4/cross-product/overlap": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How many traders of outcomes trade perps, too
         * @description Distinct wallets of the window with a market trade in an outcome, with one in a perp of any dex, and with both. Spot does not count. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.cross-product-overlap"];
    };
    "/api/public/v1/hip4/daily-volume": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Volume of outcomes by day
         * @description One row per UTC day of the window with a market trade, oldest first; the first day counts from since on. fills counts both sides of a match, uniqueTrades, contracts and notionalUsdh count each match once. Settlements, splits, merges and negations are no trades. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.daily-volume"];
    };
    "/api/public/v1/hip4/most-active": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The outcomes with the most trades of a window
         * @description Outcomes with a market trade in the window, by fills, most first; ties by outcomeId. The figures are those of /hip4/outcomes. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.most-active"];
    };
    "/api/public/v1/hip4/outcomes": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The outcomes of a window, newest first
         * @description Outcomes that have a fill in the window, or were listed in it, also without a trade; the newest number first. fills counts market trades, each side of a match; uniqueWallets their wallets; notionalUsdh sums price × size of matches, each counted once. Settlements, splits, merges and negations are no trades. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.outcomes"];
    };
    "/api/public/v1/hip4/outcomes/{outcome_id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One outcome
         * @description The listing of an outcome, open or settled, and the totals of its trades since 2026-05-02. The figures are those of /hip4/outcomes.
         */
        get: operations["hip4.outcome"];
    };
    "/api/public/v1/hip4/outcomes/{outcome_id}/perp-position-context": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Perp positions of an outcome's holders in its underlying
         * @description Wallets that bought more contracts of a side than they sold in the window, with their open perp positions on the underlying on all dexes. aligned: long the underlying with the Yes of an outcome above a price, or short with its No; hedged: any other position; prediction-native: none. topWallets come by what they hold at the mark price, largest first. An outcome without an underlying is a 404. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.perp-position-context"];
    };
    "/api/public/v1/hip4/outcomes/{outcome_id}/recent-trades": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The latest trades of one outcome, newest first
         * @description Market trades of both sides in the window, newest first. A trade is a fill: one side of one match. Settlements, splits, merges and negations are left out: their dir says so, so that a trade at 0.5 is one. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.outcome-recent-trades"];
    };
    "/api/public/v1/hip4/outcomes/{outcome_id}/summary": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Totals of all trades of one outcome
         * @description Both sides of an outcome since 2026-05-02. Contracts and notional count each match once, on the side of the coin that its taker traded; fills counts both sides of a match. Settlements, splits, merges and negations are no trades, and realize PnL.
         */
        get: operations["hip4.outcome-summary"];
    };
    "/api/public/v1/hip4/questions": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Questions with their outcomes, newest first
         * @description Open questions, and questions whose last outcome was settled within 30 days; highest number first. class, underlying, expiry, period and priceThresholds come from the description; each is absent if it is not there.
         */
        get: operations["hip4.questions"];
    };
    "/api/public/v1/hip4/settlements/recent": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Recently settled outcomes, newest first
         * @description Outcomes whose holders were paid, or whose settlement was published, in the window, newest first. The winning side is 0 if a Yes paid 1, 1 if it paid 0, and absent if it paid a part: then rows with a gain count as winners. Rows are fills with dir Settlement. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.recent-settlements"];
    };
    "/api/public/v1/hip4/top-traders": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The most profitable traders of outcomes
         * @description Wallets by the closed PnL of all their rows of the window in outcomes, highest first; ties by address. Settlements, splits, merges and negations realize PnL and count neither fills nor contracts nor notional. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.top-traders"];
    };
    "/api/public/v1/hip4/trader/{address}/outcomes": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's outcome positions, last traded first
         * @description One row per side of an outcome in which the wallet has a row in the window, by its last trade, newest first; sides without a trade come last. fills, netShares and both gross figures count market trades alone; realizedPnlUsdh adds the exchange's closed PnL of every row: settlements, splits, merges and negations are no trades, and realize PnL. Data begin at 2026-05-02: the window is cut there.
         */
        get: operations["hip4.trader-outcomes"];
    };
    "/api/public/v1/live/cohort-bias-history/{coin}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How cohorts were positioned in a coin, by the hour
         * @description Open positions at the start of each hour, by the all-time cohort that their wallets were in then, valued at mark: one row for each cohort that held a position, oldest first. An hour in which nothing ran is missing. Starts at 2026-01-01. Of all coins together where the coin is _GLOBAL. Of one cohort where tier names it.
         */
        get: operations["live.cohort-bias-history"];
    };
    "/api/public/v1/live/cohort-bias/{coin}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How each PnL cohort is positioned in a coin now
         * @description Open positions in the coin by the all-time PnL cohort of their wallets, valued at mark; where the coin has no price they are counted alone. All eight cohorts, best first, also those without a position; wallets without fills are in none.
         */
        get: operations["live.cohort-bias"];
    };
    "/api/public/v1/live/coins/{coin}/long-short": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A coin's longs and shorts
         * @description All open positions of the coin that are known, at the mark price: counts, notional, unrealized PnL, leverage if known, and the ten largest of each side. Headers say what they rest on and what share of the open interest they are.
         */
        get: operations["live.coin-long-short"];
    };
    "/api/public/v1/live/liquidation-heatmap/{coin}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A coin's open positions by the price that would liquidate them
         * @description Buckets of equal width within ± range % of the mark price; cumulative sums run outwards from the mark. Liquidation prices are the exchange's own if no later fill is stored, else derived. Positions in the buckets, X-Positions-Outside and X-Positions-Without-Price together are all positions that are known. A coin without a mark and without a trade is a 404.
         */
        get: operations["live.liquidation-heatmap"];
    };
    "/api/public/v1/live/liquidation-heatmap/{coin}/history": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A coin's liquidation levels by the hour
         * @description The open positions that were known at the start of each hour, oldest first, by the price that would have liquidated them: levels of 1 % on one grid for all hours and coins, within 30 % of the mark of the hour; empty ones are left out. Of a window of more than a week every second hour is served, or fewer: stepHours. An hour that was not recorded is in missing, never an empty one; the newest hour is in neither list until it is recorded, up to five minutes after its start.
         */
        get: operations["live.liquidation-heatmap-history"];
    };
    "/api/public/v1/live/long-short": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Longs and shorts of the exchange, and of every coin
         * @description All open positions that are known, at mark prices, one a wallet and coin; bySymbol has every coin with positions, by notional. tradersTracked counts wallets with an account state within 24 hours, or an open position.
         */
        get: operations["live.long-short"];
    };
    "/api/public/v1/live/long-short/history": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Longs and shorts by the hour
         * @description The open positions that were known at the start of each hour, at the marks of then, oldest first, of a coin or of all (_GLOBAL); an hour in which nothing ran is missing. Starts at 2026-01-01.
         */
        get: operations["live.long-short-history"];
    };
    "/api/public/v1/live/official-oi/{coin}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A coin's open interest by the hour, as the exchange reports it
         * @description The exchange's own open interest × its mark price: the last context of each hour, one side, oldest first. A coin without prefix is looked up on dex; a prefix and a dex that disagree are a 400. History starts at 2026-01-01.
         */
        get: operations["live.official-oi"];
    };
    "/api/public/v1/live/oi-history": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Open interest of all coins by the hour, derived from positions
         * @description Of all coins together, as _GLOBAL: Σ |long| of the positions that are known, USD at mark, at the start of each hour, oldest first. An hour in which nothing ran is worked back from the fills since then where those of all wallets are stored, at the last trade before it, else it is missing; X-Data-Basis says fills where all hours are. What share of the market that is, X-Positions-Coverage of the live answers says. Starts at 2026-01-01.
         */
        get: operations["live.oi-history"];
    };
    "/api/public/v1/live/oi-history/{coin}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A coin's open interest by the hour, derived from positions
         * @description Σ |long| of the positions that are known, USD at mark, at the start of each hour, oldest first. An hour in which nothing ran is worked back from the fills since then where those of all wallets are stored, at the last trade before it, else it is missing; X-Data-Basis says fills where all hours are. What share of the market that is, X-Positions-Coverage of the live answers says. Starts at 2026-01-01.
         */
        get: operations["live.coin-oi-history"];
    };
    "/api/public/v1/live/risk/coins/{coin}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A coin's risk: positions, balance, heatmap and liquidations
         * @description Everything that is known of the open positions of a coin at its mark price, and its liquidations of the last 7 days. availability and freshness say how new each source is; headers what the positions rest on and what share of the open interest they are. Where the coin has neither a mark nor a trade nothing is valued, and the heatmap has no buckets.
         */
        get: operations["live.risk-coin"];
    };
    "/api/public/v1/live/risk/coins/{coin}/history": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A coin's risk over time
         * @description By the hour, oldest first: open interest derived from positions, longs / shorts by count (value), candles of an hour; minutes whose mark was away from the oracle, newest first; and the liquidations of the window. hours says what was served: data start at 2026-01-01.
         */
        get: operations["live.risk-coin-history"];
    };
    "/api/public/v1/live/risk/coins/{coin}/mark-dislocations": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Minutes in which a mark price was away from the oracle’s
         * @description Minutes whose last context has a mark price at least 0.1 % away from the oracle’s, newest first, at most 10,080. Minutes are kept for as long as the operator keeps details of live data. Starts at 2026-01-01.
         */
        get: operations["live.mark-dislocations"];
    };
    "/api/public/v1/live/risk/liquidations/recent": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The newest liquidations
         * @description Newest first, or with sort=notional the largest first; one row a victim, coin and order: closed PnL and penalty fee summed over its fills, null where the victim’s own fills are not stored. liquidator is the counterparty with the largest size, null if none is stored. count and rollup are of the events listed.
         */
        get: operations["live.liquidations-recent"];
    };
    "/api/public/v1/live/risk/liquidations/summary": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Liquidations of a window, by time, coin and cohort
         * @description A liquidation is one victim, coin and order, added up over its fills, victims’ side only; market and backstop. Where a victim’s own fills are not stored its counterparties’ fills give the notional, and it is in no sum of PnL or fees. timeline, byCoin and byCohort (the victims’ all-time PnL tier) each add up to the totals; wallets counts each victim once. Buckets of 1 h up to 7 days, 6 h up to 42 days, else 24 h. Starts at 2026-01-01. Auto-deleveraging is no liquidation: autoDeleveraging has its closed positions.
         */
        get: operations["live.liquidations-summary"];
    };
    "/api/public/v1/live/risk/overview": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Risk of all coins: balance, crowded coins and liquidations
         * @description All open positions that are known, the 20 coins with the largest open interest, the liquidations of 7 days, and these by the hour. availability and freshness say of each source how new it is; headers what the positions rest on and what share of the market they are.
         */
        get: operations["live.risk-overview"];
    };
    "/api/public/v1/market/historical-oi": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Open interest by the hour, as the exchange reports it
         * @description The exchange's own open interest × its mark price, one side, USD: the last context of each hour, oldest first; without a coin the sum over all perps, as _GLOBAL. Where the span has none, as in an archive of fills, the longs that are known at the start of each hour, worked back from fills, at the last trade before it; X-Data-Basis then says fills. startTime overrides since, endTime defaults to now. History starts at 2026-01-01.
         */
        get: operations["market.historical-oi"];
    };
    "/api/public/v1/market/orderbook/{symbol}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A market's order book
         * @description Bids and asks, the best level first, prices and sizes as strings as the exchange sends them; at most a second old: from the live feed if new enough, else read from the exchange, once for all callers. The exchange has at most 20 levels a side.
         */
        get: operations["market.orderbook"];
    };
    "/api/public/v1/market/positions": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The open positions of up to 50 wallets
         * @description Each wallet in the order of the request, with its positions as /market/positions/{address} has them. A wallet that the exchange cannot be read for now, because its limit is spent or it fails, is answered from stored data, and says so. Costs as many tokens as ten other requests.
         */
        get: operations["market.positions-of-many"];
    };
    "/api/public/v1/market/positions/{address}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A wallet's open positions, as the exchange reports them now
         * @description The exchange's own answer for one wallet on all dexes, strings as it sends them, by value, the largest first; at most a second old, read once however many ask. With source none, or of a node whose info server is away or not named: from what is stored. 502 where the exchange fails, 503 with Retry-After where its limit is spent. markPrice is the mark behind the figures of the exchange; of stored positions the newest mark of the last five minutes, else the newest trade of the coin.
         */
        get: operations["market.positions"];
    };
    "/api/public/v1/market/price/{symbol}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A market's mark price, open interest, funding and volume
         * @description The newest context of the market, as strings as the exchange sends them; change24h is worked out from the exchange's price of 24 hours ago. Perps of all dexes, spot pairs and sides of outcomes, in any spelling. A context that is older than five minutes is not shown: 503. A service that reads no exchange (source none, or a node alone) answers from stored fills: the newest trade, the volume of the hours that began in the last 24 hours, the known longs as open interest; without a trade 404 NOT_AVAILABLE.
         */
        get: operations["market.price"];
    };
    "/api/public/v1/plan": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Tier and limits of the caller
         * @description The effective tier of the caller's account, its limits, and those of every tier. Calling it counts as a request.
         */
        get: operations["account.plan"];
    };
    "/api/public/v1/pulse/anti-survivors": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wallets that fell deep and are still there
         * @description Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is at stillUnderwater or below now, by currentCumPnl, worst first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.anti-survivors"];
    };
    "/api/public/v1/pulse/backstop-events": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Lifecycles that ended in a liquidation, the largest losses first
         * @description Lifecycles that were liquidated, at least in part, with a realized PnL of at most maxRealizedPnl, the largest loss first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.backstop-events"];
    };
    "/api/public/v1/pulse/biggest-losses": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The trades with the most negative closed PnL
         * @description Losing fills of all time, by pnl, most negative first; ties: the earlier one first. A trade is a fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the fill's own price, any other token at its latest known price.
         */
        get: operations["pulse.biggest-losses"];
    };
    "/api/public/v1/pulse/biggest-wins": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The trades with the largest closed PnL
         * @description Winning fills of all time, by pnl, largest first; ties: the earlier one first. A trade is a fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the fill's own price, any other token at its latest known price.
         */
        get: operations["pulse.biggest-wins"];
    };
    "/api/public/v1/pulse/capital-titans": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wallets that won most for each dollar of fees
         * @description Wallets with a PnL of at least minPnl and fees of at least minFees (and above 0), by PnL for each dollar of fees, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.capital-titans"];
    };
    "/api/public/v1/pulse/closed-positions/recent": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Positions of all wallets that were closed last
         * @description Closed lifecycles of the window, newest close first, in the legacy shape; lifecycles without a stored opening are left out. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.closed-positions-recent"];
    };
    "/api/public/v1/pulse/cohort-bias/history": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How every cohort was positioned, by the hour
         * @description Open positions at the start of each hour, by the all-time cohort that their wallets were in then, valued at mark: one row for each cohort that held a position, oldest first. An hour in which nothing ran is missing. Starts at 2026-01-01. Without a coin: all coins together, as _GLOBAL. Cohorts by PnL come before those by size, best first.
         */
        get: operations["pulse.cohort-bias.history"];
    };
    "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/alpha-concentration": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How much of the profit of a recent cohort its best wallets made
         * @description Wallets of the cohort by their realized PnL: the share of its positive PnL in the best 1, 5, 10, 25, 50 and 100 % of them. Closed lifecycles of the last 90 UTC days, today included, of wallets that are in the cohort of the 30 whole UTC days before today. Censored ones are left out. At most a minute old. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.cohorts-recent.alpha-concentration"];
    };
    "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/lifecycle-stats": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The lifecycles of each wallet of a recent cohort in sums
         * @description One row for each wallet that closed a lifecycle, by totalPnl, largest first; ties by address. Closed lifecycles of the last 90 UTC days, today included, of wallets that are in the cohort of the 30 whole UTC days before today. Censored ones are left out. At most a minute old. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.cohorts-recent.lifecycle-stats"];
    };
    "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/positions": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The largest open positions of a cohort: cohort of the 30 whole UTC days before today
         * @description Open perp positions of wallets that are in the cohort now (cohort of the 30 whole UTC days before today), by notional at mark, largest first; ties by address, then by coin; those whose coin has no price are left out, X-Positions-Unvalued counts them. Leverage, margin and funding are those of an account state within 24 hours; unknownFields names what is not known. pnlTier and sizeTier are the wallet's all-time cohorts; traderTotalPnl, traderWinRate and traderTrades are of all time.
         */
        get: operations["pulse.cohorts-recent.positions"];
    };
    "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/top-positions": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The closed lifecycles of a recent cohort that won or lost most
         * @description By the absolute value of realizedPnl, largest first; ties by address, then by id. limit and offset reach to the first 2000 rows. Closed lifecycles of the last 90 UTC days, today included, of wallets that are in the cohort of the 30 whole UTC days before today. Censored ones are left out. At most a minute old. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.cohorts-recent.top-positions"];
    };
    "/api/public/v1/pulse/cohorts-recent/{tierType}/{tier}/trades": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The latest trades of a cohort, newest first: cohort of the 30 whole UTC days before today
         * @description Trades of the window, newest first, of wallets that are in the cohort now (cohort of the 30 whole UTC days before today). A trade is a fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the fill's own price, any other token at its latest known price.
         */
        get: operations["pulse.cohorts-recent.trades"];
    };
    "/api/public/v1/pulse/cohorts/daily-stats": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * What every cohort did, day by day
         * @description Figures of the day's fills, by the all-time cohort that each wallet was in at the end of the day before, never by a later one; a wallet on its first day is in none. Whole UTC days that are over, oldest first. All 16 cohorts for each day, those by PnL first, best first.
         */
        get: operations["pulse.cohorts.daily-stats"];
    };
    "/api/public/v1/pulse/cohorts/summary": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * All cohorts of traders in sums
         * @description The eight cohorts by realized PnL, net of fees, and the eight by traded notional, of all time, best first; each wallet with a fill is in one of each kind. Averages are over wallets.
         */
        get: operations["pulse.cohorts.summary"];
    };
    "/api/public/v1/pulse/cohorts/{tierType}/{tier}/history": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Figures of one cohort by day
         * @description Figures of the day's fills, by the all-time cohort that each wallet was in at the end of the day before, never by a later one; a wallet on its first day is in none. Whole UTC days that are over, oldest first.
         */
        get: operations["pulse.cohorts.history"];
    };
    "/api/public/v1/pulse/cohorts/{tierType}/{tier}/positions": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The largest open positions of a cohort: all-time cohort
         * @description Open perp positions of wallets that are in the cohort now (all-time cohort), by notional at mark, largest first; ties by address, then by coin; those whose coin has no price are left out, X-Positions-Unvalued counts them. Leverage, margin and funding are those of an account state within 24 hours; unknownFields names what is not known. pnlTier and sizeTier are the wallet's all-time cohorts; traderTotalPnl, traderWinRate and traderTrades are of all time.
         */
        get: operations["pulse.cohorts.positions"];
    };
    "/api/public/v1/pulse/cohorts/{tierType}/{tier}/trades": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The latest trades of a cohort, newest first: all-time cohort
         * @description Trades of the window, newest first, of wallets that are in the cohort now (all-time cohort). A trade is a fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the fill's own price, any other token at its latest known price.
         */
        get: operations["pulse.cohorts.trades"];
    };
    "/api/public/v1/pulse/coin-alpha-map": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wins and losses in each coin
         * @description Coins by |netPnl|, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.coin-alpha-map"];
    };
    "/api/public/v1/pulse/coin-kings": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The best earners of each coin
         * @description The wallets that earned most in each coin, the coin with the largest sum of winning lifecycles first, then by rank. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.coin-kings"];
    };
    "/api/public/v1/pulse/compare": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Two to five traders side by side
         * @description The lifecycle summary of each wallet, in the order of the request; zeros for one without lifecycles. net is its net PnL over the UTC days of the window; absent for a wallet without fills. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.compare"];
    };
    "/api/public/v1/pulse/daily/latest": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The newest daily edition
         * @description Stories are what stands out of the 30 days before, found by rules, highest score first; the first is the hero. Each has a receipt: the fill, liquidation, settlement or hour that shows its numbers. A day with fewer than 7 earlier ones has standing alone. An edition is made at 00:05 UTC of the next day, and never changed.
         */
        get: operations["pulse.daily-latest"];
    };
    "/api/public/v1/pulse/daily/{date}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The edition of one UTC day
         * @description Stories are what stands out of the 30 days before, found by rules, highest score first; the first is the hero. Each has a receipt: the fill, liquidation, settlement or hour that shows its numbers. A day with fewer than 7 earlier ones has standing alone. An edition is made at 00:05 UTC of the next day, and never changed. A day before the data, or one that is not over, is a 404.
         */
        get: operations["pulse.daily"];
    };
    "/api/public/v1/pulse/hidden-gems": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Traders with few trades, a high win rate and a profit
         * @description Wallets by their all-time totals: from minTrades to maxTrades fills, a winRate of at least minWinRate and a totalPnl of at least minPnl, by winRate, then totalPnl, highest first; ties by address. A fill that opens is no win, so that a wallet that opens and closes with as many fills has at most 50 %: the default of minWinRate is met by few, on the simulated exchange often by none. Where nothing is found, lower minWinRate.
         */
        get: operations["pulse.hidden-gems"];
    };
    "/api/public/v1/pulse/hour-profitability": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * PnL by hour of the day
         * @description Lifecycles by the UTC hour of their close: 24 rows always, from 0. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.hour-profitability"];
    };
    "/api/public/v1/pulse/leaderboard": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Ranked traders, of all time or of a window of UTC calendar days
         * @description Every wallet with indexed fills, spot included. pnl: totalPnl, highest first; losers: lowest first; volume: totalVolume; winrate: winRate, then totalTrades; risk-adjusted: mean / standard deviation of daily realized PnL × √365 over the days traded; score: 100 × weighted percentile ranks among eligible traders: 0.40 PnL, 0.30 risk-adjusted, 0.20 lower bound of the 95 % Wilson interval of the win rate, 0.10 volume; trades: totalTrades; recent: lastTradeAt, the newest first. Eligible for risk-adjusted and score: at least 10 trades and 5 days. Ties: by address. day, week and month are the last 1, 7 and 30 UTC calendar days, today included, and list traders with at least 10 trades in them. totalPnl is the exchange's closed PnL, before fees; netPnl, funding and positionWinRate are of the same days, unrealizedPnl and accountValue are current. Unknown figures of a row are absent; no sort uses these figures: /boards ranks after costs.
         */
        get: operations["pulse.leaderboard"];
    };
    "/api/public/v1/pulse/lethal-coins": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Coins in which most positions are liquidated
         * @description Coins with at least minLifecycles closed lifecycles, by the percentage of them that was liquidated, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.lethal-coins"];
    };
    "/api/public/v1/pulse/lifecycle/{id}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One position lifecycle and its fills
         * @description The lifecycle and its fills in the order in which they happened, at most the first 50,000. Each fill has the exchange’s own figures and the part that belongs to the lifecycle: the attributed values add up to those of the lifecycle. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.lifecycle"];
    };
    "/api/public/v1/pulse/lifecycles/recent": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Position lifecycles of all wallets that were closed last
         * @description Closed lifecycles of the window, newest close first, or the largest PnL, won or lost, or notional first; lifecycles without a stored opening are left out. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.lifecycles-recent"];
    };
    "/api/public/v1/pulse/market-concentration": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How much of all profits the best wallets hold
         * @description Wallets with a profit, the largest first, in disjoint bands of their number, rounded up; a band without a wallet has no row. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.market-concentration"];
    };
    "/api/public/v1/pulse/market-overview": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Every listed market with its price, open interest and volume
         * @description Perps of all dexes and spot pairs that are listed now and have a context, by volume, the largest first; dex keeps those of one dex. globalStats cover all markets regardless of the filter. An archive without a source lists the markets traded in the last 30 days, at the newest trade; unknownFields names the fields that fills do not have.
         */
        get: operations["pulse.market-overview"];
    };
    "/api/public/v1/pulse/market/candles/recent/{symbol}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * A market's newest candles
         * @description The newest candles of an interval, oldest first, the open one included. Minutes, hours and days are stored; other intervals are made of these, and what is not known yet of an hour or a day of its minutes. Candles begin at multiples of their length since 1970. Where the fills of all wallets are stored, as in an archive or beside a node, candles that the exchange has not sent are made of these, each match once; X-Candles-From-Fills says how many, and X-Candles-Incomplete in how many of those blocks are missing.
         */
        get: operations["pulse.market-candles-recent"];
    };
    "/api/public/v1/pulse/max-pain-events": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Winners that were deepest under water
         * @description Lifecycles with a realized PnL of at least minPnl, and above 0, whose worst price while open was at least minDrawdownPct from entry, the deepest first; those without a known worst price are left out. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.max-pain-events"];
    };
    "/api/public/v1/pulse/most-traded": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Coins by their number of trades
         * @description Coins by all-time indexed fills, most first; ties by coin. traders counts distinct wallets, totalTrades counts fills (both sides of a match), totalPnl sums the exchange's closed PnL over all wallets, before fees.
         */
        get: operations["pulse.most-traded"];
    };
    "/api/public/v1/pulse/newcomer-whales": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Large wallets that are new
         * @description Wallets whose first known activity is within newcomerDays and whose lifecycles of the window have a gross notional of at least minNotional, by grossNotional, largest first. A wallet that was there on the first day of the record is no newcomer. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.newcomer-whales"];
    };
    "/api/public/v1/pulse/one-month-wonders": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wallets that lost the profit of their one winning month
         * @description Wallets whose best calendar month (UTC) of the window won at least minBestMonth and whose other months together lost, by giveback, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.one-month-wonders"];
    };
    "/api/public/v1/pulse/perfect-exits": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Winners that left near the best price
         * @description Lifecycles with a realized PnL of at least minPnl, and above 0, whose exit VWAP took at least minCapturePct of the way from entry to best price, the most first; the best price has to be known, and at least 0.5 % from entry. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.perfect-exits"];
    };
    "/api/public/v1/pulse/persistent-winners": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wallets that won in several months
         * @description Wallets with a profit in at least minMonths calendar months (UTC) of the window, by profitableMonths, then totalPnl. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.persistent-winners"];
    };
    "/api/public/v1/pulse/stats": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Totals over every indexed fill
         * @description Sums over all wallets and all time. totalTrades counts fills, one for each side of a match; totalVolume sums price × size over market trades and so counts a match twice; totalPnl sums the exchange's closed PnL, before fees; avgWinRate is the mean over wallets, each wallet counting once regardless of what it trades.
         */
        get: operations["pulse.stats"];
    };
    "/api/public/v1/pulse/style-distribution": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Lifecycles by how long positions were held
         * @description Lifecycles by the time from opening to close: five rows always, the shortest first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.style-distribution"];
    };
    "/api/public/v1/pulse/survivors": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wallets that came back from a deep loss
         * @description Wallets whose running realized PnL, in the order of closes, once was at maxTrough or below and is above 0 now, by recoveryAmount, largest first. Rests on lifecycles of perps that were closed in the last 90 UTC days, today included, on every tier; those whose opening was not seen or that have a gap are left out. PnL is realized and before fees. At most 60 s old after new fills.
         */
        get: operations["pulse.survivors"];
    };
    "/api/public/v1/pulse/token-leaderboard/{coin}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The most profitable traders of one coin
         * @description Wallets by their closed PnL in the coin, highest first; ties by address: of all time, or of the last 1, 7 or 30 UTC calendar days, today included. pnl is the sum of the exchange's closed PnL, before fees; volume the sum of price × size over market trades; winRate winning fills / fills × 100.
         */
        get: operations["pulse.token-leaderboard"];
    };
    "/api/public/v1/pulse/top-liquidators": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Wallets that take over liquidated positions
         * @description Wallets that most often appear as liquidator on positions of others liquidated in the last 90 UTC days, today included, by totalPenaltyCollected, largest first. A wallet that is its own liquidator is left out. Penalty and closed PnL cover the stored fills of victims.
         */
        get: operations["pulse.top-liquidators"];
    };
    "/api/public/v1/pulse/trader/{address}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's all-time totals
         * @description The same row as in the allTime leaderboard, over every indexed fill of the wallet. totalPnl is the sum of the exchange's closed PnL, before fees; totalVolume the sum of price × size over market trades; totalFees the fees in USD, rebates subtracted; winRate winning fills / fills × 100. accountValue is the current value of the whole account: perps of every dex, spot, vaults and staked HYPE, each once and with its time; absent if the account was never read. A wallet with transfers or funding payments but without fills has 0 fills and no firstTradeAt. netPnl is totalPnl − fees + funding; /pnl has it over time. Net figures are absent if incomplete.
         */
        get: operations["pulse.trader"];
    };
    "/api/public/v1/pulse/trader/{address}/closed-positions": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's closed positions, newest close first
         * @description The wallet's closed lifecycles within the history window of the tier, in the legacy shape; lifecycles without a stored opening are left out. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.trader-closed-positions"];
    };
    "/api/public/v1/pulse/trader/{address}/closed-positions/stats": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's closed positions in sums
         * @description Sums over the wallet's closed lifecycles within the history window of the tier; lifecycles without a stored opening are left out. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.trader-closed-positions-stats"];
    };
    "/api/public/v1/pulse/trader/{address}/daily": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's UTC days, oldest first
         * @description One row per UTC calendar day with at least one indexed fill, oldest first. pnl is the sum of the closed PnL of the day's fills, before fees; cumulativePnl adds it up from the wallet's first day; volume is the sum of price × size over market trades.
         */
        get: operations["pulse.trader-daily"];
    };
    "/api/public/v1/pulse/trader/{address}/demo": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader at a glance: sums, best and worst positions
         * @description The wallet's lifecycle summary, and of the closed lifecycles within the history window of the tier the three that won and the three that lost most. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.trader-demo"];
    };
    "/api/public/v1/pulse/trader/{address}/lifecycle-summary": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's position lifecycles in sums
         * @description Sums over the lifecycles that the wallet closed within the history window of the tier, and counts of the open ones; a PnL of 0 is neither win nor loss; zeros without lifecycles. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.lifecycle-summary"];
    };
    "/api/public/v1/pulse/trader/{address}/lifecycles": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's position lifecycles
         * @description Open ones first, the newest opening first, then closed ones, the newest close first; an empty list without lifecycles. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.trader-lifecycles"];
    };
    "/api/public/v1/pulse/trader/{address}/performance": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's last 30 days beside all time
         * @description recent: the last 30 UTC calendar days, today included; allTime: every indexed fill. trend compares the PnL of a day that had fills: improving or declining if the recent one is 10 % above or below that of all time, stable otherwise and below 10 recent trades.
         */
        get: operations["pulse.trader-performance"];
    };
    "/api/public/v1/pulse/trader/{address}/pnl": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Net PnL of one trader over time
         * @description The window in whole hours, days or weeks (UTC), oldest first, and all of it as total: closed PnL, fees, funding, net PnL, and the change of the unrealized PnL of open perp positions at marks. Parts add up to the total exactly, before rounding to numbers. An unknown figure is null, with its reason under unknown, never 0. The window is limited to the record; from is moved back to the start of its hour, day or week, to is extended to the end of it, or to now.
         */
        get: operations["pulse.trader-pnl"];
    };
    "/api/public/v1/pulse/trader/{address}/skill": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How good one trader's days are after costs, and how sure that is
         * @description Figures over the complete UTC days of the window. A return is the gain of the account without flows, divided by its value at the start of the day plus deposits; flows themselves are no return. return: the days linked (time-weighted), percent; sharpe, sortino: mean / deviation (below 0 alone) of the daily returns × √365; maxDrawdown: the deepest fall of the linked returns, percent; netPerDay: mean net PnL of a day, USD; profitFactor: net PnL of the days that made money / −net PnL of the others; expectancy: mean PnL after fees of a closed perp position, USD; exposure: share of the time with an open perp position, percent; turnover: volume of a day / account value. Each with its 95 % interval by block bootstrap, which repeats; below 30 days or 20 closed positions there is none, and insufficient says so. An unknown figure is null with its reason, never 0.
         */
        get: operations["pulse.trader-skill"];
    };
    "/api/public/v1/pulse/trader/{address}/tokens": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's coins, most profitable first
         * @description One row per coin in which the wallet has an indexed fill, spot and outcomes included, by pnl, highest first; ties by coin. pnl is the sum of the closed PnL of its fills in the coin, before fees; volume the sum of price × size over market trades; winRate winning fills / fills × 100.
         */
        get: operations["pulse.trader-tokens"];
    };
    "/api/public/v1/pulse/trader/{address}/trades": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * One trader's latest trades, newest first
         * @description The wallet's trades of the window, newest first; an empty list without trades in the window. A trade is a fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the fill's own price, any other token at its latest known price.
         */
        get: operations["pulse.trader-trades"];
    };
    "/api/public/v1/pulse/traders/curves": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * What many traders realized over time, a short curve each
         * @description The closed PnL of up to 100 wallets from the start of the window on, exact sums of whole UTC days before they are made numbers; today is not over. At most 32 points, the same dates for all: of more than 31 days each point is a step of several. In the order of the request.
         */
        get: operations["pulse.trader-curves"];
    };
    "/api/public/v1/pulse/trades/recent": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The trades of a window with the largest closed PnL, won or lost
         * @description Trades of the window by the absolute value of their pnl, largest first; ties: the newest first. A trade is a fill: one side of one match, so that a match gives two trades with one tid. volume = price × size, pnl = closedPnl of the exchange (before the fee), fee = the fee in USD: stablecoins at 1, a spot base token at the fill's own price, any other token at its latest known price.
         */
        get: operations["pulse.trades-recent"];
    };
    "/api/public/v1/pulse/wallet-drawdown-curve/{address}": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * How far one trader's positions went against and for them
         * @description The wallet's closed lifecycles, oldest close first, with the worst and the best price while each was open: by stored marks, else by the prices of the minutes in which others traded the coin. Where neither is known, a lifecycle is left out. A lifecycle is one position of one wallet in one coin from flat to flat, reconstructed from its fills: a fill that crosses zero closes one and opens the next, split by size. Lifecycles of spot tokens and outcomes, which are balances, are included only if requested alone; a token’s lifecycles have its oldest pair in dollars as coin, whichever pairs it was traded on. realizedPnl is before fees. Complete at most 60 s after new fills.
         */
        get: operations["pulse.wallet-drawdown-curve"];
    };
    "/api/public/v1/search": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * What a text means
         * @description Coins by ticker, pair, name, keyword of their deployer or the spelling of other exchanges (bitcoin, BTC-PERP, BTC-USD, pepe, UBTC); wallets that traded, by their first hex digits; builders by address or name; outcomes by number, side or a word of their name, if listed within 30 days; cohorts; lifecycles by id. What is called exactly so comes first, then names that begin with the text, names with a word that does, and names that hold it; of those alike the most traded.
         */
        get: operations["search.find"];
    };
    "/api/public/v1/trader/{address}/builders": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * The builders that one trader paid
         * @description Builders by what the wallet paid them in the window, most first; ties by address. The data are cut at 90 days, without an error; window repeats the request.
         */
        get: operations["builders.trader-builders"];
    };
    "/api/public/v1/verify": {
        parameters: {
            query?: never;
            path?: never;
        };
        /**
         * Whether the key is valid, and its limits
         * @description Answers 200 for a valid key, with the tier of its account, and 401 for any other.
         */
        get: operations["account.verify"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        APIError: {
            /**
             * Format: int64
             * @description HTTP status.
             */
            status?: number;
            /** @description Short summary, constant per problem type. */
            title?: string;
            /** @description What happened this time. */
            detail?: string;
            /**
             * Format: uri
             * @description Page about the code.
             * @default about:blank
             */
            type: string;
            /**
             * Format: uri
             * @description Names this occurrence.
             */
            instance?: string;
            /** @description Stable token for programs. */
            code?: string;
            /**
             * @description What to mend.
             * @enum {string}
             */
            reason?: "missing_api_key" | "invalid_api_key" | "insufficient_tier" | "invalid_parameters";
            /** @description Effective tier of the caller's account. */
            current_tier?: string;
            /** @description Least tier that may call the operation. */
            required_tier?: string;
            /** @description Where to move to a higher tier. */
            upgrade_url?: string;
            errors?: components["schemas"]["ErrorDetail"][] | null;
        };
        AccountValueBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            totalUsd: number | null;
            /**
             * Format: double
             * @description Sum of the known parts, USD; equals totalUsd if all are known.
             */
            knownUsd: number;
            /**
             * @description apart: every dex and spot keep their own; pooled: unified and portfolio-margin accounts, whose collateral is in spot and counted there once.
             * @enum {string}
             */
            collateral: "apart" | "pooled";
            /**
             * @description How that is known: the exchange says so; positions are open while all margin sums are 0; or it was not read, and apart is assumed.
             * @enum {string}
             */
            collateralBasis: "exchange" | "sign" | "assumed";
            /** @description Perps by dex, then spot, vaults, staked HYPE, lent and escrow. */
            parts: components["schemas"]["AccountValuePart"][];
            /** @description Dollar tokens other than USDC that were counted. */
            dollarTokens: components["schemas"]["CountedDollarToken"][];
            /** @description Tokens of spot without a pair against a dollar token: they have no mark, and are not in the sum. */
            unpricedTokens: string[];
        };
        AccountValuePart: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * @description perps of one dex, tokens of spot, equity in vaults, staked HYPE, tokens lent less borrowed, or tokens in transfer from the EVM.
             * @enum {string}
             */
            part: "perps" | "spot" | "vaults" | "staked" | "lent" | "escrow";
            /** @description Of perps: the dex, hl for the validator-run one. */
            dex?: string;
            valueUsd: number | null;
            /**
             * @description Why valueUsd is null: the part was not read yet; the answer lacked it; a token has no price now; money moved in or out after the reading; or the collateral is counted in spot.
             * @enum {string}
             */
            reason?: "not-read" | "not-in-state" | "no-price" | "moved-since" | "counted-in-spot";
            /**
             * Format: date-time
             * @description Time of the reading; absent without one
             */
            asOf?: string;
        };
        ActiveTradersBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description 24h, rolling. */
            window: string;
            /**
             * Format: int32
             * @description Distinct wallets that traded a perp; a settlement is no trade.
             */
            activeTraders: number;
            /**
             * Format: int64
             * @description Distinct matches of perps.
             */
            matches: number;
            /**
             * Format: date-time
             * @description When the figures were worked out.
             */
            generatedAt: string;
        };
        AntiSurvivor: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: double
             * @description The least that its running PnL came to, never above 0, USD.
             */
            trough: number;
            /**
             * Format: double
             * @description Realized PnL of the window, USD; the ranking key.
             */
            currentCumPnl: number;
        };
        AssetVenueSummary: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description hl for the native dex, else the prefix of a builder dex. */
            dex: string;
            /** @description The exchange's coin. */
            symbol: string;
            /** @description The coin without dex. */
            ticker: string;
            /** @description True if the ticker is another name of the asset. */
            isSynonym: boolean;
            /** @description Token of the dex's margin. */
            collateral: string;
            /**
             * Format: double
             * @description Mark price, in the collateral.
             */
            markPx?: number;
            /**
             * Format: double
             * @description One side, USD at mark.
             */
            openInterest?: number;
            /**
             * Format: double
             * @description Notional of the last 24 hours, USD.
             */
            volume24h?: number;
            /**
             * Format: double
             * @description Hourly, a fraction.
             */
            fundingRate?: number;
            /**
             * Format: int64
             * @description Open positions known.
             */
            positions?: number;
        };
        AutoDeleveragingSums: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description One for each deleveraged wallet, coin and order.
             */
            count: number;
            /**
             * Format: double
             * @description Sum of price × size of the closed parts, USD.
             */
            totalNotional: number;
            /**
             * Format: int64
             * @description Distinct deleveraged wallets.
             */
            wallets: number;
        };
        BackstopEventRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Names the lifecycle, also in later answers.
             */
            id: number;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            side: string;
            /**
             * Format: date-time
             * @description First fill.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description Last fill.
             */
            closedAt: string;
            /**
             * Format: int64
             * @description From opening to close, milliseconds.
             */
            durationMs: number;
            /**
             * Format: double
             * @description Largest size, coins.
             */
            peakSize: number;
            /**
             * Format: double
             * @description Mean price of the fills that increased it, by size.
             */
            entryVwap: number;
            /**
             * Format: double
             * @description Before fees, USD; the ranking key.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description Fees of its liquidation fills, USD.
             */
            penaltyFeePaid: number;
            /**
             * Format: double
             * @description Closed PnL of its liquidation fills, USD.
             */
            liquidationClosedPnl: number;
            /** @description market or backstop, of the last liquidation fill. */
            liquidationMethod?: string;
            /** @description The counterparty that took most of it; absent if none is stored. */
            liquidatorAddress?: string;
        };
        BuilderCohortRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description All-time cohort, a legacy slug; untracked for wallets of none. */
            tier: string;
            /**
             * Format: int32
             * @description Distinct wallets of the cohort with a fill in the period.
             */
            users: number;
            /**
             * Format: double
             * @description users / totalUsers, 0 to 1.
             */
            share: number;
            /**
             * Format: double
             * @description Builder fees that they paid in the period, USD.
             */
            builderFeesUsd: number;
            /**
             * Format: double
             * @description Sum of price × size over their market trades, USD.
             */
            volumeUsd: number;
            /**
             * Format: double
             * @description Closed PnL of their attributed fills of the period, before fees, USD.
             */
            pnl: number;
            /**
             * Format: int64
             * @description Their attributed fills of the period.
             */
            fills: number;
        };
        BuilderCohortsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            /** @description The requested value. */
            period: string;
            /**
             * Format: int32
             * @description Distinct wallets with a fill in the period.
             */
            totalUsers: number;
            pnlTiers: components["schemas"]["BuilderCohortRow"][] | null;
            sizeTiers: components["schemas"]["BuilderCohortRow"][] | null;
            /** @description What the figures rest on, and what they lack. */
            dataNotes: string;
            verified?: components["schemas"]["BuilderStamp"];
        };
        BuilderCoin: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * @description spot for @N, hip4 for #N, else perp.
             * @enum {string}
             */
            marketType: "perp" | "spot" | "hip4";
            /**
             * Format: double
             * @description Sum of price × size over market trades, USD.
             */
            volumeUsd: number;
            /**
             * Format: double
             * @description Builder fees in the coin, USD.
             */
            attributedFeesUsd: number;
            /**
             * Format: int64
             * @description Fills that name the builder.
             */
            fills: number;
        };
        BuilderCoverage: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Start of the compared window.
             */
            window_start: string;
            /**
             * Format: date-time
             * @description End of the compared window.
             */
            window_end: string;
            /**
             * Format: double
             * @description Growth of the exchange's own total in the window, USD.
             */
            ledger_fees_usd: number;
            /**
             * Format: double
             * @description Builder fees of indexed fills in the window, USD.
             */
            attributed_fees_usd: number;
            /**
             * Format: double
             * @description attributed_fees_usd / ledger_fees_usd.
             */
            ratio: number;
            /**
             * Format: date-time
             * @description When the two were compared.
             */
            computed_at: string;
        };
        BuilderDay: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Day of the fills (UTC, YYYY-MM-DD) */
            date: string;
            /**
             * Format: double
             * @description Builder fees of the day, USD.
             */
            attributedFeesUsd: number;
            /**
             * Format: double
             * @description Sum of price × size over market trades, USD.
             */
            volumeUsd: number;
            /**
             * Format: int32
             * @description Distinct wallets with a fill.
             */
            users: number;
            /**
             * Format: int64
             * @description Fills that name the builder.
             */
            fills: number;
        };
        BuilderFillRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Time of the fill.
             */
            time: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * @description spot for @N, hip4 for #N, else perp.
             * @enum {string}
             */
            marketType: "perp" | "spot" | "hip4";
            /**
             * @description Side of the wallet.
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * Format: double
             * @description USD per unit, or in the quote token of a spot pair.
             */
            price: number;
            /**
             * Format: double
             * @description Units of the coin, above 0.
             */
            size: number;
            /**
             * Format: double
             * @description price × size; 0 for rows that are no market trade, USD.
             */
            volumeUsd: number;
            /**
             * Format: double
             * @description Closed PnL as the exchange reports it, before fees, USD.
             */
            pnl: number;
            /**
             * Format: double
             * @description What the builder took, USD.
             */
            builderFeeUsd: number;
            oid: number | null;
            /**
             * Format: int64
             * @description The exchange's trade id; 0 without one.
             */
            tid: number;
        };
        BuilderFillsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            /** @description The requested value. */
            window: string;
            fills: components["schemas"]["BuilderFillRow"][] | null;
            /** @description What the figures rest on, and what they lack. */
            dataNotes: string;
            verified?: components["schemas"]["BuilderStamp"];
        };
        BuilderLeaderboardBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The requested value. */
            period: string;
            builders: components["schemas"]["BuilderLeaderboardRow"][] | null;
            /** @description What the figures rest on, and what they lack. */
            dataNotes: string;
            verified?: components["schemas"]["BuilderStamp"];
        };
        BuilderLeaderboardRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            /**
             * Format: double
             * @description Builder fees of its fills in the period, USD.
             */
            revenueUsd: number;
            /**
             * Format: double
             * @description The same of the period before.
             */
            prevRevenueUsd: number;
            /**
             * Format: double
             * @description Sum of price × size over its market trades, USD.
             */
            attributedVolumeUsd: number;
            /**
             * Format: int32
             * @description Distinct wallets with an attributed fill.
             */
            attributedUsers: number;
            /**
             * Format: int64
             * @description Fills that name it.
             */
            attributedFills: number;
            /**
             * Format: double
             * @description The same of the period before.
             */
            prevAttributedVolumeUsd: number;
            /**
             * Format: int32
             * @description The same of the period before.
             */
            prevAttributedUsers: number;
            /**
             * Format: int64
             * @description The same of the period before.
             */
            prevAttributedFills: number;
            /**
             * Format: int32
             * @description Most frequent builder fee / notional of the last 7 days, tenths of a basis point; 0 without a fill.
             */
            feeTenthsBp: number;
        };
        BuilderOverlapBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            /** @description The requested value. */
            period: string;
            /**
             * Format: int32
             * @description Distinct wallets with a fill in the period.
             */
            activeUsers: number;
            overlaps: components["schemas"]["BuilderOverlapRow"][] | null;
            /** @description What the figures rest on, and what they lack. */
            dataNotes: string;
            verified?: components["schemas"]["BuilderStamp"];
        };
        BuilderOverlapRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the other builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            /**
             * Format: int32
             * @description Users of this builder with an attributed fill through the other one.
             */
            sharedUsers: number;
            /**
             * Format: double
             * @description sharedUsers / activeUsers, 0 to 1.
             */
            share: number;
            /**
             * Format: double
             * @description What the shared users paid the other builder in the period, USD.
             */
            feesUsd: number;
        };
        BuilderProfileBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            /** @description The requested value. */
            period: string;
            /**
             * Format: date-time
             * @description First fill that names it, of all time.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description Newest fill that names it.
             */
            lastSeen: string;
            /**
             * Format: int32
             * @description Distinct tokens of its fees, all time.
             */
            feeTokens: number;
            /**
             * Format: int32
             * @description Most frequent builder fee / notional of the last 7 days, tenths of a basis point; 0 without a fill.
             */
            feeTenthsBp: number;
            /**
             * Format: double
             * @description Builder fees of the period, USD.
             */
            revenueUsd: number;
            /**
             * Format: int32
             * @description Distinct wallets with a fill in the period.
             */
            totalUsers: number;
            /**
             * Format: int32
             * @description Of these with a closed PnL above 0 over all time.
             */
            profitableUsers: number;
            daily: components["schemas"]["BuilderDay"][] | null;
            biggestDay?: components["schemas"]["BuilderDay"];
            coins: components["schemas"]["BuilderCoin"][] | null;
            /** @description What the figures rest on, and what they lack. */
            dataNotes: string;
            verified?: components["schemas"]["BuilderStamp"];
        };
        BuilderRetentionBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            cohorts: components["schemas"]["BuilderRetentionCohort"][] | null;
            /** @description What the figures rest on, and what they lack. */
            dataNotes: string;
            verified?: components["schemas"]["BuilderStamp"];
        };
        BuilderRetentionCohort: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description UTC month of the wallets' first fill through the builder, YYYY-MM. */
            month: string;
            /**
             * Format: int32
             * @description Wallets whose first such fill is of the month.
             */
            newWallets: number;
            activeWallets: number[] | null;
        };
        BuilderStamp: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Newest block indexed.
             */
            ledger_block: number;
            /**
             * Format: date-time
             * @description Time of that block.
             */
            ledger_chain_time: string;
            coverage: components["schemas"]["BuilderCoverage"] | null;
        };
        BuilderTraderRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: double
             * @description Closed PnL of its attributed fills of the period, before fees, USD.
             */
            pnl: number;
            /**
             * Format: double
             * @description Builder fees that it paid in the period, USD.
             */
            builderFeesUsd: number;
            /**
             * Format: double
             * @description Sum of price × size over its market trades, USD.
             */
            volumeUsd: number;
            /**
             * Format: int64
             * @description Its attributed fills of the period.
             */
            fills: number;
            /**
             * Format: double
             * @description Account value on all dexes, of states read within 24 hours, USD; 0 if none is known.
             */
            equity: number;
            pnlTier: string | null;
            sizeTier: string | null;
        };
        BuilderTradersBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            /** @description The requested value. */
            period: string;
            /** @description The requested value. */
            sort: string;
            traders: components["schemas"]["BuilderTraderRow"][] | null;
            /** @description What the figures rest on, and what they lack. */
            dataNotes: string;
            verified?: components["schemas"]["BuilderStamp"];
        };
        CandlePoint: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description First millisecond, unix milliseconds.
             */
            timestamp: number;
            /**
             * Format: double
             * @description First price, in the collateral.
             */
            open: number;
            /**
             * Format: double
             * @description Highest price.
             */
            high: number;
            /**
             * Format: double
             * @description Lowest price.
             */
            low: number;
            /**
             * Format: double
             * @description Last price.
             */
            close: number;
            /**
             * Format: double
             * @description Units of the coin.
             */
            volume: number;
        };
        CapitalTitan: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: double
             * @description Realized PnL of the window before fees, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description Fees of those lifecycles, above 0, USD.
             */
            totalFees: number;
            /**
             * Format: double
             * @description totalPnl / totalFees; the ranking key.
             */
            pnlPerFeeDollar: number;
            /**
             * Format: int32
             * @description Lifecycles that it closed.
             */
            lifecycles: number;
        };
        CensusCauseCount: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * @description missingFills: a fill is missing though all of them should be stored. gap: fills are recorded as missing there. behind: the fills of the wallet are not read so far. censoredOpening: no fill of it is stored, and it was opened before the first that was read. untracked: the fills of the wallet are not read. unknown: nothing says which fills are stored.
             * @enum {string}
             */
            cause: "missingFills" | "unknown" | "gap" | "behind" | "censoredOpening" | "untracked";
            /**
             * Format: int32
             * @description Positions that differ by it.
             */
            positions: number;
        };
        CensusDifference: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description Position by its fills at the payment, coins, signed; 0 if flat. */
            folded: string;
            /** @description Position of the payment, coins, signed; 0 without a payment. */
            paid: string;
            /**
             * Format: date-time
             * @description Time of the payment.
             */
            paidAt: string;
            lastFillAt: string | null;
            /**
             * @description missingFills: a fill is missing though all of them should be stored. gap: fills are recorded as missing there. behind: the fills of the wallet are not read so far. censoredOpening: no fill of it is stored, and it was opened before the first that was read. untracked: the fills of the wallet are not read. unknown: nothing says which fills are stored.
             * @enum {string}
             */
            cause: "missingFills" | "unknown" | "gap" | "behind" | "censoredOpening" | "untracked";
        };
        CensusDifferencesBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            census: components["schemas"]["PaymentCensus"] | null;
            differences: components["schemas"]["CensusDifference"][] | null;
            /** @description Whether there are more behind these: ask again with a larger offset. */
            hasMore: boolean;
        };
        CensusStamp: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Newest indexed block not after it; 0 if the source has no blocks.
             */
            verified_at_block: number;
            /**
             * Format: date-time
             * @description Time of the newest account state compared.
             */
            chain_time: string;
            /**
             * Format: int32
             * @description Open positions compared.
             */
            positions: number;
        };
        CensusStampBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            verified: components["schemas"]["CensusStamp"] | null;
            payments: components["schemas"]["PaymentCensus"] | null;
        };
        ClosedPosition: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description The lifecycle's id.
             */
            id: number;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            side: string;
            /**
             * Format: double
             * @description Volume-weighted entry price, USD.
             */
            entryPx: number;
            /**
             * Format: double
             * @description Volume-weighted exit price, USD.
             */
            exitPx: number;
            /**
             * Format: double
             * @description Largest size held, units of the coin.
             */
            size: number;
            /**
             * Format: double
             * @description size × entryPx, USD.
             */
            notional: number;
            /**
             * Format: double
             * @description Closed PnL of its fills, before fees, USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description Fees of its fills, USD; negative for rebates.
             */
            fees: number;
            /**
             * Format: double
             * @description Funding received while open, USD; negative if paid. Absent if incomplete.
             */
            funding?: number;
            /**
             * Format: double
             * @description realizedPnl − fees + funding, USD; absent without funding.
             */
            netPnl?: number;
            /**
             * Format: double
             * @description 0: it is closed.
             */
            unrealizedPnl: number;
            /**
             * Format: double
             * @description Last known leverage; 0 if unknown.
             */
            leverage: number;
            /** @description cross or isolated; empty if unknown. */
            leverageType: string;
            /**
             * Format: date-time
             * @description First fill.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description Last fill.
             */
            closedAt: string;
            /**
             * Format: int64
             * @description First fill, unix milliseconds.
             */
            openedAtRaw: number;
            /**
             * Format: int64
             * @description Last fill, unix milliseconds.
             */
            closedAtRaw: number;
            /**
             * Format: int64
             * @description From the first fill to the last, milliseconds.
             */
            durationMs: number;
        };
        ClosedPositionStatsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Closed in the window.
             */
            totalPositions: number;
            /**
             * Format: int64
             * @description With a PnL above 0.
             */
            winningPositions: number;
            /**
             * Format: int64
             * @description With a PnL below 0.
             */
            losingPositions: number;
            /**
             * Format: double
             * @description winningPositions / totalPositions × 100.
             */
            winRate: number;
            /**
             * Format: double
             * @description Realized PnL, before fees, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description totalPnl / totalPositions, USD.
             */
            avgPnl: number;
            /**
             * Format: double
             * @description Mean duration, milliseconds.
             */
            avgDurationMs: number;
            /**
             * Format: double
             * @description Shortest, milliseconds.
             */
            minDurationMs?: number;
            /**
             * Format: double
             * @description Longest, milliseconds.
             */
            maxDurationMs?: number;
            /**
             * Format: date-time
             * @description First close of the window.
             */
            firstClose?: string;
            /**
             * Format: date-time
             * @description Last close.
             */
            lastClose?: string;
        };
        CohortAlphaConcentrationRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description top 1%, top 5%, top 10%, top 25%, top 50%, top 100%: each from the top. */
            band: string;
            /**
             * Format: int32
             * @description Wallets of the band: that share of all wallets of the cohort, rounded up.
             */
            wallets: number;
            /**
             * Format: double
             * @description Realized PnL of its wallets that are in profit, before fees, USD.
             */
            bandPnl: number;
            /**
             * Format: double
             * @description bandPnl / that of all of the cohort's wallets in profit × 100; 0 without any.
             */
            pctOfTierPnl: number;
            /**
             * Format: int32
             * @description Wallets in the cohort now.
             */
            tierTotalWallets: number;
        };
        CohortBiasBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description Legacy slug of the all-time PnL cohort. */
            pnlTier: string;
            /**
             * Format: int64
             * @description Its wallets with a long.
             */
            longCount: number;
            /**
             * Format: int64
             * @description Its wallets with a short.
             */
            shortCount: number;
            /**
             * Format: double
             * @description Notional of its longs at mark, USD.
             */
            longNotional: number;
            /**
             * Format: double
             * @description Notional of its shorts at mark, USD.
             */
            shortNotional: number;
            /**
             * Format: double
             * @description The same as netBiasByNotional.
             */
            netBias: number;
            /**
             * Format: double
             * @description (long − short) / (long + short) by notional, −1 to 1; 0 without positions.
             */
            netBiasByNotional: number;
            /**
             * Format: double
             * @description The same by wallets.
             */
            netBiasByCount: number;
            /** @description strong_long from a netBias of 0.5 on, long from 0.15, short to −0.15, strong_short to −0.5, else neutral. */
            biasLabel: string;
        };
        CohortBiasSnapshot: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Start of the hour, unix milliseconds.
             */
            timestamp: number;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description pnl or size. */
            tierType: string;
            /** @description Legacy slug of the all-time cohort. */
            tier: string;
            /**
             * Format: double
             * @description Notional of its longs at mark, USD.
             */
            longNotional: number;
            /**
             * Format: double
             * @description Notional of its shorts at mark, USD.
             */
            shortNotional: number;
            /**
             * Format: double
             * @description (long − short) / (long + short) by notional, −1 to 1.
             */
            netBias: number;
            /**
             * Format: int64
             * @description Its open positions, one a wallet and coin.
             */
            accountCount: number;
        };
        CohortDailyStatBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Day of the fills (UTC, YYYY-MM-DD) */
            date: string;
            /**
             * Format: int64
             * @description Wallets in the cohort at the end of the day before.
             */
            walletCount: number;
            /**
             * Format: double
             * @description Closed PnL of their fills of the day, before fees, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description totalPnl / walletCount, USD; 0 without wallets.
             */
            avgPnl: number;
            /**
             * Format: double
             * @description Volume of their fills of the day, USD.
             */
            totalVolume: number;
            /**
             * Format: double
             * @description Mean over those that traded of winning fills / fills × 100 of the day.
             */
            avgWinRate: number;
            /**
             * Format: int64
             * @description Members with a fill on the day.
             */
            tradersActive: number;
            /** @description pnl or size. */
            tierType: string;
            /** @description Legacy slug of the cohort. */
            tier: string;
            /**
             * Format: double
             * @description totalVolume / walletCount, USD.
             */
            avgVolume: number;
            /**
             * Format: int64
             * @description Their fills of the day.
             */
            totalTrades: number;
            /**
             * Format: double
             * @description totalTrades / walletCount.
             */
            avgTrades: number;
        };
        CohortHistoryDay: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Day of the fills (UTC, YYYY-MM-DD) */
            date: string;
            /**
             * Format: int64
             * @description Wallets in the cohort at the end of the day before.
             */
            walletCount: number;
            /**
             * Format: double
             * @description Closed PnL of their fills of the day, before fees, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description totalPnl / walletCount, USD; 0 without wallets.
             */
            avgPnl: number;
            /**
             * Format: double
             * @description Volume of their fills of the day, USD.
             */
            totalVolume: number;
            /**
             * Format: double
             * @description Mean over those that traded of winning fills / fills × 100 of the day.
             */
            avgWinRate: number;
            /**
             * Format: int64
             * @description Members with a fill on the day.
             */
            tradersActive: number;
        };
        CohortLifecycleStatsRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: int32
             * @description Closed lifecycles.
             */
            lifecycles: number;
            /**
             * Format: int32
             * @description Those with a realized PnL above 0.
             */
            wins: number;
            /**
             * Format: int32
             * @description Those with one below 0.
             */
            losses: number;
            /**
             * Format: int32
             * @description Lifecycles that a liquidation closed at least in part.
             */
            liquidations: number;
            /**
             * Format: double
             * @description Realized PnL, before fees, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description Fees, rebates subtracted, USD.
             */
            totalFees: number;
            /**
             * Format: double
             * @description Mean time from the first fill to the last, milliseconds.
             */
            avgDurationMs: number;
            /**
             * Format: double
             * @description Largest realized PnL of a position, 0 without a win, USD.
             */
            biggestWin: number;
            /**
             * Format: double
             * @description Least realized PnL of a position, 0 without a loss, USD.
             */
            biggestLoss: number;
            /** @description The wallet's recent PnL cohort. */
            pnlTierRecent?: string;
            /** @description The wallet's recent size cohort. */
            sizeTierRecent?: string;
        };
        CohortPosition: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            side: string;
            /**
             * Format: double
             * @description Units of the coin, above 0.
             */
            size: number;
            /**
             * Format: double
             * @description size × mark, USD.
             */
            notional: number;
            /**
             * Format: double
             * @description At mark, USD; 0 if the entry is unknown.
             */
            unrealizedPnl: number;
            /**
             * Format: double
             * @description 0 if no account state of the last 24 hours has it.
             */
            leverage: number;
            /** @description cross or isolated; empty if unknown. */
            leverageType: string;
            /**
             * Format: double
             * @description Average entry price, USD; 0 if unknown.
             */
            entryPx: number;
            /**
             * Format: double
             * @description Mark price, USD.
             */
            markPx: number;
            /**
             * Format: double
             * @description 0 if none is known.
             */
            liquidationPx: number;
            /**
             * Format: double
             * @description Unrealized PnL / (size × entry / leverage), a fraction; 0 if one of them is unknown.
             */
            roe: number;
            /**
             * Format: double
             * @description Funding paid since it was opened, USD; negative was received; 0 if unknown. Pages show it as received.
             */
            fundingSinceOpen: number;
            /**
             * Format: double
             * @description USD; 0 if unknown.
             */
            marginUsed: number;
            /**
             * Format: date-time
             * @description Opening, or the earliest fill or state that shows it.
             */
            openedAt: string;
            /**
             * Format: int64
             * @description The same, unix milliseconds.
             */
            openedAtRaw: number;
            /** @description The wallet's all-time PnL cohort. */
            pnlTier: string;
            /** @description The wallet's all-time size cohort. */
            sizeTier: string;
            /**
             * Format: double
             * @description The wallet's closed PnL of all time, before fees, USD.
             */
            traderTotalPnl: number;
            /**
             * Format: double
             * @description The wallet's winning fills / fills × 100, of all time.
             */
            traderWinRate: number;
            /**
             * Format: int64
             * @description The wallet's fills of all time.
             */
            traderTrades: number;
            /** @description Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are known. */
            unknownFields?: string[];
        };
        CohortSummaryBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            pnlTiers: components["schemas"]["CohortTierBody"][] | null;
            sizeTiers: components["schemas"]["CohortTierBody"][] | null;
        };
        CohortTierBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Legacy slug of the cohort. */
            tier: string;
            /**
             * Format: int64
             * @description Wallets in it now.
             */
            walletCount: number;
            /**
             * Format: double
             * @description Their closed PnL of all time as the exchange reports it, before fees, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description totalPnl / walletCount, USD; 0 without wallets.
             */
            avgPnl: number;
            /**
             * Format: double
             * @description Their volume of all time, USD.
             */
            totalVolume: number;
            /**
             * Format: double
             * @description totalVolume / walletCount, USD.
             */
            avgVolume: number;
            /**
             * Format: double
             * @description Mean of the wallets' winning fills / fills × 100.
             */
            avgWinRate: number;
            /**
             * Format: int64
             * @description Their fills of all time.
             */
            totalTrades: number;
            /**
             * Format: double
             * @description totalTrades / walletCount.
             */
            avgTrades: number;
            /**
             * Format: int64
             * @description Members with a fill in the last 24 hours.
             */
            tradersActive: number;
        };
        CohortTopPositionRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Stable across rebuilds.
             */
            id: number;
            /** @description Wallet address, lower case. */
            wallet: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            side: string;
            /**
             * Format: date-time
             * @description First fill.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description Last fill.
             */
            closedAt: string;
            /**
             * Format: int64
             * @description From the first fill to the last, milliseconds.
             */
            durationMs: number;
            /**
             * Format: double
             * @description Largest size held, units of the coin.
             */
            peakSize: number;
            /**
             * Format: double
             * @description Volume-weighted price of the fills that increased it, USD.
             */
            entryVwap: number;
            /**
             * Format: double
             * @description Volume-weighted price of the fills that decreased it, USD.
             */
            exitVwap: number;
            /**
             * Format: double
             * @description Closed PnL of its fills, before fees, USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description Fees of its fills, USD; negative for rebates.
             */
            fees: number;
            /**
             * Format: double
             * @description Builder fees of its fills, USD.
             */
            builderFee: number;
            /** @description True if a liquidation closed a part of it. */
            wasLiquidated: boolean;
        };
        CoinAlphaMapRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int32
             * @description Closed lifecycles.
             */
            lifecycles: number;
            /**
             * Format: int32
             * @description Distinct wallets with one.
             */
            wallets: number;
            /**
             * Format: double
             * @description PnL of the winning positions, USD.
             */
            winnersPool: number;
            /**
             * Format: double
             * @description PnL of the losing positions, never above 0, USD.
             */
            losersPool: number;
            /**
             * Format: double
             * @description winnersPool + losersPool, USD; the ranking key by its size.
             */
            netPnl: number;
            /**
             * Format: int32
             * @description Lifecycles with a PnL above 0.
             */
            winningLifecycles: number;
            /**
             * Format: int32
             * @description Lifecycles with a PnL below 0.
             */
            losingLifecycles: number;
            /**
             * Format: double
             * @description Fees of all of them, USD.
             */
            totalFees: number;
        };
        CoinKing: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: double
             * @description Its realized PnL in the coin, above 0, USD.
             */
            coinPnl: number;
            /**
             * Format: double
             * @description Fees of those lifecycles, USD.
             */
            totalFees: number;
            /**
             * Format: int32
             * @description Lifecycles that it closed in the coin.
             */
            lifecycles: number;
            /**
             * Format: int32
             * @description Its place in the coin, from 1.
             */
            rank: number;
        };
        CoinLongShortBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int64
             * @description Longs, one a wallet.
             */
            longAccounts: number;
            /**
             * Format: int64
             * @description Shorts, one a wallet.
             */
            shortAccounts: number;
            /**
             * Format: double
             * @description Notional of longs at mark, USD.
             */
            longVolume: number;
            /**
             * Format: double
             * @description Notional of shorts at mark, USD.
             */
            shortVolume: number;
            /**
             * Format: double
             * @description Longs / shorts by count; 0 without shorts.
             */
            ratio: number;
            /**
             * Format: double
             * @description Notional of longs / notional of shorts; 0 without shorts.
             */
            volumeRatio: number;
            topLongs: components["schemas"]["LSTopPosition"][] | null;
            topShorts: components["schemas"]["LSTopPosition"][] | null;
            /**
             * Format: int64
             * @description Positions behind the numbers.
             */
            sampleSize: number;
            /**
             * Format: int64
             * @description When the answer was made, unix milliseconds.
             */
            timestamp: number;
            /**
             * Format: double
             * @description Mean notional of a long, USD.
             */
            avgLongSize: number;
            /**
             * Format: double
             * @description Mean notional of a short, USD.
             */
            avgShortSize: number;
            /**
             * Format: double
             * @description Weighted by notional, over longs whose leverage is known.
             */
            avgLongLeverage?: number;
            /**
             * Format: double
             * @description Weighted by notional, over shorts whose leverage is known.
             */
            avgShortLeverage?: number;
            /**
             * Format: double
             * @description Highest leverage that is known.
             */
            maxLeverage?: number;
            /**
             * Format: double
             * @description Unrealized PnL of all positions, USD.
             */
            totalUnrealizedPnl: number;
            /**
             * Format: double
             * @description Unrealized PnL of longs, USD.
             */
            longUnrealizedPnl: number;
            /**
             * Format: double
             * @description Unrealized PnL of shorts, USD.
             */
            shortUnrealizedPnl: number;
            /**
             * Format: double
             * @description Share of the notional in the five largest positions, 0 to 1.
             */
            concentrationTop5: number;
            /**
             * Format: double
             * @description (long − short) / (long + short) by notional, −1 to 1.
             */
            netBias: number;
        };
        CoinRiskHistoryBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int32
             * @description Hours that were served.
             */
            hours: number;
            oiHistory: components["schemas"]["OISnapshot"][] | null;
            longShortHistory: components["schemas"]["TimestampValue"][] | null;
            /** @description Bias of the PnL cohorts by the hour. */
            cohortBiasHistory: unknown;
            candleHistory: components["schemas"]["CandlePoint"][] | null;
            markDislocations: components["schemas"]["MarkDislocation"][] | null;
            liquidations: components["schemas"]["LiquidationSummaryBody"];
            availability: components["schemas"]["RiskAvailability"];
            freshness: components["schemas"]["RiskFreshness"];
            /**
             * Format: date-time
             * @description When the answer was made.
             */
            generatedAt: string;
        };
        CoinRiskSnapshotBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            market: components["schemas"]["GetCoinStatsRow"];
            longShort: components["schemas"]["CoinLongShortBody"];
            sizeBreakdown: components["schemas"]["GetPositionSizeBreakdownRow"][] | null;
            topPositions: components["schemas"]["GetTopPositionsRow"][] | null;
            liquidationHeatmap: components["schemas"]["LiquidationHeatmapBody"];
            liquidationSummary7d: components["schemas"]["LiquidationSummaryBody"];
            recentLiquidations: components["schemas"]["GetRecentLiquidationsRow"][] | null;
            /**
             * Format: double
             * @description Share of the notional in the five largest positions, 0 to 1.
             */
            concentrationTop5: number;
            /**
             * Format: double
             * @description Notional of positions within 5 % of their liquidation price, USD.
             */
            nearLiquidationNotional: number;
            /**
             * Format: int64
             * @description Positions within 5 % of their liquidation price.
             */
            nearLiquidationPositions: number;
            /**
             * Format: double
             * @description Mean distance of liquidation prices from the mark, percent, weighted by notional; absent if none is known.
             */
            avgLiquidationDistancePct?: number;
            availability: components["schemas"]["RiskAvailability"];
            freshness: components["schemas"]["RiskFreshness"];
            /**
             * Format: date-time
             * @description When the answer was made.
             */
            generatedAt: string;
        };
        CountedDollarToken: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description A dollar token other than USDC; empty for the collateral of an unlisted dex. */
            token: string;
            /**
             * Format: double
             * @description USD of one token: the mark of its pair if 0.9 to 1.1, else 1.
             */
            priceUsd: number;
            /**
             * @description Why it is 1: its pair has no price, or one beyond the bounds.
             * @enum {string}
             */
            assumed?: "no-price" | "out-of-bounds";
        };
        CoverageBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The feed. */
            feed: string;
            intervals: components["schemas"]["CoverageInterval"][] | null;
            /** @description Whether there are more behind these: ask again with a larger offset. */
            hasMore: boolean;
        };
        CoverageDay: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The day (UTC, YYYY-MM-DD) */
            day: string;
            /**
             * @description available: all of it is covered and nothing is missing. degraded: a part is not covered, or a gap is lost. pending: it is not over, reading has not come this far, or a gap may still be filled. missing: nothing of it is covered.
             * @enum {string}
             */
            condition: "available" | "degraded" | "pending" | "missing";
            /**
             * Format: int64
             * @description Gaps in it that may still be filled.
             */
            open: number;
            /**
             * Format: int64
             * @description Gaps in it that nothing is known to fill.
             */
            lost: number;
            /**
             * Format: int64
             * @description Gaps in it that were filled.
             */
            healed: number;
            lastModified: string | null;
        };
        CoverageDaysBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The feed. */
            feed: string;
            days: components["schemas"]["CoverageDay"][] | null;
        };
        CoverageInterval: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * @description covered: read, but for the gaps in it. open: a gap that may still be filled. healed: a gap that was filled. lost: a gap that nothing is known to fill.
             * @enum {string}
             */
            state: "covered" | "open" | "healed" | "lost";
            reason: string | null;
            wallet: string | null;
            coin: string | null;
            from: string | null;
            /**
             * Format: date-time
             * @description Its last moment.
             */
            to: string;
            fromBlock: number | null;
            toBlock: number | null;
            /**
             * Format: date-time
             * @description When it was first seen.
             */
            seenAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            changedAt: string;
        };
        CrossMarketAggregate: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: double
             * @description Of all venues, one side, USD.
             */
            totalOpenInterest: number;
            /**
             * Format: double
             * @description Of all venues, USD.
             */
            totalVolume24h: number;
            /**
             * Format: int64
             * @description Open positions known on all venues.
             */
            totalPositions: number;
            /**
             * Format: int64
             * @description Longs.
             */
            longPositions: number;
            /**
             * Format: int64
             * @description Shorts.
             */
            shortPositions: number;
            /**
             * Format: double
             * @description Notional of longs at mark, USD.
             */
            longNotional: number;
            /**
             * Format: double
             * @description Notional of shorts at mark, USD.
             */
            shortNotional: number;
            /**
             * Format: double
             * @description (long − short) / (long + short) by notional, −1 to 1.
             */
            netBias: number;
            /**
             * Format: double
             * @description Unrealized PnL of all positions, USD.
             */
            totalUnrealizedPnl: number;
            /**
             * Format: double
             * @description Largest − least netBias of venues with positions; 0 with fewer than two.
             */
            biasRange: number;
            /**
             * Format: int64
             * @description Distinct wallets with a position on any venue.
             */
            totalUniqueWallets: number;
        };
        CrossMarketAsset: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Ticker in upper case, without dex. */
            canonical: string;
            synonyms: string[] | null;
            venues: components["schemas"]["AssetVenueSummary"][] | null;
            /** @description True where more than one venue lists it. */
            crossMarket: boolean;
            /**
             * Format: int64
             * @description Venues.
             */
            venueCount: number;
            /**
             * Format: double
             * @description Of all venues, one side, USD.
             */
            totalOpenInterest: number;
            /**
             * Format: int64
             * @description Open positions known on all venues.
             */
            totalPositions: number;
            /**
             * Format: double
             * @description Of all venues, USD.
             */
            totalVolume24h: number;
        };
        CrossMarketAssetSummary: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Ticker in upper case, without dex. */
            canonical: string;
            synonyms: string[] | null;
            /** @description True where more than one venue lists it. */
            crossMarket: boolean;
            /**
             * Format: int64
             * @description Venues.
             */
            venueCount: number;
        };
        CrossMarketVenue: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description hl for the native dex, else the prefix of a builder dex. */
            dex: string;
            /** @description The exchange's coin. */
            symbol: string;
            /** @description The coin without dex. */
            ticker: string;
            /** @description True if the ticker is another name of the asset. */
            isSynonym: boolean;
            /** @description Token of the dex's margin. */
            collateral: string;
            /**
             * Format: double
             * @description Mark price, in the collateral.
             */
            markPx?: number;
            /**
             * Format: double
             * @description One side, USD at mark.
             */
            openInterest?: number;
            /**
             * Format: double
             * @description Notional of the last 24 hours, USD.
             */
            volume24h?: number;
            /**
             * Format: double
             * @description Hourly, a fraction.
             */
            fundingRate?: number;
            /**
             * Format: int64
             * @description Open positions known.
             */
            positions?: number;
            /**
             * Format: int64
             * @description Wallets with a position: as many.
             */
            uniqueWallets?: number;
            /**
             * Format: int64
             * @description Longs.
             */
            longPositions?: number;
            /**
             * Format: int64
             * @description Shorts.
             */
            shortPositions?: number;
            /**
             * Format: double
             * @description Notional of longs at mark, USD.
             */
            longNotional?: number;
            /**
             * Format: double
             * @description Notional of shorts at mark, USD.
             */
            shortNotional?: number;
            /**
             * Format: double
             * @description By notional, −1 to 1; absent without positions.
             */
            netBias?: number;
            /**
             * Format: double
             * @description Unrealized PnL of all positions, USD.
             */
            totalUnrealizedPnl?: number;
            /**
             * Format: double
             * @description Weighted by notional, over longs whose leverage is known.
             */
            avgLongLeverage?: number;
            /**
             * Format: double
             * @description Weighted by notional, over shorts whose leverage is known.
             */
            avgShortLeverage?: number;
        };
        CrossProductOverlapBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Start of the window as served.
             */
            since: string;
            /**
             * Format: int64
             * @description Wallets with a market trade in an outcome.
             */
            hip4TradersTotal: number;
            /**
             * Format: int64
             * @description Wallets with a market trade in a perp.
             */
            perpTradersTotal: number;
            /**
             * Format: int64
             * @description Wallets with both.
             */
            overlap: number;
            /**
             * Format: double
             * @description overlap / hip4TradersTotal × 100; 0 without a trader of outcomes.
             */
            overlapPct: number;
        };
        DailyPulseEdition: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Day that it covers (UTC, YYYY-MM-DD) */
            date: string;
            /**
             * Format: date-time
             * @description When it was stamped.
             */
            generatedAt: string;
            /** @description The story with the highest score: type, entity, headline, receipt, score; absent without one. */
            hero?: unknown;
            /** @description All stories by score, each as hero. */
            stories?: unknown;
            /** @description coinMovers, settledToday and leaderboardMovers. */
            standing?: unknown;
            /** @description The census it was stamped with; absent before the first. */
            censusBlock?: unknown;
            /** @description Source of the figures. */
            delayNote?: string;
        };
        DexOI: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description hl for the native dex, else the prefix of a builder dex. */
            dex: string;
            /**
             * Format: int32
             * @description Open positions known.
             */
            openPositions: number;
            /**
             * Format: double
             * @description Longs and shorts together, USD at mark.
             */
            grossNotionalUsd: number;
            /**
             * Format: double
             * @description Longs, USD at mark.
             */
            longNotionalUsd: number;
            /**
             * Format: double
             * @description Shorts, USD at mark.
             */
            shortNotionalUsd: number;
        };
        DexPositions: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description hl for the native dex, else the prefix of a builder dex. */
            dex: string;
            /**
             * Format: int32
             * @description Open positions known.
             */
            openPositions: number;
            /**
             * Format: int32
             * @description Distinct wallets with one.
             */
            walletsWithPositions: number;
            /**
             * Format: int32
             * @description Positions closed in 24 hours.
             */
            closed24h: number;
            /**
             * Format: int32
             * @description Those of them that a liquidation closed in part at least.
             */
            liquidated24h: number;
            /**
             * Format: double
             * @description Closed PnL of those positions, before fees, USD.
             */
            realizedPnl24h: number;
            /**
             * Format: double
             * @description Of those that gained, USD.
             */
            grossProfits24h: number;
            /**
             * Format: double
             * @description Of those that lost, USD, at most 0.
             */
            grossLosses24h: number;
        };
        DexVolume: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description hl for the native dex, else the prefix of a builder dex. */
            dex: string;
            /**
             * Format: double
             * @description Notional of its matches, each once, USD.
             */
            volumeUsd: number;
            /**
             * Format: int64
             * @description Distinct matches.
             */
            matches: number;
            /**
             * Format: int32
             * @description Distinct wallets that traded on the dex.
             */
            traders: number;
        };
        DrawdownCurveRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description The lifecycle's id.
             */
            id: number;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            side: string;
            /**
             * Format: date-time
             * @description First fill.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description Last fill.
             */
            closedAt: string;
            /**
             * Format: double
             * @description Volume-weighted entry price, USD.
             */
            entryVwap: number;
            /**
             * Format: double
             * @description Worst price while it was open, the entry included, USD.
             */
            maePx: number;
            /**
             * Format: double
             * @description Best price while it was open, the entry included, USD.
             */
            mfePx: number;
            /**
             * Format: double
             * @description Closed PnL of its fills, before fees, USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description From the entry to the worst price, percent of the entry, at least 0.
             */
            maxDrawdownPct: number;
            /**
             * Format: double
             * @description From the entry to the best price, percent of the entry, at least 0.
             */
            maxRunupPct: number;
        };
        EntityLeaderboardBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            entities: components["schemas"]["EntityLeaderboardRow"][] | null;
            verified?: components["schemas"]["CensusStamp"];
        };
        EntityLeaderboardRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the master. */
            entity: string;
            /**
             * Format: int32
             * @description Its wallets: the master, sub-accounts and vaults that they lead.
             */
            wallets: number;
            /**
             * Format: int32
             * @description Open perp positions of all of them.
             */
            openPositions: number;
            /**
             * Format: double
             * @description Sum of |size| × entry price, USD; a position whose entry is not known counts 0.
             */
            grossEntryNotional: number;
        };
        EntityMember: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description master, subaccount, agent (it signs for a wallet of the entity), multisig (a wallet of the entity is its only signer), or linked: a vault that the entity leads. */
            relation: string;
            /** @description Name of the sub-account or the vault, if it has one. */
            name?: string;
            /**
             * Format: int32
             * @description Open perp positions on all dexes.
             */
            openPositions: number;
            /**
             * Format: double
             * @description Sum of |size| × entry price, USD; a position whose entry is not known counts 0.
             */
            grossEntryNotional: number;
        };
        EntityPosition: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            direction: string;
            /**
             * Format: double
             * @description Coins, below 0 for a short.
             */
            size: number;
            /**
             * Format: double
             * @description Mean entry price; 0 if unknown, which unknownFields says.
             */
            entryVwap: number;
            /**
             * Format: date-time
             * @description When it was opened, else the earliest that is known to show it.
             */
            openedAt: string;
            /** @description Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are known. */
            unknownFields?: string[];
        };
        EntityProfileBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the master. */
            entity: string;
            /** @description True where it has more than one wallet. */
            isMultiWallet: boolean;
            members: components["schemas"]["EntityMember"][] | null;
            /**
             * Format: int64
             * @description Number of members.
             */
            combinedWallets: number;
            /**
             * Format: int32
             * @description Open positions of all members.
             */
            combinedOpenPositions: number;
            /**
             * Format: double
             * @description Sum over all members, USD.
             */
            combinedGrossEntryNotional: number;
            topOpenPositions: components["schemas"]["EntityPosition"][] | null;
            verified?: components["schemas"]["CensusStamp"];
        };
        ErrorDetail: {
            /** @description Location of the fault, origin first: query.limit, path.address. */
            location?: string;
            /** @description What would be right. */
            message?: string;
            /** @description The value as sent. */
            value?: unknown;
        };
        GetAssetBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The requested name. */
            query: string;
            /** @description Meaning of the code. */
            resolvedCanonical: string;
            asset: components["schemas"]["CrossMarketAsset"];
        };
        GetAssetCrossMarketBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The requested name. */
            query: string;
            /** @description Meaning of the code. */
            resolvedCanonical: string;
            asset: components["schemas"]["CrossMarketAssetSummary"];
            aggregate: components["schemas"]["CrossMarketAggregate"];
            venues: components["schemas"]["CrossMarketVenue"][] | null;
        };
        GetAssetsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Assets of this answer.
             */
            count: number;
            /**
             * Format: int64
             * @description Assets on more than one venue.
             */
            crossMarketCount: number;
            venues: string[] | null;
            assets: components["schemas"]["CrossMarketAsset"][] | null;
        };
        GetCoinStatsRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int64
             * @description Open positions known.
             */
            totalPositions: number;
            /**
             * Format: int64
             * @description Wallets with one: as many.
             */
            uniqueWallets: number;
            /**
             * Format: int64
             * @description Longs.
             */
            longPositions: number;
            /**
             * Format: int64
             * @description Shorts.
             */
            shortPositions: number;
            /**
             * Format: double
             * @description Notional of longs at mark, USD.
             */
            longNotional: number;
            /**
             * Format: double
             * @description Notional of shorts at mark, USD.
             */
            shortNotional: number;
            /**
             * Format: double
             * @description Unrealized PnL of all positions, USD.
             */
            totalUnrealizedPnl: number;
            /**
             * Format: double
             * @description Weighted by notional, over longs whose leverage is known; 0 if none is.
             */
            avgLongLeverage: number;
            /**
             * Format: double
             * @description Weighted by notional, over shorts whose leverage is known; 0 if none is.
             */
            avgShortLeverage: number;
            /**
             * Format: double
             * @description The exchange's own open interest if fresh, else longs: one side, USD at mark.
             */
            totalOi: number;
        };
        GetLiquidationSummaryByCohortRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description All-time PnL cohort, or unclassified. */
            tier: string;
            /** @description Sum of price × size, USD. */
            totalNotional: unknown;
            /** @description Sum of the victims' closed PnL, USD. */
            totalClosedPnl: unknown;
            /**
             * Format: int64
             * @description Liquidations: one for each victim, coin and order.
             */
            count: number;
            /**
             * Format: int64
             * @description Distinct victims.
             */
            wallets: number;
        };
        GetLiquidationSummaryByCoinRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int64
             * @description Liquidations: one for each victim, coin and order.
             */
            count: number;
            /** @description Sum of the victims' fees, USD. */
            totalPenaltyFees: unknown;
            /** @description Sum of the victims' closed PnL, USD. */
            totalClosedPnl: unknown;
            /** @description Sum of price × size, USD. */
            totalNotional: unknown;
        };
        GetLiquidationSummaryTimelineRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Start of the bucket, unix milliseconds.
             */
            bucketStart: number;
            /**
             * Format: int64
             * @description Liquidations: one for each victim, coin and order.
             */
            count: number;
            /** @description Sum of the victims' fees, USD. */
            totalPenaltyFees: unknown;
            /** @description Sum of the victims' closed PnL, USD. */
            totalClosedPnl: unknown;
            /** @description Sum of price × size, USD. */
            totalNotional: unknown;
        };
        GetPositionSizeBreakdownRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description <1k, 1k-10k, 10k-100k, 100k-1M, 1M-10M, >=10M */
            sizeBucket: string;
            /**
             * Format: int32
             * @description Place of the bucket, the smallest first, from 1.
             */
            sortOrder: number;
            /**
             * Format: int64
             * @description Positions in the bucket.
             */
            positionCount: number;
            /**
             * Format: int64
             * @description Longs among them.
             */
            longCount: number;
            /**
             * Format: int64
             * @description Shorts among them.
             */
            shortCount: number;
            /**
             * Format: double
             * @description Their notional at mark, USD.
             */
            totalNotional: number;
            /**
             * Format: double
             * @description That of longs, USD.
             */
            longNotional: number;
            /**
             * Format: double
             * @description That of shorts, USD.
             */
            shortNotional: number;
        };
        GetRecentLiquidationsRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Liquidated wallet, lower case. */
            address: unknown;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int64
             * @description Time of the first fill, unix milliseconds.
             */
            timestampMs: number;
            /** @description long or short: the position that was liquidated. */
            side: string;
            /**
             * Format: double
             * @description Liquidated size, coins.
             */
            size: number;
            /**
             * Format: double
             * @description Mean price of its fills by size, USD.
             */
            price: number;
            /**
             * Format: double
             * @description Sum of price × size of its fills, USD.
             */
            notional: number;
            /** @description Counterparty with the largest size, lower case. */
            liquidator: unknown;
            penaltyFee: number | null;
            closedPnl: number | null;
            pnlTier: string | null;
        };
        GetTopPositionsRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: unknown;
            /** @description The exchange's own spelling. */
            coin: string;
            size: number | null;
            /** @description long or short. */
            side: string;
            entryPx: number | null;
            markPx: number | null;
            leverage: number | null;
            leverageType: string | null;
            liquidationPx: number | null;
            unrealizedPnl: number | null;
            marginUsed: number | null;
            roe: number | null;
            fundingSinceOpen: number | null;
            notional: number | null;
            pUpdatedAt: string | null;
            pOpenedAt: string | null;
            openedAtRaw: number | null;
            pnlTier: string | null;
            sizeTier: string | null;
            /** @description The wallet's closed PnL of all time, before fees, USD; 0 without fills. */
            traderTotalPnl: string;
            traderWinRate: number | null;
            traderTotalTrades: number | null;
        };
        GetTraderPerformanceAllTimeRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Closed PnL of all fills, before fees, USD: a decimal. */
            pnl: string;
            trades: number | null;
            winRate: number | null;
        };
        GetTraderPerformanceRecentRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Closed PnL of the last 30 UTC days, today included, before fees, USD: a decimal as text. */
            pnl: unknown;
            /** @description Fills of those days: an integer. */
            trades: unknown;
            winRate: number | null;
        };
        GlobalLongShortBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Longs, one a wallet and coin.
             */
            totalLongAccounts: number;
            /**
             * Format: int64
             * @description Shorts, one a wallet and coin.
             */
            totalShortAccounts: number;
            /**
             * Format: double
             * @description Notional of longs at mark, USD.
             */
            totalLongVolume: number;
            /**
             * Format: double
             * @description Notional of shorts at mark, USD.
             */
            totalShortVolume: number;
            /**
             * Format: double
             * @description Longs / shorts by count; 0 without shorts.
             */
            accountRatio: number;
            /**
             * Format: double
             * @description Notional of longs / notional of shorts; 0 without shorts.
             */
            volumeRatio: number;
            bySymbol: components["schemas"]["CoinLongShortBody"][] | null;
            /**
             * Format: int64
             * @description Positions behind the numbers.
             */
            sampleSize: number;
            /**
             * Format: int64
             * @description Wallets with an account state within 24 hours, or an open position.
             */
            tradersTracked: number;
            /**
             * Format: int64
             * @description When the answer was made, unix milliseconds.
             */
            timestamp: number;
            /**
             * Format: double
             * @description Mean notional of a long, USD.
             */
            avgLongSize: number;
            /**
             * Format: double
             * @description Mean notional of a short, USD.
             */
            avgShortSize: number;
            /**
             * Format: double
             * @description Weighted by notional, over longs whose leverage is known.
             */
            avgLongLeverage?: number;
            /**
             * Format: double
             * @description Weighted by notional, over shorts whose leverage is known.
             */
            avgShortLeverage?: number;
            /**
             * Format: double
             * @description Highest leverage that is known.
             */
            maxLeverage?: number;
            /**
             * Format: double
             * @description Unrealized PnL of all positions, USD.
             */
            totalUnrealizedPnl: number;
            /**
             * Format: double
             * @description Unrealized PnL of longs, USD.
             */
            longUnrealizedPnl: number;
            /**
             * Format: double
             * @description Unrealized PnL of shorts, USD.
             */
            shortUnrealizedPnl: number;
            /**
             * Format: double
             * @description Share of the notional in the five largest positions, 0 to 1.
             */
            concentrationTop5: number;
            /**
             * Format: double
             * @description (long − short) / (long + short) by notional, −1 to 1.
             */
            netBias: number;
        };
        GlobalStatsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Wallets with an indexed fill.
             */
            totalTraders: number;
            /**
             * Format: double
             * @description Indexed fills; a match counts twice, once for each side.
             */
            totalTrades: number;
            /**
             * Format: double
             * @description Sum of price × size over market trades of all wallets, USD; a match counts twice.
             */
            totalVolume: number;
            /**
             * Format: double
             * @description Closed PnL of all wallets as the exchange reports it, before fees, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description Mean over wallets of winning fills / fills × 100.
             */
            avgWinRate: number;
            /** @description Day of the first indexed fill; empty without data (UTC, YYYY-MM-DD) */
            dataStartDate: string;
            /** @description Day of the last indexed fill; empty without data (UTC, YYYY-MM-DD) */
            dataEndDate: string;
        };
        HIP4DailyBucket: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Day of the trades (UTC, YYYY-MM-DD) */
            day: string;
            /**
             * Format: int64
             * @description Market trades, each side of a match.
             */
            fills: number;
            /**
             * Format: int64
             * @description Matches.
             */
            uniqueTrades: number;
            /**
             * Format: int64
             * @description Distinct wallets with a trade.
             */
            uniqueWallets: number;
            /**
             * Format: double
             * @description Contracts of matches, each counted once.
             */
            contracts: number;
            /**
             * Format: double
             * @description Sum of price × size of matches, each counted once, USDH.
             */
            notionalUsdh: number;
        };
        HIP4DailyVolumeBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Start of the window as served.
             */
            since: string;
            days: components["schemas"]["HIP4DailyBucket"][] | null;
        };
        HIP4KeywordValue: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description As the template names it. */
            keyword: string;
            /** @description Type of the value, as hlPerp, uDecimal, dateTime; absent while the template is not known. */
            type?: string;
            /** @description As the exchange writes it. */
            value: string;
        };
        HIP4OutcomeDetailBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            outcome: components["schemas"]["HIP4OutcomeListItem"];
        };
        HIP4OutcomeListItem: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Id without a side.
             */
            outcomeId: number;
            /** @description Name on the exchange; made from its template if it has one. */
            name?: string;
            /** @description A readable name, with its question. */
            displayName?: string;
            /** @description The exchange's description. */
            description?: string;
            /** @description Name of the venue that listed it; absent of an outcome that the exchange lists. */
            venue?: string;
            /** @description Address of the venue's deployer; absent if unknown. */
            deployer?: string;
            /**
             * Format: double
             * @description The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown.
             */
            deployerFeeScale?: number;
            /**
             * Format: date-time
             * @description When it was settled; absent while it is open, and where that is not known.
             */
            settledAt?: string;
            /**
             * Format: double
             * @description Payout of one Yes, 0 to 1; absent while open.
             */
            settleFraction?: number;
            /** @description Id of the template that it is made from. */
            template?: string;
            keywords?: components["schemas"]["HIP4KeywordValue"][] | null;
            /** @description Settlement source by its template; only in answers for one outcome. */
            rules?: string;
            sides: components["schemas"]["HIP4OutcomeSide"][] | null;
            /**
             * Format: int64
             * @description Market trades of the window, each side of a match.
             */
            fills: number;
            /**
             * Format: int64
             * @description Distinct wallets with one.
             */
            uniqueWallets: number;
            /**
             * Format: double
             * @description Sum of price × size of the window, USDH.
             */
            notionalUsdh?: number;
            /**
             * Format: date-time
             * @description First trade of the window.
             */
            firstTraded?: string;
            /**
             * Format: date-time
             * @description Last trade of the window.
             */
            lastTraded?: string;
            priceBinary?: components["schemas"]["ParsedPriceBinary"];
        };
        HIP4OutcomeSide: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description 0 or 1.
             */
            index: number;
            /** @description Name of the side, as Yes or No. */
            name: string;
            /** @description Token of the side: + and its encoding. */
            sideToken: string;
            /** @description Coin of the side: # and its encoding. */
            coinKey: string;
            /**
             * Format: int64
             * @description The exchange's asset id.
             */
            assetId: number;
        };
        HIP4OutcomeSummaryBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Id without a side.
             */
            outcomeId: number;
            /** @description As the exchange names it. */
            name?: string;
            /** @description A readable name. */
            displayName?: string;
            /**
             * Format: int64
             * @description Market trades of both sides, each side of a match.
             */
            fills: number;
            /**
             * Format: int64
             * @description Distinct wallets with one.
             */
            uniqueWallets: number;
            /**
             * Format: double
             * @description Contracts of matches in side 0, each counted once.
             */
            side0Contracts: number;
            /**
             * Format: double
             * @description Contracts of matches in side 1, each counted once.
             */
            side1Contracts: number;
            /**
             * Format: double
             * @description Sum of price × size of matches in side 0, USDH.
             */
            side0NotionalUsdh: number;
            /**
             * Format: double
             * @description Sum of price × size of matches in side 1, USDH.
             */
            side1NotionalUsdh: number;
            /**
             * Format: double
             * @description Both sides, USDH.
             */
            notionalUsdh: number;
            /**
             * Format: double
             * @description Closed PnL of all rows of both sides, settlements too, before fees, USDH.
             */
            realizedPnlUsdh: number;
            /**
             * Format: date-time
             * @description First trade.
             */
            firstTraded?: string;
            /**
             * Format: date-time
             * @description Last trade.
             */
            lastTraded?: string;
        };
        HIP4QuestionBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description The exchange's id.
             */
            questionId: number;
            /** @description Name on the exchange; made from its template if it has one. */
            name: string;
            /** @description Text of the question. */
            displayName: string;
            /** @description Name of the venue that listed it; absent of an outcome that the exchange lists. */
            venue?: string;
            /** @description Address of the venue's deployer; absent if unknown. */
            deployer?: string;
            /**
             * Format: double
             * @description The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown.
             */
            deployerFeeScale?: number;
            /** @description What decides it, by its template. */
            rules?: string;
            /** @description The exchange's description. */
            description: string;
            /**
             * Format: int64
             * @description Outcome that wins if no other does; -1 without one.
             */
            fallbackOutcome: number;
            namedOutcomeIds: number[] | null;
            settledNamedOutcomes: number[] | null;
            /** @description Kind of question, from its description. */
            class?: string;
            /** @description Ticker whose price decides. */
            underlying?: string;
            /**
             * Format: date-time
             * @description When the price is looked at.
             */
            expiry?: string;
            priceThresholds?: number[] | null;
            /** @description Interval at which such questions are listed. */
            period?: string;
        };
        HIP4RecentTrade: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Time of the fill.
             */
            tradeTime: string;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int64
             * @description Side of the outcome, 0 or 1.
             */
            sideIndex: number;
            /** @description B for a buy, A for a sell. */
            side: string;
            /**
             * Format: int32
             * @description 1: a market trade; no other rows are listed.
             */
            dirId: number;
            /**
             * Format: double
             * @description Price of a contract, USDH, 0 to 1.
             */
            px: number;
            /**
             * Format: double
             * @description Contracts, above 0.
             */
            sz: number;
            /**
             * Format: double
             * @description Closed PnL as the exchange reports it, before the fee, USDH.
             */
            pnl: number;
            /**
             * Format: double
             * @description Fee in USD; negative for a rebate.
             */
            fee: number;
        };
        HIP4RecentTradesBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Id without a side.
             */
            outcomeId: number;
            /** @description As the exchange names it. */
            name?: string;
            /** @description A readable name. */
            displayName?: string;
            /**
             * Format: int64
             * @description Rows returned.
             */
            count: number;
            trades: components["schemas"]["HIP4RecentTrade"][] | null;
        };
        HIP4SettlementItem: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Id without a side.
             */
            outcomeId: number;
            /** @description Name on the exchange. */
            name?: string;
            /** @description A readable name. */
            displayName?: string;
            /**
             * Format: date-time
             * @description Time of the payout; else of the exchange's settlement.
             */
            settledAt: string;
            /**
             * Format: int32
             * @description 0 or 1; absent if both sides were paid.
             */
            winningSide?: number;
            /**
             * Format: double
             * @description Payout of one Yes, 0 to 1; a No paid 1 minus it.
             */
            settleFraction?: number;
            /** @description Name of the venue that listed it; absent of an outcome that the exchange lists. */
            venue?: string;
            /** @description Address of the venue's deployer; absent if unknown. */
            deployer?: string;
            /**
             * Format: double
             * @description The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown.
             */
            deployerFeeScale?: number;
            /**
             * Format: int64
             * @description Settlement rows of winners.
             */
            winnerFills: number;
            /**
             * Format: int64
             * @description Settlement rows of losers.
             */
            loserFills: number;
            /**
             * Format: double
             * @description Payout of the winners' rows, USDH.
             */
            totalWinnerPayout: number;
            /**
             * Format: double
             * @description Loss in the losers' rows, at least 0, USDH.
             */
            totalLoserLoss: number;
        };
        HIP4SettlementsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Rows returned.
             */
            count: number;
            settlements: components["schemas"]["HIP4SettlementItem"][] | null;
        };
        HLGlobalStats: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: double
             * @description Of all markets by the exchange's own count, else of indexed trades, USD.
             */
            totalVolume24h: number;
            /**
             * Format: double
             * @description Of all perps, one side, USD.
             */
            totalOpenInterest: number;
            /**
             * Format: int64
             * @description Distinct indexed wallets.
             */
            totalUsers: number;
            /**
             * Format: int64
             * @description Matches of perps in 24 hours, each once.
             */
            totalTrades24h: number;
        };
        HLMarkPriceBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            symbol: string;
            /** @description Mark price, in the collateral. */
            markPrice: string;
            /** @description The oracle's price; empty if none is known. */
            indexPrice: string;
            /** @description Estimate for the current hour, a decimal fraction; 0 for spot and outcomes, empty if unknown for a perp. */
            fundingRate: string;
            /** @description One side, in coins, as on the exchange; 0 for spot and outcomes. */
            openInterest: string;
            /** @description Notional of the last 24 hours, in the collateral. */
            volume24h: string;
            /** @description Change of the price in 24 hours, percent; empty if unknown. */
            change24h: string;
            /** @description context: reported by the exchange now; trade: the newest stored trade. */
            basis: string;
            /**
             * Format: date-time
             * @description Time of that context or trade.
             */
            observedAt: string;
        };
        HLMarketData: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description What people call it: UETH/USDC of the pair @151; the coin of a perp. */
            symbol: string;
            /** @description hl for the native dex and spot, else the prefix of a builder dex. */
            dex: string;
            /**
             * Format: double
             * @description Mark price, in the collateral.
             */
            markPx: number;
            /**
             * Format: double
             * @description Between best bid and best ask; the mark where a side is empty.
             */
            midPx: number;
            /**
             * Format: double
             * @description The oracle's price; of spot, which has none, the mark.
             */
            oraclePx: number;
            /**
             * Format: double
             * @description One side, USD at mark; 0 for spot.
             */
            openInterest: number;
            /**
             * Format: double
             * @description Estimate of the current hour, a fraction; 0 for spot.
             */
            fundingRate: number;
            /**
             * Format: double
             * @description Notional of the last 24 hours, USD.
             */
            volume24h: number;
            /**
             * Format: double
             * @description Change of the mark price in 24 hours, percent.
             */
            change24h: number;
            /**
             * Format: double
             * @description Price 24 hours ago.
             */
            prevDayPx: number;
            /** @description Volume or open interest above 0. */
            hasActivity: boolean;
            /** @description Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are known. */
            unknownFields?: string[];
        };
        HLMarketOverviewBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            globalStats: components["schemas"]["HLGlobalStats"];
            markets: components["schemas"]["HLMarketData"][] | null;
        };
        HLOrderBookBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            symbol: string;
            bids: components["schemas"]["HLOrderBookLevel"][] | null;
            asks: components["schemas"]["HLOrderBookLevel"][] | null;
            /**
             * Format: int64
             * @description The exchange's time of the book, unix milliseconds.
             */
            timestamp: number;
        };
        HLOrderBookLevel: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description In the collateral, as the exchange sends it. */
            price: string;
            /** @description Units of the coin, as the exchange sends it. */
            size: string;
            /**
             * Format: int64
             * @description Orders at this price.
             */
            count: number;
        };
        HLPositionItem: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            symbol: string;
            /** @description long or short. */
            side: string;
            /** @description Units of the coin, above 0. */
            size: string;
            /** @description Average entry price; empty if unknown. */
            entryPrice: string;
            /** @description Price of a unit; empty if unknown. */
            markPrice: string;
            /** @description At mark, USD; empty if unknown. */
            unrealizedPnl: string;
            /** @description Closed PnL of the position since it was opened, USD; 0 if unknown. */
            realizedPnl: string;
            /** @description Empty if no price above 0 liquidates, or none is known. */
            liquidationPrice: string;
            /** @description Margin used, USD; empty if unknown. */
            margin: string;
            /**
             * Format: double
             * @description 0 if unknown.
             */
            leverage: number;
            /** @description Unrealized PnL / (size × entry / leverage), a fraction; empty if unknown. */
            roe: string;
            /** @description Funding paid since it was opened, USD; negative was received; empty if unknown. Pages show it as received. */
            fundingSinceOpen: string;
            /** @description cross or isolated; empty if unknown. */
            marginMode: string;
        };
        HLWalletPositionsItem: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * @description exchange: read from it now; stored: from fills and account states, if the exchange was not read or did not answer.
             * @enum {string}
             */
            source: "exchange" | "stored";
            /**
             * @description What the positions rest on; absent if none is known.
             * @enum {string}
             */
            basis?: "state" | "fills" | "mixed";
            positions: components["schemas"]["HLPositionItem"][] | null;
        };
        HLWalletsPositionsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            wallets: components["schemas"]["HLWalletPositionsItem"][] | null;
        };
        HeatmapBucket: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: double
             * @description Lower end of the bucket, USD.
             */
            priceLow: number;
            /**
             * Format: double
             * @description Upper end of the bucket, USD.
             */
            priceHigh: number;
            /**
             * Format: int64
             * @description Longs with a liquidation price in the bucket.
             */
            longPositions: number;
            /**
             * Format: int64
             * @description Shorts with a liquidation price in the bucket.
             */
            shortPositions: number;
            /**
             * Format: double
             * @description Notional of those longs at mark, USD.
             */
            longNotionalAtRisk: number;
            /**
             * Format: double
             * @description Notional of those shorts at mark, USD.
             */
            shortNotionalAtRisk: number;
            /**
             * Format: double
             * @description Both together, USD.
             */
            totalNotionalAtRisk: number;
            /**
             * Format: double
             * @description Longs at risk from the mark outwards to this bucket, USD.
             */
            cumulativeLongNotional: number;
            /**
             * Format: double
             * @description Shorts at risk from the mark outwards to this bucket, USD.
             */
            cumulativeShortNotional: number;
        };
        HourProfitabilityRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int32
             * @description Hour of the close, UTC, 0 to 23.
             */
            hourUtc: number;
            /**
             * Format: int32
             * @description Lifecycles closed in it.
             */
            lifecycles: number;
            /**
             * Format: double
             * @description Their realized PnL, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description totalPnl / lifecycles, 0 without lifecycles, USD.
             */
            avgPnl: number;
            /**
             * Format: int32
             * @description Those with a PnL above 0.
             */
            wins: number;
            /**
             * Format: int32
             * @description Those with a PnL below 0.
             */
            losses: number;
        };
        LSTopPosition: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: double
             * @description Units of the coin, above 0.
             */
            size: number;
            /**
             * Format: double
             * @description size × mark, USD.
             */
            notional: number;
            /**
             * Format: double
             * @description Unrealized PnL, USD.
             */
            pnl: number;
            /** @description Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are known. */
            unknownFields?: string[];
        };
        LeaderboardBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            traders: components["schemas"]["LeaderboardTrader"][] | null;
            /**
             * Format: int32
             * @description Rows returned, not traders that match.
             */
            total: number;
            /**
             * Format: int64
             * @description Traders that match, on this page and all others.
             */
            matching: number;
        };
        LeaderboardTrader: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: double
             * @description Closed PnL over all fills of the period as the exchange reports it, before fees, USD.
             */
            totalPnl: number;
            /**
             * Format: int64
             * @description Fills of the period; not positions.
             */
            totalTrades: number;
            /**
             * Format: int64
             * @description Fills with a closed PnL above 0.
             */
            winningTrades: number;
            /**
             * Format: double
             * @description winningTrades / totalTrades × 100.
             */
            winRate: number;
            /**
             * Format: double
             * @description Sum of price × size over market trades, USD.
             */
            totalVolume: number;
            totalFees: number | null;
            largestWin: number | null;
            largestLoss: number | null;
            firstTradeAt: string | null;
            lastTradeAt: string | null;
            /** @description All-time cohort by realized PnL net of fees: a legacy slug. */
            pnlTier?: string;
            /** @description Cohort of the recent window, by smaller cut-offs; absent without a fill in it. */
            pnlTierRecent?: string;
            /** @description All-time cohort by traded notional: a legacy slug. */
            sizeTier?: string;
            /** @description Cohort of the recent window, by smaller cut-offs; absent without a fill in it. */
            sizeTierRecent?: string;
            /**
             * Format: double
             * @description Closed PnL of the recent window, the 30 whole UTC days before today, before fees, USD.
             */
            recentPnl?: number;
            /**
             * Format: double
             * @description Traded notional of the recent window, the 30 whole UTC days before today, USD.
             */
            recentVolume?: number;
            /**
             * Format: double
             * @description Funding received on all perps in the period, USD; negative is paid.
             */
            funding?: number;
            /**
             * Format: double
             * @description totalPnl − fees + funding of the period, USD: PnL after costs, in every period.
             */
            netPnl?: number;
            /**
             * Format: double
             * @description Unrealized PnL of its open perp positions at mark, USD.
             */
            unrealizedPnl?: number;
            /**
             * Format: double
             * @description Perp positions closed in the period with a realized PnL above 0 / closed × 100: positions from flat to flat, not fills.
             */
            positionWinRate?: number;
            /** @description Last of the 30 whole days of the recent window: yesterday (UTC, YYYY-MM-DD) */
            recentWindowEnd?: string;
            accountValue?: components["schemas"]["AccountValueBody"];
        };
        LegacyError: {
            /** @constant */
            success: false;
            error: string;
            /** @description Stable token for programs. */
            code?: string;
            /**
             * @description What to mend.
             * @enum {string}
             */
            reason?: "missing_api_key" | "invalid_api_key" | "insufficient_tier" | "invalid_parameters";
            /** @description How to go on. */
            message?: string;
            /** @description Address to create a key. */
            signup_url?: string;
            /** @description What a higher tier would allow. */
            hint?: string;
            /** @description Where to move to a higher tier. */
            upgrade_url?: string;
        };
        LethalCoinRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int32
             * @description Closed lifecycles.
             */
            totalLifecycles: number;
            /**
             * Format: int32
             * @description Lifecycles that were liquidated at least in part.
             */
            liquidations: number;
            /**
             * Format: double
             * @description liquidations / totalLifecycles × 100; the ranking key.
             */
            liquidationPct: number;
            /**
             * Format: double
             * @description Penalty fees of the victims, USD.
             */
            totalPenalty: number;
        };
        LifecycleDetailBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            lifecycle: components["schemas"]["LifecycleRow"];
            /** @description closedPnl if every fill belongs to it in full, split if one crossed zero. */
            fillPnlBasis: string;
            fills: components["schemas"]["LifecycleFill"][] | null;
        };
        LifecycleFill: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Time of the fill.
             */
            tradeTime: string;
            /**
             * Format: int64
             * @description Time of the fill, unix milliseconds.
             */
            rawTime: number;
            /**
             * Format: int64
             * @description The exchange's trade id; 0 without one.
             */
            tid: number;
            /** @description Transaction of the aggressing action. */
            hash?: string;
            /** @description B for a buy, A for a sell. */
            side: string;
            /**
             * Format: double
             * @description USD.
             */
            px: number;
            /**
             * Format: double
             * @description Size of the whole fill.
             */
            sz: number;
            /**
             * Format: double
             * @description Fee of the whole fill, USD; negative for a rebate.
             */
            fee: number;
            /**
             * Format: double
             * @description Builder fee of the whole fill, USD.
             */
            builderFee: number;
            /**
             * Format: double
             * @description As attributedPnl.
             */
            pnl: number;
            /**
             * Format: double
             * @description The exchange's figure for the fill, USD.
             */
            rawClosedPnl: number;
            /**
             * Format: double
             * @description Part of the size in this lifecycle.
             */
            attributedSize: number;
            /**
             * Format: double
             * @description Part of the closed PnL in this lifecycle: all of it, or 0 if the fill also closed the previous lifecycle.
             */
            attributedPnl: number;
            /**
             * Format: double
             * @description Part of the fee in this lifecycle, by size.
             */
            attributedFee: number;
            /**
             * Format: double
             * @description Part of the builder fee in this lifecycle, by size.
             */
            attributedBuilderFee: number;
            /** @description False in spot lifecycles with a part that was not bought in fills: its cost is unknown, and the PnL is the exchange’s figure. */
            attributionAvailable: boolean;
        };
        LifecycleRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Stable across rebuilds.
             */
            id: number;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int32
             * @description Number among the wallet's lifecycles in the coin, from 1.
             */
            lifecycleNum: number;
            /** @description long or short. */
            side: string;
            /**
             * Format: date-time
             * @description First fill.
             */
            openedAt: string;
            /**
             * Format: int64
             * @description First fill, unix milliseconds.
             */
            openedAtRaw: number;
            /**
             * Format: date-time
             * @description Last fill; absent while open.
             */
            closedAt?: string;
            /**
             * Format: int64
             * @description Last fill; absent while open, unix milliseconds.
             */
            closedAtRaw?: number;
            /**
             * Format: int64
             * @description From the first fill to the last, milliseconds; absent while open.
             */
            durationMs?: number;
            /**
             * Format: double
             * @description Largest size held, units of the coin.
             */
            peakSize: number;
            /**
             * Format: double
             * @description Volume-weighted price of the fills that increased it, USD.
             */
            entryVwap: number;
            /**
             * Format: double
             * @description Volume-weighted price of the fills that decreased it, USD; absent before the first.
             */
            exitVwap?: number;
            /**
             * Format: double
             * @description Closed PnL of its fills, before fees, USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description Fees of its fills, USD; negative for rebates.
             */
            fees: number;
            /**
             * Format: double
             * @description Builder fees of its fills, a part of fees, USD.
             */
            builderFee: number;
            /**
             * Format: double
             * @description Funding received while open, USD; negative if paid. Absent if incomplete.
             */
            funding?: number;
            /**
             * Format: double
             * @description realizedPnl − fees + funding, USD; absent without funding.
             */
            netPnl?: number;
            /**
             * Format: int32
             * @description Fills.
             */
            fillCount: number;
            /** @description open or closed. */
            status: string;
            /** @description True once it is flat again. */
            isClosed: boolean;
            /** @description True if its opening is missing, or a fill in between. */
            openedBeforeWindow: boolean;
            /** @description True if a liquidation closed a part of it. */
            wasLiquidated: boolean;
            /** @description market or backstop. */
            liquidationMethod?: string;
            /**
             * Format: double
             * @description Closed PnL of the liquidation, USD.
             */
            liquidationClosedPnl?: number;
            /**
             * Format: double
             * @description Fee of the liquidation, USD.
             */
            penaltyFeePaid?: number;
            /** @description True if the exchange auto-deleveraged a part of it. */
            wasAutoDeleveraged: boolean;
            /** @description How it was closed: trade, liquidation, adl (auto-deleveraging), settlement, conversion (spot dust), or unknown if the fill is missing; absent while open. */
            closedBy?: string;
            /** @description Counterparty of the liquidation with the largest size, lower case. */
            liquidatorAddress?: string;
        };
        LiquidationHeatmapBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: double
             * @description Mark price, USD.
             */
            currentPrice: number;
            buckets: components["schemas"]["HeatmapBucket"][] | null;
            /**
             * Format: double
             * @description Notional of longs with a liquidation price in the range, USD.
             */
            totalLongAtRisk: number;
            /**
             * Format: double
             * @description Notional of shorts with a liquidation price in the range, USD.
             */
            totalShortAtRisk: number;
            /**
             * Format: int64
             * @description When the answer was made, unix milliseconds.
             */
            timestamp: number;
        };
        LiquidationHeatmapHistoryBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int32
             * @description Every how many hours one is served: 1 up to a week, more of a longer window.
             */
            stepHours: number;
            /**
             * Format: double
             * @description Width of a level, percent of its lower end.
             */
            stepPct: number;
            /**
             * Format: double
             * @description Levels are kept that reach into this distance from the mark, percent.
             */
            rangePct: number;
            history: components["schemas"]["LiquidationLevelHour"][] | null;
            missing: components["schemas"]["LiquidationLevelsMissing"][] | null;
        };
        LiquidationLevel: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: double
             * @description Lower end of the level, USD; the same in every hour and for every coin.
             */
            fromPx: number;
            /**
             * Format: double
             * @description Upper end of the level, USD; it belongs to the next one.
             */
            toPx: number;
            /**
             * Format: double
             * @description Notional at mark of longs with their liquidation price in the level, USD.
             */
            longUsd: number;
            /**
             * Format: double
             * @description Notional at mark of shorts with their liquidation price in the level, USD.
             */
            shortUsd: number;
        };
        LiquidationLevelHour: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Start of the hour, unix milliseconds.
             */
            timestamp: number;
            /**
             * Format: double
             * @description Mark price then, USD.
             */
            markPx: number;
            levels: components["schemas"]["LiquidationLevel"][] | null;
            /**
             * Format: double
             * @description Notional of longs whose liquidation price lies further from the mark, USD.
             */
            longOutsideUsd: number;
            /**
             * Format: double
             * @description Notional of shorts whose liquidation price lies further from the mark, USD.
             */
            shortOutsideUsd: number;
            /**
             * Format: double
             * @description Notional of longs without a liquidation price, USD.
             */
            longUnpricedUsd: number;
            /**
             * Format: double
             * @description Notional of shorts without a liquidation price, USD.
             */
            shortUnpricedUsd: number;
        };
        LiquidationLevelsMissing: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Start of the first hour that is not in history, unix milliseconds.
             */
            from: number;
            /**
             * Format: int64
             * @description End of the step of the last missing hour, unix milliseconds.
             */
            to: number;
            /**
             * Format: int32
             * @description Number of missing hours among the steps.
             */
            hours: number;
            /**
             * @description not-recorded: no process ran in that hour; no-mark: the coin had no price; no-positions: no open position of the coin is known.
             * @enum {string}
             */
            reason: "not-recorded" | "no-mark" | "no-positions";
        };
        LiquidationSummaryBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Start of the window that was served.
             */
            since: string;
            /** @description The exchange's own spelling; absent for all coins. */
            coin?: string;
            /**
             * Format: int64
             * @description Liquidations: one for each victim, coin and order.
             */
            count: number;
            /**
             * Format: double
             * @description Sum of the victims' fees, USD.
             */
            totalPenaltyFees: number;
            /**
             * Format: double
             * @description Sum of the victims' closed PnL, USD.
             */
            totalClosedPnl: number;
            /**
             * Format: double
             * @description Sum of price × size, USD.
             */
            totalNotional: number;
            /**
             * Format: int64
             * @description Distinct victims.
             */
            wallets: number;
            /**
             * Format: double
             * @description Notional of liquidated longs, USD.
             */
            longNotional: number;
            /**
             * Format: double
             * @description Notional of liquidated shorts, USD.
             */
            shortNotional: number;
            /**
             * Format: int64
             * @description Liquidations of longs.
             */
            longEvents: number;
            /**
             * Format: int64
             * @description Liquidations of shorts.
             */
            shortEvents: number;
            /**
             * Format: double
             * @description totalPenaltyFees per liquidation whose victim's fills are stored, USD.
             */
            avgPenaltyFee: number;
            /**
             * Format: double
             * @description totalClosedPnl per liquidation whose victim's fills are stored, USD.
             */
            avgClosedPnl: number;
            /**
             * Format: int64
             * @description Length of a bucket of the timeline, milliseconds.
             */
            bucketSizeMs: number;
            byCoin: components["schemas"]["GetLiquidationSummaryByCoinRow"][] | null;
            timeline: components["schemas"]["GetLiquidationSummaryTimelineRow"][] | null;
            byCohort?: components["schemas"]["GetLiquidationSummaryByCohortRow"][] | null;
            autoDeleveraging?: components["schemas"]["AutoDeleveragingSums"];
            availability: components["schemas"]["RiskAvailability"];
            freshness: components["schemas"]["RiskFreshness"];
            /**
             * Format: date-time
             * @description When the answer was made.
             */
            generatedAt: string;
        };
        ListOutcomesBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Rows returned.
             */
            count: number;
            outcomes: components["schemas"]["HIP4OutcomeListItem"][] | null;
        };
        ListQuestionsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Rows returned.
             */
            count: number;
            questions: components["schemas"]["HIP4QuestionBody"][] | null;
        };
        LongShortHistoryBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling; _GLOBAL for all coins. */
            coin: string;
            history: components["schemas"]["LongShortHistoryEntry"][] | null;
        };
        LongShortHistoryEntry: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Start of the hour, unix milliseconds.
             */
            timestamp: number;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int64
             * @description Longs, one a wallet and coin.
             */
            longAccounts: number;
            /**
             * Format: int64
             * @description Shorts, one a wallet and coin.
             */
            shortAccounts: number;
            /**
             * Format: double
             * @description Notional of longs at mark, USD.
             */
            longVolume: number;
            /**
             * Format: double
             * @description Notional of shorts at mark, USD.
             */
            shortVolume: number;
            /**
             * Format: double
             * @description Longs / shorts by count; 0 without shorts.
             */
            accountRatio: number;
            /**
             * Format: double
             * @description Notional of longs / notional of shorts; 0 without shorts.
             */
            volumeRatio: number;
            /**
             * Format: double
             * @description Weighted by notional, over longs whose leverage is known; 0 if none is.
             */
            avgLongLeverage: number;
            /**
             * Format: double
             * @description Weighted by notional, over shorts whose leverage is known; 0 if none is.
             */
            avgShortLeverage: number;
            /**
             * Format: double
             * @description (long − short) / (long + short) by notional, −1 to 1.
             */
            netBias: number;
            /**
             * Format: double
             * @description Unrealized PnL of all positions, USD.
             */
            totalUnrealizedPnl: number;
        };
        MarkDislocation: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Start of the minute, unix milliseconds.
             */
            timestamp: number;
            /**
             * Format: double
             * @description Mark price, USD.
             */
            markPx: number;
            /**
             * Format: double
             * @description Oracle price, USD.
             */
            oraclePx: number;
            /**
             * Format: double
             * @description (mark − oracle) / oracle × 100: positive if the mark is above.
             */
            basisPct: number;
        };
        MarkDislocationsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            markDislocations: components["schemas"]["MarkDislocation"][] | null;
            availability: components["schemas"]["RiskAvailability"];
            freshness: components["schemas"]["RiskFreshness"];
            /**
             * Format: date-time
             * @description When the answer was made.
             */
            generatedAt: string;
        };
        MarketCandle: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description As the exchange names it. */
            interval: string;
            /**
             * Format: int64
             * @description First millisecond, unix milliseconds.
             */
            timeMs: number;
            /**
             * Format: double
             * @description First price, in the collateral.
             */
            open: number;
            /**
             * Format: double
             * @description Highest price.
             */
            high: number;
            /**
             * Format: double
             * @description Lowest price.
             */
            low: number;
            /**
             * Format: double
             * @description Last price.
             */
            close: number;
            /**
             * Format: double
             * @description Units of the coin.
             */
            volume: number;
            /**
             * Format: int64
             * @description Trades.
             */
            tradeCount: number;
        };
        MarketConcentrationRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description top 0.1%, 0.1–1%, 1–10%, 10–50% or 50–100%: from the best wallet on, of their number. */
            percentileBand: string;
            /**
             * Format: int32
             * @description Wallets of the band.
             */
            wallets: number;
            /**
             * Format: double
             * @description Their profits, USD.
             */
            bandPnl: number;
            /**
             * Format: double
             * @description bandPnl / profits of all wallets with one × 100.
             */
            pctOfProfits: number;
            /**
             * Format: double
             * @description Profits of this band and of those above it, USD.
             */
            cumulativePnl: number;
            /**
             * Format: double
             * @description cumulativePnl / profits of all wallets with one × 100.
             */
            cumulativePctOfProfits: number;
            /**
             * Format: int32
             * @description Place of its first wallet, from 1.
             */
            firstRank: number;
            /**
             * Format: int32
             * @description Place of its last wallet.
             */
            lastRank: number;
        };
        MaxPainEventRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Names the lifecycle, also in later answers.
             */
            id: number;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            side: string;
            /**
             * Format: date-time
             * @description First fill.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description Last fill.
             */
            closedAt: string;
            /**
             * Format: int64
             * @description From opening to close, milliseconds.
             */
            durationMs: number;
            /**
             * Format: double
             * @description Mean price of the fills that increased it, by size.
             */
            entryVwap: number;
            /**
             * Format: double
             * @description Worst price while it was open.
             */
            maePx: number;
            /**
             * Format: double
             * @description Mean price of the fills that decreased it, by size.
             */
            exitVwap: number;
            /**
             * Format: double
             * @description Before fees, USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description From entry to worst price, percent of the entry, at least 0; the ranking key.
             */
            maxDrawdownPct: number;
        };
        MostTradedCoin: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: int64
             * @description Distinct wallets with a fill in the coin.
             */
            traders: number;
            /**
             * Format: int64
             * @description Fills in the coin; a match counts twice, once for each side.
             */
            totalTrades: number;
            /**
             * Format: double
             * @description Closed PnL of all wallets in the coin as the exchange reports it, before fees, USD.
             */
            totalPnl: number;
        };
        NewcomerWhale: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: date-time
             * @description Earliest known activity: the earlier of firstTradeAt and firstLifecycleAt.
             */
            firstSeen: string;
            /**
             * Format: double
             * @description Sum of peak size × entry VWAP over the lifecycles that it closed in the window, USD; the ranking key.
             */
            grossNotional: number;
            /**
             * Format: double
             * @description Realized PnL of the window, USD.
             */
            totalPnl: number;
            /**
             * Format: int32
             * @description Lifecycles that it closed in the window.
             */
            lifecycles: number;
            /**
             * Format: date-time
             * @description When its first lifecycle opened.
             */
            firstLifecycleAt: string;
            firstTradeAt: string | null;
        };
        OIBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: double
             * @description Longs and shorts of all dexes together, USD at mark.
             */
            totalGrossUsd: number;
            byDex: components["schemas"]["DexOI"][] | null;
            /**
             * Format: date-time
             * @description When the answer was made.
             */
            generatedAt: string;
        };
        OIHistoryBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            history: components["schemas"]["OISnapshot"][] | null;
            latest?: components["schemas"]["OISnapshot"];
        };
        OISnapshot: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Start of the hour, unix milliseconds. */
            timestamp: unknown;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: double
             * @description One side, USD at mark.
             */
            openInterest: number;
            /** @description Mark price, USD; absent if unknown, and for all coins together. */
            markPx?: unknown;
        };
        OfficialOIBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description hl for the native dex, else the prefix of a builder dex. */
            dex: string;
            history: components["schemas"]["OfficialOIEntry"][] | null;
        };
        OfficialOIEntry: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Start of the hour, unix milliseconds.
             */
            timestamp: number;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description hl for the native dex, else the prefix of a builder dex. */
            dex: string;
            /**
             * Format: double
             * @description One side, USD at mark.
             */
            openInterest: number;
            /**
             * Format: double
             * @description Mark price, in the collateral.
             */
            markPx: number;
            /**
             * Format: double
             * @description Notional of the 24 hours before, in the collateral.
             */
            dayNtlVlm: number;
        };
        OneMonthWonder: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: double
             * @description Realized PnL of the best calendar month, UTC, USD.
             */
            bestMonthPnl: number;
            /**
             * Format: double
             * @description Realized PnL of the window, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description bestMonthPnl − totalPnl: what the other months lost, USD; the ranking key.
             */
            giveback: number;
            /**
             * Format: int32
             * @description Calendar months with a closed lifecycle.
             */
            activeMonths: number;
            /**
             * Format: int32
             * @description Those with a PnL above 0.
             */
            profitableMonths: number;
        };
        ParsedPriceBinary: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Kind of outcome. */
            class: string;
            /** @description Ticker whose price decides. */
            underlying: string;
            /**
             * Format: date-time
             * @description When the price is looked at.
             */
            expiry?: string;
            /**
             * Format: double
             * @description Price to be met, USD.
             */
            targetPrice?: number;
            /** @description Interval at which such outcomes are listed; once if made from a template. */
            period: string;
            /**
             * @description What the price has to do for a Yes; absent if unknown.
             * @enum {string}
             */
            comparison?: "at-or-above" | "above" | "below" | "touches";
            /**
             * Format: int32
             * @description Seconds over which the price is taken; absent if not stated.
             */
            seconds?: number;
        };
        PaymentCensus: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description The hour of the payments.
             */
            hour: string;
            /**
             * Format: int64
             * @description Newest indexed block not after them; 0 if the source has no blocks.
             */
            verified_at_block: number;
            /**
             * Format: date-time
             * @description Time of the newest payment.
             */
            chain_time: string;
            /** @description True if the payments of all wallets were read, so that a position without a payment is not open; else only those read are compared. */
            is_whole: boolean;
            /**
             * Format: int32
             * @description Open positions that were paid for.
             */
            positions: number;
            /**
             * Format: int32
             * @description Wallets that have them.
             */
            wallets: number;
            /**
             * Format: int32
             * @description Positions whose fills end at another size than was paid for.
             */
            differences: number;
            causes: components["schemas"]["CensusCauseCount"][] | null;
        };
        PerfectExitRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Names the lifecycle, also in later answers.
             */
            id: number;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            side: string;
            /**
             * Format: date-time
             * @description First fill.
             */
            openedAt: string;
            /**
             * Format: date-time
             * @description Last fill.
             */
            closedAt: string;
            /**
             * Format: double
             * @description Mean price of the fills that increased it, by size.
             */
            entryVwap: number;
            /**
             * Format: double
             * @description Mean price of the fills that decreased it, by size.
             */
            exitVwap: number;
            /**
             * Format: double
             * @description Best price while it was open.
             */
            mfePx: number;
            /**
             * Format: double
             * @description Before fees, USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description How much of the way from entry to best price its exits took, percent; the ranking key.
             */
            mfeCapturePct: number;
        };
        PerpContextSide: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Name of the side. */
            outcomeSide: string;
            /**
             * Format: int64
             * @description Wallets that hold it: bought more than they sold in the window.
             */
            outcomeWallets: number;
            /**
             * Format: int64
             * @description Of these with an open perp position on the underlying.
             */
            withOpenUnderlying: number;
            /**
             * Format: double
             * @description withOpenUnderlying / outcomeWallets × 100; 0 without a holder.
             */
            openPositionOverlapPct: number;
            /**
             * Format: int64
             * @description Of these net long the underlying.
             */
            longWallets: number;
            /**
             * Format: int64
             * @description Of these net short the underlying.
             */
            shortWallets: number;
            /**
             * Format: double
             * @description Sum of their positions, coins, signed.
             */
            netUnderlyingPosition: number;
            /**
             * Format: double
             * @description Sum of |size| × mark of their positions, USD.
             */
            underlyingNotional: number;
            /**
             * Format: int64
             * @description Holders whose position gains from the same move.
             */
            alignedWallets: number;
            /**
             * Format: int64
             * @description Holders with any other position.
             */
            hedgedWallets: number;
            /**
             * Format: int64
             * @description Holders without a position.
             */
            predictionNativeWallets: number;
        };
        PerpContextTopWallet: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description Name of the side it holds. */
            outcomeSide: string;
            /**
             * Format: double
             * @description Contracts bought less contracts sold in the window.
             */
            outcomeSharesHeld: number;
            /**
             * Format: double
             * @description outcomeSharesHeld × mark price of the side, USDH.
             */
            outcomeNotionalUsdh: number;
            /** @description long, short or none. */
            underlyingSide: string;
            /**
             * Format: double
             * @description Coins, signed, all dexes together.
             */
            underlyingSize: number;
            /**
             * Format: double
             * @description Sum of |size| × mark, USD; 0 if a price is unknown.
             */
            underlyingNotional: number;
            /**
             * Format: double
             * @description Weighted by notional; 0 if unknown.
             */
            underlyingLeverage: number;
            /**
             * Format: double
             * @description At mark, USD; 0 if an entry or a price is unknown.
             */
            underlyingUnrealizedPnl: number;
            /** @description aligned, hedged or prediction-native. */
            signal: string;
            /** @description Names of the fields of this row that are not known: ignore their 0 or empty text. Absent if all are known. */
            unknownFields?: string[];
        };
        PerpPositionContextBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Id without a side.
             */
            outcomeId: number;
            /** @description Ticker whose price decides. */
            underlying: string;
            /**
             * Format: date-time
             * @description Start of the window as served.
             */
            since: string;
            sides: components["schemas"]["PerpContextSide"][] | null;
            topWallets: components["schemas"]["PerpContextTopWallet"][] | null;
        };
        PersistentWinner: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: int32
             * @description Calendar months, UTC, of the window with a PnL above 0.
             */
            profitableMonths: number;
            /**
             * Format: double
             * @description Realized PnL of the window, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description That of the best month, USD.
             */
            bestMonthPnl: number;
        };
        PlanBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description free, starter, pro or enterprise. */
            tier: string;
            /**
             * Format: double
             * @description Requests a minute.
             */
            requestsPerMin: number;
            /**
             * Format: int64
             * @description Requests a UTC day; 0 means no limit.
             */
            requestsPerDay: number;
            /**
             * Format: int64
             * @description Requests a calendar month UTC; 0 means no limit.
             */
            requestsPerMonth: number;
            tiers: components["schemas"]["PlanTier"][] | null;
            /** @description Address to change the plan. */
            upgrade_url: string;
        };
        PlanTier: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description free, starter, pro or enterprise. */
            tier: string;
            /**
             * Format: double
             * @description Requests a minute.
             */
            requestsPerMin: number;
            /**
             * Format: int64
             * @description Requests a UTC day; 0 means no limit.
             */
            requestsPerDay: number;
            /**
             * Format: int64
             * @description Requests a calendar month UTC; 0 means no limit.
             */
            requestsPerMonth: number;
        };
        PnlLeader: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: double
             * @description Of the lifecycles that it closed, before fees, USD.
             */
            realizedPnl: number;
            /**
             * Format: int32
             * @description Lifecycles that it closed.
             */
            positionsClosed: number;
            /**
             * Format: int32
             * @description Lifecycles that were liquidated at least in part.
             */
            liquidations: number;
        };
        PnlLeadersBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description 24h, rolling. */
            window: string;
            winners: components["schemas"]["PnlLeader"][] | null;
            losers: components["schemas"]["PnlLeader"][] | null;
            /**
             * Format: date-time
             * @description When the figures were worked out.
             */
            generatedAt: string;
        };
        PnlPoint: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Its start: of the record, where that begins in it.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end, which is not in it: of the record, where that ends in it.
             */
            to: string;
            realizedPnl: number | null;
            fees: number | null;
            builderFees: number | null;
            funding: number | null;
            netPnl: number | null;
            unrealizedPnl: number | null;
            totalReturnUsd: number | null;
            netDeposits: number | null;
            ledgerFees: number | null;
            accountValue: number | null;
            /**
             * Format: date-time
             * @description netDeposits and ledgerFees count transfers before this time, at most a day ago: later ones were not read yet.
             */
            flowsTo?: string;
            unknown?: components["schemas"]["PnlUnknownPart"][] | null;
        };
        PnlUnknownPart: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * @description The field that is null.
             * @enum {string}
             */
            part: "realizedPnl" | "fees" | "builderFees" | "funding" | "netPnl" | "unrealizedPnl" | "totalReturnUsd" | "netDeposits" | "ledgerFees" | "accountValue";
            /**
             * @description Why. before-record: the record begins later; after-record: the record ends earlier; fills-gap: fills are missing; quarantined: a fill, payment or update of that time cannot be read and is in quarantine; fee-price: a fee was paid in a token without a known price; funding-not-read: funding payments of that time were not read; funding-by-day: the exchange has merged the payments of that day into one; no-mark: a position open at the start or end has no price there; flows-not-read: deposits and transfers of that time were not read; unvalued-transfer: a ledger update has an unknown type, or no known value in USD; no-state: the account was not fully read in the hour before the end.
             * @enum {string}
             */
            reason: "before-record" | "after-record" | "fills-gap" | "quarantined" | "fee-price" | "funding-not-read" | "funding-by-day" | "no-mark" | "flows-not-read" | "unvalued-transfer" | "no-state";
        };
        PositionsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int32
             * @description Open positions known, on all dexes.
             */
            totalOpenPositions: number;
            /**
             * Format: int32
             * @description Positions closed in 24 hours.
             */
            totalClosed24h: number;
            /**
             * Format: int32
             * @description Those of them that a liquidation closed in part at least.
             */
            totalLiquidated24h: number;
            /**
             * Format: double
             * @description Closed PnL of those positions, before fees, USD.
             */
            realizedPnl24h: number;
            byDex: components["schemas"]["DexPositions"][] | null;
            /**
             * Format: date-time
             * @description When the answer was made.
             */
            generatedAt: string;
        };
        RecentLifecycleRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Stable across rebuilds.
             */
            id: number;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description long or short. */
            side: string;
            /**
             * Format: date-time
             * @description First fill.
             */
            openedAt: string;
            /**
             * Format: int64
             * @description First fill, unix milliseconds.
             */
            openedAtRaw: number;
            /**
             * Format: date-time
             * @description Last fill.
             */
            closedAt: string;
            /**
             * Format: int64
             * @description Last fill, unix milliseconds.
             */
            closedAtRaw: number;
            /**
             * Format: int64
             * @description From the first fill to the last, milliseconds.
             */
            durationMs: number;
            /**
             * Format: double
             * @description Largest size held, units of the coin.
             */
            peakSize: number;
            /**
             * Format: double
             * @description peakSize × entryVwap, USD.
             */
            notional: number;
            /**
             * Format: double
             * @description Volume-weighted price of the fills that increased it, USD.
             */
            entryVwap: number;
            /**
             * Format: double
             * @description Volume-weighted price of the fills that decreased it, USD.
             */
            exitVwap?: number;
            /**
             * Format: double
             * @description Closed PnL of its fills, before fees, USD.
             */
            realizedPnl: number;
            /**
             * Format: double
             * @description Fees of its fills, USD; negative for rebates.
             */
            fees: number;
            /**
             * Format: double
             * @description Builder fees of its fills, USD.
             */
            builderFee: number;
            /** @description True if a liquidation closed a part of it. */
            wasLiquidated: boolean;
            /**
             * Format: double
             * @description Worst price while it was open, USD; absent if none is known.
             */
            maePx?: number;
            /**
             * Format: double
             * @description Best price while it was open, USD; absent if none is known.
             */
            mfePx?: number;
        };
        RecentLiquidationsBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Start of the window that was served.
             */
            since: string;
            /** @description The exchange's own spelling; absent for all coins. */
            coin?: string;
            /**
             * Format: int64
             * @description Events of this answer.
             */
            count: number;
            events: components["schemas"]["GetRecentLiquidationsRow"][] | null;
            rollup: components["schemas"]["RecentLiquidationsBodyRollupStruct"];
            availability: components["schemas"]["RiskAvailability"];
            freshness: components["schemas"]["RiskFreshness"];
            /**
             * Format: date-time
             * @description When the answer was made.
             */
            generatedAt: string;
        };
        RecentLiquidationsBodyRollupStruct: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: double
             * @description Sum of the victims' fees of the events, USD.
             */
            totalPenaltyFees: number;
            /**
             * Format: double
             * @description Sum of the victims' closed PnL of the events, USD.
             */
            totalClosedPnl: number;
        };
        RiskAvailability: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Fills are newer than 10 minutes. */
            liquidations: boolean;
            /** @description Account states of half of the known notional are newer than 30 minutes. */
            userActions: boolean;
            /** @description Account states of half of the known notional are newer than 30 minutes. */
            historicalClearinghouse: boolean;
            /** @description Candles are newer than 5 minutes. */
            liveCandles: boolean;
            /** @description Mark prices are newer than 2 minutes. */
            markPrices: boolean;
            /**
             * Format: double
             * @description Share of the notional that is valued at a mark price of the last five minutes, 0 to 1.
             */
            valuedByMark: number;
            /**
             * Format: double
             * @description Share of the notional that is valued at the newest trade of its coin, 0 to 1.
             */
            valuedByTrade: number;
            /**
             * Format: int64
             * @description Positions in coins with neither: no USD sum includes them.
             */
            unvaluedPositions: number;
        };
        RiskFreshness: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Newest liquidation that could be seen; absent without one.
             */
            liquidations?: string;
            /**
             * Format: date-time
             * @description Newest position behind longs and shorts; absent without one.
             */
            longShort?: string;
            /**
             * Format: date-time
             * @description Newest position; absent without one.
             */
            livePositions?: string;
            /**
             * Format: date-time
             * @description Newest account state; absent without one.
             */
            historicalClearinghouse?: string;
            /**
             * Format: date-time
             * @description Newest candle; absent without one.
             */
            liveCandles?: string;
            /**
             * Format: date-time
             * @description Newest mark price; absent without one.
             */
            markPrices?: string;
        };
        RiskOverviewBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: double
             * @description The exchange's own open interest if fresh, else longs: one side, USD at mark.
             */
            totalOI: number;
            /**
             * Format: int64
             * @description Distinct wallets with a position.
             */
            uniqueWallets: number;
            /**
             * Format: int64
             * @description Longs, one a wallet and coin.
             */
            longPositions: number;
            /**
             * Format: int64
             * @description Shorts, one a wallet and coin.
             */
            shortPositions: number;
            /**
             * Format: double
             * @description (long − short) / (long + short) by notional, −1 to 1.
             */
            netBias: number;
            /**
             * Format: double
             * @description Unrealized PnL of all positions, USD.
             */
            totalUnrealizedPnl: number;
            /**
             * Format: double
             * @description Share of the notional in the ten largest positions, 0 to 1.
             */
            concentrationTop10: number;
            /**
             * Format: double
             * @description Notional of positions within 5 % of their liquidation price, USD.
             */
            nearLiquidationNotional: number;
            /**
             * Format: double
             * @description Weighted by notional, over positions whose leverage is known.
             */
            avgLeverage?: number;
            liquidationSummary7d: components["schemas"]["LiquidationSummaryBody"];
            longShort: components["schemas"]["GlobalLongShortBody"];
            history: components["schemas"]["RiskOverviewHistory"];
            topCrowdedCoins: components["schemas"]["RiskOverviewCoin"][] | null;
            availability: components["schemas"]["RiskAvailability"];
            freshness: components["schemas"]["RiskFreshness"];
            /**
             * Format: date-time
             * @description When the answer was made.
             */
            generatedAt: string;
        };
        RiskOverviewCoin: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: double
             * @description The exchange's own open interest if fresh, else longs: one side, USD at mark.
             */
            totalOI: number;
            /**
             * Format: int64
             * @description Wallets with a position.
             */
            uniqueWallets: number;
            /**
             * Format: int64
             * @description Longs.
             */
            longPositions: number;
            /**
             * Format: int64
             * @description Shorts.
             */
            shortPositions: number;
            /**
             * Format: double
             * @description (long − short) / (long + short) by notional, −1 to 1.
             */
            netBias: number;
            /**
             * Format: double
             * @description Unrealized PnL of all positions, USD.
             */
            totalUnrealizedPnl: number;
            /**
             * Format: double
             * @description Share of the notional in the five largest positions, 0 to 1.
             */
            concentrationTop5: number;
            /**
             * Format: double
             * @description Notional of positions within 5 % of their liquidation price, USD.
             */
            nearLiquidationNotional: number;
            /**
             * Format: double
             * @description Mean distance of liquidation prices from the mark, percent.
             */
            avgLiquidationDistancePct?: number;
            /**
             * Format: double
             * @description Weighted by notional, over positions whose leverage is known.
             */
            avgLeverage?: number;
            /**
             * Format: int64
             * @description Liquidations of 7 days.
             */
            liquidationCount7d: number;
            /**
             * Format: double
             * @description Sum of the victims' closed PnL in 7 days, USD.
             */
            liquidationClosedPnl7d: number;
            /**
             * Format: double
             * @description Sum of the victims' fees in 7 days, USD.
             */
            liquidationPenaltyFees7d: number;
        };
        RiskOverviewHistory: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            oi: components["schemas"]["TimestampValue"][] | null;
            netBias: components["schemas"]["TimestampValue"][] | null;
            avgLeverage: components["schemas"]["TimestampLeverage"][] | null;
            liquidations: components["schemas"]["GetLiquidationSummaryTimelineRow"][] | null;
        };
        SearchBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description As sent. */
            query: string;
            matches: components["schemas"]["SearchMatch"][] | null;
            nearest: string[] | null;
        };
        SearchMatch: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * @description Type of the result.
             * @enum {string}
             */
            kind: "coin" | "wallet" | "builder" | "cohort" | "outcome" | "lifecycle";
            /** @description Key for other endpoints: coin, address, cohort slug, id of the outcome or lifecycle. */
            id: string;
            /** @description Name, if it differs from the id. */
            name?: string;
            /**
             * @description Kind of a cohort.
             * @enum {string}
             */
            tierType?: "pnl" | "size";
        };
        SkillBoardBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * @description What wallets are ranked by.
             * @enum {string}
             */
            board: "net" | "return" | "sharpe" | "sortino" | "drawdown" | "profit-factor" | "expectancy" | "turnover";
            /**
             * Format: date-time
             * @description Start of the first day.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the last day.
             */
            to: string;
            rows: components["schemas"]["SkillBoardRow"][] | null;
            /**
             * Format: int32
             * @description Rows returned.
             */
            total: number;
            /**
             * Format: int64
             * @description Wallets that are ranked, on this page and all others.
             */
            matching: number;
            /**
             * Format: int64
             * @description Wallets with a fill in the requested window and markets, without excluded wallets.
             */
            traded: number;
            /**
             * Format: int64
             * @description Of these, wallets whose account values, ledger, fills or funding are not all read.
             */
            unread: number;
            /**
             * @description Why there are no rows. no-fills: no wallet traded in the window; unread: the share of wallets that are read is below leastRead, so ranks would cover an arbitrary part; no-sample: no wallet whose records are read has the requested days and positions.
             * @enum {string}
             */
            reason?: "no-fills" | "unread" | "no-sample";
            population: components["schemas"]["SkillBoardPopulation"];
        };
        SkillBoardPopulation: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Wallets with a fill on the seven days before the window.
             */
            atStart: number;
            /**
             * Format: int64
             * @description Of these, those without a fill on the last seven days of the window.
             */
            stopped: number;
            /**
             * Format: int64
             * @description Of these, wallets that lost 90 % of their highest value in the window, flows excluded.
             */
            blewUp: number;
        };
        SkillBoardRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description From 1.
             */
            rank: number;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: double
             * @description The figure that the board is of.
             */
            value: number;
            /**
             * Format: int32
             * @description Days that it rests on, as in /pulse/trader/{address}/skill: daily returns, days that began with a value, or days since its first fill.
             */
            days: number;
            /**
             * Format: int32
             * @description Perp positions that were closed in the window, from flat to flat, opening seen.
             */
            closedPositions: number;
            netPnl: number | null;
            lastTradedOn: string | null;
            insufficient?: ("days" | "closedPositions")[];
        };
        SkillDrawdown: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Its highest point.
             */
            from: string;
            /**
             * Format: date-time
             * @description Its lowest point.
             */
            to: string;
            /**
             * Format: double
             * @description Loss of the drawdown, flows excluded, USD.
             */
            lossUsd: number;
            /**
             * Format: date-time
             * @description When the loss was recovered; absent if not yet.
             */
            recoveredAt?: string;
        };
        SkillFigure: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            value: number | null;
            low: number | null;
            high: number | null;
            /**
             * Format: int32
             * @description Days that it rests on.
             */
            days: number;
            /**
             * Format: int32
             * @description Perp positions that were closed in the window, from flat to flat.
             */
            closedPositions: number;
            insufficient?: ("days" | "closedPositions")[];
            /**
             * @description Why it is null, or why days of the window are left out. before-record: the record begins later; after-record: the record ends earlier; fills-gap: fills are missing; quarantined: a fill, payment or update of that time cannot be read and is in quarantine; fee-price: a fee was paid in a token without a known price; funding-not-read: funding payments of that time were not read; funding-by-day: the exchange has merged the payments of that day into one; no-mark: a position open at the start or end has no price there; flows-not-read: deposits and transfers of that time were not read; unvalued-transfer: a ledger update has an unknown type, or no known value in USD; no-state: the account was not fully read in the hour before the end; no-equity: the account was empty on these days; no-variation: all days have the same return, or the window has one day; no-loss: no day lost anything; no-position: no position was closed; no-day: no day of the window is over, or the record has none of it.
             * @enum {string}
             */
            reason?: "before-record" | "after-record" | "fills-gap" | "quarantined" | "fee-price" | "funding-not-read" | "funding-by-day" | "no-mark" | "flows-not-read" | "unvalued-transfer" | "no-state" | "no-equity" | "no-variation" | "no-loss" | "no-position" | "no-day";
        };
        SkillFlags: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            makerShare: number | null;
            /** @description makerShare is at least 70, and the smaller side of it at least a third of the larger. */
            isMarketMaker: boolean;
            /** @description It took over positions of others that were liquidated, in the last 90 UTC days. */
            isLiquidator: boolean;
            /** @description It is a vault: one that is listed, or depositors of it moved money in the window. */
            isVault: boolean;
            /** @description It is a sub-account. */
            isSubAccount: boolean;
            /** @description Master of a sub-account, leader of a vault, lower case. */
            owner?: string;
            /** @description hedgedShare is at least 5. */
            isHedged: boolean;
            hedgedShare: number | null;
        };
        StyleDistributionRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description By time held: hft below 1 min, scalper below 1 h, day below 24 h, swing below 7 d, holder from there on. */
            style: string;
            /**
             * Format: int32
             * @description Closed lifecycles.
             */
            lifecycles: number;
            /**
             * Format: int32
             * @description Distinct wallets with one.
             */
            wallets: number;
            /**
             * Format: double
             * @description Their realized PnL, USD.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description totalPnl / lifecycles, 0 without lifecycles, USD.
             */
            avgPnl: number;
            /**
             * Format: double
             * @description Their fees, USD.
             */
            totalFees: number;
        };
        Survivor: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: double
             * @description The least that its running PnL came to, never above 0, USD.
             */
            trough: number;
            /**
             * Format: double
             * @description Realized PnL of the window, above 0, USD.
             */
            currentCumPnl: number;
            /**
             * Format: double
             * @description currentCumPnl − trough, USD; the ranking key.
             */
            recoveryAmount: number;
        };
        TimestampLeverage: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Start of the hour, unix milliseconds.
             */
            timestamp: number;
            /**
             * Format: double
             * @description Of longs whose leverage is known.
             */
            long?: number;
            /**
             * Format: double
             * @description Of shorts whose leverage is known.
             */
            short?: number;
        };
        TimestampValue: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Time of the value, unix milliseconds.
             */
            timestamp: number;
            /**
             * Format: double
             * @description The value.
             */
            value: number;
        };
        TokenLeaderboardEntry: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: double
             * @description Closed PnL in the coin as the exchange reports it, before fees, USD.
             */
            pnl: number;
            /**
             * Format: int64
             * @description Fills in the coin.
             */
            trades: number;
            /**
             * Format: int64
             * @description Fills in the coin with a closed PnL above 0.
             */
            winningTrades: number;
            /**
             * Format: double
             * @description winningTrades / trades × 100.
             */
            winRate: number;
            /**
             * Format: double
             * @description Sum of price × size over market trades in the coin, USD.
             */
            volume: number;
        };
        TopLiquidatorRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            wallet: string;
            /**
             * Format: int32
             * @description Distinct orders by which others were liquidated and that it took a part of.
             */
            liquidationsExecuted: number;
            /**
             * Format: int32
             * @description Distinct liquidated wallets.
             */
            distinctVictims: number;
            /**
             * Format: int32
             * @description Distinct coins.
             */
            distinctCoins: number;
            /**
             * Format: double
             * @description Penalty fees of the victims on the positions it took, USD; the ranking key.
             */
            totalPenaltyCollected: number;
            /**
             * Format: double
             * @deprecated
             * @description Identical to victimClosedPnl; read that.
             */
            totalLiquidationPnl: number;
            /**
             * Format: double
             * @description Closed PnL of the victims on the positions it took, USD: their loss, not its profit.
             */
            victimClosedPnl: number;
        };
        TopTraderItem: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: int64
             * @description Market trades.
             */
            fills: number;
            /**
             * Format: int64
             * @description Outcomes with a row of the wallet, settlements too.
             */
            distinctOutcomes: number;
            /**
             * Format: double
             * @description Contracts traded.
             */
            totalContracts: number;
            /**
             * Format: double
             * @description Sum of price × size of its trades, USDH.
             */
            totalNotionalUsdh: number;
            /**
             * Format: double
             * @description Closed PnL of all its rows, settlements too, before fees, USDH.
             */
            realizedPnlUsdh: number;
        };
        TopTradersBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Rows returned.
             */
            count: number;
            traders: components["schemas"]["TopTraderItem"][] | null;
        };
        TradeBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: date-time
             * @description Time of the fill.
             */
            tradeTime: string;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /** @description B for a buy, A for a sell. */
            side: string;
            /** @description What the fill did, as the exchange names it: Open Long, Close Short … */
            direction: string;
            /**
             * Format: double
             * @description USD per unit, or in the quote token of a spot pair.
             */
            price: number;
            /**
             * Format: double
             * @description Units of the coin, above 0.
             */
            size: number;
            /**
             * Format: double
             * @description price × size in USD; 0 for rows that are no market trade, such as dust conversions.
             */
            volume: number;
            /**
             * Format: double
             * @description Closed PnL in USD as the exchange reports it, before the fee.
             */
            pnl: number;
            /**
             * Format: double
             * @description Fee in USD; negative for a rebate.
             */
            fee: number;
            /**
             * Format: int64
             * @description The exchange's trade id, shared by both sides of a match; 0 without one.
             */
            tid: number;
            /**
             * Format: int64
             * @description Time of the fill, unix milliseconds.
             */
            rawTime: number;
            /**
             * Format: double
             * @description Signed position of the wallet before the fill; a balance on spot.
             */
            startPosition: number;
            /** @description Name of the wallet, if it has one. */
            displayName?: string;
        };
        TraderBuilderRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Address of the builder, lower case. */
            builder: string;
            /** @description Name of the builder; absent if unknown. */
            builderName?: string;
            /**
             * Format: int64
             * @description Fills of the wallet that name it.
             */
            fills: number;
            /**
             * Format: double
             * @description What the wallet paid it in the window, USD.
             */
            builderFeesUsd: number;
            /**
             * Format: double
             * @description Sum of price × size over these market trades, USD.
             */
            volumeUsd: number;
            /**
             * Format: date-time
             * @description First such fill of the window.
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description Newest such fill of the window.
             */
            lastSeen: string;
        };
        TraderBuildersBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /** @description The requested window; the data reach back at most 90 days. */
            window: string;
            builders: components["schemas"]["TraderBuilderRow"][] | null;
            /** @description What the figures rest on, and what they lack. */
            dataNotes: string;
            verified?: components["schemas"]["BuilderStamp"];
        };
        TraderCurve: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            values: number[] | null;
        };
        TraderCurvesBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int32
             * @description UTC days of the window, today included.
             */
            days: number;
            /**
             * Format: int32
             * @description Days between two points.
             */
            stepDays: number;
            dates: string[] | null;
            curves: components["schemas"]["TraderCurve"][] | null;
        };
        TraderDailyStat: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Day of the fills (UTC, YYYY-MM-DD) */
            date: string;
            /**
             * Format: double
             * @description Closed PnL of the day as the exchange reports it, before fees, USD.
             */
            pnl: number;
            /**
             * Format: int64
             * @description Fills of the day.
             */
            trades: number;
            /**
             * Format: int64
             * @description Fills of the day with a closed PnL above 0.
             */
            winningTrades: number;
            /**
             * Format: double
             * @description Sum of price × size over market trades of the day, USD.
             */
            volume: number;
            /**
             * Format: double
             * @description Sum of pnl from the first day to this one, USD.
             */
            cumulativePnl: number;
        };
        TraderOutcomeItem: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /**
             * Format: int64
             * @description Id without a side.
             */
            outcomeId: number;
            /**
             * Format: int64
             * @description 0 or 1.
             */
            sideIndex: number;
            /** @description Token of the side: + and its encoding. */
            sideToken: string;
            /**
             * Format: int64
             * @description Market trades of the wallet in the side.
             */
            fills: number;
            /**
             * Format: double
             * @description Shares bought less shares sold in these trades.
             */
            netShares: number;
            /**
             * Format: double
             * @description Sum of price × size over its purchases, USDH.
             */
            grossBoughtUsdh: number;
            /**
             * Format: double
             * @description Sum of price × size over its sales, USDH.
             */
            grossSoldUsdh: number;
            /**
             * Format: double
             * @description Closed PnL of all its rows in the side, settlements too, before fees, USDH.
             */
            realizedPnlUsdh: number;
            /** @description A readable name. */
            displayName?: string;
            /** @description Name of the venue that listed it; absent of an outcome that the exchange lists. */
            venue?: string;
            /** @description Address of the venue's deployer; absent if unknown. */
            deployer?: string;
            /**
             * Format: double
             * @description The deployer's scale s of the fees, total = base × (s + max(s, 1)); absent if unknown.
             */
            deployerFeeScale?: number;
            /** @description As the exchange names the outcome. */
            name?: string;
            /**
             * Format: date-time
             * @description First trade of the window.
             */
            firstTraded?: string;
            /**
             * Format: date-time
             * @description Last trade of the window.
             */
            lastTraded?: string;
        };
        TraderOutcomesBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: int64
             * @description Rows returned.
             */
            count: number;
            outcomes: components["schemas"]["TraderOutcomeItem"][] | null;
        };
        TraderPerformanceBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            recent: components["schemas"]["GetTraderPerformanceRecentRow"];
            allTime: components["schemas"]["GetTraderPerformanceAllTimeRow"];
            /** @description improving, stable or declining. */
            trend: string;
        };
        TraderPnlBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * @description What the window is cut into: UTC hours, days, or weeks from Monday on.
             * @enum {string}
             */
            interval: "hour" | "day" | "week";
            total: components["schemas"]["PnlPoint"];
            points: components["schemas"]["PnlPoint"][] | null;
        };
        TraderSkillBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: date-time
             * @description Start of the first day, not before the start of the record.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the last day, not after the end of the record.
             */
            to: string;
            return: components["schemas"]["SkillFigure"];
            sharpe: components["schemas"]["SkillFigure"];
            sortino: components["schemas"]["SkillFigure"];
            maxDrawdown: components["schemas"]["SkillFigure"];
            netPerDay: components["schemas"]["SkillFigure"];
            profitFactor: components["schemas"]["SkillFigure"];
            expectancy: components["schemas"]["SkillFigure"];
            exposure: components["schemas"]["SkillFigure"];
            turnover: components["schemas"]["SkillFigure"];
            drawdown?: components["schemas"]["SkillDrawdown"];
            flags: components["schemas"]["SkillFlags"];
        };
        TraderTokenStat: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description The exchange's own spelling. */
            coin: string;
            /**
             * Format: double
             * @description Closed PnL in the coin as the exchange reports it, before fees, USD.
             */
            pnl: number;
            /**
             * Format: int64
             * @description Fills in the coin.
             */
            trades: number;
            /**
             * Format: int64
             * @description Fills in the coin with a closed PnL above 0.
             */
            winningTrades: number;
            /**
             * Format: double
             * @description winningTrades / trades × 100.
             */
            winRate: number;
            /**
             * Format: double
             * @description Sum of price × size over market trades in the coin, USD.
             */
            volume: number;
            /** @description Readable name of the coin, if it has one. */
            displayName?: string;
        };
        VerificationResult: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Always true: a key that is not valid is answered with 401. */
            isValidApiKey: boolean;
            /** @description free, starter, pro or enterprise. */
            tier: string;
            /**
             * Format: double
             * @description Requests a minute.
             */
            requestsPerMin: number;
            /**
             * Format: int64
             * @description Requests a UTC day; 0 means no limit.
             */
            requestsPerDay: number;
            /**
             * Format: int64
             * @description Requests a calendar month UTC; 0 means no limit.
             */
            requestsPerMonth: number;
        };
        VolumeBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description 24h, rolling. */
            window: string;
            /**
             * Format: double
             * @description Of all dexes, USD.
             */
            totalUsd: number;
            byDex: components["schemas"]["DexVolume"][] | null;
            /**
             * Format: date-time
             * @description When the figures were worked out.
             */
            generatedAt: string;
        };
        WalletCompareBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            wallets: components["schemas"]["WalletComparisonRow"][] | null;
        };
        WalletComparisonRow: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            summary: components["schemas"]["WalletLifecycleSummaryBody"];
            net?: components["schemas"]["PnlPoint"];
        };
        WalletDemoBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            summary: components["schemas"]["WalletLifecycleSummaryBody"];
            recentTopWins: components["schemas"]["LifecycleRow"][] | null;
            recentTopLosses: components["schemas"]["LifecycleRow"][] | null;
        };
        WalletLifecycleSummaryBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: int64
             * @description closed + open.
             */
            total: number;
            /**
             * Format: int64
             * @description Closed in the window.
             */
            closed: number;
            /**
             * Format: int64
             * @description Open now.
             */
            open: number;
            /**
             * Format: int64
             * @description Closed ones with a PnL above 0.
             */
            wins: number;
            /**
             * Format: int64
             * @description Closed ones with a PnL below 0.
             */
            losses: number;
            /**
             * Format: int64
             * @description Closed lifecycles that were liquidated at least in part.
             */
            liquidations: number;
            /**
             * Format: double
             * @description wins / closed × 100.
             */
            winRate: number;
            /**
             * Format: double
             * @description Realized PnL of the closed ones, before fees, USD; openRealizedPnl has that of the open ones.
             */
            totalPnl: number;
            /**
             * Format: double
             * @description Realized PnL of the open ones so far, before fees, USD: in no other figure.
             */
            openRealizedPnl: number;
            /**
             * Format: double
             * @description Fees of the closed ones, USD.
             */
            totalFees: number;
            /**
             * Format: double
             * @description Fees of the open ones so far, USD: in no other figure.
             */
            openFees: number;
            /**
             * Format: double
             * @description Builder fees of the closed ones, USD.
             */
            totalBuilderFees: number;
            /**
             * Format: double
             * @description totalPnl / closed, USD.
             */
            avgPnl: number;
            /**
             * Format: double
             * @description Largest realized PnL of a closed one, at least 0, USD.
             */
            biggestWin: number;
            /**
             * Format: double
             * @description Most negative realized PnL of a closed one, at most 0, USD.
             */
            biggestLoss: number;
            /**
             * Format: double
             * @description Mean duration of the closed ones, milliseconds.
             */
            avgDurationMs: number;
            /**
             * Format: int64
             * @description Distinct coins of all of them.
             */
            uniqueCoins: number;
            /**
             * Format: date-time
             * @description Opening of the first.
             */
            firstOpenedAt?: string;
            /**
             * Format: date-time
             * @description Newest opening or close.
             */
            lastActivityAt?: string;
            /**
             * Format: int64
             * @description Longest of the closed ones, milliseconds.
             */
            maxDurationMs?: number;
            /**
             * Format: int64
             * @description Shortest of the closed ones, milliseconds.
             */
            minDurationMs?: number;
        };
        WalletLifecyclesBody: {
            /**
             * Format: uri
             * @description Address of the JSON Schema of this object.
             */
            readonly $schema?: string;
            /** @description Wallet address, lower case. */
            address: string;
            /**
             * Format: int64
             * @description Lifecycles that the filter lets through, on all pages.
             */
            total: number;
            /**
             * Format: int32
             * @description The requested value.
             */
            limit: number;
            /**
             * Format: int32
             * @description The requested value.
             */
            offset: number;
            lifecycles: components["schemas"]["LifecycleRow"][] | null;
        };
    };
    responses: {
        /** @description A value is not acceptable, or the request is malformed. A window longer than the tier allows answers with a LegacyError. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["APIError"];
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description The key is missing, or not accepted. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description The tier is too low. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["APIError"];
            };
        };
        /** @description Unknown coin or id, or no data about it. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["APIError"];
            };
        };
        /** @description At least one parameter breaks its schema; every fault is listed. */
        InvalidParameters: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["APIError"];
            };
        };
        /** @description A limit of the account is used up. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["APIError"];
            };
        };
        /** @description The service failed. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["APIError"];
            };
        };
        /** @description The exchange did not answer. */
        UpstreamFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["LegacyError"];
            };
        };
        /** @description The service is overloaded, or its source too far behind. */
        Overloaded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["APIError"];
            };
        };
        /** @description The answer took too long to make. */
        DeadlineExceeded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["APIError"];
            };
        };
    };
    parameters: {
        /**
         * @description Wallet address: 0x and 40 hex digits, any case.
         * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
         */
        address: string;
        /**
         * @description Builder address: 0x and 40 hex digits, any case.
         * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
         */
        builder: string;
        /**
         * @description Asset in any case: its canonical name, a synonym, or the symbol of a venue.
         * @example GOLD
         */
        canonical: string;
        /**
         * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
         * @example BTC
         */
        coin: string;
        /** @description Look-back window in days. At most the tier's history window. */
        "days-14": number;
        /** @description Look-back window in days. At most the tier's history window. */
        "days-30": number;
        /** @description Look-back window in days. At most the tier's history window. */
        "days-7": number;
        /**
         * @description Only outcomes of the venues of this deployer.
         * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
         */
        deployer: string;
        /**
         * @description Only outcomes with this deployer fee scale.
         * @example 1
         */
        deployerFeeScale: number;
        /**
         * @description hl for the native dex, else the prefix of a builder dex.
         * @example hl
         */
        dex: string;
        /**
         * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
         * @example 2026-01-15T00:00:00Z
         */
        endTime: string;
        /** @description Look-back window in hours. At most the tier's history window. */
        "hours-168": number;
        /** @description Look-back window in hours. At most the tier's history window. */
        "hours-24": number;
        /** @description Lifecycles too whose opening was not seen, or whose chain of fills has a break. */
        "includeCensored-false": boolean;
        /** @description Lifecycles of spot tokens and outcomes too: a balance from its first buy until it is sold or settled. */
        "includeSpot-false": boolean;
        /** @description The most rows to return. */
        "limit-100": number;
        /** @description The most rows to return. */
        "limit-20": number;
        /** @description The most rows to return. */
        "limit-25": number;
        /** @description The most rows to return. */
        "limit-50": number;
        /** @description Longest duration, milliseconds; -1 switches the filter off. */
        "maxDuration--1": number;
        /** @description Wallets that fell at least so low, USD, not positive. */
        "maxTrough--10000": number;
        /** @description Least duration, milliseconds; -1 switches the filter off. */
        "minDuration--1": number;
        /** @description Least notional at the entry price, USD; -1 switches the filter off. */
        "minNotional--1": number;
        /** @description The least PnL, USD. */
        "minPnl-1000": number;
        /** @description Rows to leave out at the start of the list, for the next page. */
        "offset-0": number;
        /**
         * @description Id of an outcome, without a side.
         * @example 9
         */
        outcome_id: number;
        /** @description All time, or a window of UTC calendar days. */
        "period-allTime": "allTime" | "day" | "week" | "month";
        /** @description The last 24 hours, 7 days or 30 days. */
        "period-week": "day" | "week" | "month";
        /**
         * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
         * @example 1h
         */
        "since-1h": string;
        /**
         * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
         * @example 30d
         */
        "since-30d": string;
        /**
         * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
         * @example 7d
         */
        "since-7d": string;
        /**
         * @description Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
         * @example 2026-01-15T00:00:00Z
         */
        startTime: string;
        /**
         * @description Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
         * @example BTC
         */
        symbol: string;
        /**
         * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
         * @example money_printer
         */
        tier: string;
        /** @description pnl: cohorts by realized PnL; size: by traded notional. */
        tierType: "pnl" | "size";
        /**
         * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
         * @example 2026-01-15T00:00:00Z
         */
        to: string;
        /**
         * @description Only outcomes of this venue, spelt exactly so.
         * @example out
         */
        venue: string;
        /**
         * @description Wallet address: 0x and 40 hex digits, any case.
         * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
         */
        wallet: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type APIError = components['schemas']['APIError'];
export type AccountValueBody = components['schemas']['AccountValueBody'];
export type AccountValuePart = components['schemas']['AccountValuePart'];
export type ActiveTradersBody = components['schemas']['ActiveTradersBody'];
export type AntiSurvivor = components['schemas']['AntiSurvivor'];
export type AssetVenueSummary = components['schemas']['AssetVenueSummary'];
export type AutoDeleveragingSums = components['schemas']['AutoDeleveragingSums'];
export type BackstopEventRow = components['schemas']['BackstopEventRow'];
export type BuilderCohortRow = components['schemas']['BuilderCohortRow'];
export type BuilderCohortsBody = components['schemas']['BuilderCohortsBody'];
export type BuilderCoin = components['schemas']['BuilderCoin'];
export type BuilderCoverage = components['schemas']['BuilderCoverage'];
export type BuilderDay = components['schemas']['BuilderDay'];
export type BuilderFillRow = components['schemas']['BuilderFillRow'];
export type BuilderFillsBody = components['schemas']['BuilderFillsBody'];
export type BuilderLeaderboardBody = components['schemas']['BuilderLeaderboardBody'];
export type BuilderLeaderboardRow = components['schemas']['BuilderLeaderboardRow'];
export type BuilderOverlapBody = components['schemas']['BuilderOverlapBody'];
export type BuilderOverlapRow = components['schemas']['BuilderOverlapRow'];
export type BuilderProfileBody = components['schemas']['BuilderProfileBody'];
export type BuilderRetentionBody = components['schemas']['BuilderRetentionBody'];
export type BuilderRetentionCohort = components['schemas']['BuilderRetentionCohort'];
export type BuilderStamp = components['schemas']['BuilderStamp'];
export type BuilderTraderRow = components['schemas']['BuilderTraderRow'];
export type BuilderTradersBody = components['schemas']['BuilderTradersBody'];
export type CandlePoint = components['schemas']['CandlePoint'];
export type CapitalTitan = components['schemas']['CapitalTitan'];
export type CensusCauseCount = components['schemas']['CensusCauseCount'];
export type CensusDifference = components['schemas']['CensusDifference'];
export type CensusDifferencesBody = components['schemas']['CensusDifferencesBody'];
export type CensusStamp = components['schemas']['CensusStamp'];
export type CensusStampBody = components['schemas']['CensusStampBody'];
export type ClosedPosition = components['schemas']['ClosedPosition'];
export type ClosedPositionStatsBody = components['schemas']['ClosedPositionStatsBody'];
export type CohortAlphaConcentrationRow = components['schemas']['CohortAlphaConcentrationRow'];
export type CohortBiasBody = components['schemas']['CohortBiasBody'];
export type CohortBiasSnapshot = components['schemas']['CohortBiasSnapshot'];
export type CohortDailyStatBody = components['schemas']['CohortDailyStatBody'];
export type CohortHistoryDay = components['schemas']['CohortHistoryDay'];
export type CohortLifecycleStatsRow = components['schemas']['CohortLifecycleStatsRow'];
export type CohortPosition = components['schemas']['CohortPosition'];
export type CohortSummaryBody = components['schemas']['CohortSummaryBody'];
export type CohortTierBody = components['schemas']['CohortTierBody'];
export type CohortTopPositionRow = components['schemas']['CohortTopPositionRow'];
export type CoinAlphaMapRow = components['schemas']['CoinAlphaMapRow'];
export type CoinKing = components['schemas']['CoinKing'];
export type CoinLongShortBody = components['schemas']['CoinLongShortBody'];
export type CoinRiskHistoryBody = components['schemas']['CoinRiskHistoryBody'];
export type CoinRiskSnapshotBody = components['schemas']['CoinRiskSnapshotBody'];
export type CountedDollarToken = components['schemas']['CountedDollarToken'];
export type CoverageBody = components['schemas']['CoverageBody'];
export type CoverageDay = components['schemas']['CoverageDay'];
export type CoverageDaysBody = components['schemas']['CoverageDaysBody'];
export type CoverageInterval = components['schemas']['CoverageInterval'];
export type CrossMarketAggregate = components['schemas']['CrossMarketAggregate'];
export type CrossMarketAsset = components['schemas']['CrossMarketAsset'];
export type CrossMarketAssetSummary = components['schemas']['CrossMarketAssetSummary'];
export type CrossMarketVenue = components['schemas']['CrossMarketVenue'];
export type CrossProductOverlapBody = components['schemas']['CrossProductOverlapBody'];
export type DailyPulseEdition = components['schemas']['DailyPulseEdition'];
export type DexOI = components['schemas']['DexOI'];
export type DexPositions = components['schemas']['DexPositions'];
export type DexVolume = components['schemas']['DexVolume'];
export type DrawdownCurveRow = components['schemas']['DrawdownCurveRow'];
export type EntityLeaderboardBody = components['schemas']['EntityLeaderboardBody'];
export type EntityLeaderboardRow = components['schemas']['EntityLeaderboardRow'];
export type EntityMember = components['schemas']['EntityMember'];
export type EntityPosition = components['schemas']['EntityPosition'];
export type EntityProfileBody = components['schemas']['EntityProfileBody'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type GetAssetBody = components['schemas']['GetAssetBody'];
export type GetAssetCrossMarketBody = components['schemas']['GetAssetCrossMarketBody'];
export type GetAssetsBody = components['schemas']['GetAssetsBody'];
export type GetCoinStatsRow = components['schemas']['GetCoinStatsRow'];
export type GetLiquidationSummaryByCohortRow = components['schemas']['GetLiquidationSummaryByCohortRow'];
export type GetLiquidationSummaryByCoinRow = components['schemas']['GetLiquidationSummaryByCoinRow'];
export type GetLiquidationSummaryTimelineRow = components['schemas']['GetLiquidationSummaryTimelineRow'];
export type GetPositionSizeBreakdownRow = components['schemas']['GetPositionSizeBreakdownRow'];
export type GetRecentLiquidationsRow = components['schemas']['GetRecentLiquidationsRow'];
export type GetTopPositionsRow = components['schemas']['GetTopPositionsRow'];
export type GetTraderPerformanceAllTimeRow = components['schemas']['GetTraderPerformanceAllTimeRow'];
export type GetTraderPerformanceRecentRow = components['schemas']['GetTraderPerformanceRecentRow'];
export type GlobalLongShortBody = components['schemas']['GlobalLongShortBody'];
export type GlobalStatsBody = components['schemas']['GlobalStatsBody'];
export type HIP4DailyBucket = components['schemas']['HIP4DailyBucket'];
export type HIP4DailyVolumeBody = components['schemas']['HIP4DailyVolumeBody'];
export type HIP4KeywordValue = components['schemas']['HIP4KeywordValue'];
export type HIP4OutcomeDetailBody = components['schemas']['HIP4OutcomeDetailBody'];
export type HIP4OutcomeListItem = components['schemas']['HIP4OutcomeListItem'];
export type HIP4OutcomeSide = components['schemas']['HIP4OutcomeSide'];
export type HIP4OutcomeSummaryBody = components['schemas']['HIP4OutcomeSummaryBody'];
export type HIP4QuestionBody = components['schemas']['HIP4QuestionBody'];
export type HIP4RecentTrade = components['schemas']['HIP4RecentTrade'];
export type HIP4RecentTradesBody = components['schemas']['HIP4RecentTradesBody'];
export type HIP4SettlementItem = components['schemas']['HIP4SettlementItem'];
export type HIP4SettlementsBody = components['schemas']['HIP4SettlementsBody'];
export type HLGlobalStats = components['schemas']['HLGlobalStats'];
export type HLMarkPriceBody = components['schemas']['HLMarkPriceBody'];
export type HLMarketData = components['schemas']['HLMarketData'];
export type HLMarketOverviewBody = components['schemas']['HLMarketOverviewBody'];
export type HLOrderBookBody = components['schemas']['HLOrderBookBody'];
export type HLOrderBookLevel = components['schemas']['HLOrderBookLevel'];
export type HLPositionItem = components['schemas']['HLPositionItem'];
export type HLWalletPositionsItem = components['schemas']['HLWalletPositionsItem'];
export type HLWalletsPositionsBody = components['schemas']['HLWalletsPositionsBody'];
export type HeatmapBucket = components['schemas']['HeatmapBucket'];
export type HourProfitabilityRow = components['schemas']['HourProfitabilityRow'];
export type LSTopPosition = components['schemas']['LSTopPosition'];
export type LeaderboardBody = components['schemas']['LeaderboardBody'];
export type LeaderboardTrader = components['schemas']['LeaderboardTrader'];
export type LegacyError = components['schemas']['LegacyError'];
export type LethalCoinRow = components['schemas']['LethalCoinRow'];
export type LifecycleDetailBody = components['schemas']['LifecycleDetailBody'];
export type LifecycleFill = components['schemas']['LifecycleFill'];
export type LifecycleRow = components['schemas']['LifecycleRow'];
export type LiquidationHeatmapBody = components['schemas']['LiquidationHeatmapBody'];
export type LiquidationHeatmapHistoryBody = components['schemas']['LiquidationHeatmapHistoryBody'];
export type LiquidationLevel = components['schemas']['LiquidationLevel'];
export type LiquidationLevelHour = components['schemas']['LiquidationLevelHour'];
export type LiquidationLevelsMissing = components['schemas']['LiquidationLevelsMissing'];
export type LiquidationSummaryBody = components['schemas']['LiquidationSummaryBody'];
export type ListOutcomesBody = components['schemas']['ListOutcomesBody'];
export type ListQuestionsBody = components['schemas']['ListQuestionsBody'];
export type LongShortHistoryBody = components['schemas']['LongShortHistoryBody'];
export type LongShortHistoryEntry = components['schemas']['LongShortHistoryEntry'];
export type MarkDislocation = components['schemas']['MarkDislocation'];
export type MarkDislocationsBody = components['schemas']['MarkDislocationsBody'];
export type MarketCandle = components['schemas']['MarketCandle'];
export type MarketConcentrationRow = components['schemas']['MarketConcentrationRow'];
export type MaxPainEventRow = components['schemas']['MaxPainEventRow'];
export type MostTradedCoin = components['schemas']['MostTradedCoin'];
export type NewcomerWhale = components['schemas']['NewcomerWhale'];
export type OIBody = components['schemas']['OIBody'];
export type OIHistoryBody = components['schemas']['OIHistoryBody'];
export type OISnapshot = components['schemas']['OISnapshot'];
export type OfficialOIBody = components['schemas']['OfficialOIBody'];
export type OfficialOIEntry = components['schemas']['OfficialOIEntry'];
export type OneMonthWonder = components['schemas']['OneMonthWonder'];
export type ParsedPriceBinary = components['schemas']['ParsedPriceBinary'];
export type PaymentCensus = components['schemas']['PaymentCensus'];
export type PerfectExitRow = components['schemas']['PerfectExitRow'];
export type PerpContextSide = components['schemas']['PerpContextSide'];
export type PerpContextTopWallet = components['schemas']['PerpContextTopWallet'];
export type PerpPositionContextBody = components['schemas']['PerpPositionContextBody'];
export type PersistentWinner = components['schemas']['PersistentWinner'];
export type PlanBody = components['schemas']['PlanBody'];
export type PlanTier = components['schemas']['PlanTier'];
export type PnlLeader = components['schemas']['PnlLeader'];
export type PnlLeadersBody = components['schemas']['PnlLeadersBody'];
export type PnlPoint = components['schemas']['PnlPoint'];
export type PnlUnknownPart = components['schemas']['PnlUnknownPart'];
export type PositionsBody = components['schemas']['PositionsBody'];
export type RecentLifecycleRow = components['schemas']['RecentLifecycleRow'];
export type RecentLiquidationsBody = components['schemas']['RecentLiquidationsBody'];
export type RecentLiquidationsBodyRollupStruct = components['schemas']['RecentLiquidationsBodyRollupStruct'];
export type RiskAvailability = components['schemas']['RiskAvailability'];
export type RiskFreshness = components['schemas']['RiskFreshness'];
export type RiskOverviewBody = components['schemas']['RiskOverviewBody'];
export type RiskOverviewCoin = components['schemas']['RiskOverviewCoin'];
export type RiskOverviewHistory = components['schemas']['RiskOverviewHistory'];
export type SearchBody = components['schemas']['SearchBody'];
export type SearchMatch = components['schemas']['SearchMatch'];
export type SkillBoardBody = components['schemas']['SkillBoardBody'];
export type SkillBoardPopulation = components['schemas']['SkillBoardPopulation'];
export type SkillBoardRow = components['schemas']['SkillBoardRow'];
export type SkillDrawdown = components['schemas']['SkillDrawdown'];
export type SkillFigure = components['schemas']['SkillFigure'];
export type SkillFlags = components['schemas']['SkillFlags'];
export type StyleDistributionRow = components['schemas']['StyleDistributionRow'];
export type Survivor = components['schemas']['Survivor'];
export type TimestampLeverage = components['schemas']['TimestampLeverage'];
export type TimestampValue = components['schemas']['TimestampValue'];
export type TokenLeaderboardEntry = components['schemas']['TokenLeaderboardEntry'];
export type TopLiquidatorRow = components['schemas']['TopLiquidatorRow'];
export type TopTraderItem = components['schemas']['TopTraderItem'];
export type TopTradersBody = components['schemas']['TopTradersBody'];
export type TradeBody = components['schemas']['TradeBody'];
export type TraderBuilderRow = components['schemas']['TraderBuilderRow'];
export type TraderBuildersBody = components['schemas']['TraderBuildersBody'];
export type TraderCurve = components['schemas']['TraderCurve'];
export type TraderCurvesBody = components['schemas']['TraderCurvesBody'];
export type TraderDailyStat = components['schemas']['TraderDailyStat'];
export type TraderOutcomeItem = components['schemas']['TraderOutcomeItem'];
export type TraderOutcomesBody = components['schemas']['TraderOutcomesBody'];
export type TraderPerformanceBody = components['schemas']['TraderPerformanceBody'];
export type TraderPnlBody = components['schemas']['TraderPnlBody'];
export type TraderSkillBody = components['schemas']['TraderSkillBody'];
export type TraderTokenStat = components['schemas']['TraderTokenStat'];
export type VerificationResult = components['schemas']['VerificationResult'];
export type VolumeBody = components['schemas']['VolumeBody'];
export type WalletCompareBody = components['schemas']['WalletCompareBody'];
export type WalletComparisonRow = components['schemas']['WalletComparisonRow'];
export type WalletDemoBody = components['schemas']['WalletDemoBody'];
export type WalletLifecycleSummaryBody = components['schemas']['WalletLifecycleSummaryBody'];
export type WalletLifecyclesBody = components['schemas']['WalletLifecyclesBody'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseInvalidParameters = components['responses']['InvalidParameters'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUpstreamFailed = components['responses']['UpstreamFailed'];
export type ResponseOverloaded = components['responses']['Overloaded'];
export type ResponseDeadlineExceeded = components['responses']['DeadlineExceeded'];
export type ParameterAddress = components['parameters']['address'];
export type ParameterBuilder = components['parameters']['builder'];
export type ParameterCanonical = components['parameters']['canonical'];
export type ParameterCoin = components['parameters']['coin'];
export type ParameterDays_14 = components['parameters']['days-14'];
export type ParameterDays_30 = components['parameters']['days-30'];
export type ParameterDays_7 = components['parameters']['days-7'];
export type ParameterDeployer = components['parameters']['deployer'];
export type ParameterDeployerFeeScale = components['parameters']['deployerFeeScale'];
export type ParameterDex = components['parameters']['dex'];
export type ParameterEndTime = components['parameters']['endTime'];
export type ParameterHours_168 = components['parameters']['hours-168'];
export type ParameterHours_24 = components['parameters']['hours-24'];
export type ParameterIncludeCensoredFalse = components['parameters']['includeCensored-false'];
export type ParameterIncludeSpotFalse = components['parameters']['includeSpot-false'];
export type ParameterLimit_100 = components['parameters']['limit-100'];
export type ParameterLimit_20 = components['parameters']['limit-20'];
export type ParameterLimit_25 = components['parameters']['limit-25'];
export type ParameterLimit_50 = components['parameters']['limit-50'];
export type ParameterMaxDuration_1 = components['parameters']['maxDuration--1'];
export type ParameterMaxTrough_10000 = components['parameters']['maxTrough--10000'];
export type ParameterMinDuration_1 = components['parameters']['minDuration--1'];
export type ParameterMinNotional_1 = components['parameters']['minNotional--1'];
export type ParameterMinPnl_1000 = components['parameters']['minPnl-1000'];
export type ParameterOffset_0 = components['parameters']['offset-0'];
export type ParameterOutcomeId = components['parameters']['outcome_id'];
export type ParameterPeriodAllTime = components['parameters']['period-allTime'];
export type ParameterPeriodWeek = components['parameters']['period-week'];
export type ParameterSince_1h = components['parameters']['since-1h'];
export type ParameterSince_30d = components['parameters']['since-30d'];
export type ParameterSince_7d = components['parameters']['since-7d'];
export type ParameterStartTime = components['parameters']['startTime'];
export type ParameterSymbol = components['parameters']['symbol'];
export type ParameterTier = components['parameters']['tier'];
export type ParameterTierType = components['parameters']['tierType'];
export type ParameterTo = components['parameters']['to'];
export type ParameterVenue = components['parameters']['venue'];
export type ParameterWallet = components['parameters']['wallet'];
export type $defs = Record<string, never>;
export interface operations {
    "assets.list": {
        parameters: {
            query?: {
                /** @description Only assets on more than one venue. */
                crossMarketOnly?: boolean;
            };
            path?: never;
        };
        responses: {
            /** @description Every exposure with the venues that list it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAssetsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "assets.one": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Asset in any case: its canonical name, a synonym, or the symbol of a venue.
                 * @example GOLD
                 */
                canonical: components["parameters"]["canonical"];
            };
        };
        responses: {
            /** @description One exposure with the venues that list it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAssetBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "assets.cross-market": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Asset in any case: its canonical name, a synonym, or the symbol of a venue.
                 * @example GOLD
                 */
                canonical: components["parameters"]["canonical"];
            };
        };
        responses: {
            /** @description One exposure, its positions compared across venues */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAssetCrossMarketBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "boards.skill": {
        parameters: {
            query?: {
                /** @description Look-back window in days. At most the tier's history window. */
                windowDays?: number;
                /**
                 * @description Start of the window; default windowDays before its end, within the tier. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                to?: components["parameters"]["to"];
                /** @description Fills and funding of these markets alone; net, profit-factor and expectancy. */
                market?: "all" | "perps" | "spot" | "outcomes";
                /**
                 * @description hl for the native dex, else the prefix of a builder dex.
                 * @example hl
                 */
                dex?: components["parameters"]["dex"];
                /** @description Leave these out, comma separated: market makers (70 % of the volume rested in the book, on both sides), vaults, sub-accounts, liquidators. */
                without?: string;
                /** @description Minimum days of a row; default 10, or all days of a shorter window. */
                minDays?: number;
                /** @description The least closed perp positions of a row. */
                minPositions?: number;
                /** @description The least share of the wallets that traded whose figure is read, percent: below it none is ranked, and reason says so. */
                leastRead?: number;
                /** @description The most rows to return. */
                limit?: number;
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: number;
            };
            path: {
                /** @description What wallets are ranked by. */
                board: "net" | "return" | "sharpe" | "sortino" | "drawdown" | "profit-factor" | "expectancy" | "turnover";
            };
        };
        responses: {
            /** @description All wallets ranked by what they made after costs, and how */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillBoardBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "builders.leaderboard": {
        parameters: {
            query?: {
                /** @description The last 24 hours, 7 days or 30 days. */
                period?: components["parameters"]["period-week"];
                /** @description The most rows to return. */
                limit?: number;
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: number;
            };
            path?: never;
        };
        responses: {
            /** @description Builders by what they took in a period */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuilderLeaderboardBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "builders.cohorts": {
        parameters: {
            query?: {
                /** @description The last 24 hours, 7 days or 30 days. */
                period?: components["parameters"]["period-week"];
            };
            path: {
                /**
                 * @description Builder address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                builder: components["parameters"]["builder"];
            };
        };
        responses: {
            /** @description A builder's users by cohort */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuilderCohortsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "builders.fills": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 24h
                 */
                since?: string;
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address?: string;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path: {
                /**
                 * @description Builder address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                builder: components["parameters"]["builder"];
            };
        };
        responses: {
            /** @description A builder's fills, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuilderFillsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "builders.overlap": {
        parameters: {
            query?: {
                /** @description The last 24 hours, 7 days or 30 days. */
                period?: components["parameters"]["period-week"];
            };
            path: {
                /**
                 * @description Builder address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                builder: components["parameters"]["builder"];
            };
        };
        responses: {
            /** @description Whom a builder shares its users with */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuilderOverlapBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "builders.profile": {
        parameters: {
            query?: {
                /** @description The last 24 hours, 7 days or 30 days. */
                period?: "day" | "week" | "month";
                /** @description The most coins to return. */
                topCoins?: number;
            };
            path: {
                /**
                 * @description Builder address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                builder: components["parameters"]["builder"];
            };
        };
        responses: {
            /** @description One builder */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuilderProfileBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "builders.retention": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Builder address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                builder: components["parameters"]["builder"];
            };
        };
        responses: {
            /** @description How long a builder's users stay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuilderRetentionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "builders.traders": {
        parameters: {
            query?: {
                /** @description The last 24 hours, 7 days or 30 days. */
                period?: components["parameters"]["period-week"];
                /** @description What ranks them. */
                sort?: "builderFee" | "volume" | "pnl";
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path: {
                /**
                 * @description Builder address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                builder: components["parameters"]["builder"];
            };
        };
        responses: {
            /** @description A builder's users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuilderTradersBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "census.differences": {
        parameters: {
            query?: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                wallet?: components["parameters"]["wallet"];
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /**
                 * @description Only differences of this cause.
                 * @example missingFills
                 */
                cause?: "missingFills" | "unknown" | "gap" | "behind" | "censoredOpening" | "untracked";
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-100"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: number;
            };
            path?: never;
        };
        responses: {
            /** @description Positions whose fills end at another size than was paid for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CensusDifferencesBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "census.stamp": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description The newest comparisons of positions with what the exchange says of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CensusStampBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "coverage.intervals": {
        parameters: {
            query: {
                /**
                 * @description The feed. fills: fills of wallets that are read one by one; node_fills: fills of all wallets, from the files of a node or an archive; node_misc_events: funding and ledger updates of all wallets, from the files of a node or an archive; node_twap_statuses: statuses of TWAP orders of all wallets, from the files of a node or an archive; trades: public trades; walletFunding: funding payments of wallets that are read one by one; walletLedger: ledger updates of wallets that are read one by one; candles: candles; contexts: states of markets by the minute; books: order books by the minute.
                 * @example trades
                 */
                feed: "fills" | "node_fills" | "node_misc_events" | "node_twap_statuses" | "trades" | "walletFunding" | "walletLedger" | "candles" | "contexts" | "books";
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                wallet?: components["parameters"]["wallet"];
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /**
                 * @description Intervals of this state alone.
                 * @example lost
                 */
                state?: "covered" | "open" | "healed" | "lost";
                /**
                 * @description Start of the span; default: no bound. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the span; default: no bound. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                to?: string;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-100"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: number;
            };
            path?: never;
        };
        responses: {
            /** @description Covered spans and gaps of the record of a feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "coverage.days": {
        parameters: {
            query?: {
                /** @description What conditions are of. */
                by?: "day";
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                wallet?: components["parameters"]["wallet"];
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /**
                 * @description First day of the span. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Last day of the span; default today. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                to?: string;
            };
            path: {
                /**
                 * @description The feed. fills: fills of wallets that are read one by one; node_fills: fills of all wallets, from the files of a node or an archive; node_misc_events: funding and ledger updates of all wallets, from the files of a node or an archive; node_twap_statuses: statuses of TWAP orders of all wallets, from the files of a node or an archive; trades: public trades; walletFunding: funding payments of wallets that are read one by one; walletLedger: ledger updates of wallets that are read one by one; candles: candles; contexts: states of markets by the minute; books: order books by the minute.
                 * @example trades
                 */
                feed: "fills" | "node_fills" | "node_misc_events" | "node_twap_statuses" | "trades" | "walletFunding" | "walletLedger" | "candles" | "contexts" | "books";
            };
        };
        responses: {
            /** @description The condition of each day of a feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageDaysBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "entities.leaderboard": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: number;
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: number;
            };
            path?: never;
        };
        responses: {
            /** @description Owners by their open positions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityLeaderboardBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "entities.entity": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description The wallets of one owner, and their open positions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityProfileBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "exchange.active-traders": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Wallets that traded perps in the last 24 hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveTradersBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "exchange.oi": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Open interest of the exchange, both sides, by dex */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OIBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "exchange.pnl-leaders": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: number;
            };
            path?: never;
        };
        responses: {
            /** @description Wallets that won and lost most in the last 24 hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PnlLeadersBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "exchange.positions": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Open positions, and those closed in the last 24 hours, by dex */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "exchange.volume": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Notional of the perps traded in the last 24 hours, by dex */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VolumeBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.cross-product-overlap": {
        parameters: {
            query?: {
                /** @description Look-back window in days. At most the tier's history window. */
                days?: components["parameters"]["days-7"];
            };
            path?: never;
        };
        responses: {
            /** @description How many traders of outcomes trade perps, too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrossProductOverlapBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.daily-volume": {
        parameters: {
            query?: {
                /** @description Look-back window in days. At most the tier's history window. */
                days?: components["parameters"]["days-14"];
                /**
                 * @description Only outcomes of this venue, spelt exactly so.
                 * @example out
                 */
                venue?: components["parameters"]["venue"];
                /**
                 * @description Only outcomes of the venues of this deployer.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                deployer?: components["parameters"]["deployer"];
                /**
                 * @description Only outcomes with this deployer fee scale.
                 * @example 1
                 */
                deployerFeeScale?: components["parameters"]["deployerFeeScale"];
            };
            path?: never;
        };
        responses: {
            /** @description Volume of outcomes by day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HIP4DailyVolumeBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.most-active": {
        parameters: {
            query?: {
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-24"];
                /** @description The most rows to return. */
                limit?: number;
                /**
                 * @description Only outcomes of this venue, spelt exactly so.
                 * @example out
                 */
                venue?: components["parameters"]["venue"];
                /**
                 * @description Only outcomes of the venues of this deployer.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                deployer?: components["parameters"]["deployer"];
                /**
                 * @description Only outcomes with this deployer fee scale.
                 * @example 1
                 */
                deployerFeeScale?: components["parameters"]["deployerFeeScale"];
            };
            path?: never;
        };
        responses: {
            /** @description The outcomes with the most trades of a window */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOutcomesBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.outcomes": {
        parameters: {
            query?: {
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-24"];
                /**
                 * @description Only outcomes of this venue, spelt exactly so.
                 * @example out
                 */
                venue?: components["parameters"]["venue"];
                /**
                 * @description Only outcomes of the venues of this deployer.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                deployer?: components["parameters"]["deployer"];
                /**
                 * @description Only outcomes with this deployer fee scale.
                 * @example 1
                 */
                deployerFeeScale?: components["parameters"]["deployerFeeScale"];
            };
            path?: never;
        };
        responses: {
            /** @description The outcomes of a window, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOutcomesBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.outcome": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Id of an outcome, without a side.
                 * @example 9
                 */
                outcome_id: components["parameters"]["outcome_id"];
            };
        };
        responses: {
            /** @description One outcome */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HIP4OutcomeDetailBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.perp-position-context": {
        parameters: {
            query?: {
                /** @description Look-back window in days. At most the tier's history window. */
                days?: components["parameters"]["days-14"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-25"];
            };
            path: {
                /**
                 * @description Id of an outcome, without a side.
                 * @example 9
                 */
                outcome_id: components["parameters"]["outcome_id"];
            };
        };
        responses: {
            /** @description Perp positions of an outcome's holders in its underlying */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PerpPositionContextBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.outcome-recent-trades": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: number;
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-24"];
            };
            path: {
                /**
                 * @description Id of an outcome, without a side.
                 * @example 9
                 */
                outcome_id: components["parameters"]["outcome_id"];
            };
        };
        responses: {
            /** @description The latest trades of one outcome, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HIP4RecentTradesBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.outcome-summary": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Id of an outcome, without a side.
                 * @example 9
                 */
                outcome_id: components["parameters"]["outcome_id"];
            };
        };
        responses: {
            /** @description Totals of all trades of one outcome */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HIP4OutcomeSummaryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.questions": {
        parameters: {
            query?: {
                /**
                 * @description Only outcomes of this venue, spelt exactly so.
                 * @example out
                 */
                venue?: components["parameters"]["venue"];
                /**
                 * @description Only outcomes of the venues of this deployer.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                deployer?: components["parameters"]["deployer"];
                /**
                 * @description Only outcomes with this deployer fee scale.
                 * @example 1
                 */
                deployerFeeScale?: components["parameters"]["deployerFeeScale"];
            };
            path?: never;
        };
        responses: {
            /** @description Questions with their outcomes, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListQuestionsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.recent-settlements": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: number;
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: number;
                /**
                 * @description Only outcomes of this venue, spelt exactly so.
                 * @example out
                 */
                venue?: components["parameters"]["venue"];
                /**
                 * @description Only outcomes of the venues of this deployer.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                deployer?: components["parameters"]["deployer"];
                /**
                 * @description Only outcomes with this deployer fee scale.
                 * @example 1
                 */
                deployerFeeScale?: components["parameters"]["deployerFeeScale"];
            };
            path?: never;
        };
        responses: {
            /** @description Recently settled outcomes, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HIP4SettlementsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.top-traders": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-25"];
                /** @description Look-back window in days. At most the tier's history window. */
                days?: components["parameters"]["days-7"];
                /**
                 * @description Only outcomes of this venue, spelt exactly so.
                 * @example out
                 */
                venue?: components["parameters"]["venue"];
                /**
                 * @description Only outcomes of the venues of this deployer.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                deployer?: components["parameters"]["deployer"];
                /**
                 * @description Only outcomes with this deployer fee scale.
                 * @example 1
                 */
                deployerFeeScale?: components["parameters"]["deployerFeeScale"];
            };
            path?: never;
        };
        responses: {
            /** @description The most profitable traders of outcomes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopTradersBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "hip4.trader-outcomes": {
        parameters: {
            query?: {
                /** @description Look-back window in days. At most the tier's history window. */
                days?: number;
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's outcome positions, last traded first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraderOutcomesBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.cohort-bias-history": {
        parameters: {
            query?: {
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-168"];
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType?: "pnl" | "size";
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier?: string;
            };
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description How cohorts were positioned in a coin, by the hour */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.cohort-bias": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description How each PnL cohort is positioned in a coin now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortBiasBody"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.coin-long-short": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description A coin's longs and shorts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinLongShortBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.liquidation-heatmap": {
        parameters: {
            query?: {
                /** @description Buckets of the range. */
                buckets?: number;
                /** @description Percent around the mark price. */
                range?: number;
            };
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description A coin's open positions by the price that would liquidate them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidationHeatmapBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.liquidation-heatmap-history": {
        parameters: {
            query?: {
                /**
                 * @description Start of the window; default 7 days before its end, within the tier. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                to?: components["parameters"]["to"];
            };
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description A coin's liquidation levels by the hour */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidationHeatmapHistoryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.long-short": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Longs and shorts of the exchange, and of every coin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GlobalLongShortBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.long-short-history": {
        parameters: {
            query?: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: string;
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-168"];
            };
            path?: never;
        };
        responses: {
            /** @description Longs and shorts by the hour */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LongShortHistoryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.official-oi": {
        parameters: {
            query?: {
                /**
                 * @description hl for the native dex, else the prefix of a builder dex.
                 * @example hl
                 */
                dex?: string;
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-168"];
            };
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description A coin's open interest by the hour, as the exchange reports it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfficialOIBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.oi-history": {
        parameters: {
            query?: {
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-168"];
            };
            path?: never;
        };
        responses: {
            /** @description Open interest of all coins by the hour, derived from positions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OIHistoryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.coin-oi-history": {
        parameters: {
            query?: {
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-168"];
            };
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description A coin's open interest by the hour, derived from positions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OIHistoryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.risk-coin": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description A coin's risk: positions, balance, heatmap and liquidations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinRiskSnapshotBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.risk-coin-history": {
        parameters: {
            query?: {
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-168"];
            };
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description A coin's risk over time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinRiskHistoryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.mark-dislocations": {
        parameters: {
            query?: {
                /** @description Look-back window in hours. At most the tier's history window. */
                hours?: components["parameters"]["hours-168"];
            };
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description Minutes in which a mark price was away from the oracle’s */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkDislocationsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.liquidations-recent": {
        parameters: {
            query?: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 7d
                 */
                since?: components["parameters"]["since-7d"];
                /** @description time: newest first; notional: largest first, ties the newest first. */
                sort?: "time" | "notional";
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
            };
            path?: never;
        };
        responses: {
            /** @description The newest liquidations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentLiquidationsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.liquidations-summary": {
        parameters: {
            query?: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 7d
                 */
                since?: components["parameters"]["since-7d"];
            };
            path?: never;
        };
        responses: {
            /** @description Liquidations of a window, by time, coin and cohort */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiquidationSummaryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "live.risk-overview": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Risk of all coins: balance, crowded coins and liquidations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RiskOverviewBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "market.historical-oi": {
        parameters: {
            query?: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 7d
                 */
                since?: components["parameters"]["since-7d"];
                /**
                 * @description Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                startTime?: components["parameters"]["startTime"];
                /**
                 * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                endTime?: components["parameters"]["endTime"];
            };
            path?: never;
        };
        responses: {
            /** @description Open interest by the hour, as the exchange reports it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OIHistoryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "market.orderbook": {
        parameters: {
            query?: {
                /** @description Maximum levels a side. */
                depth?: number;
            };
            path: {
                /**
                 * @description Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
                 * @example BTC
                 */
                symbol: components["parameters"]["symbol"];
            };
        };
        responses: {
            /** @description A market's order book */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HLOrderBookBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamFailed"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "market.positions-of-many": {
        parameters: {
            query: {
                /**
                 * @description 1 to 50 different addresses, comma separated.
                 * @example [
                 *       "0x1f8a3f2d4b6c7e9012345678abcdef0123456789",
                 *       "0x2f8a3f2d4b6c7e9012345678abcdef0123456789"
                 *     ]
                 */
                addresses: string[];
            };
            path?: never;
        };
        responses: {
            /** @description The open positions of up to 50 wallets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HLWalletsPositionsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "market.positions": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description A wallet's open positions, as the exchange reports them now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HLPositionItem"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamFailed"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "market.price": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
                 * @example BTC
                 */
                symbol: components["parameters"]["symbol"];
            };
        };
        responses: {
            /** @description A market's mark price, open interest, funding and volume */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HLMarkPriceBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "account.plan": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Tier and limits of the caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.anti-survivors": {
        parameters: {
            query?: {
                /** @description Wallets that fell at least so low, USD, not positive. */
                maxTrough?: components["parameters"]["maxTrough--10000"];
                /** @description Wallets whose PnL is at most this now, USD. */
                stillUnderwater?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Wallets that fell deep and are still there */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AntiSurvivor"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.backstop-events": {
        parameters: {
            query?: {
                /** @description How it was liquidated: market or backstop; both by default. */
                method?: string;
                /** @description The most PnL, USD, not positive. */
                maxRealizedPnl?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Lifecycles that ended in a liquidation, the largest losses first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackstopEventRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.biggest-losses": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-20"];
                /** @description The most pnl of a listed trade, USD; losses are negative. */
                maxPnl?: number;
            };
            path?: never;
        };
        responses: {
            /** @description The trades with the most negative closed PnL */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeBody"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.biggest-wins": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-20"];
                /** @description The least pnl of a listed trade, USD. */
                minPnl?: number;
            };
            path?: never;
        };
        responses: {
            /** @description The trades with the largest closed PnL */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeBody"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.capital-titans": {
        parameters: {
            query?: {
                /** @description The least PnL, USD. */
                minPnl?: number;
                /** @description The least fees, USD. */
                minFees?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Wallets that won most for each dollar of fees */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapitalTitan"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.closed-positions-recent": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 1h
                 */
                since?: components["parameters"]["since-1h"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /** @description Least notional at the entry price, USD; -1 switches the filter off. */
                minNotional?: components["parameters"]["minNotional--1"];
                /** @description Least duration, milliseconds; -1 switches the filter off. */
                minDuration?: components["parameters"]["minDuration--1"];
                /** @description Longest duration, milliseconds; -1 switches the filter off. */
                maxDuration?: components["parameters"]["maxDuration--1"];
            };
            path?: never;
        };
        responses: {
            /** @description Positions of all wallets that were closed last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosedPosition"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohort-bias.history": {
        parameters: {
            query?: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 7d
                 */
                since?: components["parameters"]["since-7d"];
                /**
                 * @description Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                startTime?: components["parameters"]["startTime"];
                /**
                 * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                endTime?: components["parameters"]["endTime"];
            };
            path?: never;
        };
        responses: {
            /** @description How every cohort was positioned, by the hour */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortBiasSnapshot"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts-recent.alpha-concentration": {
        parameters: {
            query?: never;
            path: {
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType: components["parameters"]["tierType"];
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier: components["parameters"]["tier"];
            };
        };
        responses: {
            /** @description How much of the profit of a recent cohort its best wallets made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortAlphaConcentrationRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts-recent.lifecycle-stats": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path: {
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType: components["parameters"]["tierType"];
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier: components["parameters"]["tier"];
            };
        };
        responses: {
            /** @description The lifecycles of each wallet of a recent cohort in sums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortLifecycleStatsRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts-recent.positions": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
            };
            path: {
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType: components["parameters"]["tierType"];
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier: components["parameters"]["tier"];
            };
        };
        responses: {
            /** @description The largest open positions of a cohort: cohort of the 30 whole UTC days before today */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortPosition"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts-recent.top-positions": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path: {
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType: components["parameters"]["tierType"];
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier: components["parameters"]["tier"];
            };
        };
        responses: {
            /** @description The closed lifecycles of a recent cohort that won or lost most */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortTopPositionRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts-recent.trades": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 1h
                 */
                since?: components["parameters"]["since-1h"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
            };
            path: {
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType: components["parameters"]["tierType"];
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier: components["parameters"]["tier"];
            };
        };
        responses: {
            /** @description The latest trades of a cohort, newest first: cohort of the 30 whole UTC days before today */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeBody"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts.daily-stats": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 30d
                 */
                since?: components["parameters"]["since-30d"];
                /**
                 * @description Start of the window, in place of since. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                startTime?: components["parameters"]["startTime"];
                /**
                 * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                endTime?: components["parameters"]["endTime"];
            };
            path?: never;
        };
        responses: {
            /** @description What every cohort did, day by day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortDailyStatBody"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts.summary": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description All cohorts of traders in sums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortSummaryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts.history": {
        parameters: {
            query?: {
                /** @description Look-back window in days. At most the tier's history window. */
                days?: components["parameters"]["days-30"];
            };
            path: {
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType: components["parameters"]["tierType"];
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier: components["parameters"]["tier"];
            };
        };
        responses: {
            /** @description Figures of one cohort by day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortHistoryDay"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts.positions": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
            };
            path: {
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType: components["parameters"]["tierType"];
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier: components["parameters"]["tier"];
            };
        };
        responses: {
            /** @description The largest open positions of a cohort: all-time cohort */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortPosition"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.cohorts.trades": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 1h
                 */
                since?: components["parameters"]["since-1h"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
            };
            path: {
                /** @description pnl: cohorts by realized PnL; size: by traded notional. */
                tierType: components["parameters"]["tierType"];
                /**
                 * @description Cohort of the tierType, a slug of either vocabulary: money_printer, blown_out, …
                 * @example money_printer
                 */
                tier: components["parameters"]["tier"];
            };
        };
        responses: {
            /** @description The latest trades of a cohort, newest first: all-time cohort */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeBody"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.coin-alpha-map": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-100"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Wins and losses in each coin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinAlphaMapRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.coin-kings": {
        parameters: {
            query?: {
                /** @description How many wallets of each coin. */
                perCoinRank?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description The best earners of each coin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoinKing"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.compare": {
        parameters: {
            query: {
                /**
                 * @description 2 to 5 different addresses, comma separated.
                 * @example [
                 *       "0x1f8a3f2d4b6c7e9012345678abcdef0123456789",
                 *       "0x2f8a3f2d4b6c7e9012345678abcdef0123456789"
                 *     ]
                 */
                wallets: string[];
            };
            path?: never;
        };
        responses: {
            /** @description Two to five traders side by side */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletCompareBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.daily-latest": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description The newest daily edition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyPulseEdition"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.daily": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description UTC day, YYYY-MM-DD.
                 * @example 2026-01-15
                 */
                date: string;
            };
        };
        responses: {
            /** @description The edition of one UTC day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyPulseEdition"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.hidden-gems": {
        parameters: {
            query?: {
                /** @description The least totalTrades. */
                minTrades?: number;
                /** @description The most totalTrades. */
                maxTrades?: number;
                /** @description The least winRate, percent. */
                minWinRate?: number;
                /** @description The least totalPnl, USD. */
                minPnl?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-20"];
            };
            path?: never;
        };
        responses: {
            /** @description Traders with few trades, a high win rate and a profit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaderboardTrader"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.hour-profitability": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description PnL by hour of the day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HourProfitabilityRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.leaderboard": {
        parameters: {
            query?: {
                /** @description What traders are ranked by. */
                sort?: "pnl" | "winrate" | "volume" | "score" | "risk-adjusted" | "losers" | "trades" | "recent";
                /** @description All time, or a window of UTC calendar days. */
                period?: components["parameters"]["period-allTime"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-20"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: number;
                /**
                 * @description Leave out traders with fewer totalTrades.
                 * @example 100
                 */
                minTrades?: number;
            };
            path?: never;
        };
        responses: {
            /** @description Ranked traders, of all time or of a window of UTC calendar days */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaderboardBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.lethal-coins": {
        parameters: {
            query?: {
                /** @description The least number of lifecycles. */
                minLifecycles?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Coins in which most positions are liquidated */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LethalCoinRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.lifecycle": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Id of a position lifecycle.
                 * @example 4413449625
                 */
                id: number;
            };
        };
        responses: {
            /** @description One position lifecycle and its fills */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LifecycleDetailBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.lifecycles-recent": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 1h
                 */
                since?: components["parameters"]["since-1h"];
                /** @description The most rows to return. */
                limit?: number;
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /** @description time: newest close first; pnl: largest realizedPnl first, won or lost; notional: largest first. */
                sort?: "time" | "pnl" | "notional";
                /** @description Lifecycles of spot tokens and outcomes too: a balance from its first buy until it is sold or settled. */
                includeSpot?: components["parameters"]["includeSpot-false"];
                /** @description Least notional at the entry price, USD; -1 switches the filter off. */
                minNotional?: components["parameters"]["minNotional--1"];
                /** @description Least duration, milliseconds; -1 switches the filter off. */
                minDuration?: components["parameters"]["minDuration--1"];
                /** @description Longest duration, milliseconds; -1 switches the filter off. */
                maxDuration?: components["parameters"]["maxDuration--1"];
            };
            path?: never;
        };
        responses: {
            /** @description Position lifecycles of all wallets that were closed last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentLifecycleRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.market-concentration": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description How much of all profits the best wallets hold */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketConcentrationRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.market-overview": {
        parameters: {
            query?: {
                /**
                 * @description hl for the native dex, else the prefix of a builder dex.
                 * @example hl
                 */
                dex?: components["parameters"]["dex"];
            };
            path?: never;
        };
        responses: {
            /** @description Every listed market with its price, open interest and volume */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HLMarketOverviewBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.market-candles-recent": {
        parameters: {
            query?: {
                /** @description Length of a candle. */
                interval?: "1m" | "3m" | "5m" | "15m" | "30m" | "1h" | "2h" | "4h" | "8h" | "12h" | "1d" | "3d" | "1w";
                /** @description The most rows to return. */
                limit?: number;
            };
            path: {
                /**
                 * @description Market in any case and spelling: BTC, xyz:GOLD, PURR/USDC, @107, #90, +90.
                 * @example BTC
                 */
                symbol: components["parameters"]["symbol"];
            };
        };
        responses: {
            /** @description A market's newest candles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketCandle"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.max-pain-events": {
        parameters: {
            query?: {
                /** @description The least drawdown, percent. */
                minDrawdownPct?: number;
                /** @description The least PnL, USD. */
                minPnl?: components["parameters"]["minPnl-1000"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Winners that were deepest under water */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaxPainEventRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.most-traded": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-20"];
            };
            path?: never;
        };
        responses: {
            /** @description Coins by their number of trades */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MostTradedCoin"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.newcomer-whales": {
        parameters: {
            query?: {
                /** @description Days since the first known activity, at most. */
                newcomerDays?: number;
                /** @description The least gross notional of the window, USD. */
                minNotional?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Large wallets that are new */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewcomerWhale"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.one-month-wonders": {
        parameters: {
            query?: {
                /** @description The least PnL of the best month, USD. */
                minBestMonth?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Wallets that lost the profit of their one winning month */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneMonthWonder"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.perfect-exits": {
        parameters: {
            query?: {
                /** @description The least share taken, percent. */
                minCapturePct?: number;
                /** @description The least PnL, USD. */
                minPnl?: components["parameters"]["minPnl-1000"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Winners that left near the best price */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PerfectExitRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.persistent-winners": {
        parameters: {
            query?: {
                /** @description The least number of profitable months. */
                minMonths?: number;
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Wallets that won in several months */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersistentWinner"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.stats": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Totals over every indexed fill */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GlobalStatsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.style-distribution": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Lifecycles by how long positions were held */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StyleDistributionRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.survivors": {
        parameters: {
            query?: {
                /** @description Wallets that fell at least so low, USD, not positive. */
                maxTrough?: components["parameters"]["maxTrough--10000"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Wallets that came back from a deep loss */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survivor"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.token-leaderboard": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description All time, or a window of UTC calendar days. */
                period?: components["parameters"]["period-allTime"];
            };
            path: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin: string;
            };
        };
        responses: {
            /** @description The most profitable traders of one coin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenLeaderboardEntry"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.top-liquidators": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path?: never;
        };
        responses: {
            /** @description Wallets that take over liquidated positions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopLiquidatorRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's all-time totals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaderboardTrader"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-closed-positions": {
        parameters: {
            query?: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's closed positions, newest close first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosedPosition"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-closed-positions-stats": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's closed positions in sums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosedPositionStatsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-daily": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's UTC days, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraderDailyStat"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-demo": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader at a glance: sums, best and worst positions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletDemoBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.lifecycle-summary": {
        parameters: {
            query?: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /** @description Lifecycles of spot tokens and outcomes too: a balance from its first buy until it is sold or settled. */
                includeSpot?: components["parameters"]["includeSpot-false"];
                /** @description Lifecycles too whose opening was not seen, or whose chain of fills has a break. */
                includeCensored?: components["parameters"]["includeCensored-false"];
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's position lifecycles in sums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletLifecycleSummaryBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-lifecycles": {
        parameters: {
            query?: {
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
                /** @description Which of them. */
                status?: "open" | "closed" | "all";
                /** @description Lifecycles of spot tokens and outcomes too: a balance from its first buy until it is sold or settled. */
                includeSpot?: components["parameters"]["includeSpot-false"];
                /** @description Lifecycles too whose opening was not seen, or whose chain of fills has a break. */
                includeCensored?: components["parameters"]["includeCensored-false"];
                /** @description The most rows to return. */
                limit?: number;
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's position lifecycles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletLifecyclesBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-performance": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's last 30 days beside all time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraderPerformanceBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-pnl": {
        parameters: {
            query?: {
                /**
                 * @description Start of the window; default 48 hours, 30 days or 12 weeks before its end, within the tier. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                to?: components["parameters"]["to"];
                /** @description What the window is cut into; at most 31 days of hours, and 366 days. */
                interval?: "hour" | "day" | "week";
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description Net PnL of one trader over time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraderPnlBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-skill": {
        parameters: {
            query?: {
                /**
                 * @description Start of the window; default 90 days before its end, within the tier. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                from?: string;
                /**
                 * @description End of the window; default now. Unix milliseconds, RFC 3339 with a time zone, e.g. 2026-01-15T00:00:00Z, or a date, which is its 00:00 UTC.
                 * @example 2026-01-15T00:00:00Z
                 */
                to?: components["parameters"]["to"];
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description How good one trader's days are after costs, and how sure that is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraderSkillBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-tokens": {
        parameters: {
            query?: never;
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's coins, most profitable first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraderTokenStat"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-trades": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 1h
                 */
                since?: components["parameters"]["since-1h"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description One trader's latest trades, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeBody"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trader-curves": {
        parameters: {
            query: {
                /**
                 * @description Up to 100 wallet addresses.
                 * @example [
                 *       "0x1f8a3f2d4b6c7e9012345678abcdef0123456789",
                 *       "0x2f8a3f2d4b6c7e9012345678abcdef0123456789"
                 *     ]
                 */
                addresses: string[];
                /** @description Look-back window in days. At most the tier's history window. */
                days?: components["parameters"]["days-30"];
            };
            path?: never;
        };
        responses: {
            /** @description What many traders realized over time, a short curve each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraderCurvesBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.trades-recent": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 1h
                 */
                since?: components["parameters"]["since-1h"];
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-50"];
                /**
                 * @description Coin in any case, with or without dex prefix: BTC, kPEPE, xyz:GOLD, @107, #10.
                 * @example BTC
                 */
                coin?: components["parameters"]["coin"];
            };
            path?: never;
        };
        responses: {
            /** @description The trades of a window with the largest closed PnL, won or lost */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TradeBody"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "pulse.wallet-drawdown-curve": {
        parameters: {
            query?: {
                /** @description The most rows to return. */
                limit?: components["parameters"]["limit-100"];
                /** @description Rows to leave out at the start of the list, for the next page. */
                offset?: components["parameters"]["offset-0"];
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description How far one trader's positions went against and for them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrawdownCurveRow"][] | null;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "search.find": {
        parameters: {
            query: {
                /**
                 * @description A name, address, coin, id or the beginning of one.
                 * @example bitcoin
                 */
                q: string;
                /** @description The most rows to return. */
                limit?: number;
            };
            path?: never;
        };
        responses: {
            /** @description What a text means */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "builders.trader-builders": {
        parameters: {
            query?: {
                /**
                 * @description How far back to look: digits then m, h or d, e.g. 90m, 24h, 7d. At most the tier's history window.
                 * @example 30d
                 */
                since?: components["parameters"]["since-30d"];
            };
            path: {
                /**
                 * @description Wallet address: 0x and 40 hex digits, any case.
                 * @example 0x1f8a3f2d4b6c7e9012345678abcdef0123456789
                 */
                address: components["parameters"]["address"];
            };
        };
        responses: {
            /** @description The builders that one trader paid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraderBuildersBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
    "account.verify": {
        parameters: {
            query?: never;
            path?: never;
        };
        responses: {
            /** @description Whether the key is valid, and its limits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Overloaded"];
            504: components["responses"]["DeadlineExceeded"];
        };
    };
}
