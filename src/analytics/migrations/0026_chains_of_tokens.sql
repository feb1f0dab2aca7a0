-- Spot lifecycles follow the token: the coin under which the lifecycles of a pair's base token stand. Empty in rows of before.
ALTER TABLE listed_markets ADD COLUMN IF NOT EXISTS chain String DEFAULT '';

-- By which pairs the stored lifecycles were folded, and under which coin.
ALTER TABLE lifecycle_progress ADD COLUMN IF NOT EXISTS pairs Array(String) DEFAULT [];

ALTER TABLE lifecycle_progress ADD COLUMN IF NOT EXISTS chains Array(String) DEFAULT []
