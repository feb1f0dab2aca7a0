/** How finely the parts of a table are cut. */
export interface Granularity {
  /** Rows of the least range that a look-up by the key reads. */
  rows: number;
  /** Size from which on a column's values end a compressed block, bytes: a look-up unpacks whole ones. */
  blockBytes: number;
  /**
   * Whether a part stores all columns of a range together in one file: a lookup of many columns then seeks once instead of once
   * per column, but a scan of few columns reads past the others.
   */
  isCompact?: boolean;
}

/**
 * Tables in which wallets are looked up all over, of which each has few rows: the rows that are read with them are most of the cost.
 * `migrations` and `derived.ts` make them so.
 */
export const fineTables: ReadonlyMap<string, Granularity> = new Map([
  ['fills', { rows: 1_024, blockBytes: 16_384 }],
  ['wallet_alltime', { rows: 64, blockBytes: 1_024, isCompact: true }],
  ['wallet_day', { rows: 256, blockBytes: 8_192 }],
  ['wallet_coin_day', { rows: 256, blockBytes: 8_192 }],
  ['wallet_flow_days', { rows: 256, blockBytes: 8_192 }],
  // By the wallet, in 31 columns.
  ['lifecycles', { rows: 256, blockBytes: 8_192, isCompact: true }],
  ['lifecycle_days', { rows: 256, blockBytes: 8_192 }],
  ['lifecycle_coin_days', { rows: 256, blockBytes: 8_192 }],
  // By the time of the close: the newest ones of all.
  ['lifecycles_by_close', { rows: 1_024, blockBytes: 16_384 }],
]);

/** Larger than any part. */
const allBytes = 1_000_000_000_000;

/** The granularity as settings of a table, by their names. */
export function settingsOf({ rows, blockBytes, isCompact = false }: Granularity): [string, number][] {
  return [
    ['index_granularity', rows],
    ['min_compress_block_size', blockBytes],
    ...(isCompact ? [['min_bytes_for_wide_part', allBytes] as [string, number]] : []),
  ];
}

/** The same as text of a SETTINGS list. */
export function granularitySettings(granularity: Granularity): string {
  return settingsOf(granularity)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}
