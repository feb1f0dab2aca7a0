-- What the record holds of each feed, and what it lacks: every change of an interval is a row, and the newest counts. Read with FINAL.
CREATE TABLE IF NOT EXISTS coverage (
  feed LowCardinality(String),
  -- 20 bytes; empty, like the coin, where all are concerned.
  wallet String CODEC(ZSTD(1)),
  coin LowCardinality(String),
  -- A gap has its ends for ever, and is another one where they are others; what is covered grows.
  is_gap Bool,
  -- Both ends are in it. 1970 is "since ever", and block 0 one that is not known.
  from_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  from_block UInt64 CODEC(ZSTD(1)),
  to_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  to_block UInt64 CODEC(ZSTD(1)),
  -- Others stand in the place of one that is 'replaced'.
  state Enum8('covered' = 1, 'open' = 2, 'healed' = 3, 'lost' = 4, 'replaced' = 5),
  -- Of a gap.
  reason LowCardinality(String),
  seen DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Version.
  changed DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(changed)
ORDER BY (
  feed, wallet, coin, is_gap, from_time, from_block,
  if(is_gap, to_time, toDateTime64(0, 3, 'UTC')), if(is_gap, to_block, 0))
SETTINGS index_granularity = 1024
