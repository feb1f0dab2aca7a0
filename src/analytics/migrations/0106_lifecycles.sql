-- Position lifecycles, folded from fills (src/lifecycles). Written by the fold alone: a row replaces the one of its key with a
-- lower version, and one that a rebuild does not give any more is marked deleted. Read with FINAL and NOT deleted.
-- Zeros and zero bytes stand for "absent". derived/derived.ts has the sizes of ranges.

CREATE TABLE IF NOT EXISTS lifecycles (
  wallet FixedString(20),
  coin LowCardinality(String),
  opened DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  id UInt64 CODEC(ZSTD(1)),
  -- Among those of the wallet and coin, from 1.
  num UInt32 CODEC(ZSTD(1)),
  side Enum8('long' = 1, 'short' = 2),
  is_censored Bool,
  -- No other fill of its millisecond came before it: a fold may begin here.
  starts_apart Bool,
  is_closed Bool,
  -- Of the newest fill; of a closed one the close.
  last DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  fills UInt32 CODEC(T64, ZSTD(1)),
  position Decimal(38, 12) CODEC(ZSTD(1)),
  peak_size Decimal(38, 12) CODEC(ZSTD(1)),
  opened_size Decimal(38, 12) CODEC(ZSTD(1)),
  entry_cost Decimal(38, 22) CODEC(ZSTD(1)),
  closed_size Decimal(38, 12) CODEC(ZSTD(1)),
  exit_cost Decimal(38, 22) CODEC(ZSTD(1)),
  pnl Decimal(38, 12) CODEC(ZSTD(1)),
  fees Decimal(38, 22) CODEC(ZSTD(1)),
  builder_fees Decimal(38, 22) CODEC(ZSTD(1)),
  liquidated_fills UInt32 CODEC(T64, ZSTD(1)),
  liquidation_method LowCardinality(String),
  liquidation_pnl Decimal(38, 12) CODEC(ZSTD(1)),
  penalty Decimal(38, 22) CODEC(ZSTD(1)),
  liquidator FixedString(20) CODEC(ZSTD(1)),
  -- Worst and best price while it was open, once closed: as they were known when that was folded.
  mae_px Decimal(18, 10) CODEC(ZSTD(1)),
  mfe_px Decimal(18, 10) CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  deleted Bool,
  -- Least and largest price of its own fills, which widen mae_px and mfe_px.
  low_px Decimal(18, 10) CODEC(ZSTD(1)),
  high_px Decimal(18, 10) CODEC(ZSTD(1)),
  deleveraged_fills UInt32 CODEC(T64, ZSTD(1)),
  closed_by LowCardinality(String),
  -- The zero address is a wallet like others.
  names_liquidator Bool
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (wallet, coin, opened, id)
SETTINGS index_granularity = 256, min_compress_block_size = 8192, min_bytes_for_wide_part = 1000000000000;

-- Where an id stands: ids are hashes, and the table above is by wallet.
CREATE TABLE IF NOT EXISTS lifecycle_ids (
  id UInt64 CODEC(ZSTD(1)),
  wallet FixedString(20),
  coin LowCardinality(String),
  opened DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY (id, wallet, coin)
SETTINGS index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS lifecycle_ids_view TO lifecycle_ids AS
SELECT id, wallet, coin, opened FROM lifecycles;

-- The closed ones in the order of closes: feeds, and whatever looks at many wallets.
CREATE TABLE IF NOT EXISTS lifecycles_by_close (
  closed DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  wallet FixedString(20) CODEC(ZSTD(1)),
  id UInt64 CODEC(ZSTD(1)),
  coin LowCardinality(String),
  opened DateTime64(3, 'UTC') CODEC(ZSTD(1)),
  side Enum8('long' = 1, 'short' = 2),
  is_censored Bool,
  fills UInt32 CODEC(T64, ZSTD(1)),
  peak_size Decimal(38, 12) CODEC(ZSTD(1)),
  -- Means, for which the nearest number is exact enough; 0 where there was no such fill.
  entry_vwap Float64 CODEC(ZSTD(1)),
  exit_vwap Float64 CODEC(ZSTD(1)),
  -- peak_size * entry_vwap; a decimal, so that sums do not depend on an order.
  notional Decimal(38, 12) CODEC(ZSTD(1)),
  pnl Decimal(38, 12) CODEC(ZSTD(1)),
  fees Decimal(38, 22) CODEC(ZSTD(1)),
  builder_fees Decimal(38, 22) CODEC(ZSTD(1)),
  liquidated_fills UInt32 CODEC(T64, ZSTD(1)),
  liquidation_method LowCardinality(String),
  liquidation_pnl Decimal(38, 12) CODEC(ZSTD(1)),
  penalty Decimal(38, 22) CODEC(ZSTD(1)),
  liquidator FixedString(20) CODEC(ZSTD(1)),
  mae_px Decimal(18, 10) CODEC(ZSTD(1)),
  mfe_px Decimal(18, 10) CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  deleted Bool,
  deleveraged_fills UInt32 CODEC(T64, ZSTD(1)),
  closed_by LowCardinality(String),
  names_liquidator Bool,
  -- Which closes changed since a version: new ones are together, at the end.
  INDEX version_range version TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(closed)
ORDER BY (closed, wallet, id)
SETTINGS index_granularity = 1024, min_compress_block_size = 16384;

-- Sums of those that are not censored, by the wallet and the UTC day of the close: a follower reads the days of wallets that
-- changed. A day without any has lifecycles = 0.
CREATE TABLE IF NOT EXISTS lifecycle_days (
  wallet FixedString(20),
  day Date,
  lifecycles UInt32 CODEC(T64, ZSTD(1)),
  wins UInt32 CODEC(T64, ZSTD(1)),
  losses UInt32 CODEC(T64, ZSTD(1)),
  liquidations UInt32 CODEC(T64, ZSTD(1)),
  -- How long positions were held: a bit for each of the styles (holding-styles.ts).
  styles UInt8 CODEC(ZSTD(1)),
  pnl Decimal(38, 12) CODEC(ZSTD(1)),
  -- Of the wins alone, at least 0; the rest of pnl is of the losses.
  won Decimal(38, 12) CODEC(ZSTD(1)),
  fees Decimal(38, 22) CODEC(ZSTD(1)),
  builder_fees Decimal(38, 22) CODEC(ZSTD(1)),
  penalty Decimal(38, 22) CODEC(ZSTD(1)),
  best Decimal(38, 12) CODEC(ZSTD(1)),
  worst Decimal(38, 12) CODEC(ZSTD(1)),
  notional Decimal(38, 12) CODEC(ZSTD(1)),
  -- The least sum of the first closes of the day, one or more; all closes of one moment are one step.
  trough Decimal(38, 12) CODEC(ZSTD(1)),
  duration_ms UInt64 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  INDEX version_range version TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(day)
ORDER BY (wallet, day)
SETTINGS index_granularity = 256, min_compress_block_size = 8192;

-- The same by coin, in what coins are asked for.
CREATE TABLE IF NOT EXISTS lifecycle_coin_days (
  wallet FixedString(20),
  coin LowCardinality(String),
  day Date,
  lifecycles UInt32 CODEC(T64, ZSTD(1)),
  pnl Decimal(38, 12) CODEC(ZSTD(1)),
  fees Decimal(38, 22) CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1)),
  INDEX version_range version TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(day)
ORDER BY (wallet, coin, day)
SETTINGS index_granularity = 256, min_compress_block_size = 8192;

-- How far the fold is: one row, replaced as it goes on.
CREATE TABLE IF NOT EXISTS lifecycle_progress (
  one UInt8,
  -- Of the rules that the rows were made by: with others they are rebuilt.
  rules UInt32,
  -- All batches up to this one are folded, once every range of wallets is.
  seq UInt64,
  ranges_done UInt32,
  ranges UInt32,
  -- Whether the tables may be answered from.
  ready Bool,
  version UInt64,
  -- The pairs by which the stored lifecycles were folded, and the coin of each.
  pairs Array(String),
  chains Array(String)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY one;
