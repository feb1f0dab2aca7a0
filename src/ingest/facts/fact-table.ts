import type { ArrowInsert } from '../../analytics/store.ts';

/** Encoding of a value on its way to a column of the engine (Decimal, DateTime64, FixedString …). */
interface Kind<T> {
  /** Type in the file. */
  type: 'String' | 'Int64';
  /** SQL expression that converts the file's value to the column's. */
  expression(column: string): string;
  encode(value: T): string | number;
}

const decimalType = 'Decimal(38, 12)';
const json = (values: readonly unknown[]) => JSON.stringify(values);

/** Decimals travel as text, which the engine parses exactly; digits beyond 12 decimals are cut. */
const kinds = {
  wallet: {
    type: 'String',
    expression: (column) => `toFixedString(unhex(substring(${column}, 3)), 20)`,
    encode: (value) => value || `0x${'0'.repeat(40)}`,
  } satisfies Kind<string>,
  hash: {
    type: 'String',
    expression: (column) => `toFixedString(unhex(substring(${column}, 3)), 32)`,
    encode: (value) => value || `0x${'0'.repeat(64)}`,
  } satisfies Kind<string>,
  text: { type: 'String', expression: (column) => column, encode: (value) => value } satisfies Kind<string>,
  decimal: {
    type: 'String',
    expression: (column) => `CAST(${column}, '${decimalType}')`,
    encode: (value) => value,
  } satisfies Kind<string>,
  /** Null if the source omits the value. */
  maybeDecimal: {
    type: 'String',
    expression: (column) => `CAST(nullIf(${column}, ''), 'Nullable(${decimalType})')`,
    encode: (value) => value ?? '',
  } satisfies Kind<string | null>,
  timeMs: {
    type: 'Int64',
    expression: (column) => `fromUnixTimestamp64Milli(${column}, 'UTC')`,
    encode: (value) => value,
  } satisfies Kind<number>,
  integer: { type: 'Int64', expression: (column) => column, encode: (value) => value } satisfies Kind<number>,
  flag: { type: 'Int64', expression: (column) => `${column} = 1`, encode: Number } satisfies Kind<boolean>,
  /** 64-bit integers, which exceed a JavaScript number. */
  unsigned: {
    type: 'String',
    expression: (column) => `toUInt64(${column})`,
    encode: String,
  } satisfies Kind<bigint>,
  texts: {
    type: 'String',
    expression: (column) => `JSONExtract(${column}, 'Array(String)')`,
    encode: json,
  } satisfies Kind<readonly string[]>,
  decimals: {
    type: 'String',
    expression: (column) =>
      `arrayMap(text -> CAST(text, '${decimalType}'), JSONExtract(${column}, 'Array(String)'))`,
    encode: json,
  } satisfies Kind<readonly string[]>,
  integers: {
    type: 'String',
    expression: (column) => `JSONExtract(${column}, 'Array(UInt64)')`,
    encode: json,
  } satisfies Kind<readonly number[]>,
} as const;

type KindName = keyof typeof kinds;
type Columns = Record<string, KindName>;
type ValueOf<K extends KindName> = Parameters<(typeof kinds)[K]['encode']>[0];
type Row<C extends Columns> = { [N in keyof C]: ValueOf<C[N]> };

/** Encoded row: the columns of its table, in the types of the file. */
export type EncodedRow = Record<string, string | number>;

/** A table of facts; the newest row of each key counts (`migrations/0102_accounts.sql` to `0105_outcomes.sql`). */
export interface FactTable<R = never> {
  readonly name: string;
  /** How the engine reads a file of encoded rows. */
  readonly insert: Pick<ArrowInsert, 'structure' | 'target' | 'select'>;
  encode(row: R): EncodedRow;
  /** Equal for two rows exactly if one replaces the other. */
  keyOf(row: R): string;
  /** The row with the larger version wins. */
  versionOf(row: R): number;
}

export type RowOf<T> = T extends FactTable<infer R> ? R : never;

/**
 * @param columns All columns without a default, with the encoding of their values.
 * @param rule.key Sorting key of the table.
 * @param rule.version Version column of the table, if any.
 */
export function factTable<const C extends Columns>(
  name: string,
  columns: C,
  rule: { key(row: Row<C>): readonly (string | number)[]; version?: keyof C & string },
): FactTable<Row<C>> {
  const fields = Object.entries(columns).map(([column, kind]) => ({
    column,
    kind: kinds[kind] as Kind<unknown>,
  }));
  const { key, version } = rule;
  return {
    name,
    insert: {
      structure: fields.map(({ column, kind }) => `${column} ${kind.type}`).join(', '),
      target: `${name} (${fields.map(({ column }) => column).join(', ')})`,
      select: fields.map(({ column, kind }) => kind.expression(column)).join(', '),
    },
    encode: (row) =>
      Object.fromEntries(
        fields.map(({ column, kind }) => [column, kind.encode((row as Record<string, unknown>)[column])]),
      ),
    keyOf: (row) => JSON.stringify(key(row)),
    versionOf: (row) => (version === undefined ? 0 : Number((row as Record<string, unknown>)[version])),
  };
}
