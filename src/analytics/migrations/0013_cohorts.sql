-- Cohorts of wallets at the end of each UTC day, where one of them changed: what a wallet was in on a day is in its newest row not
-- after it. Places among the cohorts of a kind, from 1, the best; 0 for none.
CREATE TABLE IF NOT EXISTS wallet_tiers (
  wallet FixedString(20) CODEC(ZSTD(1)),
  day Date CODEC(Delta, ZSTD(1)),
  pnl_tier UInt8 CODEC(T64, ZSTD(1)),
  size_tier UInt8 CODEC(T64, ZSTD(1)),
  pnl_tier_recent UInt8 CODEC(T64, ZSTD(1)),
  size_tier_recent UInt8 CODEC(T64, ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}
PARTITION BY toYYYYMM(day)
ORDER BY (wallet, day);

-- What each cohort did on a UTC day: fills of that day by the cohort that a wallet was in at the end of the day before.
CREATE TABLE IF NOT EXISTS cohort_days (
  day Date CODEC(Delta, ZSTD(1)),
  kind Enum8('pnl' = 1, 'size' = 2),
  -- Place among the cohorts of the kind, from 1.
  tier UInt8,
  -- Version: when the row was made.
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Stored fills of the day, of all wallets, when it was made: where there are more by now it is made again.
  day_fills UInt64 CODEC(T64, ZSTD(1)),
  wallets UInt64 CODEC(T64, ZSTD(1)),
  active UInt64 CODEC(T64, ZSTD(1)),
  fills UInt64 CODEC(T64, ZSTD(1)),
  -- USD, before fees.
  pnl Decimal(38, 12) CODEC(ZSTD(1)),
  volume Decimal(38, 22) CODEC(ZSTD(1)),
  -- Percent, the mean over those that traded.
  win_rate Float64 CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(made)
PARTITION BY toYYYYMM(day)
ORDER BY (day, kind, tier)
