import type { ComponentChild } from 'preact';
import type { FieldName } from '../api/definitions.ts';

/** A column of a table. */
export interface Column<Row> {
  /** Names it in the address and in the CSV. */
  id: string;
  head: string;
  /** The field that defines it, shown on hover of its head. */
  of?: FieldName;
  /** What it is sorted by and what stands in the CSV; a column without is only shown. */
  value?: (row: Row) => number | string | boolean | null | undefined;
  /** What is shown; the value where absent. */
  cell?: (row: Row) => ComponentChild;
  /** Words stand on the left, numbers on the right. */
  align?: 'left';
  /** Left out on a narrow screen. */
  isWide?: boolean;
  /** Shown where its reader has asked for it. */
  isExtra?: boolean;
}

/** Rows in the order of a column; what has no value comes last, either way. */
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
