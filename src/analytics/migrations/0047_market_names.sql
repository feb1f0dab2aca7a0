-- What the deployer of a perp calls it, and the words by which it is found.
ALTER TABLE listed_markets
  ADD COLUMN IF NOT EXISTS display_name String,
  ADD COLUMN IF NOT EXISTS keywords Array(String)
