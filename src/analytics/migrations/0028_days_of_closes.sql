-- Sums of closed lifecycles by wallet and day stand by the wallet: a follower reads the days of those that changed. Filled by
-- the fold, which begins again (`lifecycleRules`).
DROP TABLE IF EXISTS lifecycle_days;

-- Sums of those that are not censored, by the wallet and the UTC day of the close. A day without any has lifecycles = 0.
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
ENGINE = ${ReplacingMergeTree}(version)
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
ENGINE = ${ReplacingMergeTree}(version)
PARTITION BY toYYYYMM(day)
ORDER BY (wallet, coin, day)
SETTINGS index_granularity = 256, min_compress_block_size = 8192;

-- Which closes changed since a version: new ones stand together, at the end.
ALTER TABLE lifecycles_by_close ADD INDEX IF NOT EXISTS version_range version TYPE minmax GRANULARITY 1
