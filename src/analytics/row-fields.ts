import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { rfc3339 } from '../kernel/clock.ts';

/**
 * How a column's value travels from the engine to a body. Decimals and 64-bit integers come as text, so that nothing is
 * rounded on the way: here, and only here, they become JSON numbers.
 */
const kinds = {
  /** An exact decimal; a float is refused, since it is rounded already. */
  decimal: { check: Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' }), read: Number },
  /** An integer of any width. */
  integer: { check: Type.Union([Type.String({ pattern: '^-?\\d+$' }), Type.Integer()]), read: Number },
  /** A ratio or mean, for which a float is exact enough. */
  float: { check: Type.Number(), read: Number },
  text: { check: Type.String(), read: String },
  flag: { check: Type.Boolean(), read: Boolean },
  /** Unix milliseconds; RFC 3339 in the body. */
  timeMs: { check: Type.String({ pattern: '^-?\\d+$' }), read: (value: unknown) => rfc3339(Number(value)) },
  /** A DateTime64(3, 'UTC') as it is stored; unix milliseconds. */
  moment: {
    check: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}$' }),
    read: (value: unknown) => Date.parse(`${value}Z`),
  },
} satisfies Record<string, { check: TSchema; read(value: unknown): unknown }>;

export type ColumnKind = keyof typeof kinds;

/** Columns of a row that no field shows, for the fields that are computed. */
export type HiddenColumns = Readonly<Record<string, ColumnKind>>;
type HiddenValue = {
  decimal: number;
  integer: number;
  float: number;
  text: string;
  flag: boolean;
  timeMs: string;
  moment: number;
};
export type HiddenValues<H extends HiddenColumns> = { readonly [K in keyof H]: HiddenValue[H[K]] };

interface ColumnSource<V> {
  column: string;
  /** In another way than the field's schema says. */
  as?: ColumnKind;
  map?(value: V): V;
}

/** Where a field's value comes from: a column, or the fields that columns gave. */
export type FieldSource<V, B, H extends HiddenColumns> =
  | string
  | ColumnSource<NonNullable<V>>
  | ((values: Readonly<B>, hidden: HiddenValues<H>) => V);

export type FieldSources<B, H extends HiddenColumns> = { readonly [K in keyof B]?: FieldSource<B[K], B, H> };

export interface RowFields<B extends TObject> {
  readonly row: TObject;
  bodyOf(row: object): Static<B>;
}

/**
 * Derives a query's row from the schema of the response body. Each required field is read from the column of the same
 * name in snake_case, as its schema says; `sources` names other columns and computed fields. Optional fields are
 * read only if `sources` names them, and are omitted if their column is null.
 *
 * @param hidden further columns of the row, for computed fields
 * @throws Error where a field's schema does not say how to read its column
 */
export function rowFields<B extends TObject, const H extends HiddenColumns = Record<never, never>>(
  body: B,
  sources: FieldSources<Static<B>, H> = {},
  hidden: H = {} as H,
): RowFields<B> {
  const fields: Field[] = [];
  const computed: { name: string; compute(values: unknown, hidden: unknown): unknown }[] = [];
  const blank: Record<string, unknown> = {};
  const required = new Set((body as { required?: string[] }).required ?? []);
  for (const [name, schema] of Object.entries<TSchema>(body.properties)) {
    const given = (sources as Readonly<Record<string, FieldSource<unknown, unknown, H>>>)[name];
    if (given === undefined && !required.has(name)) continue;
    // Set first, so that fields leave in the order of the schema.
    blank[name] = undefined;
    if (typeof given === 'function') computed.push({ name, compute: given as () => unknown });
    else fields.push(fieldOf(name, schema, given ?? snakeCase(name), required.has(name)));
  }
  const unseen = Object.entries(hidden).map(([name, kind]) => ({ name, column: name, ...kinds[kind] }));
  return {
    row: Type.Object(Object.fromEntries([...fields, ...unseen].map(({ column, check }) => [column, check]))),
    bodyOf(row) {
      const cells = row as Readonly<Record<string, unknown>>;
      const values = { ...blank };
      for (const { name, column, read } of fields) values[name] = read(cells[column]);
      if (computed.length === 0) return values as Static<B>;
      const rest = Object.fromEntries(unseen.map(({ name, read }) => [name, read(cells[name])]));
      for (const { name, compute } of computed) values[name] = compute(values, rest);
      return values as Static<B>;
    },
  };
}

interface Field {
  name: string;
  column: string;
  check: TSchema;
  read(value: unknown): unknown;
}

function fieldOf(
  name: string,
  schema: TSchema,
  source: string | ColumnSource<NonNullable<unknown>>,
  isRequired: boolean,
): Field {
  const { column, as, map }: ColumnSource<NonNullable<unknown>> =
    typeof source === 'string' ? { column: source } : source;
  const { anyOf } = schema as { anyOf?: TSchema[] };
  const bare = anyOf?.find((option) => (option as { type?: unknown }).type !== 'null') ?? schema;
  const kind = kinds[as ?? kindOf(name, bare)];
  const read = map === undefined ? kind.read : (value: unknown) => map(kind.read(value));
  if (anyOf === undefined && isRequired) return { name, column, check: kind.check, read };
  const missing = isRequired ? null : undefined;
  return {
    name,
    column,
    check: Type.Union([kind.check, Type.Null()]),
    read: (value) => (value === null ? missing : read(value)),
  };
}

function kindOf(name: string, schema: TSchema): ColumnKind {
  const { type, format } = schema as { type?: string; format?: string };
  if (type === 'number') return 'decimal';
  if (type === 'integer') return 'integer';
  if (type === 'boolean') return 'flag';
  if (type === 'string') return format === 'date-time' ? 'timeMs' : 'text';
  throw new Error(`field ${name}: its schema does not say how to read a column; compute it`);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
