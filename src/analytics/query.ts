import { type Static, type TObject, Type } from 'typebox';
import { type LateCheck, lateCheck } from '../kernel/late-check.ts';
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
  readonly tables: readonly string[];
  readonly limits: QueryLimits;
  readonly settings: Readonly<Record<string, number>>;
  readonly checkRow: LateCheck<R>;
  /** Set where many calls may be one statement. */
  readonly batch?: Batch | undefined;
  /** True where rows are kept until stored fills change (`kept-reads.ts`). */
  readonly kept: boolean;
}

/** How calls of a query become one statement (`batch.ts`). */
export interface Batch {
  /** The parameter that separates the calls of one statement, and a column of the same name. */
  readonly by: string;
  /** The statement: the parameter lists the calls' values, and `batch_key` of a row is the number of its call, from 1. */
  readonly statement: AnyQuery;
  /** The same query for one call: the engine analyses a value faster than a list. Undefined if the list is also used elsewhere. */
  readonly alone?: AnyQuery | undefined;
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
  /** For what asks each shard of a cluster by itself (`shardsOf`): its answer is that of a part. */
  onShard?: true;
  /**
   * The parameter, and column, by which calls that wait are gathered into one statement, where their other parameters are equal.
   * `sql` is then written for many: its placeholder is a list (`{wallet:Array(Wallet)}`, see {@link inBatch}), and each row has
   * its {@link batchKey}. `maxRows` is that of one call.
   */
  batchBy?: Extract<keyof P, string>;
  /** For rows that follow from fills alone, and parameters of few values: asked once, they answer until fills change. */
  kept?: boolean;
}): Query<P, R> {
  const { name, params, row, sql, settings = {}, kept = false } = definition;
  const { batchBy } = definition;
  const placeholders =
    batchBy === undefined ? params : { ...params, [batchBy]: listType(name, params[batchBy]!) };
  for (const [, placeholder, type] of sql.matchAll(/\{(\w+):([^}]+)\}/g)) {
    if (placeholders[placeholder!] !== type) {
      throw new Error(`query ${name}: placeholder {${placeholder}:${type}} is not declared with that type`);
    }
  }
  const tables = tablesOf(sql);
  const { crossShard, onShard = false } = definition;
  checkShards({ name, sql, tables, settings, crossShard, onShard });
  const made: Query<P, R> = {
    name,
    params,
    row,
    sql,
    tables,
    limits: { ...defaultLimits, ...definition.limits },
    settings,
    checkRow: lateCheck(row),
    kept,
  };
  if (batchBy === undefined) return made;
  const keyed = Type.Object({ ...row.properties, batch_key: Type.Integer({ minimum: 1 }) });
  const statement = { ...made, params: placeholders, row: keyed, checkRow: lateCheck(keyed) };
  const own = { ...statement, params, sql: aloneSql(sql, batchBy, params[batchBy] as 'Wallet' | 'String') };
  const alone = own.sql.includes(`{${batchBy}:Array(`) ? undefined : own;
  return { ...made, batch: { by: batchBy, statement, alone } };
}

/** Rewrites SQL for a list of keys to SQL for one key. */
function aloneSql(sql: string, by: string, type: 'Wallet' | 'String'): string {
  return sql
    .replaceAll(inBatch(by, type), `${by} = {${by}:${type}}`)
    .replaceAll(batchKey(by, type), 'toUInt16(1) AS batch_key');
}

function listType(name: string, type: ParamType): ParamType {
  if (type !== 'Wallet' && type !== 'String')
    throw new Error(`query ${name}: batchBy is a Wallet or a String`);
  return `Array(${type})`;
}

/** Which of a statement's calls a row answers, to be selected by queries with `batchBy`. */
export function batchKey(by: string, type: 'Wallet' | 'String' = 'Wallet'): string {
  return `toUInt16(indexOf({${by}:Array(${type})}, ${by})) AS batch_key`;
}

/** The rows of a statement's calls. Behind arrayJoin the list prunes by the table's key, which a list alone does not. */
export function inBatch(by: string, type: 'Wallet' | 'String' = 'Wallet'): string {
  return `${by} IN (SELECT arrayJoin({${by}:Array(${type})}))`;
}
