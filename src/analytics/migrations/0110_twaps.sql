-- Statuses of TWAP orders, each with the order as it was then, from a node's files or the API. Both give the same row, but for its time.
CREATE TABLE IF NOT EXISTS twap_statuses (
  wallet FixedString(20) CODEC(ZSTD(1)),
  started DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  -- 0 in records that do not name it.
  twap_id UInt64 CODEC(ZSTD(1)),
  status LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  side LowCardinality(String),
  sz Decimal(38, 12) CODEC(ZSTD(1)),
  executed_sz Decimal(38, 12) CODEC(ZSTD(1)),
  executed_ntl Decimal(38, 12) CODEC(ZSTD(1)),
  minutes UInt32 CODEC(ZSTD(1)),
  reduce_only Bool CODEC(ZSTD(1)),
  randomize Bool CODEC(ZSTD(1)),
  trigger_px Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  -- Whether the mark has to be above that price, or below.
  trigger_above Bool CODEC(ZSTD(1)),
  stop_px Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  -- Reason of an error.
  description String CODEC(ZSTD(3)),
  -- When it was first stored; its own time if that was more than a day before.
  noted DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- The first record of a status counts.
  version UInt64 MATERIALIZED 9999999999999 - toUnixTimestamp64Milli(noted),
  INDEX noted_index noted TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (wallet, started, coin, twap_id, status)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000
