import { nearestOf } from '../analytics/nearest-sql.ts';
import type { CloseHours } from './close-hours.ts';
import type { ClosersBoard } from './closers.ts';
import type { CoinClosers } from './coin-closers.ts';
import type { LiquidatorRows } from './liquidators.ts';
import type { RankedRows } from './ranked-rows.ts';

/** SQL by kind of column. A row has wallets as 20 bytes, numbers as doubles, and texts at the end. */
const expressions = {
  wallet: (column: string) => column,
  /** The nearest double of an exact decimal; the engine's own cast may be off in the last place. */
  decimal: nearestOf,
  number: (column: string) => `toFloat64(${column})`,
  text: (column: string) => `CAST(${column}, 'String')`,
} as const;

export type ListColumn = keyof typeof expressions;
export type ListColumns = Readonly<Record<string, ListColumn>>;
export type ListRow<C extends ListColumns> = {
  -readonly [K in keyof C]: C[K] extends 'wallet' | 'text' ? string : number;
};

/** SELECT list of the columns, from rows with snake_case names. */
export function selectedColumns(columns: ListColumns): string {
  return inRowOrder(columns)
    .map(([column, kind]) => expressions[kind](snakeCase(column)))
    .join(', ');
}

/** Columns in byte order: texts come last, because their width varies. */
export function inRowOrder(columns: ListColumns): [string, ListColumn][] {
  const all = Object.entries(columns);
  return [...all.filter(([, kind]) => kind !== 'text'), ...all.filter(([, kind]) => kind === 'text')];
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The in-memory sources of lists. */
export interface Held {
  closers: ClosersBoard;
  /** Sums by coin, hour and style. */
  closes: CloseHours;
  /** Wallets of each coin. */
  coinClosers: CoinClosers;
  /** Wallets that liquidate others. */
  liquidators: LiquidatorRows;
}

/** A list whose rows are computed on request from the in-memory sources. */
export interface HeldList<C extends ListColumns = ListColumns, R extends RankedRows<C> = RankedRows<C>> {
  readonly name: string;
  readonly columns: C;
  readonly from: readonly (keyof Held)[];
  rows(held: Held, window: RankedRows['window']): R;
}
