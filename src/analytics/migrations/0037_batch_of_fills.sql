-- With which batch each fill came (the number in front of the batch's token), so that what a batch brought can be read again in the order
-- in which it was stored; 0 where an earlier version stored the fill. Along a wallet it hardly grows: a byte or two a fill.
ALTER TABLE fills ADD COLUMN IF NOT EXISTS batch UInt64 DEFAULT 0 CODEC(Delta, ZSTD(1))
