import type { ArrowInsert } from './store.ts';

/**
 * Settings of an insert that make one file one block: its token then names exactly these rows, in
 * the table and in its views. A block holds one part per partition, and the engine compares tokens
 * within a partition: a token must always come with the same rows.
 */
export const oneBlockSettings = {
  max_insert_threads: 1,
  max_threads: 1,
  max_block_size: 4_000_000,
  min_insert_block_size_rows: 4_000_000,
  min_insert_block_size_bytes: 4_000_000_000,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  // An old wallet's answer may span years: a partition is a month.
  max_partitions_per_insert_block: 1_000,
  optimize_on_insert: 0,
} as const;

/** Rows that are parsed at a time: four million at once take a third longer, in memory that is new each time. */
const parsedRows = 65_536;

/** Of an insert of one file. Arrow comes in one piece as it is; RowBinary is parsed in small ones, of which one block is made. */
export function blockSettings(format: ArrowInsert['format']): Record<string, number> {
  return { ...oneBlockSettings, ...(format === 'RowBinary' && { max_block_size: parsedRows }) };
}
