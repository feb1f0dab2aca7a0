-- What the live connector keeps beside facts: the public trades, and how far it has read each wallet.

-- One row per match, as the feed had it; its two sides stand in fills where their wallets are tracked. Read with FINAL:
-- the feed repeats itself, and the key makes that a no-op.
CREATE TABLE IF NOT EXISTS trades (
  coin LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- A hash of both orders: it orders nothing.
  tid UInt64 CODEC(ZSTD(1)),
  -- Of the side that took liquidity.
  side Enum8('B' = 1, 'A' = 2),
  px Decimal(18, 10) CODEC(ZSTD(1)),
  sz Decimal(38, 12) CODEC(ZSTD(1)),
  hash FixedString(32) CODEC(ZSTD(1)),
  buyer FixedString(20) CODEC(ZSTD(1)),
  seller FixedString(20) CODEC(ZSTD(1)),
  -- When its frame arrived, by this machine's clock.
  received DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}
PARTITION BY toYYYYMM(time)
ORDER BY (coin, time, tid)
SETTINGS non_replicated_deduplication_window = 1000;

-- The wallets whose fills are read from the exchange. A cursor is written after what it stands for is stored.
CREATE TABLE IF NOT EXISTS tracked_wallets (
  wallet FixedString(20),
  -- Version: when this row was written.
  time DateTime64(3, 'UTC'),
  discovered DateTime64(3, 'UTC'),
  -- Every fill up to this one's time is stored, but for what feed_gaps lists; 1970 before the first.
  fills_to DateTime64(3, 'UTC'),
  -- The same of its funding.
  funding_to DateTime64(3, 'UTC'),
  -- When it was last asked what kind of account it is.
  role_checked DateTime64(3, 'UTC')
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY wallet
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024
