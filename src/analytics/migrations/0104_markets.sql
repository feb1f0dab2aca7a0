-- Facts about markets, with the keys, decimals and zeros of the facts in 0102_accounts.sql.

-- What the exchange lists: for processes that read no exchange, and for starts.
CREATE TABLE IF NOT EXISTS listed_markets (
  coin String,
  -- When it was seen to be so.
  time DateTime64(3, 'UTC'),
  -- perp, hip3, spot, outcome.
  kind LowCardinality(String),
  -- Empty but for HIP-3 markets.
  dex LowCardinality(String),
  -- A perp's place in its dex, a pair's index, an outcome side's encoding.
  place UInt64,
  ticker String,
  symbol String,
  -- Token of margin, PnL and fees; of spot and outcomes the quote token. Empty where it is not known.
  collateral LowCardinality(String),
  -- -1 where the exchange does not publish them.
  sz_decimals Int16,
  -- 0 for spot and outcomes.
  max_leverage UInt32,
  only_isolated Bool,
  -- Of each margin tier the notional from which it applies, in the collateral, and its leverage.
  tier_bounds Array(Decimal(38, 12)),
  tier_leverages Array(UInt32),
  is_delisted Bool,
  -- Spot lifecycles follow the token: the coin of the lifecycles of a pair's base token.
  chain String,
  -- What the deployer of a perp calls it, and the words by which it is found.
  display_name String,
  keywords Array(String)
)
ENGINE = ReplacingMergeTree(time)
ORDER BY coin
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- Handed from the process that reads the exchange to those that serve: histories are in tables of their own.
CREATE TABLE IF NOT EXISTS newest_states (
  -- context, book, candle, trade.
  kind LowCardinality(String),
  coin String,
  -- Of candles.
  interval LowCardinality(String),
  -- When the row was handed over: grows from insert to insert, so that readers continue after the last one they have.
  time DateTime64(3, 'UTC'),
  -- By the engine's clock: what it forgets rows by.
  inserted DateTime('UTC') DEFAULT now(),
  -- JSON, with the exchange's own texts of decimals (`src/market/observation.ts`).
  state String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(time)
ORDER BY (kind, coin, interval)
TTL inserted + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- The last context of every minute; spot pairs and outcomes too, with what they have.
CREATE TABLE IF NOT EXISTS asset_contexts (
  minute DateTime('UTC') DEFAULT toStartOfMinute(time) CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  dex LowCardinality(String),
  -- When it arrived: a context has no time.
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  funding Decimal(38, 12) CODEC(ZSTD(1)),
  -- In coins, one side.
  open_interest Decimal(38, 12) CODEC(ZSTD(1)),
  prev_day_px Decimal(38, 12) CODEC(ZSTD(1)),
  day_ntl_vlm Decimal(38, 12) CODEC(ZSTD(1)),
  day_base_vlm Decimal(38, 12) CODEC(ZSTD(1)),
  premium Decimal(38, 12) CODEC(ZSTD(1)),
  oracle_px Decimal(38, 12) CODEC(ZSTD(1)),
  mark_px Decimal(38, 12) CODEC(ZSTD(1)),
  mid_px Decimal(38, 12) CODEC(ZSTD(1)),
  impact_bid_px Decimal(38, 12) CODEC(ZSTD(1)),
  impact_ask_px Decimal(38, 12) CODEC(ZSTD(1)),
  -- The archive file that it came from, so that it can be taken out again; 0 where it was read live.
  source UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(time)
PARTITION BY toYYYYMM(minute)
ORDER BY (coin, minute)
SETTINGS non_replicated_deduplication_window = 1000;

-- A year of hours over all coins is a scan of what a week of minutes would be.
CREATE TABLE IF NOT EXISTS asset_context_hours (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  funding Decimal(38, 12) CODEC(ZSTD(1)),
  open_interest Decimal(38, 12) CODEC(ZSTD(1)),
  day_ntl_vlm Decimal(38, 12) CODEC(ZSTD(1)),
  oracle_px Decimal(38, 12) CODEC(ZSTD(1)),
  mark_px Decimal(38, 12) CODEC(ZSTD(1)),
  source UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(time)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS asset_context_hours_view TO asset_context_hours AS
SELECT toStartOfHour(time) AS hour, coin, dex, time, funding, open_interest, day_ntl_vlm, oracle_px, mark_px, source
FROM asset_contexts;

-- Trades only grow while a candle is open, so the row with the most is the newest.
CREATE TABLE IF NOT EXISTS candles (
  coin LowCardinality(String),
  interval LowCardinality(String),
  open_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  open Decimal(38, 12) CODEC(ZSTD(1)),
  high Decimal(38, 12) CODEC(ZSTD(1)),
  low Decimal(38, 12) CODEC(ZSTD(1)),
  close Decimal(38, 12) CODEC(ZSTD(1)),
  -- In coins.
  volume Decimal(38, 12) CODEC(ZSTD(1)),
  trades UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(trades)
PARTITION BY toYYYYMM(open_time)
ORDER BY (coin, interval, open_time)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS market_funding (
  coin LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  funding_rate Decimal(38, 12) CODEC(ZSTD(1)),
  premium Decimal(38, 12) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (coin, time)
SETTINGS non_replicated_deduplication_window = 1000;

-- The last book of every minute, best level first.
CREATE TABLE IF NOT EXISTS book_snapshots (
  minute DateTime('UTC') DEFAULT toStartOfMinute(time) CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  bid_px Array(Decimal(38, 12)) CODEC(ZSTD(1)),
  bid_sz Array(Decimal(38, 12)) CODEC(ZSTD(1)),
  bid_orders Array(UInt32) CODEC(ZSTD(1)),
  ask_px Array(Decimal(38, 12)) CODEC(ZSTD(1)),
  ask_sz Array(Decimal(38, 12)) CODEC(ZSTD(1)),
  ask_orders Array(UInt32) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(time)
PARTITION BY toYYYYMM(minute)
ORDER BY (coin, minute)
SETTINGS non_replicated_deduplication_window = 1000;

-- One row per match, as the feed had it; its two sides are in fills where their wallets are tracked. Read with FINAL:
-- the feed repeats itself, and the key makes that a no-op.
CREATE TABLE IF NOT EXISTS trades (
  coin LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- A hash of both orders: it orders nothing.
  tid UInt64 CODEC(ZSTD(1)),
  -- Of the side that took liquidity.
  side Enum8('B' = 1, 'A' = 2),
  px Decimal(18, 10) CODEC(ZSTD(1)),
  sz Decimal(38, 12) CODEC(ZSTD(1)),
  hash FixedString(32) CODEC(ZSTD(1)),
  buyer FixedString(20) CODEC(ZSTD(1)),
  seller FixedString(20) CODEC(ZSTD(1)),
  -- When its frame arrived, by this machine's clock.
  received DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- All trades of the coin from here up to this one are stored, or came in one insert with it; 1970 where that is not known. In the
  -- row itself, so that it is known as soon as the trades are stored, also where the process was killed right then.
  complete_from DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (coin, time, tid)
SETTINGS non_replicated_deduplication_window = 1000;
