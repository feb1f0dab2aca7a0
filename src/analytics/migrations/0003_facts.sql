-- Facts beside fills, as the exchange published them: each row is the newest a source saw under its key, so that a repeat and
-- a second source change nothing. Read with FINAL, or the newest of each key. Decimals have one scale: these are
-- observations, cut at 12 decimals; 0 stands for "none" where the exchange sends null.

-- By coin: risk, long/short and heatmaps read all positions of one coin; one wallet's are a scan of a small table.
CREATE TABLE IF NOT EXISTS positions (
  coin LowCardinality(String),
  wallet FixedString(20),
  -- Empty for the validator-run dex.
  dex LowCardinality(String),
  -- Of the state it stands in, by the exchange's clock.
  time DateTime64(3, 'UTC'),
  -- Signed; 0 where the position is closed.
  szi Decimal(38, 12),
  entry_px Decimal(38, 12),
  position_value Decimal(38, 12),
  unrealized_pnl Decimal(38, 12),
  return_on_equity Decimal(38, 12),
  liquidation_px Decimal(38, 12),
  margin_used Decimal(38, 12),
  leverage_type LowCardinality(String),
  leverage UInt32,
  max_leverage UInt32,
  -- Isolated positions only.
  raw_usd Decimal(38, 12),
  -- Positive is paid.
  funding_all_time Decimal(38, 12),
  funding_since_open Decimal(38, 12),
  funding_since_change Decimal(38, 12)
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY (coin, wallet)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- The last state of every hour in which the position was seen.
CREATE TABLE IF NOT EXISTS position_hours (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  wallet FixedString(20) CODEC(ZSTD(1)),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  szi Decimal(38, 12) CODEC(ZSTD(1)),
  entry_px Decimal(38, 12) CODEC(ZSTD(1)),
  position_value Decimal(38, 12) CODEC(ZSTD(1)),
  unrealized_pnl Decimal(38, 12) CODEC(ZSTD(1)),
  liquidation_px Decimal(38, 12) CODEC(ZSTD(1)),
  margin_used Decimal(38, 12) CODEC(ZSTD(1)),
  leverage_type LowCardinality(String),
  leverage UInt32 CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(time)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour, wallet)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS position_hours_view TO position_hours AS
SELECT
  toStartOfHour(time) AS hour, coin, wallet, dex, time, szi, entry_px, position_value, unrealized_pnl, liquidation_px,
  margin_used, leverage_type, leverage
FROM positions;

-- One wallet's account on one dex.
CREATE TABLE IF NOT EXISTS accounts (
  wallet FixedString(20),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC'),
  account_value Decimal(38, 12),
  total_ntl_pos Decimal(38, 12),
  total_raw_usd Decimal(38, 12),
  total_margin_used Decimal(38, 12),
  cross_account_value Decimal(38, 12),
  cross_maintenance_margin Decimal(38, 12),
  withdrawable Decimal(38, 12)
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY (wallet, dex)
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
  impact_ask_px Decimal(38, 12) CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(time)
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
  mark_px Decimal(38, 12) CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(time)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS asset_context_hours_view TO asset_context_hours AS
SELECT toStartOfHour(time) AS hour, coin, dex, time, funding, open_interest, day_ntl_vlm, oracle_px, mark_px
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
ENGINE = ${ReplacingMergeTree}(trades)
PARTITION BY toYYYYMM(open_time)
ORDER BY (coin, interval, open_time)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS market_funding (
  coin LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  funding_rate Decimal(38, 12) CODEC(ZSTD(1)),
  premium Decimal(38, 12) CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}
PARTITION BY toYYYYMM(time)
ORDER BY (coin, time)
SETTINGS non_replicated_deduplication_window = 1000;

-- Of a day that the exchange has merged, the row at its start is what the hours leave that are stored beside it: the rows of
-- a coin and day add up to what the exchange publishes.
CREATE TABLE IF NOT EXISTS wallet_funding (
  wallet FixedString(20) CODEC(ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  -- Negative is paid.
  usdc Decimal(38, 12) CODEC(ZSTD(1)),
  szi Decimal(38, 12) CODEC(ZSTD(1)),
  funding_rate Decimal(38, 12) CODEC(ZSTD(1)),
  -- Hours that a merged day's row stands for; 0 for a single hour.
  samples UInt32 CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}
PARTITION BY toYYYYMM(time)
ORDER BY (wallet, time, coin)
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
ENGINE = ${ReplacingMergeTree}(time)
PARTITION BY toYYYYMM(minute)
ORDER BY (coin, minute)
SETTINGS non_replicated_deduplication_window = 1000;

-- Settled outcomes leave the exchange's list: here they stay.
CREATE TABLE IF NOT EXISTS outcomes (
  outcome UInt64,
  time DateTime64(3, 'UTC'),
  name String,
  description String,
  side_names Array(String),
  quote_token LowCardinality(String)
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY outcome
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS outcome_questions (
  question UInt64,
  time DateTime64(3, 'UTC'),
  name String,
  description String,
  has_fallback Bool,
  fallback_outcome UInt64,
  named_outcomes Array(UInt64),
  settled_named_outcomes Array(UInt64)
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY question
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS outcome_settlements (
  outcome UInt64,
  -- When it was seen to be settled.
  time DateTime64(3, 'UTC'),
  -- What one Yes pays; a No pays the rest of 1.
  settle_fraction Decimal(38, 12),
  details String
)
ENGINE = ${ReplacingMergeTree}
ORDER BY outcome
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS wallet_roles (
  wallet FixedString(20),
  time DateTime64(3, 'UTC'),
  -- user, vault, agent, subAccount, missing.
  role LowCardinality(String),
  -- Of a sub-account its master, of an agent whom it acts for; zero bytes for others.
  master FixedString(20)
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY wallet
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE TABLE IF NOT EXISTS sub_accounts (
  master FixedString(20),
  wallet FixedString(20),
  time DateTime64(3, 'UTC'),
  name String
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY (master, wallet)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- What is known to be missing, until it is filled.
CREATE TABLE IF NOT EXISTS feed_gaps (
  feed LowCardinality(String),
  -- Zero bytes and an empty coin where all are concerned.
  wallet FixedString(20),
  coin LowCardinality(String),
  from_time DateTime64(3, 'UTC'),
  to_time DateTime64(3, 'UTC'),
  reason LowCardinality(String),
  filled Bool,
  -- When it was found, or filled.
  time DateTime64(3, 'UTC')
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY (feed, wallet, coin, from_time, to_time)
SETTINGS non_replicated_deduplication_window = 1000
