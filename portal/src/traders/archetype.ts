import { type ApiCall, type BodyOf, callOf, type OperationId } from '../api/calls.ts';
import type { Column } from '../table/column.ts';

/** A list of traders of a kind, or of their actions. */
export interface Archetype {
  /** Its name in the address. */
  id: string;
  name: string;
  /** Meaning, one sentence. */
  what: string;
  call: ApiCall;
  columns: readonly Column<unknown>[];
  rowKey: (row: unknown, rows: readonly unknown[]) => string | number;
}

type RowsOf<Id extends OperationId> = NonNullable<BodyOf<Id>> extends readonly (infer Row)[] ? Row : never;

/** The most rows of a list. */
export const listRows = 500;

/** Declares one, with the columns typed by its operation's rows. */
export function list<Id extends OperationId>(
  [id, name, what]: readonly [string, string, string],
  operation: Id,
  columns: readonly Column<RowsOf<Id>>[],
  rowKey: (row: RowsOf<Id>) => string | number,
): Archetype {
  const call = (callOf as (id: OperationId, params: object) => ApiCall)(operation, { limit: listRows });
  return { id, name, what, call, columns: columns as never, rowKey: rowKey as never };
}
