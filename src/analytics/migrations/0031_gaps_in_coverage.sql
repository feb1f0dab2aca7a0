-- What was known to be missing goes over to the ledger of coverage; the table stands here so that a repeat after a kill finds it.
CREATE TABLE IF NOT EXISTS feed_gaps (
  feed LowCardinality(String),
  wallet FixedString(20),
  coin LowCardinality(String),
  from_time DateTime64(3, 'UTC'),
  to_time DateTime64(3, 'UTC'),
  reason LowCardinality(String),
  filled Bool,
  time DateTime64(3, 'UTC')
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY (feed, wallet, coin, from_time, to_time)
SETTINGS non_replicated_deduplication_window = 1000;

-- Gaps of fills and of funding were always of one wallet, all others had zeros there.
INSERT INTO coverage (feed, wallet, coin, is_gap, from_time, from_block, to_time, to_block, state, reason, seen, changed)
SELECT
  feed, if(feed IN ('fills', 'walletFunding'), unhex(hex(wallet)), ''), coin, true, from_time, 0, to_time, 0,
  multiIf(filled, 'healed', reason = 'open', 'open', 'lost'), if(reason = 'open', 'disconnect', reason), time, time
FROM feed_gaps FINAL;

DROP TABLE IF EXISTS feed_gaps
