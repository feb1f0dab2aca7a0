/** How finely the parts of a table are cut. */
export interface Granularity {
  /** Rows of the least range that a look-up by the key reads. */
  rows: number;
  /** Size from which on a column's values end a compressed block, bytes: a look-up unpacks whole ones. */
  blockBytes: number;
}

/**
 * Tables in which wallets are looked up all over, of which each has few rows: what is read beside those is most of the cost. New stores
 * have them so (`migrations/0001_fills.sql`, `derived.ts`), older ones get them so beside what runs (`refine.ts`).
 */
export const fineTables: ReadonlyMap<string, Granularity> = new Map([
  ['fills', { rows: 1_024, blockBytes: 16_384 }],
  ['wallet_alltime', { rows: 256, blockBytes: 8_192 }],
  ['wallet_day', { rows: 256, blockBytes: 8_192 }],
  ['wallet_coin_day', { rows: 256, blockBytes: 8_192 }],
]);

/** The granularity as settings of a table. */
export function granularitySettings({ rows, blockBytes }: Granularity): string {
  return `index_granularity = ${rows}, min_compress_block_size = ${blockBytes}`;
}
