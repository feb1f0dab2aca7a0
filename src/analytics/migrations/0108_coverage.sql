-- What the record holds and lacks, and what compares it with the exchange and with itself.

-- What the record holds of each feed, and what it lacks: every change of an interval is a row, and the newest counts. Read with FINAL.
CREATE TABLE IF NOT EXISTS coverage (
  feed LowCardinality(String),
  -- 20 bytes; empty, like the coin, where all are concerned.
  wallet String CODEC(ZSTD(1)),
  coin LowCardinality(String),
  -- A gap never changes its ends: other ends make another gap. A covered span grows.
  is_gap Bool,
  -- Both ends are in it. 1970 is "since ever", and block 0 one that is not known.
  from_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  from_block UInt64 CODEC(ZSTD(1)),
  to_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  to_block UInt64 CODEC(ZSTD(1)),
  -- Other intervals replace one that is 'replaced'.
  state Enum8('covered' = 1, 'open' = 2, 'healed' = 3, 'lost' = 4, 'replaced' = 5),
  -- Of a gap.
  reason LowCardinality(String),
  seen DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Version.
  changed DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(changed)
ORDER BY (
  feed, wallet, coin, is_gap, from_time, from_block,
  if(is_gap, to_time, toDateTime64(0, 3, 'UTC')), if(is_gap, to_block, 0))
SETTINGS index_granularity = 1024;

-- Gaps that were found, lost and filled, a row for each change: the ledger of coverage keeps the newest state of a gap alone.
CREATE TABLE IF NOT EXISTS coverage_changes (
  feed LowCardinality(String),
  wallet String CODEC(ZSTD(1)),
  coin LowCardinality(String),
  from_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  from_block UInt64 CODEC(ZSTD(1)),
  to_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  to_block UInt64 CODEC(ZSTD(1)),
  state Enum8('covered' = 1, 'open' = 2, 'healed' = 3, 'lost' = 4, 'replaced' = 5),
  reason LowCardinality(String),
  seen DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  changed DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (changed, feed, wallet, coin, from_time, from_block, to_time, to_block, state)
SETTINGS index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS coverage_changes_view TO coverage_changes AS
SELECT feed, wallet, coin, from_time, from_block, to_time, to_block, state, reason, seen, changed
FROM coverage WHERE is_gap AND state IN ('open', 'healed', 'lost');

-- Each hour's comparison of positions folded from fills with the account states that the exchange published; its row comes after its
-- differences, so that it covers all of them.
CREATE TABLE IF NOT EXISTS census (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  -- Version: when it was made.
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Open positions compared, by the states.
  positions UInt32 CODEC(ZSTD(1)),
  differences UInt32 CODEC(ZSTD(1)),
  -- Of the newest fill that is not after chain_time; 0 where its source has none.
  block UInt64 CODEC(ZSTD(1)),
  -- Of the newest state.
  chain_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(made)
ORDER BY hour;

CREATE TABLE IF NOT EXISTS census_differences (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  wallet FixedString(20) CODEC(ZSTD(1)),
  coin LowCardinality(String),
  state_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Coins, signed.
  folded Decimal(38, 12) CODEC(ZSTD(1)),
  told Decimal(38, 12) CODEC(ZSTD(1)),
  -- 0 where no fill of the wallet in the coin is stored.
  has_fills UInt8 CODEC(ZSTD(1)),
  -- By the engine's clock: what it forgets rows by.
  inserted DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree(made)
ORDER BY (hour, wallet, coin)
TTL inserted + INTERVAL 30 DAY;

-- What each audit came to, the newest last: one by hand, or the one of every night.
CREATE TABLE IF NOT EXISTS audits (
  finished DateTime64(3, 'UTC'),
  fills UInt64,
  rows_compared UInt64,
  differences UInt64,
  -- The first of them, in words; empty where there is none.
  first_difference String
)
ENGINE = ReplacingMergeTree
ORDER BY finished
SETTINGS non_replicated_deduplication_window = 1000;
