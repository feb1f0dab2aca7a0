-- The log of batches, and what the processes that share these tables must know of each other.

-- One row per committed batch: shows readers what changed since they last looked.
CREATE TABLE IF NOT EXISTS ingest_batches (
  seq UInt64,
  token String,
  fills UInt32,
  min_time DateTime64(3, 'UTC'),
  max_time DateTime64(3, 'UTC'),
  max_block UInt64
)
ENGINE = ReplacingMergeTree
ORDER BY seq;

-- The wallets, days and coins of which each batch brought fills: a reader reads just these again. Kept for three days, so that the
-- snapshot of a view is of use after a stop as long as that: a later reader finds a batch missing here and reads everything. A
-- repeated row changes nothing. By day, as parts of a quarter of an hour would be hundreds.
CREATE TABLE IF NOT EXISTS changed_wallet_days (
  -- Of the batch in ingest_batches.
  token LowCardinality(String),
  wallet FixedString(20),
  day Date,
  stored DateTime('UTC') DEFAULT now(),
  coin LowCardinality(String),
  -- Times of the batch's first and last fill of the wallet in the coin.
  from_time DateTime64(3, 'UTC'),
  to_time DateTime64(3, 'UTC')
)
ENGINE = MergeTree
PARTITION BY toDate(stored)
ORDER BY (token, wallet)
TTL stored + INTERVAL 3 DAY
SETTINGS ttl_only_drop_parts = 1, merge_with_ttl_timeout = 600;

-- The holders of the right to write, in their order: only the newest one's inserts take effect.
CREATE TABLE IF NOT EXISTS writer_epochs (
  epoch UInt64,
  -- 1 once it has finished what the holders before it had promised.
  settled UInt8
)
ENGINE = MergeTree
ORDER BY epoch;

-- Batches on their way into fills, each gone as soon as it is recorded in ingest_batches: the holder of the right to write
-- next finishes what a killed process promised. A partition is a batch, so that it can be dropped at once.
CREATE TABLE IF NOT EXISTS promised_batches (
  epoch UInt64,
  token String,
  -- All that repeats the insert, as JSON, and the file of its rows.
  batch String,
  rows String
)
ENGINE = MergeTree
PARTITION BY token
ORDER BY epoch
SETTINGS old_parts_lifetime = 1;

-- The exchange whose data these are: those of another one must not be mixed with them. No row where only files were imported.
CREATE TABLE IF NOT EXISTS exchange_mark (
  exchange String,
  marked DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY marked;

-- Objects of an object store of which all that could be used is stored: an import that is begun again does not read them twice.
CREATE TABLE IF NOT EXISTS imported_objects (
  -- s3://bucket/key
  url String,
  -- Names the content: an object that was replaced has another one.
  etag String,
  bytes UInt64,
  -- The newest batch by then: rows that a later batch removed may have come from the object.
  seq UInt64
)
ENGINE = ReplacingMergeTree(seq)
ORDER BY url;

-- What could not be used, with its place. The key makes reading a file again a no-op; read with FINAL. Of a live feed `source` is
-- the channel or request with its wallet or coin, `line` a hash of the text, so that the same text is one row however often it
-- comes, and `event` is -1 for a whole frame or answer, 0 for one element of it, -2 for a count of records that were left out (`line` is
-- then its time).
CREATE TABLE IF NOT EXISTS quarantine (
  source String,
  line UInt64,
  event Int32,
  reason String,
  raw String CODEC(ZSTD(3)),
  -- When it was last met, by the writer's clock.
  time DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY (source, line, event);
