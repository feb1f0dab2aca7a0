-- Least and largest price of a lifecycle's own fills, which widen what it went through. All are folded again.
ALTER TABLE lifecycles ADD COLUMN IF NOT EXISTS low_px Decimal(18, 10) DEFAULT 0 CODEC(ZSTD(1));

ALTER TABLE lifecycles ADD COLUMN IF NOT EXISTS high_px Decimal(18, 10) DEFAULT 0 CODEC(ZSTD(1))
