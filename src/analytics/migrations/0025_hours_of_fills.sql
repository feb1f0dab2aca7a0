-- Hours that were not observed may rest on all fills until then, where the store has them all.
ALTER TABLE long_short_hours MODIFY COLUMN basis Enum8('positions' = 1, 'states' = 2, 'fills' = 3)
