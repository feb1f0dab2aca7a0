-- Objects of an object store of which all that could be used is stored: an import that is begun again does not read them twice.
CREATE TABLE IF NOT EXISTS imported_objects (
  -- s3://bucket/key
  url String,
  -- Names the content: an object that was replaced has another one.
  etag String,
  bytes UInt64,
  -- The newest batch by then: what was taken out of the store afterwards may have come from it.
  seq UInt64
)
ENGINE = ${ReplacingMergeTree}(seq)
ORDER BY url
