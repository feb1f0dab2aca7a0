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
  /** Loads the query lazily: the ranking thread runs none, and starts in half the time without the query modules. */
  query(): Promise<AnyQuery>;
  /** For queries at the turn of a day: combines the values with a row. Default: they replace the row's values. */
  add?(columns: Columns<NoInfer<N>>, row: number, values: readonly number[]): void;
  /** For queries of changed wallets: false if fills of these days cannot change the result. Default: always true. */
  isChangedBy?(days: ChangedDays, params: Readonly<Record<string, unknown>>): boolean;
}

/** A column whose values depend on all wallets, such as a percentile. */
export interface WholeColumn<N extends string = string, O extends string = string> {
  column: N;
  /** Orders that rank by this column. */
  orders: readonly O[];
  /** Fills `values`, one per row. */
  fill(values: Float64Array, columns: Columns<N>): void;
}

export interface BoardDefinition<N extends string, O extends string> {
  /** Unique, lower case. */
  name: string;
  /** Every value kept per wallet. A wallet that no query returns has zeros. */
  columns: ColumnTypes<N>;
  /** Queries over all wallets from `{from:Wallet}` to `{to:Wallet}`; run range by range. */
  full: readonly BoardRead<NoInfer<N>>[];
  /** Queries over the wallets with fills in the batches after `{after:UInt64}` up to `{upTo:UInt64}`. */
  changed: readonly BoardRead<NoInfer<N>>[];
  /**
   * Queries over the wallets of a range whose windows gained or lost a day. They get the current {@link params} and, named `…Was`,
   * the previous ones. Results are applied in order.
   */
  turned: readonly BoardRead<NoInfer<N>>[];
  /** Further parameters of the queries. They may change only with the UTC day. */
  params?(
    nowMs: number,
    cutOffs: CohortCutOffs,
  ): Readonly<Record<string, string | number | readonly string[]>>;
  /** Computes the derived columns of a row. */
  compute?(columns: Columns<NoInfer<N>>, row: number): void;
  /** Rebuilt once a minute, not with every change: see {@link wholeEveryMs}. Type float64. */
  whole?: readonly WholeColumn<NoInfer<N>, NoInfer<O>>[];
  /** Rankings of the wallets, by name. */
  orders: Readonly<Record<O, RankOrder<NoInfer<N>>>>;
}

/** Maximum age of a column that depends on all wallets. */
export const wholeEveryMs = 60_000;

export interface BoardDeclaration<N extends string = string, O extends string = string>
  extends BoardDefinition<N, O> {
  readonly whole: readonly WholeColumn<N, O>[];
}

// biome-ignore lint/suspicious/noExplicitAny: the widest board, for lists of them
export type AnyBoard = BoardDeclaration<any, any>;

/** A board for readers. It changes between turns of the event loop: values read after an `await` may be newer. */
export interface Board<N extends string = string, O extends string = string> {
  /** Wallets in the columns. */
  readonly count: number;
  readonly columns: Readonly<Columns<N>>;
  /** Rows by rank, first rank first; omits rows without a rank. */
  readonly orders: Readonly<Record<O, Uint32Array>>;
  /** The row of a wallet; undefined if unknown. @param address `0x` and 40 hex digits */
  find(address: string): number | undefined;
  address(row: number): string;
  /** Rows of wallets whose address has the prefix, unordered. @param prefix `0x` and 2 to 40 hex digits */
  startingWith(prefix: string): Iterable<number>;
  /** Negative if the address of row `a` sorts before that of `b`. */
  compareAddresses(a: number, b: number): number;
}

/**
 * Declares a board: columns of all wallets and orders of the wallets, kept in memory and updated within seconds of new fills. All
 * boards are listed in `catalogue.ts`.
 *
 * @throws Error if the definition contradicts itself
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
