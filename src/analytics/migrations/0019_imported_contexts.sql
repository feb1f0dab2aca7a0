-- Which archive file a market's state of a minute came from, so that it can be taken out again; 0 where it was read live.
ALTER TABLE asset_contexts ADD COLUMN IF NOT EXISTS source UInt64 DEFAULT 0 CODEC(ZSTD(1));

ALTER TABLE asset_context_hours ADD COLUMN IF NOT EXISTS source UInt64 DEFAULT 0 CODEC(ZSTD(1));

DROP VIEW IF EXISTS asset_context_hours_view;

CREATE MATERIALIZED VIEW IF NOT EXISTS asset_context_hours_view TO asset_context_hours AS
SELECT toStartOfHour(time) AS hour, coin, dex, time, funding, open_interest, day_ntl_vlm, oracle_px, mark_px, source
FROM asset_contexts
