-- What an account state did not say, or not readably, is NULL: 0 is a value. Rows of earlier versions keep their 0.
ALTER TABLE positions
  MODIFY COLUMN entry_px Nullable(Decimal(38, 12)),
  MODIFY COLUMN position_value Nullable(Decimal(38, 12)),
  MODIFY COLUMN unrealized_pnl Nullable(Decimal(38, 12)),
  MODIFY COLUMN return_on_equity Nullable(Decimal(38, 12)),
  MODIFY COLUMN liquidation_px Nullable(Decimal(38, 12)),
  MODIFY COLUMN margin_used Nullable(Decimal(38, 12)),
  MODIFY COLUMN raw_usd Nullable(Decimal(38, 12)),
  MODIFY COLUMN funding_all_time Nullable(Decimal(38, 12)),
  MODIFY COLUMN funding_since_open Nullable(Decimal(38, 12)),
  MODIFY COLUMN funding_since_change Nullable(Decimal(38, 12));

ALTER TABLE stored_positions
  MODIFY COLUMN entry_px Nullable(Decimal(38, 12)),
  MODIFY COLUMN position_value Nullable(Decimal(38, 12)),
  MODIFY COLUMN liquidation_px Nullable(Decimal(38, 12)),
  MODIFY COLUMN margin_used Nullable(Decimal(38, 12)),
  MODIFY COLUMN raw_usd Nullable(Decimal(38, 12)),
  MODIFY COLUMN funding_since_open Nullable(Decimal(38, 12));

ALTER TABLE position_hours
  MODIFY COLUMN entry_px Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  MODIFY COLUMN position_value Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  MODIFY COLUMN unrealized_pnl Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  MODIFY COLUMN liquidation_px Nullable(Decimal(38, 12)) CODEC(ZSTD(1)),
  MODIFY COLUMN margin_used Nullable(Decimal(38, 12)) CODEC(ZSTD(1));

ALTER TABLE accounts
  MODIFY COLUMN account_value Nullable(Decimal(38, 12)),
  MODIFY COLUMN total_ntl_pos Nullable(Decimal(38, 12)),
  MODIFY COLUMN total_raw_usd Nullable(Decimal(38, 12)),
  MODIFY COLUMN total_margin_used Nullable(Decimal(38, 12)),
  MODIFY COLUMN cross_account_value Nullable(Decimal(38, 12)),
  MODIFY COLUMN cross_maintenance_margin Nullable(Decimal(38, 12)),
  MODIFY COLUMN withdrawable Nullable(Decimal(38, 12));

ALTER TABLE stored_accounts
  MODIFY COLUMN cross_account_value Nullable(Decimal(38, 12)),
  MODIFY COLUMN cross_maintenance_margin Nullable(Decimal(38, 12));

DROP VIEW IF EXISTS position_hours_view;

CREATE MATERIALIZED VIEW IF NOT EXISTS position_hours_view TO position_hours AS
SELECT
  toStartOfHour(time) AS hour, coin, wallet, dex, time, szi, entry_px, position_value, unrealized_pnl, liquidation_px,
  margin_used, leverage_type, leverage
FROM positions;

DROP VIEW IF EXISTS stored_positions_view;

CREATE MATERIALIZED VIEW IF NOT EXISTS stored_positions_view TO stored_positions AS
SELECT
  now64(3, 'UTC') AS stored, wallet, coin, dex, time, szi, entry_px, position_value, liquidation_px, margin_used,
  leverage_type, leverage, max_leverage, raw_usd, funding_since_open
FROM positions;

DROP VIEW IF EXISTS stored_accounts_view;

CREATE MATERIALIZED VIEW IF NOT EXISTS stored_accounts_view TO stored_accounts AS
SELECT now64(3, 'UTC') AS stored, wallet, dex, time, cross_account_value, cross_maintenance_margin
FROM accounts
