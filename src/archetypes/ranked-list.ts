import { Type } from 'typebox';
import { nearestOf } from '../analytics/nearest-sql.ts';
import { type Query, query } from '../analytics/query.ts';
import type { CloseHours } from './close-hours.ts';
import type { ClosersBoard } from './closers.ts';
import type { CoinClosers } from './coin-closers.ts';
import type { RankedRows } from './ranked-rows.ts';

/** How a column travels from the engine: 20 bytes, doubles, and at the end of the row texts. */
const expressions = {
  wallet: (column: string) => column,
  /** An exact decimal, as the double that is nearest to it: the engine's own cast may be off in the last place. */
  decimal: nearestOf,
  number: (column: string) => `toFloat64(${column})`,
  text: (column: string) => `CAST(${column}, 'String')`,
} as const;

export type ListColumn = keyof typeof expressions;
export type ListColumns = Readonly<Record<string, ListColumn>>;
export type ListRow<C extends ListColumns> = {
  -readonly [K in keyof C]: C[K] extends 'wallet' | 'text' ? string : number;
};

/** First and last day of the window, and the moment of the last day's end. */
const windowParams = {
  from: 'Date',
  to: 'Date',
  from_ms: 'TimeMs',
  end_ms: 'TimeMs',
} as const;
export type ListWindow = {
  readonly [K in keyof typeof windowParams]: (typeof windowParams)[K] extends 'Date' ? string : number;
};
const anyRow = Type.Object({});

/** Rows in the order of their rank, kept in memory as the engine gave them (ADR 37). */
export interface RankedList<C extends ListColumns = ListColumns> {
  readonly name: string;
  readonly columns: C;
  readonly query: Query<typeof windowParams, typeof anyRow>;
}

/**
 * Declares a list.
 *
 * @param definition `columns` are those of the rows that `sql` gives, in snake_case; `orderBy` ends with what names a row, and may
 * have a LIMIT behind it
 */
export function rankedList<const C extends ListColumns>(definition: {
  name: string;
  columns: C;
  sql: string;
  orderBy: string;
}): RankedList<C> {
  const { name, columns, sql, orderBy } = definition;
  return {
    name,
    columns,
    query: query({
      name: `archetype_${name}`,
      params: windowParams,
      row: anyRow,
      limits: { deadlineMs: 120_000, maxRows: 20_000_000, maxMemoryBytes: 4 * 2 ** 30 },
      // One thread does it for less. A key never changes its month, so that each is merged by itself.
      settings: { max_threads: 1, do_not_merge_across_partitions_select_final: 1 },
      sql: `SELECT ${selectedColumns(columns)} FROM (${sql}) ORDER BY ${orderBy}`,
    }),
  };
}

/** The columns as they are selected from rows that have them in snake_case. */
export function selectedColumns(columns: ListColumns): string {
  return inRowOrder(columns)
    .map(([column, kind]) => expressions[kind](snakeCase(column)))
    .join(', ');
}

/** Columns in the order of the row's bytes: texts, which have no width, come last. */
export function inRowOrder(columns: ListColumns): [string, ListColumn][] {
  const all = Object.entries(columns);
  return [...all.filter(([, kind]) => kind !== 'text'), ...all.filter(([, kind]) => kind === 'text')];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What lists are made of that follow from what is kept in memory. */
export interface Held {
  /** Wallets in sums. */
  closers: ClosersBoard;
  /** Closes in sums, by coin, hour and style. */
  closes: CloseHours;
  /** Wallets by coin. */
  coinClosers: CoinClosers;
}

/** A list whose rows are made as they are asked for, of what is in memory then. */
export interface HeldList<C extends ListColumns = ListColumns, R extends RankedRows<C> = RankedRows<C>> {
  readonly name: string;
  readonly columns: C;
  readonly from: readonly (keyof Held)[];
  rows(held: Held, window: RankedRows['window']): R;
}
