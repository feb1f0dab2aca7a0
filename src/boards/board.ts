import type { AnyQuery } from '../analytics/query.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import type { Columns, ColumnTypes } from './columns.ts';
import type { RankOrder } from './rank-order.ts';

/** UTC days of fills, `YYYY-MM-DD`. */
export interface ChangedDays {
  first: string;
  last: string;
}

/** Rows of a query: the wallet's 20 bytes, then a double for each of the columns. */
export interface BoardRead<N extends string = string> {
  columns: readonly N[];
  /** Loads it: the ranking thread, which asks nothing, starts in half the time without the modules of queries. */
  query(): Promise<AnyQuery>;
  /** Of wallets at the turn of a day: what the values do to a row. Default: they take the place of those in it. */
  add?(columns: Columns<NoInfer<N>>, row: number, values: readonly number[]): void;
  /** Of changed wallets: false where it finds nothing that fills of these days change. Asked in any case where absent. */
  isChangedBy?(days: ChangedDays, params: Readonly<Record<string, unknown>>): boolean;
}

/** A column whose values depend on those of all wallets, as a percentile does. */
export interface WholeColumn<N extends string = string, O extends string = string> {
  column: N;
  /** Those by this column. */
  orders: readonly O[];
  /** Fills `values`, one a row. */
  fill(values: Float64Array, columns: Columns<N>): void;
}

export interface BoardDefinition<N extends string, O extends string> {
  /** Unique, lower case. */
  name: string;
  /** Every value that is kept of a wallet. A wallet that no query names has zeros. */
  columns: ColumnTypes<N>;
  /** Queries over all wallets from `{from:Wallet}` to `{to:Wallet}`; asked range by range. */
  full: readonly BoardRead<NoInfer<N>>[];
  /** Queries over the wallets of which the batches beyond `{after:UInt64}` up to `{upTo:UInt64}` brought fills. */
  changed: readonly BoardRead<NoInfer<N>>[];
  /**
   * Queries over the wallets of a range of which a window gained or lost a day; of {@link params} they have those of now and, named
   * `…Was`, those of before. Each comes to its rows after the one before.
   */
  turned: readonly BoardRead<NoInfer<N>>[];
  /** Values of further parameters of the queries. They may change with the UTC day alone. */
  params?(
    nowMs: number,
    cutOffs: CohortCutOffs,
  ): Readonly<Record<string, string | number | readonly string[]>>;
  /** Sets columns of a row that follow from its others. */
  compute?(columns: Columns<NoInfer<N>>, row: number): void;
  /** Rebuilt once a minute, not with every change: see {@link wholeEveryMs}. Type float64. */
  whole?: readonly WholeColumn<NoInfer<N>, NoInfer<O>>[];
  /** By what wallets are ranked. */
  orders: Readonly<Record<O, RankOrder<NoInfer<N>>>>;
}

/** How old a column that needs all wallets may become. */
export const wholeEveryMs = 60_000;

export interface BoardDeclaration<N extends string = string, O extends string = string>
  extends BoardDefinition<N, O> {
  readonly whole: readonly WholeColumn<N, O>[];
}

// biome-ignore lint/suspicious/noExplicitAny: the widest board, for lists of them
export type AnyBoard = BoardDeclaration<any, any>;

/** What readers see of a board. It changes between two of their turns: what is read after an `await` may be newer. */
export interface Board<N extends string = string, O extends string = string> {
  /** Wallets that have a place in the columns. */
  readonly count: number;
  readonly columns: Readonly<Columns<N>>;
  /** Rows from the first rank on; those that are not ranked are not in it. */
  readonly orders: Readonly<Record<O, Uint32Array>>;
  /** The row of a wallet; undefined where none is known. @param address `0x` and 40 hex digits */
  find(address: string): number | undefined;
  address(row: number): string;
  /** Rows of wallets whose address begins so, in no order. @param prefix `0x` and 2 to 40 hex digits */
  startingWith(prefix: string): Iterable<number>;
  /** Below zero where the address of row `a` stands before that of `b`. */
  compareAddresses(a: number, b: number): number;
}

/**
 * Declares a board: columns of every wallet, and orders of them, which are kept in memory and follow new fills within seconds. All
 * boards stand in `catalogue.ts`.
 *
 * @throws Error where the definition contradicts itself
 */
export function board<const N extends string, const O extends string>(
  definition: BoardDefinition<N, O>,
): BoardDeclaration<N, O> {
  const { name, columns, full, changed, turned, whole = [] } = definition;
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`board ${name}: lower case letters, digits, dashes`);
  for (const read of [...full, ...changed, ...turned]) {
    for (const column of read.columns) {
      if (!(column in columns))
        throw new Error(`board ${name}: a query fills ${column}, which is no column of it`);
    }
  }
  for (const { column } of whole) {
    if (columns[column] !== 'float64')
      throw new Error(`board ${name}: ${column} needs all wallets and must be float64`);
  }
  return { ...definition, whole };
}
