import type { Lifecycle } from '../domain/lifecycle.ts';
import { dayMs } from '../kernel/clock.ts';
import { type BesideFold, createRowWriter } from './lifecycle-rows.ts';
import type { LifecycleSums } from './lifecycle-sums.ts';
import type { Excursion } from './price-history.ts';
import type { StoredLifecycle } from './stored-lifecycle.ts';

/** What has to be written so that the store has what a fold gives. */
export interface WrittenRows {
  /** Rows of `lifecycles`; `lifecycles_by_close` takes those of them that are closed. */
  lifecycles: Uint8Array<ArrayBuffer>;
  rows: number;
  /** Of these, the closed ones. */
  closeRows: number;
  /** Further rows of `lifecycles_by_close`: they delete what stood at another close. */
  moved: Uint8Array<ArrayBuffer>;
  movedRows: number;
  /** Of the closes that came or went: UTC days since 1970. */
  closeDays: number[];
}

/** Finds what differs between stored rows and those of a fold. */
export interface RowChanges {
  /**
   * @param head wallet and coin, in the bytes of a row
   * @param stored the row of the same key, where there is one
   */
  put(head: Uint8Array, one: Lifecycle | LifecycleSums, beside: BesideFold, stored?: StoredLifecycle): void;
  /** A closed row whose worst and best price were computed again. */
  reprice(stored: StoredLifecycle, prices: Excursion): void;
  /** A row that the fold does not give. */
  remove(stored: StoredLifecycle): void;
  /** Of the row that was put last, for {@link RowChanges.setPrices}. */
  pricesPlace(): number;
  setPrices(place: number, prices: Excursion): void;
  take(): WrittenRows;
}

/**
 * @param options.version of the rows that are written; a row that has it already gets the next
 * @param options.withPrices whether a row that differs in its prices alone is rewritten; else they stay as they were known
 */
export function createRowChanges(options: { version: number; withPrices: boolean }): RowChanges {
  const { version, withPrices } = options;
  const lifecycles = createRowWriter();
  const moved = createRowWriter();
  let closeRows = 0;
  const closeDays = new Set<number>();
  const versionAfter = (stored: StoredLifecycle | undefined) => Math.max(version, (stored?.version ?? 0) + 1);

  function end(
    { isClosed, lastMs }: Lifecycle | LifecycleSums,
    rowVersion: number,
    isDeleted: boolean,
  ): void {
    lifecycles.end(rowVersion, isDeleted);
    if (!isClosed) return;
    closeRows += 1;
    closeDays.add(Math.floor(lastMs / dayMs));
  }

  return {
    put(head, one, beside, stored) {
      const from = lifecycles.length;
      lifecycles.add(head, one, beside);
      if (stored !== undefined && isSame(stored.row, lifecycles.since(from), withPrices)) {
        lifecycles.cut(from);
        return;
      }
      const rowVersion = versionAfter(stored);
      const before = stored?.lifecycle;
      // Its key has the time of the close: a row that moves leaves its old place.
      if (before?.isClosed === true && !(one.isClosed && before.lastMs === one.lastMs)) {
        moved.copy(stored!.row);
        moved.end(rowVersion, true);
        closeDays.add(Math.floor(before.lastMs / dayMs));
      }
      end(one, rowVersion, false);
    },
    reprice(stored, { maePx, mfePx }) {
      const row = Buffer.from(stored.row);
      row.writeBigInt64LE(maePx, row.length - pricesBytes);
      row.writeBigInt64LE(mfePx, row.length - pricesBytes / 2);
      if (row.equals(stored.row)) return;
      const rowVersion = versionAfter(stored);
      lifecycles.copy(row);
      end(stored.lifecycle, rowVersion, false);
    },
    remove(stored) {
      lifecycles.copy(stored.row);
      end(stored.lifecycle, versionAfter(stored), true);
    },
    pricesPlace: () => lifecycles.pricesPlace(),
    setPrices: (place, { maePx, mfePx }) => lifecycles.setPrices(place, maePx, mfePx),
    take: () => ({
      lifecycles: lifecycles.bytes(),
      rows: lifecycles.count,
      closeRows,
      moved: moved.bytes(),
      movedRows: moved.count,
      closeDays: [...closeDays],
    }),
  };
}

/** The last two columns of a row: what was known of prices when it was folded. */
const pricesBytes = 16;

function isSame(stored: Uint8Array, row: Uint8Array, withPrices: boolean): boolean {
  if (stored.length !== row.length) return false;
  const end = withPrices ? row.length : row.length - pricesBytes;
  return Buffer.compare(stored.subarray(0, end), row.subarray(0, end)) === 0;
}
