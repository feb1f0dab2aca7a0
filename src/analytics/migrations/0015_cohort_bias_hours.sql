-- Longs and shorts on the hour by the all-time cohort of their wallets, by coin, and of all coins together as _GLOBAL. A cohort without
-- a position has no row. Estimates at mark: no money is booked by them.
CREATE TABLE IF NOT EXISTS cohort_bias_hours (
  coin LowCardinality(String),
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  kind Enum8('pnl' = 1, 'size' = 2),
  -- Place among the cohorts of the kind, from 1.
  tier UInt8,
  -- Version: when the row was made.
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  longs UInt32 CODEC(T64, ZSTD(1)),
  shorts UInt32 CODEC(T64, ZSTD(1)),
  -- USD.
  long_notional Float64 CODEC(ZSTD(1)),
  short_notional Float64 CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(made)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour, kind, tier)
SETTINGS non_replicated_deduplication_window = 1000
