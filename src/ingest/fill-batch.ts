import { type FillColumnName, fillColumnSpecs } from './fill-column-specs.ts';
import { createFillColumns, type FillColumns } from './fill-columns.ts';
import { createFillKeys, type FillKeys } from './fill-keys.ts';

export interface FillBatch {
  readonly columns: FillColumns;
  readonly keys: FillKeys;
  /** Records whose key is in the batch with other content; compared with the stored fill after the commit. */
  readonly apart: FillColumns;
  /** Fills repeated within the batch. */
  duplicates: number;
  maxBlock: number;
  /** Position of a followed source after the last chunk that ended in this batch. */
  position: string | undefined;
  readonly full: boolean;
  /** Adds the source's rows from `from` on, as far as there is room. @returns number of rows added */
  add(rows: FillColumns, from: number): number;
  /** Removes the given rows (ascending) and keeps the order of the others. No fill can be added afterwards. */
  remove(rows: readonly number[]): void;
  reset(): void;
}

/** A directory tree with the same hour in two formats has every fill twice. */
const apartLimit = 20_000;
/** Columns that Tidemark adds; not part of the record's content. */
const ours = new Set<FillColumnName>(['seq', 'market', 'fee_px', 'source']);
const contentSpecs = fillColumnSpecs.filter(({ name }) => !ours.has(name));

export function openFillBatch(capacity: number): FillBatch {
  const columns = createFillColumns(capacity);
  const keys = createFillKeys(columns);
  const apart = createFillColumns(Math.min(capacity, apartLimit));

  function isSame(a: number, b: number): boolean {
    for (const { name, width } of contentSpecs) {
      if (!columns.used.has(name)) continue;
      const bytes = columns.bytes[name];
      for (let i = 0; i < width; i++) if (bytes[a * width + i] !== bytes[b * width + i]) return false;
    }
    return true;
  }

  /** Registers the rows from `from` on; the next row overwrites a repeated fill. */
  function register(from: number): void {
    let to = from;
    for (let row = from; row < columns.count; row++) {
      if (row !== to) columns.move(row, to);
      const first = keys.add(to);
      if (first < 0) to += 1;
      else if (isSame(first, to)) batch.duplicates += 1;
      else apart.appendRows(columns, to, to + 1);
    }
    columns.truncate(to);
  }

  const batch: FillBatch = {
    columns,
    keys,
    apart,
    duplicates: 0,
    maxBlock: 0,
    position: undefined,
    get full() {
      return columns.count === capacity || apart.count === apart.capacity;
    },
    add(rows, from) {
      const first = columns.count;
      const taken = Math.min(capacity - first, apart.capacity - apart.count, rows.count - from);
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
      apart.reset();
      keys.reset();
      batch.duplicates = 0;
      batch.maxBlock = 0;
      batch.position = undefined;
    },
  };
  return batch;
}
