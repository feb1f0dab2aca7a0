-- What a wallet has beside its perps, as the exchange answered: tokens of spot, vaults, staked HYPE. The row with an empty asset is the
-- newest whole answer of its kind: rows from before it are of what the wallet had no longer then.
CREATE TABLE IF NOT EXISTS balances (
  wallet FixedString(20),
  -- spot, vault or staking.
  kind LowCardinality(String),
  -- A token, of an outcome's side `+N`; the vault's address; delegated, undelegated or pending.
  asset String,
  -- When it was asked for: the answers have no time of their own.
  time DateTime64(3, 'UTC'),
  -- Of the token, USD in a vault, HYPE staked; of the empty asset how many there were.
  amount Decimal(38, 12),
  -- What it cost, USD, and what of it orders and margin hold; NULL where the answer did not say.
  entry_ntl Nullable(Decimal(38, 12)),
  hold Nullable(Decimal(38, 12))
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY (wallet, kind, asset)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- How an account keeps its collateral, in the exchange's own word.
CREATE TABLE IF NOT EXISTS account_modes (
  wallet FixedString(20),
  time DateTime64(3, 'UTC'),
  mode LowCardinality(String)
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY wallet
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- What an account was worth at the start of an hour, at that hour's marks. An amount that was not known then is NULL.
CREATE TABLE IF NOT EXISTS account_hours (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  wallet FixedString(20) CODEC(ZSTD(1)),
  -- When it was worked out.
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Of the oldest answer that it rests on.
  oldest DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- The collateral of its perps is in spot, and `perps` are not in the sum.
  is_pooled Bool CODEC(ZSTD(1)),
  -- Dexes on which it has an account, and their values, USD.
  dexes Array(LowCardinality(String)) CODEC(ZSTD(1)),
  perps Array(Nullable(Decimal(38, 12))) CODEC(ZSTD(1)),
  spot Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  vaults Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  staked Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  -- All of it; NULL where a part is.
  total Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  -- The sum of what was known.
  known Decimal(38, 12) CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(made)
PARTITION BY toYYYYMM(hour)
ORDER BY (wallet, hour)
SETTINGS non_replicated_deduplication_window = 1000;
