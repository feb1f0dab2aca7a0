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
ENGINE = ${AggregatingMergeTree}
PARTITION BY toYYYYMM(day)
ORDER BY (wallet, coin, day)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS funding_coin_days_view TO funding_coin_days AS
SELECT
  wallet, coin, toDate(time) AS day, now64(3, 'UTC') AS changed,
  (toDateTime64(0, 3, 'UTC'), toDecimal128(0, 12), toUInt32(0)) AS summed
FROM wallet_funding
GROUP BY wallet, coin, day;

INSERT INTO funding_coin_days (wallet, coin, day, changed, summed)
SELECT
  wallet, coin, toDate(time) AS day, now64(3, 'UTC') AS changed,
  (toDateTime64(0, 3, 'UTC'), toDecimal128(0, 12), toUInt32(0)) AS summed
FROM wallet_funding
GROUP BY wallet, coin, day
