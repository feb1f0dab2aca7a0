-- Fills, the only source of truth, and the first tables that follow from them on insert; all others are declared in derived/.
-- Scales: prices 10 decimals, sizes and money 12; a product of both has 22 and still 16 whole digits.

-- By wallet: the largest wallet's last fills are one range, ten times faster than by (wallet, coin, time).
-- derived/derived.ts has the sizes of ranges.
CREATE TABLE IF NOT EXISTS fills (
  wallet FixedString(20),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Order inside one millisecond, as the source had it; tid is a hash and orders nothing.
  seq UInt32 CODEC(T64, ZSTD(1)),
  coin LowCardinality(String),
  side Enum8('B' = 1, 'A' = 2),
  px Decimal(18, 10) CODEC(Delta, ZSTD(1)),
  sz Decimal(38, 12) CODEC(ZSTD(1)),
  start_position Decimal(38, 12) CODEC(ZSTD(1)),
  dir LowCardinality(String),
  -- 0 for rows that are no market trade (dust conversions, settlements …): they count no volume.
  market UInt8 CODEC(ZSTD(1)),
  closed_pnl Decimal(38, 12) CODEC(ZSTD(1)),
  fee Decimal(38, 12) CODEC(ZSTD(1)),
  fee_token LowCardinality(String),
  -- USD per fee token when the fill was indexed; 0 = unknown, such a fee counts as 0 and is reported.
  fee_px Decimal(18, 10) CODEC(Delta, ZSTD(1)),
  crossed Bool CODEC(ZSTD(1)),
  tid UInt64 CODEC(T64, LZ4),
  oid UInt64 CODEC(T64, LZ4),
  hash FixedString(32) CODEC(ZSTD(1)),
  -- Zero bytes and zeros below stand for "absent".
  cloid FixedString(16) CODEC(ZSTD(1)),
  twap_id UInt64 CODEC(ZSTD(1)),
  builder FixedString(20) CODEC(ZSTD(1)),
  builder_fee Decimal(38, 12) CODEC(ZSTD(1)),
  deployer_fee Decimal(38, 12) CODEC(ZSTD(1)),
  priority_gas Decimal(38, 12) CODEC(ZSTD(1)),
  liquidated_user FixedString(20) CODEC(ZSTD(1)),
  liquidation_mark_px Decimal(18, 10) CODEC(ZSTD(1)),
  liquidation_method LowCardinality(String),
  block UInt64 CODEC(Delta, ZSTD(1)),
  -- The file or feed that the fill came from first, a hash of its name in fill_sources: `forget` takes out what came from one.
  source UInt64 CODEC(ZSTD(1)),
  -- The zero address is a wallet like others: zero bytes alone do not say that no builder or liquidated wallet is named.
  names_builder UInt8 CODEC(ZSTD(1)),
  names_liquidated UInt8 CODEC(ZSTD(1)),
  -- Number of the batch that stored the fill, so that the fills of a batch can be read in the order in which they were stored. It
  -- hardly grows along a wallet: a byte or two a fill.
  batch UInt64 CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (wallet, time, seq)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024, min_compress_block_size = 16384;

CREATE TABLE IF NOT EXISTS fill_sources (
  source UInt64,
  -- Absolute path of the file, or name of the feed.
  name String
)
ENGINE = ReplacingMergeTree
ORDER BY source;

-- The same fills in time order, narrower: feeds, and the check whether a fill is stored already.
CREATE TABLE IF NOT EXISTS fills_by_time (
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  seq UInt32 CODEC(T64, ZSTD(1)),
  wallet FixedString(20) CODEC(ZSTD(1)),
  coin LowCardinality(String),
  side Enum8('B' = 1, 'A' = 2),
  px Decimal(18, 10) CODEC(ZSTD(1)),
  sz Decimal(38, 12) CODEC(ZSTD(1)),
  start_position Decimal(38, 12) CODEC(ZSTD(1)),
  dir LowCardinality(String),
  market UInt8 CODEC(ZSTD(1)),
  closed_pnl Decimal(38, 12) CODEC(ZSTD(1)),
  fee Decimal(38, 12) CODEC(ZSTD(1)),
  fee_token LowCardinality(String),
  fee_px Decimal(18, 10) CODEC(ZSTD(1)),
  tid UInt64 CODEC(T64, LZ4),
  oid UInt64 CODEC(T64, LZ4),
  block UInt64 CODEC(Delta, ZSTD(1)),
  -- Lets "the largest wins" skip almost every granule.
  INDEX closed_pnl_range closed_pnl TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (time, seq)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS fills_by_time_view TO fills_by_time AS
SELECT
  time, seq, wallet, coin, side, px, sz, start_position, dir, market, closed_pnl, fee, fee_token, fee_px, tid, oid, block
FROM fills;

-- Read rollups with GROUP BY, never FINAL: parts merge whenever the engine likes.
CREATE TABLE IF NOT EXISTS wallet_alltime (
  wallet FixedString(20),
  fills SimpleAggregateFunction(sum, UInt64),
  wins SimpleAggregateFunction(sum, UInt64),
  pnl SimpleAggregateFunction(sum, Decimal(38, 12)),
  volume SimpleAggregateFunction(sum, Decimal(38, 22)),
  fees SimpleAggregateFunction(sum, Decimal(38, 22)),
  unknown_fees SimpleAggregateFunction(sum, UInt64),
  largest_win SimpleAggregateFunction(max, Decimal(38, 12)),
  largest_loss SimpleAggregateFunction(min, Decimal(38, 12)),
  first_time SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  last_time SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree
ORDER BY wallet
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 64, min_compress_block_size = 1024,
  min_bytes_for_wide_part = 1000000000000;

CREATE MATERIALIZED VIEW IF NOT EXISTS wallet_alltime_view TO wallet_alltime AS
SELECT
  wallet,
  count() AS fills,
  countIf(closed_pnl > 0) AS wins,
  sum(closed_pnl) AS pnl,
  sum(px * sz * market) AS volume,
  sum(fee * fee_px) AS fees,
  countIf(fee != 0 AND fee_px = 0) AS unknown_fees,
  max(closed_pnl) AS largest_win,
  min(closed_pnl) AS largest_loss,
  min(time) AS first_time,
  max(time) AS last_time
FROM fills
GROUP BY wallet;

-- By (wallet, day): one wallet's days are one range; a window of days prunes by month and scans.
CREATE TABLE IF NOT EXISTS wallet_day (
  wallet FixedString(20),
  day Date,
  fills SimpleAggregateFunction(sum, UInt64),
  wins SimpleAggregateFunction(sum, UInt64),
  pnl SimpleAggregateFunction(sum, Decimal(38, 12)),
  volume SimpleAggregateFunction(sum, Decimal(38, 22)),
  fees SimpleAggregateFunction(sum, Decimal(38, 22))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (wallet, day)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 256, min_compress_block_size = 8192;

CREATE MATERIALIZED VIEW IF NOT EXISTS wallet_day_view TO wallet_day AS
SELECT
  wallet,
  toDate(time) AS day,
  count() AS fills,
  countIf(closed_pnl > 0) AS wins,
  sum(closed_pnl) AS pnl,
  sum(px * sz * market) AS volume,
  sum(fee * fee_px) AS fees
FROM fills
GROUP BY wallet, day;

-- By (coin, wallet): a coin's traders are one range; one wallet's coins are a short search per coin.
CREATE TABLE IF NOT EXISTS wallet_coin_alltime (
  coin LowCardinality(String),
  wallet FixedString(20),
  fills SimpleAggregateFunction(sum, UInt64),
  wins SimpleAggregateFunction(sum, UInt64),
  pnl SimpleAggregateFunction(sum, Decimal(38, 12)),
  volume SimpleAggregateFunction(sum, Decimal(38, 22))
)
ENGINE = AggregatingMergeTree
ORDER BY (coin, wallet)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS wallet_coin_alltime_view TO wallet_coin_alltime AS
SELECT
  coin,
  wallet,
  count() AS fills,
  countIf(closed_pnl > 0) AS wins,
  sum(closed_pnl) AS pnl,
  sum(px * sz * market) AS volume
FROM fills
GROUP BY coin, wallet;

-- Keys of fills that a damaged part held and that have not been stored again since. A key leaves the list when fills has it.
CREATE TABLE IF NOT EXISTS lost_fills (
  wallet FixedString(20),
  coin LowCardinality(String),
  time DateTime64(3, 'UTC'),
  tid UInt64,
  oid UInt64
)
ENGINE = ReplacingMergeTree
ORDER BY (wallet, coin, time, tid, oid)
SETTINGS non_replicated_deduplication_window = 1000;
