-- Live feeds put what they cannot use beside what imports cannot. Of those, `source` is the channel or request with its
-- wallet or coin, `line` a hash of the text, so that the same text is one row however often it comes, and `event` is −1
-- for a whole frame or answer, 0 for one element of it, −2 for a count of what was left out (`line` is then its time).

-- When it was last met, by the writer's clock; 1970 where an earlier version wrote it.
ALTER TABLE quarantine ADD COLUMN IF NOT EXISTS time DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC')
