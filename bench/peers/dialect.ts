/** Differences between DuckDB and Postgres: syntax, and tables that only one of them has. */
export interface Dialect {
  name: 'DuckDB' | 'Postgres';
  /** Type of amounts. */
  money: string;
  /** Type of addresses, 20 bytes. */
  bytes: string;
  /** An address, 40 hex digits, as a literal. */
  wallet(hex: string): string;
  /** A column of addresses as the API writes them. */
  address(column: string): string;
  /** UTC day of a column of unix milliseconds, counted from 1970. */
  day(column: string): string;
  /** Fills in the order of time; those with a large PnL; lifecycles in the order of closes. */
  fillsByTime: string;
  largeFills: string;
  lifecyclesByClose: string;
}

const msOfDay = 86_400_000;

/** Sums are doubles, as analysts use them there: exact sums take longer. The order of a table serves as its index. */
export const duckdb: Dialect = {
  name: 'DuckDB',
  money: 'double',
  bytes: 'blob',
  wallet: (hex) => `unhex('${hex}')`,
  address: (column) => `'0x' || lower(hex(${column}))`,
  day: (column) => `(${column} // ${msOfDay})`,
  fillsByTime: 'fills_by_time',
  largeFills: 'large_fills',
  lifecyclesByClose: 'lifecycles_by_close',
};

/** Each of these is an index there. */
export const postgres: Dialect = {
  name: 'Postgres',
  money: 'numeric',
  bytes: 'bytea',
  wallet: (hex) => `'\\x${hex}'::bytea`,
  address: (column) => `'0x' || encode(${column}, 'hex')`,
  day: (column) => `(${column} / ${msOfDay})`,
  fillsByTime: 'fills',
  largeFills: 'fills',
  lifecyclesByClose: 'lifecycles',
};
