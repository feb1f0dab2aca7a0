-- Facts other than fills, as the exchange published them: each row is the newest that a source saw under its key, so that a repeat and
-- a second source change nothing. Read with FINAL, or the newest of each key. Decimals have one scale: these are observations, cut
-- at 12 decimals; 0 stands for "none" where the exchange sends null.

-- What an account state did not say, or not readably, is NULL: 0 is a value.
-- By coin: risk, long/short and heatmaps read all positions of one coin; one wallet's are a scan of a small table.
CREATE TABLE IF NOT EXISTS positions (
  coin LowCardinality(String),
  wallet FixedString(20),
  -- Empty for the validator-run dex.
  dex LowCardinality(String),
  -- Of the account state that has it, by the exchange's clock.
  time DateTime64(3, 'UTC'),
  -- Signed; 0 where the position is closed.
  szi Decimal(38, 12),
  entry_px Nullable(Decimal(38, 12)),
  position_value Nullable(Decimal(38, 12)),
  unrealized_pnl Nullable(Decimal(38, 12)),
  return_on_equity Nullable(Decimal(38, 12)),
  liquidation_px Nullable(Decimal(38, 12)),
  margin_used Nullable(Decimal(38, 12)),
  leverage_type LowCardinality(String),
  leverage UInt32,
  max_leverage UInt32,
  -- Isolated positions only.
  raw_usd Nullable(Decimal(38, 12)),
  -- Positive is paid.
  funding_all_time Nullable(Decimal(38, 12)),
  funding_since_open Nullable(Decimal(38, 12)),
  funding_since_change Nullable(Decimal(38, 12))
)
ENGINE = ReplacingMergeTree(time)
ORDER BY (coin, wallet)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- The last state of every hour in which the position was seen.
CREATE TABLE IF NOT EXISTS position_hours (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  wallet FixedString(20) CODEC(ZSTD(1)),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  szi Decimal(38, 12) CODEC(ZSTD(1)),
  entry_px Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  position_value Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  unrealized_pnl Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  liquidation_px Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  margin_used Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  leverage_type LowCardinality(String),
  leverage UInt32 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(time)
PARTITION BY toYYYYMM(hour)
ORDER BY (coin, hour, wallet)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS position_hours_view TO position_hours AS
SELECT
  toStartOfHour(time) AS hour, coin, wallet, dex, time, szi, entry_px, position_value, unrealized_pnl, liquidation_px,
  margin_used, leverage_type, leverage
FROM positions;

-- The states of accounts that were stored lately, in the order of storing, so that readers look at these alone. Kept for two days:
-- a later reader reads all of positions and accounts. A repeated row changes nothing.
CREATE TABLE IF NOT EXISTS stored_positions (
  stored DateTime64(3, 'UTC'),
  wallet FixedString(20),
  coin LowCardinality(String),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC'),
  szi Decimal(38, 12),
  entry_px Nullable(Decimal(38, 12)),
  position_value Nullable(Decimal(38, 12)),
  liquidation_px Nullable(Decimal(38, 12)),
  margin_used Nullable(Decimal(38, 12)),
  leverage_type LowCardinality(String),
  leverage UInt32,
  max_leverage UInt32,
  raw_usd Nullable(Decimal(38, 12)),
  funding_since_open Nullable(Decimal(38, 12))
)
ENGINE = MergeTree
PARTITION BY toStartOfFifteenMinutes(stored)
ORDER BY stored
TTL toDateTime(stored) + INTERVAL 2 DAY
SETTINGS ttl_only_drop_parts = 1, merge_with_ttl_timeout = 60;

CREATE MATERIALIZED VIEW IF NOT EXISTS stored_positions_view TO stored_positions AS
SELECT
  now64(3, 'UTC') AS stored, wallet, coin, dex, time, szi, entry_px, position_value, liquidation_px, margin_used,
  leverage_type, leverage, max_leverage, raw_usd, funding_since_open
FROM positions;

-- One wallet's account on one dex.
CREATE TABLE IF NOT EXISTS accounts (
  wallet FixedString(20),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC'),
  account_value Nullable(Decimal(38, 12)),
  total_ntl_pos Nullable(Decimal(38, 12)),
  total_raw_usd Nullable(Decimal(38, 12)),
  total_margin_used Nullable(Decimal(38, 12)),
  cross_account_value Nullable(Decimal(38, 12)),
  cross_maintenance_margin Nullable(Decimal(38, 12)),
  withdrawable Nullable(Decimal(38, 12))
)
ENGINE = ReplacingMergeTree(time)
ORDER BY (wallet, dex)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE TABLE IF NOT EXISTS stored_accounts (
  stored DateTime64(3, 'UTC'),
  wallet FixedString(20),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC'),
  cross_account_value Nullable(Decimal(38, 12)),
  cross_maintenance_margin Nullable(Decimal(38, 12))
)
ENGINE = MergeTree
PARTITION BY toStartOfFifteenMinutes(stored)
ORDER BY stored
TTL toDateTime(stored) + INTERVAL 2 DAY
SETTINGS ttl_only_drop_parts = 1, merge_with_ttl_timeout = 60;

CREATE MATERIALIZED VIEW IF NOT EXISTS stored_accounts_view TO stored_accounts AS
SELECT now64(3, 'UTC') AS stored, wallet, dex, time, cross_account_value, cross_maintenance_margin
FROM accounts;

-- Assets of a wallet other than perps, as the exchange answered: tokens of spot, vaults, staked HYPE. The row with an empty asset is the
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
ENGINE = ReplacingMergeTree(time)
ORDER BY (wallet, kind, asset)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- How an account keeps its collateral, in the exchange's own word.
CREATE TABLE IF NOT EXISTS account_modes (
  wallet FixedString(20),
  time DateTime64(3, 'UTC'),
  mode LowCardinality(String)
)
ENGINE = ReplacingMergeTree(time)
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
  -- Lent out, less what it owed, and what was on its way from the exchange's EVM.
  lent Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  escrow Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  -- All of it; NULL where a part is.
  total Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  -- The sum of the known parts.
  known Decimal(38, 12) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(made)
PARTITION BY toYYYYMM(hour)
ORDER BY (wallet, hour)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS wallet_roles (
  wallet FixedString(20),
  time DateTime64(3, 'UTC'),
  -- user, vault, agent, subAccount, missing.
  role LowCardinality(String),
  -- Of a sub-account its master, of an agent whom it acts for; zero bytes for others.
  master FixedString(20)
)
ENGINE = ReplacingMergeTree(time)
ORDER BY wallet
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE TABLE IF NOT EXISTS sub_accounts (
  master FixedString(20),
  wallet FixedString(20),
  time DateTime64(3, 'UTC'),
  name String
)
ENGINE = ReplacingMergeTree(time)
ORDER BY (master, wallet)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- Who leads a vault, as the exchange has it: a vault belongs to its leader.
CREATE TABLE IF NOT EXISTS vaults (
  vault FixedString(20),
  time DateTime64(3, 'UTC'),
  leader FixedString(20),
  name String
)
ENGINE = ReplacingMergeTree(time)
ORDER BY vault
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- The wallets whose fills are read from the exchange. A cursor is written after the rows up to it are stored.
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
  role_checked DateTime64(3, 'UTC'),
  -- Every ledger update up to this time is stored.
  ledger_to DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(time)
ORDER BY wallet
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;
