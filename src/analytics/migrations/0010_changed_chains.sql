-- Positions follow single coins of a wallet: the record of a batch names them, with the times of its first and last fill in
-- each. Rows of an older program have no coin: readers then read everything again.
ALTER TABLE changed_wallet_days
  ADD COLUMN IF NOT EXISTS coin LowCardinality(String) DEFAULT '',
  ADD COLUMN IF NOT EXISTS from_time DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC'),
  ADD COLUMN IF NOT EXISTS to_time DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC');

-- The states of accounts that were stored lately, in the order in which that was, so that readers look at these alone. Kept for
-- an hour: a reader that comes later reads all of positions and accounts. A repeated row changes nothing.
CREATE TABLE IF NOT EXISTS stored_positions (
  stored DateTime64(3, 'UTC'),
  wallet FixedString(20),
  coin LowCardinality(String),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC'),
  szi Decimal(38, 12),
  entry_px Decimal(38, 12),
  position_value Decimal(38, 12),
  liquidation_px Decimal(38, 12),
  margin_used Decimal(38, 12),
  leverage_type LowCardinality(String),
  leverage UInt32,
  max_leverage UInt32,
  raw_usd Decimal(38, 12),
  funding_since_open Decimal(38, 12)
)
ENGINE = ${MergeTree}
PARTITION BY toStartOfFifteenMinutes(stored)
ORDER BY stored
TTL toDateTime(stored) + INTERVAL 1 HOUR
SETTINGS ttl_only_drop_parts = 1, merge_with_ttl_timeout = 60;

CREATE MATERIALIZED VIEW IF NOT EXISTS stored_positions_view TO stored_positions AS
SELECT
  now64(3, 'UTC') AS stored, wallet, coin, dex, time, szi, entry_px, position_value, liquidation_px, margin_used,
  leverage_type, leverage, max_leverage, raw_usd, funding_since_open
FROM positions;

CREATE TABLE IF NOT EXISTS stored_accounts (
  stored DateTime64(3, 'UTC'),
  wallet FixedString(20),
  dex LowCardinality(String),
  time DateTime64(3, 'UTC'),
  cross_account_value Decimal(38, 12),
  cross_maintenance_margin Decimal(38, 12)
)
ENGINE = ${MergeTree}
PARTITION BY toStartOfFifteenMinutes(stored)
ORDER BY stored
TTL toDateTime(stored) + INTERVAL 1 HOUR
SETTINGS ttl_only_drop_parts = 1, merge_with_ttl_timeout = 60;

CREATE MATERIALIZED VIEW IF NOT EXISTS stored_accounts_view TO stored_accounts AS
SELECT now64(3, 'UTC') AS stored, wallet, dex, time, cross_account_value, cross_maintenance_margin
FROM accounts
