-- What an answer has filled must be known as soon as its trades are stored, also where its process was killed right then.

-- All trades of the coin from here up to this one are stored, or came in one insert with it; 1970 where that is not known.
ALTER TABLE trades ADD COLUMN IF NOT EXISTS complete_from DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC') CODEC(Delta, ZSTD(1))
