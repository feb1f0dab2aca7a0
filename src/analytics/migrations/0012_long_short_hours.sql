-- Longs and shorts on the hour, by coin, and of all coins together as _GLOBAL. Estimates at mark: no money is booked by them.
CREATE TABLE IF NOT EXISTS long_short_hours (
  coin LowCardinality(String),
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  -- Version: when the row was made.
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- From the positions in memory, or from the states that were read in the hour before.
  basis Enum8('positions' = 1, 'states' = 2),
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
ENGINE = ${ReplacingMergeTree}(made)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour)
SETTINGS non_replicated_deduplication_window = 1000
