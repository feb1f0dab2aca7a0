import type { Lifecycle } from '../domain/lifecycle.ts';
import { dayMs } from '../kernel/clock.ts';
import { type BesideFold, createRowWriter } from './lifecycle-rows.ts';
import type { LifecycleSums } from './lifecycle-sums.ts';
import type { Excursion } from './price-history.ts';
import type { StoredLifecycle } from './stored-lifecycle.ts';

/** The rows to write so that the store matches a fold. */
export interface WrittenRows {
  /** Rows of `lifecycles`; the closed ones also go to `lifecycles_by_close`. */
  lifecycles: Uint8Array<ArrayBuffer>;
  rows: number;
  /** The closed ones among `rows`. */
  closeRows: number;
  /** Further rows of `lifecycles_by_close`: deletions of rows whose close moved or went away. */
  moved: Uint8Array<ArrayBuffer>;
  movedRows: number;
  /** Days of added and removed closes, in UTC days since 1970. */
  closeDays: number[];
}

/** Collects the differences between stored and folded rows. */
export interface RowChanges {
  /**
   * @param head wallet and coin as row bytes
   * @param stored the stored row of the same key, if any
   */
  put(head: Uint8Array, one: Lifecycle | LifecycleSums, beside: BesideFold, stored?: StoredLifecycle): void;
  /** Rewrites a closed row if its worst or best price changed. */
  reprice(stored: StoredLifecycle, prices: Excursion): void;
  /** Deletes a stored row that the fold no longer produces. */
  remove(stored: StoredLifecycle): void;
  /** Place of the prices in the row put last, for {@link RowChanges.setPrices}. */
  pricesPlace(): number;
  setPrices(place: number, prices: Excursion): void;
  take(): WrittenRows;
}

/**
 * @param options.version of the written rows; a stored row of that version or a later one gets its own version plus one
 * @param options.withPrices whether to rewrite rows that differ only in prices; else such rows keep their stored prices
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
      // The close time is part of the key: a moved close leaves its old row, which must be deleted.
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

/** Size of the last two columns of a row, its worst and best price. */
const pricesBytes = 16;

function isSame(stored: Uint8Array, row: Uint8Array, withPrices: boolean): boolean {
  if (stored.length !== row.length) return false;
  const end = withPrices ? row.length : row.length - pricesBytes;
  return Buffer.compare(stored.subarray(0, end), row.subarray(0, end)) === 0;
}
