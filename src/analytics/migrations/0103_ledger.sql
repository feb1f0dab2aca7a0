-- Money other than fills: ledger updates, payments of funding, and the census that compares payments with positions.

-- Changes of a wallet's balances other than fills and funding, a row for each wallet concerned: one from a node's misc events, or from the
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
  -- A further cost, not in `usd`.
  fee_usd Decimal(38, 12) CODEC(ZSTD(1)),
  -- False where it paid a fee in a token without a known value.
  is_fee_valued Bool DEFAULT true,
  -- Zeros where there is none.
  counterparty FixedString(20) CODEC(ZSTD(1)),
  -- The delta as it came, JSON.
  raw String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (wallet, time, hash, kind, digest, copy)
SETTINGS non_replicated_deduplication_window = 1000;

-- Of a day that the exchange has merged, the row at its start is what the hours leave that are stored beside it: the rows of
-- a coin and day add up to what the exchange publishes.
CREATE TABLE IF NOT EXISTS wallet_funding (
  wallet FixedString(20) CODEC(ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  coin LowCardinality(String),
  -- Negative is paid.
  usdc Decimal(38, 12) CODEC(ZSTD(1)),
  szi Decimal(38, 12) CODEC(ZSTD(1)),
  funding_rate Decimal(38, 12) CODEC(ZSTD(1)),
  -- Hours that a merged day's row sums; 0 for a single hour.
  samples UInt32 CODEC(ZSTD(1)),
  -- The row is what the exchange says of a whole merged day.
  whole_day Bool
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
PRIMARY KEY (wallet, time, coin)
ORDER BY (wallet, time, coin, whole_day)
SETTINGS non_replicated_deduplication_window = 1000;

-- Funding of a wallet by coin and UTC day. A payment may be stored twice, and both records may have it, so that nothing can be added up as it
-- comes: a row says when payments of its day were last stored, and of when its sums are; those of before that do not count.
CREATE TABLE IF NOT EXISTS funding_coin_days (
  wallet FixedString(20),
  coin LowCardinality(String),
  day Date,
  -- By the engine's clock.
  changed SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  -- As of when, USD received (negative is paid), how many payments.
  summed SimpleAggregateFunction(max, Tuple(DateTime64(3, 'UTC'), Decimal(38, 12), UInt32))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (wallet, coin, day)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS funding_coin_days_view TO funding_coin_days AS
SELECT
  wallet, coin, toDate(time) AS day, now64(3, 'UTC') AS changed,
  (toDateTime64(0, 3, 'UTC'), toDecimal128(0, 12), toUInt32(0)) AS summed
FROM wallet_funding
GROUP BY wallet, coin, day;

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
ENGINE = ReplacingMergeTree
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
ENGINE = ReplacingMergeTree(made)
ORDER BY hour;

CREATE TABLE IF NOT EXISTS payment_census_differences (
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  made DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  wallet FixedString(20) CODEC(ZSTD(1)),
  coin LowCardinality(String),
  paid_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Coins, signed: the position that fills leave open then, and the paid position.
  folded Decimal(38, 12) CODEC(ZSTD(1)),
  paid Decimal(38, 12) CODEC(ZSTD(1)),
  -- Of the newest fill until then; 1970 without one.
  last_fill DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  cause LowCardinality(String),
  -- By the engine's clock: what it forgets rows by.
  inserted DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree(made)
ORDER BY (hour, wallet, coin)
TTL inserted + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000;

-- The exchange's own running total of what a builder was paid, as published at a time: what attributed fees are compared with.
CREATE TABLE IF NOT EXISTS builder_rewards (
  builder FixedString(20),
  -- When it was read.
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- USDC.
  rewards Decimal(38, 12) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (builder, time)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;
