-- Who listed an outcome, and what they take of its fees, in parts of the exchange's own; nothing of those that the exchange lists.
ALTER TABLE outcomes
  ADD COLUMN IF NOT EXISTS venue LowCardinality(String),
  ADD COLUMN IF NOT EXISTS deployer FixedString(20),
  ADD COLUMN IF NOT EXISTS deployer_fee_scale Nullable(Decimal(38, 12));

-- The words of outcomes that are made from templates; the values stand in their descriptions.
CREATE TABLE IF NOT EXISTS outcome_templates (
  id String,
  time DateTime64(3, 'UTC'),
  name String,
  description String,
  keywords Array(String),
  -- The type of each keyword's value.
  hints Array(String)
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY id
SETTINGS non_replicated_deduplication_window = 1000
