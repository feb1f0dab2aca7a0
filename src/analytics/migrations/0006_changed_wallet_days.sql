-- Which wallets and days each batch brought fills of, so that readers read again just these. Kept for an hour: a reader that
-- comes later finds a batch of ingest_batches missing here, and reads everything. A repeated row changes nothing.
CREATE TABLE IF NOT EXISTS changed_wallet_days (
  -- Of the batch in ingest_batches.
  token LowCardinality(String),
  wallet FixedString(20),
  day Date,
  stored DateTime('UTC') DEFAULT now()
)
ENGINE = ${MergeTree}
PARTITION BY toStartOfFifteenMinutes(stored)
ORDER BY (token, wallet)
TTL stored + INTERVAL 1 HOUR
SETTINGS ttl_only_drop_parts = 1, merge_with_ttl_timeout = 60
