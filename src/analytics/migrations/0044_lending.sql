-- What an account had lent out, less what it owed, and what was on its way from the exchange's EVM; NULL where it was not known, and in
-- rows of versions that read neither.
ALTER TABLE account_hours
  ADD COLUMN IF NOT EXISTS lent Nullable(Decimal(38, 12)) CODEC(ZSTD(1)) AFTER staked,
  ADD COLUMN IF NOT EXISTS escrow Nullable(Decimal(38, 12)) CODEC(ZSTD(1)) AFTER lent
;

-- Whether the wallet paid no fee in a token without a known value. Of rows of before it follows from the update as it came.
ALTER TABLE ledger_updates ADD COLUMN IF NOT EXISTS is_fee_valued Bool DEFAULT NOT (
  kind IN ('send', 'spotTransfer') AND lower(JSONExtractString(raw, 'user')) = concat('0x', lower(hex(wallet)))
  AND (toFloat64OrZero(trim(BOTH '"' FROM JSONExtractRaw(raw, 'nativeTokenFee'))) > 0
    OR (fee_usd = 0 AND toFloat64OrZero(trim(BOTH '"' FROM JSONExtractRaw(raw, 'fee'))) > 0
      AND JSONExtractString(raw, 'feeToken') NOT IN ('', 'USDC')))) AFTER fee_usd;

-- A type of update that has a rule since: the update names no other wallet.
INSERT INTO ledger_updates
SELECT * REPLACE ('own' AS class, true AS is_valued)
FROM ledger_updates FINAL WHERE kind = 'activateDexAbstraction' AND class = 'unknown'
