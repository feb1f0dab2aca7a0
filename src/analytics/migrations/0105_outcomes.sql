-- Settled outcomes leave the exchange's list: here they stay.
CREATE TABLE IF NOT EXISTS outcomes (
  outcome UInt64,
  time DateTime64(3, 'UTC'),
  name String,
  description String,
  side_names Array(String),
  quote_token LowCardinality(String),
  -- Who listed it, and their part of its fees in units of the exchange's own part; empty of those that the exchange lists.
  venue LowCardinality(String),
  deployer FixedString(20),
  deployer_fee_scale Nullable(Decimal(38, 12))
)
ENGINE = ReplacingMergeTree(time)
ORDER BY outcome
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS outcome_questions (
  question UInt64,
  time DateTime64(3, 'UTC'),
  name String,
  description String,
  has_fallback Bool,
  fallback_outcome UInt64,
  named_outcomes Array(UInt64),
  settled_named_outcomes Array(UInt64)
)
ENGINE = ReplacingMergeTree(time)
ORDER BY question
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS outcome_settlements (
  outcome UInt64,
  -- When it was seen to be settled.
  time DateTime64(3, 'UTC'),
  -- What one Yes pays; a No pays the rest of 1.
  settle_fraction Decimal(38, 12),
  details String
)
ENGINE = ReplacingMergeTree
ORDER BY outcome
SETTINGS non_replicated_deduplication_window = 1000;

-- The words of outcomes that are made from templates; the values are in their descriptions.
CREATE TABLE IF NOT EXISTS outcome_templates (
  id String,
  time DateTime64(3, 'UTC'),
  name String,
  description String,
  keywords Array(String),
  -- The type of each keyword's value.
  hints Array(String)
)
ENGINE = ReplacingMergeTree(time)
ORDER BY id
SETTINGS non_replicated_deduplication_window = 1000;
