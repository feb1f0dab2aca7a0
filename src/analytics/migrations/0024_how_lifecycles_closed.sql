-- How positions were closed, and whether a counterparty is named: the zero address is a wallet like others. All are folded again.
ALTER TABLE lifecycles ADD COLUMN IF NOT EXISTS deleveraged_fills UInt32 DEFAULT 0 CODEC(T64, ZSTD(1));

ALTER TABLE lifecycles ADD COLUMN IF NOT EXISTS closed_by LowCardinality(String) DEFAULT '';

ALTER TABLE lifecycles ADD COLUMN IF NOT EXISTS names_liquidator Bool DEFAULT liquidator != toFixedString('', 20);

ALTER TABLE lifecycles_by_close ADD COLUMN IF NOT EXISTS deleveraged_fills UInt32 DEFAULT 0 CODEC(T64, ZSTD(1));

ALTER TABLE lifecycles_by_close ADD COLUMN IF NOT EXISTS closed_by LowCardinality(String) DEFAULT '';

ALTER TABLE lifecycles_by_close ADD COLUMN IF NOT EXISTS names_liquidator Bool DEFAULT liquidator != toFixedString('', 20)
