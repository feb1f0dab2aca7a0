-- What was found to be missing, lost and filled, each change for itself: the ledger of coverage keeps the newest state of a gap alone.
CREATE TABLE IF NOT EXISTS coverage_changes (
  feed LowCardinality(String),
  wallet String CODEC(ZSTD(1)),
  coin LowCardinality(String),
  from_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  from_block UInt64 CODEC(ZSTD(1)),
  to_time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  to_block UInt64 CODEC(ZSTD(1)),
  state Enum8('covered' = 1, 'open' = 2, 'healed' = 3, 'lost' = 4, 'replaced' = 5),
  reason LowCardinality(String),
  seen DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  changed DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}
ORDER BY (changed, feed, wallet, coin, from_time, from_block, to_time, to_block, state)
SETTINGS index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS coverage_changes_view TO coverage_changes AS
SELECT feed, wallet, coin, from_time, from_block, to_time, to_block, state, reason, seen, changed
FROM coverage WHERE is_gap AND state IN ('open', 'healed', 'lost');

-- Of gaps from before, what they are now: a repeat after a kill writes rows that are there.
INSERT INTO coverage_changes
SELECT feed, wallet, coin, from_time, from_block, to_time, to_block, state, reason, seen, changed
FROM coverage FINAL WHERE is_gap AND state IN ('open', 'healed', 'lost');
