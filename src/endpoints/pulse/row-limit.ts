import type { Param } from '../param.ts';
import { int } from '../params.ts';

/** The most rows of a list without pages. */
export const rowsLimit = 500;

/** `limit` of a list: 1 to {@link rowsLimit}. */
export function rowLimit(byDefault: number): Param<number> {
  return int({ min: 1, max: rowsLimit, default: byDefault, description: 'The most rows to return.' });
}
