import { nearestOf } from '../analytics/nearest-sql.ts';
import type { CloseHours } from './close-hours.ts';
import type { ClosersBoard } from './closers.ts';
import type { CoinClosers } from './coin-closers.ts';
import type { LiquidatorRows } from './liquidators.ts';
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

/** The name of a column in SQL. */
export function snakeCase(name: string): string {
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
  /** Who liquidates. */
  liquidators: LiquidatorRows;
}

/** A list whose rows are made as they are asked for, of what is in memory then. */
export interface HeldList<C extends ListColumns = ListColumns, R extends RankedRows<C> = RankedRows<C>> {
  readonly name: string;
  readonly columns: C;
  readonly from: readonly (keyof Held)[];
  rows(held: Held, window: RankedRows['window']): R;
}
