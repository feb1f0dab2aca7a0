-- One row per request with an accepted key (docs/contract.md#request-log). Never the key, only its SHA-256.
-- By account: what one account asked for is one range. Days are dropped whole when they are too old; the number
-- of days is set again at start where TIDEMARK_REQUEST_LOG_DAYS says otherwise.
CREATE TABLE IF NOT EXISTS request_log (
  -- When it was answered; it arrived duration_ms before.
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Route pattern.
  endpoint LowCardinality(String),
  method LowCardinality(String),
  ip String CODEC(ZSTD(1)),
  user_agent LowCardinality(String),
  duration_ms Float32 CODEC(ZSTD(1)),
  -- 499 where the client had gone.
  status UInt16 CODEC(ZSTD(1)),
  key_hash String CODEC(ZSTD(1)),
  account_id String CODEC(ZSTD(1)),
  request_id String CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toDate(time)
ORDER BY (account_id, time)
TTL toDateTime(time) + INTERVAL 90 DAY
SETTINGS non_replicated_deduplication_window = 1000, ttl_only_drop_parts = 1;
