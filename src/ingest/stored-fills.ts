import { readRowBinary } from '../analytics/row-binary.ts';
import { hourMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import type { BatchStore } from './batch-store.ts';
import type { FillBatch } from './fill-batch.ts';

const rangesLimit = 64;
const walletsLimit = 64;

/**
 * Finds fills of a batch that are already stored, by key. A batch newer than every stored fill, the usual case, costs nothing.
 * @param maxStoredTimeMs time of the newest stored fill.
 * @returns their rows, ascending.
 */
export async function storedRows(
  batch: FillBatch,
  store: BatchStore,
  maxStoredTimeMs: number,
): Promise<number[]> {
  const ranges = timeRanges(batch.columns.timesMs.subarray(0, batch.columns.count), maxStoredTimeMs);
  if (ranges.length === 0) return [];
  const rows = await store.keys(ranges, fewWallets(batch));
  const found = new Set<number>();
  eachStoredKey(rows, (at, coin, timeMs, tid, oid) => {
    const row = batch.keys.find(rows, at, coin, timeMs, tid, oid);
    if (row >= 0) found.add(row);
  });
  return [...found].sort((a, b) => a - b);
}

/** The batch's times up to the newest stored one, as at most {@link rangesLimit} ranges of whole or partial hours. */
function timeRanges(timesMs: Float64Array, maxStoredTimeMs: number): Span[] {
  const hours = new Map<number, Span>();
  for (const timeMs of timesMs) {
    if (timeMs > maxStoredTimeMs) continue;
    const hour = Math.floor(timeMs / hourMs);
    const range = hours.get(hour);
    if (range === undefined) hours.set(hour, { fromMs: timeMs, toMs: timeMs });
    else if (timeMs < range.fromMs) range.fromMs = timeMs;
    else if (timeMs > range.toMs) range.toMs = timeMs;
  }
  const ranges = [...hours.values()].sort((a, b) => a.fromMs - b.fromMs);
  // Too many ranges: closes the smallest gaps first.
  const gaps = ranges
    .slice(1)
    .map((range, i) => range.fromMs - ranges[i]!.toMs)
    .sort((a, b) => b - a);
  const smallestGapMs = gaps[rangesLimit - 1] ?? 0;
  const merged: Span[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.fromMs - last.toMs <= smallestGapMs) last.toMs = range.toMs;
    else merged.push({ ...range });
  }
  return merged;
}

/** The batch's wallets if there are few: an API answer is one wallet over months. */
function fewWallets({ columns }: FillBatch): string[] {
  const wallets = new Set<string>();
  const bytes = Buffer.from(columns.bytes.wallet.buffer);
  for (let row = 0; row < columns.count; row++) {
    wallets.add(`0x${bytes.toString('hex', row * 20, row * 20 + 20)}`);
    if (wallets.size > walletsLimit) return [];
  }
  return [...wallets];
}

/** Walks RowBinary rows (FixedString(20), String, Int64, UInt64, UInt64). */
function eachStoredKey(
  rows: Uint8Array,
  visit: (walletAt: number, coin: string, timeMs: number, tid: number, oid: number) => void,
): void {
  for (const row = readRowBinary(rows); !row.done; ) {
    visit(row.wallet(), row.text(), row.int64(), row.int64(), row.int64());
  }
}
