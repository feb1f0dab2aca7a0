-- What changed a wallet's balances beside fills and funding, a row for each wallet concerned: one from a node's misc events, or from the
-- API's ledger updates. Both give the same row.
CREATE TABLE IF NOT EXISTS ledger_updates (
  wallet FixedString(20) CODEC(ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  hash FixedString(32) CODEC(ZSTD(1)),
  -- The exchange's own name: a delta's type, or the key of another event.
  kind LowCardinality(String),
  -- Of the delta; `copy` counts equal ones of one transaction, from 0.
  digest UInt64 CODEC(ZSTD(1)),
  copy UInt16 CODEC(ZSTD(1)),
  -- external, transfer, own, vault, staking, reward, cost, notice, unknown: src/domain/ledger-update.ts.
  class LowCardinality(String),
  token LowCardinality(String),
  -- What the wallet got; negative is given.
  amount Decimal(38, 12) CODEC(ZSTD(1)),
  -- USD of it that crosses the wallet's border, 0 of what stays in its own accounts, and where no value is known.
  usd Decimal(38, 12) CODEC(ZSTD(1)),
  is_valued Bool CODEC(ZSTD(1)),
  -- Paid beside it, not in `usd`.
  fee_usd Decimal(38, 12) CODEC(ZSTD(1)),
  -- Zeros where there is none.
  counterparty FixedString(20) CODEC(ZSTD(1)),
  -- The delta as it came, JSON.
  raw String CODEC(ZSTD(3))
)
ENGINE = ${ReplacingMergeTree}
PARTITION BY toYYYYMM(time)
ORDER BY (wallet, time, hash, kind, digest, copy)
SETTINGS non_replicated_deduplication_window = 1000;

-- A merged day's row is what the exchange says of the whole day. Rows of before are what the hours leave that were stored beside them.
ALTER TABLE wallet_funding
  ADD COLUMN IF NOT EXISTS whole_day Bool,
  MODIFY ORDER BY (wallet, time, coin, whole_day)
