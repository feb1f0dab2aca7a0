import type { DerivedColumn } from '../derived.ts';

/** Columns of copies of fills, as fills have them. */
export const time: DerivedColumn = { type: "DateTime64(3, 'UTC')", codec: 'Delta, ZSTD(1)' };
export const seq: DerivedColumn = { type: 'UInt32', codec: 'T64, ZSTD(1)' };
export const wallet: DerivedColumn = { type: 'FixedString(20)', codec: 'ZSTD(1)' };
export const coin: DerivedColumn = { type: 'LowCardinality(String)' };
export const side: DerivedColumn = { type: "Enum8('B' = 1, 'A' = 2)" };
export const dir: DerivedColumn = { type: 'LowCardinality(String)' };
export const market: DerivedColumn = { type: 'UInt8', codec: 'ZSTD(1)' };
export const crossed: DerivedColumn = { type: 'Bool', codec: 'ZSTD(1)' };
export const price: DerivedColumn = { type: 'Decimal(18, 10)', codec: 'ZSTD(1)' };
export const decimal12: DerivedColumn = { type: 'Decimal(38, 12)', codec: 'ZSTD(1)' };
export const hash64: DerivedColumn = { type: 'UInt64', codec: 'T64, LZ4' };
export const block: DerivedColumn = { type: 'UInt64', codec: 'Delta, ZSTD(1)' };
