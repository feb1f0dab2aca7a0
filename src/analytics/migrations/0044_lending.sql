-- What an account had lent out, less what it owed, and what was on its way from the exchange's EVM; NULL where it was not known, and in
-- rows of versions that read neither.
ALTER TABLE account_hours
  ADD COLUMN IF NOT EXISTS lent Nullable(Decimal(38, 12)) CODEC(ZSTD(1)) AFTER staked,
  ADD COLUMN IF NOT EXISTS escrow Nullable(Decimal(38, 12)) CODEC(ZSTD(1)) AFTER lent
