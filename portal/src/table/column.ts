import type { ComponentChild } from 'preact';
import type { FieldName } from '../api/definitions.ts';

/** A column of a table. */
export interface Column<Row> {
  /** Names it in the address and in the CSV. */
  id: string;
  head: string;
  /** The field that defines it, shown on hover of its head. */
  of?: FieldName;
  /** Sort value, also written to the CSV; a column without it is display-only. */
  value?: (row: Row) => number | string | boolean | null | undefined;
  /** Content of a cell; default: the value. */
  cell?: (row: Row) => ComponentChild;
  /** Default: right, as for numbers. */
  align?: 'left';
  /** Left out on a narrow screen. */
  isWide?: boolean;
  /** Shown where its reader has asked for it. */
  isExtra?: boolean;
}

/** Rows sorted by a column; rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  isDown: boolean,
): readonly Row[] {
  const { value } = column ?? {};
  if (value === undefined) return rows;
  const sign = isDown ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [a, b] = [value(left), value(right)];
    const isMissing = (one: unknown) => one === null || one === undefined || Number.isNaN(one);
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
    if (typeof a === 'string' && typeof b === 'string') return sign * a.localeCompare(b);
    return sign * (Number(a) - Number(b));
  });
}
