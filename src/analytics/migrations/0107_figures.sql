-- Figures that jobs make by the hour and by the day.

-- Longs and shorts on the hour, by coin, and of all coins together as _GLOBAL. Estimates at mark: no money is booked by them.
CREATE TABLE IF NOT EXISTS long_short_hours (
  coin LowCardinality(String),
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  -- Version: when the row was made.
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- From the positions in memory, from the states that were read in the hour before, or from all fills until then.
  basis Enum8('positions' = 1, 'states' = 2, 'fills' = 3),
  longs UInt32 CODEC(T64, ZSTD(1)),
  shorts UInt32 CODEC(T64, ZSTD(1)),
  -- USD.
  long_notional Float64 CODEC(ZSTD(1)),
  short_notional Float64 CODEC(ZSTD(1)),
  long_pnl Float64 CODEC(ZSTD(1)),
  short_pnl Float64 CODEC(ZSTD(1)),
  -- Weighted by notional, over positions whose leverage is known; 0 where none is.
  long_leverage Float64 CODEC(ZSTD(1)),
  short_leverage Float64 CODEC(ZSTD(1)),
  -- 0 where it was not known, and of all coins together.
  mark_px Float64 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(made)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour)
SETTINGS non_replicated_deduplication_window = 1000;

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
ENGINE = ReplacingMergeTree(made)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour, kind, tier)
SETTINGS non_replicated_deduplication_window = 1000;

-- What open positions would be liquidated at which price, at the start of an hour, by coin; as _GLOBAL that the hour was kept at all. One row
-- holds all of a coin's levels, so that a repeat leaves none of the row before it.
CREATE TABLE IF NOT EXISTS liquidation_level_hours (
  coin LowCardinality(String),
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  -- Version: when the row was made.
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- 0 where it was not known: nothing has a value then.
  mark_px Decimal(38, 12) CODEC(ZSTD(1)),
  -- Number n: prices from 1.01^n up to 1.01^(n + 1) USD. Those alone that hold something, lowest first.
  levels Array(Int16) CODEC(ZSTD(1)),
  -- Notional at mark of the positions with their liquidation price in the level, USD.
  longs Array(Decimal(38, 6)) CODEC(ZSTD(1)),
  shorts Array(Decimal(38, 6)) CODEC(ZSTD(1)),
  -- Of those whose price lies further away.
  longs_outside Decimal(38, 6) CODEC(ZSTD(1)),
  shorts_outside Decimal(38, 6) CODEC(ZSTD(1)),
  -- Of those without one.
  longs_unpriced Decimal(38, 6) CODEC(ZSTD(1)),
  shorts_unpriced Decimal(38, 6) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(made)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour)
SETTINGS non_replicated_deduplication_window = 1000;

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
ENGINE = ReplacingMergeTree
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
ENGINE = ReplacingMergeTree(made)
PARTITION BY toYYYYMM(day)
ORDER BY (day, kind, tier);

-- The edition of each UTC day, as it is served. The first edition of a day is final: where there are two, of
-- processes that did not know of each other, readers take the older.
CREATE TABLE IF NOT EXISTS daily_editions (
  day Date,
  generated DateTime64(3, 'UTC'),
  -- JSON.
  body String CODEC(ZSTD(3))
)
ENGINE = MergeTree
ORDER BY (day, generated);
