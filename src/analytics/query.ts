import type { Static, TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { checkShards, tablesOf } from './shard-keys.ts';

/** Types a placeholder may have, and the JavaScript value that fills it. */
export interface ParamValues {
  /** Lower-case `0x` and 40 hex digits; arrives as FixedString(20). */
  Wallet: string;
  'Array(Wallet)': readonly string[];
  String: string;
  'Array(String)': readonly string[];
  UInt64: number | bigint;
  Int64: number | bigint;
  'Array(Int64)': readonly (number | bigint)[];
  Float64: number;
  /** Unix milliseconds; arrives as DateTime64(3, 'UTC'). */
  TimeMs: number;
  /** `YYYY-MM-DD`. */
  Date: string;
}

export type ParamType = keyof ParamValues;
export type ParamTypes = Record<string, ParamType>;

export interface QueryLimits {
  /** The engine stops the query after this long. */
  deadlineMs: number;
  /** More result rows than this fail the query. */
  maxRows: number;
  maxMemoryBytes: number;
}

export const defaultLimits: QueryLimits = { deadlineMs: 5_000, maxRows: 10_000, maxMemoryBytes: 2 ** 31 };

export interface Query<P extends ParamTypes, R extends TObject> {
  /** Unique; names the query in logs, metrics and errors. */
  readonly name: string;
  readonly params: P;
  readonly row: R;
  readonly sql: string;
  /** Tables of this program that it reads. */
  readonly tables: readonly string[];
  readonly limits: QueryLimits;
  /** Settings of the engine for this query alone. */
  readonly settings: Readonly<Record<string, number>>;
  readonly checkRow: Validator<Record<never, never>, R>;
}

// biome-ignore lint/suspicious/noExplicitAny: the widest query, only ever used as a constraint
export type AnyQuery = Query<any, any>;
export type ParamsOf<Q> =
  Q extends Query<infer P, infer _R> ? { readonly [K in keyof P]: ParamValues[P[K]] } : never;
export type RowOf<Q> = Q extends Query<infer _P, infer R> ? Static<R> : never;

/**
 * Declares a query. `sql` holds typed placeholders `{name:Type}` with the types of
 * {@link ParamValues}; values never become SQL text by concatenation (see `literal.ts`).
 * Decimals and 64-bit integers of a row arrive as strings, so that nothing is rounded on the way.
 */
export function query<const P extends ParamTypes, R extends TObject>(definition: {
  name: string;
  params: P;
  row: R;
  sql: string;
  limits?: Partial<QueryLimits>;
  settings?: Record<string, number>;
  /** Why it may join tables that are split by different keys (`shard-keys.ts`). */
  crossShard?: string;
}): Query<P, R> {
  const { name, params, row, sql, settings = {} } = definition;
  for (const [, placeholder, type] of sql.matchAll(/\{(\w+):([^}]+)\}/g)) {
    if (params[placeholder!] !== type) {
      throw new Error(`query ${name}: placeholder {${placeholder}:${type}} is not declared with that type`);
    }
  }
  const tables = tablesOf(sql);
  checkShards(name, tables, definition.crossShard);
  return {
    name,
    params,
    row,
    sql,
    tables,
    limits: { ...defaultLimits, ...definition.limits },
    settings,
    checkRow: Compile(row),
  };
}
