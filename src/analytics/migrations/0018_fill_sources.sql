-- Which file or feed each fill came from first, so that what came from one can be taken out again: a hash of its name, 0 where an
-- earlier version stored the fill.
ALTER TABLE fills ADD COLUMN IF NOT EXISTS source UInt64 DEFAULT 0 CODEC(ZSTD(1));

CREATE TABLE IF NOT EXISTS fill_sources (
  source UInt64,
  -- Absolute path of the file, or name of the feed.
  name String
)
ENGINE = ${ReplacingMergeTree}
ORDER BY source
