import assert from 'node:assert/strict';
import type { PlainLifecycle } from './plain-lifecycles.ts';

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
/** Equal but for the rounding of sums. */
export function assertNear(found: number | undefined, expected: number | undefined): void {
  assert.ok(found === expected || isNear(found!, expected!), `${found} is not ${expected}`);
}

/** What every body of a lifecycle shows. */
interface Shown {
  coin: string;
  side: string;
  openedAtRaw: number;
  closedAtRaw?: number | undefined;
  realizedPnl: number;
  fees: number;
}

/** Rows are those of the walk, the newest close first. */
export function assertSame(found: readonly Shown[], expected: readonly PlainLifecycle[]): void {
  const key = (row: { coin: string; side: string }, openedMs: number, closedMs: number | undefined) =>
    `${row.coin} ${row.side} ${openedMs} ${closedMs}`;
  assert.deepEqual(
    found.map((row) => key(row, row.openedAtRaw, row.closedAtRaw)).sort(),
    expected.map((row) => key(row, row.openedMs, row.isClosed ? row.lastMs : undefined)).sort(),
  );
  // Two of one moment may stand either way: what stays is the order of closes.
  const times = found.map(({ closedAtRaw = Number.POSITIVE_INFINITY }) => closedAtRaw);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  assertNear(sum(found.map(({ realizedPnl }) => realizedPnl)), sum(expected.map(({ pnl }) => pnl)));
  assertNear(sum(found.map(({ fees }) => fees)), sum(expected.map(({ fees }) => fees)));
}
export const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
