-- Open positions by the payments of funding of an hour, in the order of the hours: a node's record names every one of every wallet.
CREATE TABLE IF NOT EXISTS paid_positions (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  wallet FixedString(20) CODEC(ZSTD(1)),
  -- Of the payment.
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Coins, signed.
  szi Decimal(38, 12) CODEC(ZSTD(1)),
  -- By the engine's clock: what it forgets rows by.
  stored DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}
PARTITION BY toDate(stored)
ORDER BY (hour, coin, wallet)
TTL stored + INTERVAL 2 DAY
SETTINGS non_replicated_deduplication_window = 1000, ttl_only_drop_parts = 1, merge_with_ttl_timeout = 600;

CREATE MATERIALIZED VIEW IF NOT EXISTS paid_positions_view TO paid_positions AS
SELECT toStartOfHour(time) AS hour, coin, wallet, time, szi FROM wallet_funding WHERE samples = 0 AND NOT whole_day;

-- Each hour's comparison of positions folded from fills with those that its payments name; its row comes after its differences.
CREATE TABLE IF NOT EXISTS payment_census (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  -- Version: when it was made.
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- The payments of all wallets were read: a position that none names is open nowhere.
  is_whole Bool CODEC(ZSTD(1)),
  -- Open positions by the payments, and whose.
  positions UInt32 CODEC(ZSTD(1)),
  wallets UInt32 CODEC(ZSTD(1)),
  -- Causes, and how many positions differ by each.
  causes Array(LowCardinality(String)) CODEC(ZSTD(1)),
  counts Array(UInt32) CODEC(ZSTD(1)),
  -- Of the newest fill that is not after chain_time; 0 where its source has none.
  block UInt64 CODEC(ZSTD(1)),
  -- Of the newest payment.
  chain_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(made)
ORDER BY hour;

CREATE TABLE IF NOT EXISTS payment_census_differences (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  wallet FixedString(20) CODEC(ZSTD(1)),
  coin LowCardinality(String),
  paid_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Coins, signed: what fills leave open then, and what was paid for.
  folded Decimal(38, 12) CODEC(ZSTD(1)),
  paid Decimal(38, 12) CODEC(ZSTD(1)),
  -- Of the newest fill until then; 1970 without one.
  last_fill DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  cause LowCardinality(String),
  -- By the engine's clock: what it forgets rows by.
  inserted DateTime('UTC') DEFAULT now()
)
ENGINE = ${ReplacingMergeTree}(made)
ORDER BY (hour, wallet, coin)
TTL inserted + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000
