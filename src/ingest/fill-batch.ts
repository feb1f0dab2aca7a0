import { isFeeBounded } from './fee-price.ts';
import { createFillColumns, type FillColumns } from './fill-columns.ts';
import { createFillKeys, type FillKeys } from './fill-keys.ts';
import type { SourceFill } from './source.ts';

/** One batch while it fills up: columns, keys, and what was left out. */
export interface FillBatch {
  readonly columns: FillColumns;
  readonly keys: FillKeys;
  /** Fills that stood twice within the batch. */
  duplicates: number;
  maxBlock: number;
  /** Rows whose fee token this run has not priced yet. */
  readonly unpriced: { row: number; token: string; fee: string | number }[];
  add(record: SourceFill, feePx: string | number | undefined): void;
  /** Removes the given rows (ascending), keeping the order of the others. */
  remove(rows: readonly number[]): void;
  reset(): void;
}

export function openFillBatch(capacity: number): FillBatch {
  const columns = createFillColumns(capacity);
  const keys = createFillKeys(columns);
  const batch: FillBatch = {
    columns,
    keys,
    duplicates: 0,
    maxBlock: 0,
    unpriced: [],
    add(record, feePx) {
      const { fee, feeToken } = record.fill;
      const px = feePx === undefined || !isFeeBounded(fee, feePx) ? undefined : feePx;
      columns.append(record, px ?? '0');
      const row = columns.count - 1;
      if (keys.add(row) >= 0) {
        columns.dropLast();
        batch.duplicates += 1;
        return;
      }
      if (px === undefined) batch.unpriced.push({ row, token: feeToken ?? '', fee });
      if (record.block > batch.maxBlock) batch.maxBlock = record.block;
    },
    remove(rows) {
      const gone = new Set(rows);
      let to = 0;
      const moved = new Map<number, number>();
      for (let from = 0; from < columns.count; from++) {
        if (gone.has(from)) continue;
        if (from !== to) columns.move(from, to);
        moved.set(from, to);
        to += 1;
      }
      columns.count = to;
      const kept = batch.unpriced.filter(({ row }) => moved.has(row));
      batch.unpriced.splice(0, Infinity, ...kept.map((fee) => ({ ...fee, row: moved.get(fee.row)! })));
    },
    reset() {
      columns.reset();
      keys.reset();
      batch.duplicates = 0;
      batch.maxBlock = 0;
      batch.unpriced.length = 0;
    },
  };
  return batch;
}
