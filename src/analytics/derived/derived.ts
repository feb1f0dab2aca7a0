import { createHash } from 'node:crypto';

/** How finely the parts of a table are cut. */
interface Granularity {
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
function settingsOf({ rows, blockBytes, isCompact = false }: Granularity): [string, number][] {
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

/**
 * Which rows of a table a batch of fills can change: those of its wallets, of its hours or of its days. After a crash they
 * are compared with their recomputation, and rebuilt where they differ. The table has a column of this name.
 */
export type Scope = 'wallet' | 'hour' | 'day';

/** By what a table would be split over machines: `none` is whole on each of them. */
export type ShardKey = 'wallet' | 'coin' | 'none';

export const scopeOfFill: Readonly<Record<Scope, string>> = {
  wallet: 'wallet',
  hour: 'toStartOfHour(time)',
  day: 'toDate(time)',
};

export interface DerivedColumn {
  /** Type of the engine. */
  type: string;
  codec?: string;
  /** Expression over a fill; default: the column of the same name. */
  from?: string;
}

/** A value that names a row. */
export interface DerivedKey extends DerivedColumn {
  /** `from`, written down a second time for the audit, where it is more than a column. */
  audit?: string;
}

/** A value of all fills with one key. Order must not matter to it. */
export interface DerivedSum {
  type: string;
  combine: 'sum' | 'min' | 'max';
  /** Aggregate over fills. */
  from: string;
  /** The same, written down a second time for the audit, which must not repeat a fault of `from`. */
  audit: string;
}

/** What an audit compares: a table's rows as they are stored, and as raw fills give them. */
export interface Recomputation {
  /** Columns that name a row, each with the expression that gives it from a fill and its readable form. */
  key: readonly { column: string; fromFill: string; readable: string }[];
  /** Per column: how stored rows of one key combine, and the value recomputed from fills. */
  columns: Readonly<Record<string, { stored: string; recomputed: string }>>;
  /** Condition on the fills that count; default: all fills. */
  where?: string;
}

interface Common {
  table: string;
  /** Condition over `fills` that selects the fills that count; default: all. */
  where?: string;
  /** Sorting key, as SQL. */
  orderBy: string;
  /** SQL expression; default: no partitions. */
  partitionBy?: string;
  scope: Scope;
  shard: ShardKey;
  /** True where a migration of `migrations/` made the table and its view: they are left as they are unless damaged. */
  released?: true;
}

export interface SumsDefinition extends Common {
  key: Readonly<Record<string, DerivedKey>>;
  sums: Readonly<Record<string, DerivedSum>>;
  /** The audit's own condition for `where`. */
  auditWhere?: string;
}

export interface RowsDefinition extends Common {
  /** Columns of a narrower copy of fills. */
  columns: Readonly<Record<string, DerivedColumn>>;
  /** Secondary indexes: `INDEX name expression TYPE …`. */
  indexes?: readonly string[];
  audit: Recomputation;
}

/** A table that follows from fills alone, kept by a materialized view over them. */
export interface Derived {
  readonly table: string;
  readonly view: string;
  readonly scope: Scope;
  readonly shard: ShardKey;
  readonly released: boolean;
  /** Names of its columns, in order. */
  readonly columns: readonly string[];
  /** Whether rows of one key have to be combined before they are read. */
  readonly combined: boolean;
  readonly audit: Recomputation;
  /** How many fills it counts, by its own rows and by the fills: cheap to compare. Undefined where it has no such number. */
  readonly count: { stored: string; ofFills: string } | undefined;
  /** Changes with whatever changes its rows: a table with another mark was made by another version of the program. */
  readonly shape: string;
  /** The statement that makes it, under any name. `${…}` of a comment is text without quotes. */
  create(name: string, comment: string): string;
  /** The view's SELECT. @param fills the table, or a query in brackets, to read as `fills` */
  select(fills: string): string;
}

/**
 * Declares a table that is derived from fills: sums by a key, or a narrower copy of some rows. From this one declaration follow
 * its DDL and view, how a store that is filled already gets it, its repair after a crash, and its audit.
 *
 * @throws Error where the declaration contradicts itself
 */
export function derived(definition: SumsDefinition | RowsDefinition): Derived {
  const parts = 'sums' in definition ? sumsParts(definition) : rowsParts(definition);
  const { table, scope, shard, where, released = false } = definition;
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(table))
    throw new Error(`derived table ${table}: lower_case names`);
  if (!parts.columns.includes(scope)) {
    throw new Error(`derived table ${table} is repaired by ${scope} and has no such column`);
  }
  const select = (fills: string) =>
    `SELECT ${parts.selected} FROM ${fills}${where === undefined ? '' : ` WHERE ${where}`}${parts.grouped}`;
  const createWith = (settings: string, name: string, comment: string) =>
    `CREATE TABLE IF NOT EXISTS ${name} (${parts.structure}) ${parts.engine}${settings} COMMENT '${comment}'`;
  const fine = fineTables.get(table);
  const own = fine === undefined ? parts.settings : `, ${granularitySettings(fine)}`;
  const create = (name: string, comment: string) => createWith(own, name, comment);
  const { columns, combined, audit, counted } = parts;
  const ofFills = where === undefined ? 'count()' : `countIf(${where})`;
  const count = counted === undefined ? undefined : { stored: counted, ofFills };
  return {
    table,
    view: `${table}_view`,
    scope,
    shard,
    released,
    columns,
    combined,
    audit,
    count,
    select,
    create,
    shape: createHash('sha256')
      // A table takes another granularity without being rebuilt.
      .update(createWith(parts.settings, table, '') + select('fills'))
      .digest('hex')
      .slice(0, 12),
  };
}

interface Parts {
  columns: string[];
  combined: boolean;
  /** Text between the brackets of CREATE TABLE, and what follows them. */
  structure: string;
  engine: string;
  /** Further settings of the engine, where the table has no granularity of its own. */
  settings: string;
  /** Text of the SELECT list, and what follows the condition. */
  selected: string;
  grouped: string;
  audit: Recomputation;
  /** Aggregate over its rows that gives the number of fills, where there is one. */
  counted: string | undefined;
}

function sumsParts({ key, sums, auditWhere, ...rest }: SumsDefinition): Parts {
  const aggregated = Object.entries(sums).map(([name, { type, combine }]) => {
    return `${name} SimpleAggregateFunction(${combine}, ${type})`;
  });
  const values = Object.entries(sums).map(([name, { from }]) => `${from} AS ${name}`);
  const audited = Object.entries(sums).map(([name, { combine, audit }]) => {
    return [name, { stored: `${combine}(${name})`, recomputed: audit }] as const;
  });
  const ofFills = Object.entries(sums).find(([, { from }]) => from === 'count()');
  return {
    columns: [...Object.keys(key), ...Object.keys(sums)],
    combined: true,
    counted: ofFills === undefined ? undefined : `sum(${ofFills[0]})`,
    structure: [...declared(key), ...aggregated].join(', '),
    engine: engineText('AggregatingMergeTree', rest),
    settings: ', index_granularity = 1024',
    selected: [...expressions(key), ...values].join(', '),
    grouped: ` GROUP BY ${Object.keys(key).join(', ')}`,
    audit: {
      key: Object.entries(key).map(([column, { type, from = column, audit: own = from }]) => {
        // A dictionary of one side is not that of the other.
        const fromFill = type.startsWith('LowCardinality') ? `CAST(${own}, 'String')` : own;
        return { column, fromFill, readable: readable(column, type) };
      }),
      columns: Object.fromEntries(audited),
      ...(auditWhere !== undefined && { where: auditWhere }),
    },
  };
}

function rowsParts({ columns, indexes = [], audit, ...rest }: RowsDefinition): Parts {
  return {
    columns: Object.keys(columns),
    combined: false,
    counted: 'count()',
    structure: [...declared(columns), ...indexes].join(', '),
    engine: engineText('MergeTree', rest),
    settings: '',
    selected: expressions(columns).join(', '),
    grouped: '',
    audit,
  };
}

function declared(columns: Readonly<Record<string, DerivedColumn>>): string[] {
  return Object.entries(columns).map(([name, { type, codec }]) => {
    return codec === undefined ? `${name} ${type}` : `${name} ${type} CODEC(${codec})`;
  });
}

function expressions(columns: Readonly<Record<string, DerivedColumn>>): string[] {
  return Object.entries(columns).map(([name, { from = name }]) =>
    from === name ? name : `${from} AS ${name}`,
  );
}

function engineText(engine: string, { partitionBy, orderBy }: Common): string {
  const partitioned = partitionBy === undefined ? '' : ` PARTITION BY ${partitionBy}`;
  return `ENGINE = ${engine}${partitioned} ORDER BY (${orderBy}) SETTINGS non_replicated_deduplication_window = 1000`;
}

/** Expression that names a value of the column to a reader: `wallet=0x…`. */
export function readable(column: string, type: string): string {
  return /^FixedString/.test(type)
    ? `concat('${column}=0x', lower(hex(${column})))`
    : `concat('${column}=', toString(${column}))`;
}
