-- What the exchange lists, and the newest states of its markets: what processes that read no exchange, and starts, know of them.

CREATE TABLE IF NOT EXISTS listed_markets (
  coin String,
  -- When it was seen to be so.
  time DateTime64(3, 'UTC'),
  -- perp, hip3, spot, outcome.
  kind LowCardinality(String),
  -- Empty but for HIP-3 markets.
  dex LowCardinality(String),
  -- A perp's place in its dex, a pair's index, an outcome side's encoding.
  place UInt64,
  ticker String,
  symbol String,
  -- Token of margin, PnL and fees; of spot and outcomes the quote token. Empty where it is not known.
  collateral LowCardinality(String),
  -- -1 where the exchange does not publish them.
  sz_decimals Int16,
  -- 0 for spot and outcomes.
  max_leverage UInt32,
  only_isolated Bool,
  -- Of each margin tier the notional from which it applies, in the collateral, and its leverage.
  tier_bounds Array(Decimal(38, 12)),
  tier_leverages Array(UInt32),
  is_delisted Bool
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY coin
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024;

-- Handed from the process that reads the exchange to those that serve: histories stand in tables of their own.
CREATE TABLE IF NOT EXISTS newest_states (
  -- context, book, candle, trade.
  kind LowCardinality(String),
  coin String,
  -- Of candles.
  interval LowCardinality(String),
  -- When the row was handed over: grows from insert to insert, so that readers go on from the last one they have.
  time DateTime64(3, 'UTC'),
  -- By the engine's clock: what it forgets rows by.
  inserted DateTime('UTC') DEFAULT now(),
  -- JSON, with the exchange's own texts of decimals (`src/market/observation.ts`).
  state String CODEC(ZSTD(1))
)
ENGINE = ${ReplacingMergeTree}(time)
ORDER BY (kind, coin, interval)
TTL inserted + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 1024
