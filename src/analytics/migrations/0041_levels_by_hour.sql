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
ENGINE = ${ReplacingMergeTree}(made)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour)
SETTINGS non_replicated_deduplication_window = 1000
