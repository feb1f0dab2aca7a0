import assert from 'node:assert/strict';
import type { PlainLifecycle } from './plain-lifecycles.ts';
import type { FillDraft } from './source-fills.ts';

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
  // Rows of the same time have no fixed order; only the order of closes is.
  const times = found.map(({ closedAtRaw = Number.POSITIVE_INFINITY }) => closedAtRaw);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  assertNear(sum(found.map(({ realizedPnl }) => realizedPnl)), sum(expected.map(({ pnl }) => pnl)));
  assertNear(sum(found.map(({ fees }) => fees)), sum(expected.map(({ fees }) => fees)));
}
export const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

interface ShownExtremes {
  coin: string;
  side: string;
  openedAt: string;
  closedAt: string;
  entryVwap: number;
  maePx: number;
  mfePx: number;
  maxDrawdownPct: number;
  maxRunupPct: number;
}

/** The worst and the best price are those of every fill of the coin from the lifecycle's first to its last, both included. */
export function assertExtremes(rows: readonly ShownExtremes[], fills: readonly FillDraft[]): void {
  for (const row of rows) {
    const { coin, side, entryVwap } = row;
    const [from, to] = [row.openedAt, row.closedAt].map((text) => Date.parse(text));
    const within = fills.filter((fill) => fill.coin === coin && fill.time >= from! && fill.time <= to!);
    const prices = within.map(({ px }) => Number(px));
    const [low, high] = [Math.min(...prices), Math.max(...prices)];
    const [worst, best] = side === 'long' ? [low, high] : [high, low];
    assertNear(row.maePx, worst);
    assertNear(row.mfePx, best);
    assertNear(row.maxDrawdownPct, (Math.abs(entryVwap - worst) / entryVwap) * 100);
    assertNear(row.maxRunupPct, (Math.abs(best - entryVwap) / entryVwap) * 100);
  }
}
