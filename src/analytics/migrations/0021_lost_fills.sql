-- Keys of fills that a damaged part held and that have not been stored again since: each is whole once fills has it.
CREATE TABLE IF NOT EXISTS lost_fills (
  wallet FixedString(20),
  coin LowCardinality(String),
  time DateTime64(3, 'UTC'),
  tid UInt64,
  oid UInt64
)
ENGINE = ${ReplacingMergeTree}
ORDER BY (wallet, coin, time, tid, oid)
SETTINGS non_replicated_deduplication_window = 1000
