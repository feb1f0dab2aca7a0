-- Whether a fill names a builder, and whom a liquidation was of. The zero address is a wallet like others: zero bytes alone do not
-- say that none is named. Fills of earlier versions had a victim wherever they had a method.
ALTER TABLE fills ADD COLUMN IF NOT EXISTS names_builder UInt8
  DEFAULT builder != toFixedString('', 20) CODEC(ZSTD(1));

ALTER TABLE fills ADD COLUMN IF NOT EXISTS names_liquidated UInt8
  DEFAULT liquidated_user != toFixedString('', 20) OR liquidation_method != '' CODEC(ZSTD(1))
