-- The edition of each UTC day, as it is served. The first one that was made of a day stands for ever: where there are two, of
-- processes that did not know of each other, readers take the older.
CREATE TABLE IF NOT EXISTS daily_editions (
  day Date,
  generated DateTime64(3, 'UTC'),
  -- JSON.
  body String CODEC(ZSTD(3))
)
ENGINE = ${MergeTree}
ORDER BY (day, generated)
