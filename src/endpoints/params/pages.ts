import type { Param } from './param.ts';
import { int } from './scalars.ts';

/** The most rows of a list, where the contract sets no other bound. */
export const rowsLimit = 500;

interface RowBounds {
  /** {@link rowsLimit} where absent. */
  max?: number;
  /** Width that the contract gives it; 32 where absent. */
  bits?: 32 | 64;
}

/** `limit` of a list: 1 to its bound. */
export function rowLimit(byDefault: number, { max = rowsLimit, bits = 32 }: RowBounds = {}): Param<number> {
  return int({ min: 1, max, default: byDefault, bits, description: 'The most rows to return.' });
}

/** Rows left out at the start of a list. */
export function rowOffset({ max }: { max?: number } = {}): Param<number> {
  const description = 'Rows to leave out at the start of the list, for the next page.';
  return int({ min: 0, ...(max !== undefined && { max }), default: 0, description });
}

/** `limit` and `offset` of a list with pages, for the `params` of an endpoint. */
export function page(byDefault: number, bounds: { maxRows?: number; maxOffset?: number } = {}) {
  const { maxRows, maxOffset } = bounds;
  return {
    limit: rowLimit(byDefault, maxRows === undefined ? {} : { max: maxRows }),
    offset: rowOffset(maxOffset === undefined ? {} : { max: maxOffset }),
  };
}
