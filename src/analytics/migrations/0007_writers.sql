-- What the processes that share these tables must know of each other.

-- The holders of the right to write, in their order: only the newest one's inserts take effect.
CREATE TABLE IF NOT EXISTS writer_epochs (
  epoch UInt64,
  -- 1 once it has finished what the holders before it had promised.
  settled UInt8
)
ENGINE = ${MergeTree}
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
ENGINE = ${MergeTree}
PARTITION BY token
ORDER BY epoch
SETTINGS old_parts_lifetime = 1;

-- The exchange whose data these are: those of another one must not be mixed with them. No row where only files were imported.
CREATE TABLE IF NOT EXISTS exchange_mark (
  exchange String,
  marked DateTime64(3, 'UTC')
)
ENGINE = ${MergeTree}
ORDER BY marked
