import { type HeldParts, snapshotFormat } from '../changes/view-snapshots.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import type { FileColumns } from '../kernel/column-file.ts';
import type { AnyBoard } from './board.ts';
import type { HeldTable } from './shown-board.ts';

interface SavedTables {
  /** The moment whose windows they show, unix milliseconds. */
  nowMs: number;
  /** Number of the newest batch in them. */
  seq: number;
  counts: Record<string, number>;
}

/** Tables of boards, by name, as they are written to disk. */
export function saveTables(
  tables: ReadonlyMap<string, HeldTable>,
  of: Pick<SavedTables, 'nowMs' | 'seq'>,
): HeldParts {
  const columns: FileColumns = {};
  const counts: Record<string, number> = {};
  for (const [board, held] of tables) {
    counts[board] = held.count;
    for (const [name, values] of Object.entries(held.columns)) {
      columns[`${board} column ${name}`] = values.subarray(0, held.count);
    }
    for (const [name, rows] of Object.entries(held.orders)) columns[`${board} order ${name}`] = rows;
  }
  return { meta: { ...of, counts } satisfies SavedTables, columns };
}

/** @param parts of {@link saveTables} */
export function savedTables({ meta, columns }: HeldParts): Pick<SavedTables, 'nowMs' | 'seq'> & {
  tables: Map<string, HeldTable>;
} {
  const { nowMs, seq, counts } = meta as SavedTables;
  const tables = new Map<string, HeldTable>();
  for (const [board, count] of Object.entries(counts)) {
    const table: HeldTable = { count, columns: {}, orders: {} };
    tables.set(board, table);
    for (const [key, values] of Object.entries(columns)) {
      const [of, kind, name] = key.split(' ');
      if (of !== board) continue;
      if (kind === 'order') table.orders[name!] = values as Uint32Array;
      else table.columns[name!] = values as HeldTable['columns'][string];
    }
  }
  return { nowMs, seq, tables };
}

/** See {@link snapshotFormat}. */
export async function boardsFormat(declared: readonly AnyBoard[], cutOffs: CohortCutOffs): Promise<string> {
  const parts: object[] = [];
  for (const { name, columns, orders, full } of declared) {
    parts.push({ name, columns, orders: Object.keys(orders), cutOffs });
    for (const one of full) parts.push(await one.query());
  }
  return snapshotFormat(2, ...parts);
}
