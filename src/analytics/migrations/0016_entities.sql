-- Who leads a vault, as the exchange has it: a vault belongs to its leader.
CREATE TABLE IF NOT EXISTS vaults (
  vault FixedString(20),
  time DateTime64(3, 'UTC'),
  leader FixedString(20),
  name String
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY vault
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- Each hour's comparison of positions folded from fills with the account states that the exchange published; its row comes after its
-- differences, so that it stands for all of them.
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
ENGINE = ${ReplacingMergeTree}(made)
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
ENGINE = ${ReplacingMergeTree}(made)
ORDER BY (hour, wallet, coin)
TTL inserted + INTERVAL 30 DAY
