-- The exchange's own running total of what a builder was paid, as published at a time: what attributed fees are compared with.
CREATE TABLE IF NOT EXISTS builder_rewards (
  builder FixedString(20),
  -- When it was read.
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- USDC.
  rewards Decimal(38, 12) CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}
ORDER BY (builder, time)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024
