-- What batches changed is kept for days, so that a snapshot of a view is of use after as long a stop; by day, as parts of a quarter of an
-- hour would be hundreds. What was kept for an hour goes: readers of before this version begin whole.
DROP TABLE IF EXISTS changed_wallet_days;

CREATE TABLE IF NOT EXISTS changed_wallet_days (
  -- Of the batch in ingest_batches.
  token LowCardinality(String),
  wallet FixedString(20),
  day Date,
  stored DateTime('UTC') DEFAULT now(),
  coin LowCardinality(String) DEFAULT '',
  from_time DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC'),
  to_time DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC')
)
ENGINE = ${MergeTree}
PARTITION BY toDate(stored)
ORDER BY (token, wallet)
TTL stored + INTERVAL 3 DAY
SETTINGS ttl_only_drop_parts = 1, merge_with_ttl_timeout = 600;

ALTER TABLE stored_positions MODIFY TTL toDateTime(stored) + INTERVAL 2 DAY;
ALTER TABLE stored_accounts MODIFY TTL toDateTime(stored) + INTERVAL 2 DAY
