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
;

-- What each audit came to, the newest last: one by hand, or the one of every night.
CREATE TABLE IF NOT EXISTS audits (
  finished DateTime64(3, 'UTC'),
  fills UInt64,
  rows_compared UInt64,
  differences UInt64,
  -- The first of them, in words; empty where there is none.
  first_difference String
)
ENGINE = ${ReplacingMergeTree}
ORDER BY finished
SETTINGS non_replicated_deduplication_window = 1000
