import { createFillColumns, type FillColumns } from './fill-columns.ts';
import { createFillKeys, type FillKeys } from './fill-keys.ts';

/** One batch while it fills up: columns, keys, and what was left out. */
export interface FillBatch {
  readonly columns: FillColumns;
  readonly keys: FillKeys;
  /** Fills that stood twice within the batch. */
  duplicates: number;
  maxBlock: number;
  /** Adds the source's rows from `from` on, as many as there is room for. @returns how many were taken */
  add(rows: FillColumns, from: number): number;
  /** Removes the given rows (ascending), keeping the order of the others. No fill can be added after it. */
  remove(rows: readonly number[]): void;
  reset(): void;
}

export function openFillBatch(capacity: number): FillBatch {
  const columns = createFillColumns(capacity);
  const keys = createFillKeys(columns);

  /** Registers the rows from `from` on; a fill that is there already makes room for the next. */
  function register(from: number): void {
    let to = from;
    for (let row = from; row < columns.count; row++) {
      if (row !== to) columns.move(row, to);
      if (keys.add(to) >= 0) batch.duplicates += 1;
      else to += 1;
    }
    columns.truncate(to);
  }

  const batch: FillBatch = {
    columns,
    keys,
    duplicates: 0,
    maxBlock: 0,
    add(rows, from) {
      const first = columns.count;
      const taken = Math.min(capacity - first, rows.count - from);
      columns.appendRows(rows, from, from + taken);
      register(first);
      for (let row = first; row < columns.count; row++) {
        const block = columns.words.block[row * 2]! + columns.words.block[row * 2 + 1]! * 2 ** 32;
        if (block > batch.maxBlock) batch.maxBlock = block;
      }
      return taken;
    },
    remove(rows) {
      const gone = new Set(rows);
      let to = 0;
      for (let from = 0; from < columns.count; from++) {
        if (gone.has(from)) continue;
        if (from !== to) columns.move(from, to);
        to += 1;
      }
      columns.truncate(to);
    },
    reset() {
      columns.reset();
      keys.reset();
      batch.duplicates = 0;
      batch.maxBlock = 0;
    },
  };
  return batch;
}
