import type { Lifecycle } from '../domain/lifecycle.ts';
import { type BesideFold, createRowWriter } from './lifecycle-rows.ts';
import type { Excursion } from './price-history.ts';
import type { StoredLifecycle } from './stored-lifecycle.ts';

/** What has to be written so that the store has what a fold gives. */
export interface WrittenRows {
  /** Rows of `lifecycles`, and those of them that `lifecycles_by_close` takes. */
  lifecycles: Uint8Array<ArrayBuffer>;
  closes: Uint8Array<ArrayBuffer>;
  rows: number;
  closeRows: number;
  /** Of the closes that came or went, unix milliseconds: the earliest. */
  firstCloseMs: number;
}

/** Finds what differs between stored rows and those of a fold. */
export interface RowChanges {
  /** @param stored the row of the same key, where there is one */
  put(wallet: Uint8Array, coin: string, one: Lifecycle, beside: BesideFold, stored?: StoredLifecycle): void;
  /** A closed row whose worst and best price were worked out anew. */
  reprice(stored: StoredLifecycle, prices: Excursion): void;
  /** A row that the fold does not give. */
  remove(stored: StoredLifecycle): void;
  take(): WrittenRows;
}

/**
 * @param options.version of the rows that are written; a row that has it already gets the next
 * @param options.withPrices whether a row that differs in its prices alone is written anew; else they stay as they were known
 */
export function createRowChanges(options: { version: number; withPrices: boolean }): RowChanges {
  const { version, withPrices } = options;
  const lifecycles = createRowWriter();
  const closes = createRowWriter();
  let firstCloseMs = Number.POSITIVE_INFINITY;
  const versionAfter = (stored: StoredLifecycle | undefined) => Math.max(version, (stored?.version ?? 0) + 1);

  function close(row: Uint8Array, closedMs: number, rowVersion: number, isDeleted: boolean): void {
    closes.copy(row);
    closes.end(rowVersion, isDeleted);
    firstCloseMs = Math.min(firstCloseMs, closedMs);
  }

  return {
    put(wallet, coin, one, beside, stored) {
      const from = lifecycles.length;
      lifecycles.add(wallet, coin, one, beside);
      const row = lifecycles.since(from);
      if (stored !== undefined && isSame(stored.row, row, withPrices)) {
        lifecycles.cut(from);
        return;
      }
      const rowVersion = versionAfter(stored);
      const before = stored?.lifecycle;
      // Its key has the time of the close: a row that moves leaves its old place.
      const isMoved = before?.isClosed === true && !(one.isClosed && before.lastMs === one.lastMs);
      if (isMoved) close(stored!.row, before.lastMs, rowVersion, true);
      if (one.isClosed) close(row, one.lastMs, rowVersion, false);
      lifecycles.end(rowVersion, false);
    },
    reprice(stored, { maePx, mfePx }) {
      const row = Buffer.from(stored.row);
      row.writeBigInt64LE(maePx, row.length - pricesBytes);
      row.writeBigInt64LE(mfePx, row.length - pricesBytes / 2);
      if (row.equals(stored.row)) return;
      const rowVersion = versionAfter(stored);
      close(row, stored.lifecycle.lastMs, rowVersion, false);
      lifecycles.copy(row);
      lifecycles.end(rowVersion, false);
    },
    remove(stored) {
      const rowVersion = versionAfter(stored);
      const { isClosed, lastMs } = stored.lifecycle;
      if (isClosed) close(stored.row, lastMs, rowVersion, true);
      lifecycles.copy(stored.row);
      lifecycles.end(rowVersion, true);
    },
    take: () => ({
      lifecycles: lifecycles.bytes(),
      closes: closes.bytes(),
      rows: lifecycles.count,
      closeRows: closes.count,
      firstCloseMs,
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
