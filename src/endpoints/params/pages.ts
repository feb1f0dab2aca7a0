import type { Param } from './param.ts';
import { int } from './scalars.ts';

/** Maximum rows of a list, unless the contract sets another bound. */
export const rowsLimit = 500;

interface RowBounds {
  /** Default {@link rowsLimit}. */
  max?: number;
  /** Integer width in the contract; default 32. */
  bits?: 32 | 64;
}

export function rowLimit(byDefault: number, { max = rowsLimit, bits = 32 }: RowBounds = {}): Param<number> {
  return int({ min: 1, max, default: byDefault, bits, description: 'The most rows to return.' });
}

export function rowOffset({ max }: { max?: number } = {}): Param<number> {
  const description = 'Rows to leave out at the start of the list, for the next page.';
  return int({ min: 0, ...(max !== undefined && { max }), default: 0, description });
}

/** `limit` and `offset` of a paged list, for the `params` of an endpoint. */
export function page(byDefault: number, bounds: { maxRows?: number; maxOffset?: number } = {}) {
  const { maxRows, maxOffset } = bounds;
  return {
    limit: rowLimit(byDefault, maxRows === undefined ? {} : { max: maxRows }),
    offset: rowOffset(maxOffset === undefined ? {} : { max: maxOffset }),
  };
}
