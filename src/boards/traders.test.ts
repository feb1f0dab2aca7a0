import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createWalletIndex } from '../domain/wallet-index.ts';
import { riskAdjusted } from './scores.ts';
import { createTable } from './table.ts';
import { traders } from './traders.ts';

/** A result row: 20 bytes of the wallet, then doubles. */
function row(doubles: number[]): Uint8Array {
  const bytes = new Uint8Array(20 + doubles.length * 8).fill(7, 0, 20);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of doubles.entries()) view.setFloat64(20 + i * 8, value, true);
  return bytes;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]) => (values.length === 0 ? 0 : sum(values) / values.length);
const squares = (values: number[]) => sum(values.map((value) => (value - mean(values)) ** 2));
const stddev = (values: number[]) => Math.sqrt(squares(values) / (values.length - 1));

const empty = [0, 0, 0, 0, 0, 0];
/** No fill in the recent window. */
const notRecent = [0, 0, 0, 0];

/** A wallet in the board of all time: after a full read and, optionally, a second read of its month. */
function shownOf(totals: number[], days: number[], month?: number[]): number {
  const index = createWalletIndex();
  const of = (read: number, doubles: number[]) => {
    const bytes = row(doubles);
    return { read, rows: Uint32Array.of(index.rowOf(bytes, 0)), bytes };
  };
  const table = createTable(traders, 1);
  table.write(of(0, totals), index);
  table.write(of(1, [...days, ...empty, ...empty, ...notRecent]), index);
  table.compute();
  if (month === undefined) return table.columns.allTimeRiskAdjusted![0]!;
  const reads = [of(0, totals), of(1, [...month, ...empty, ...empty, ...notRecent])];
  return table.change(reads, index).values.allTimeRiskAdjusted![0]!;
}

/** The same of these daily PnLs, older and of the month, and 20 fills. */
function shown(older: number[], month: number[], earlierMonth?: number[]): number {
  const totals = [20, 10, sum(older) + sum(month), 1, 0, 0, 0, 0, 0, 4, 8];
  const window = (days: number[]) => [20, 10, sum(days), 1, days.length, stddev(days)];
  const others = [older.length, mean(older), squares(older)];
  const first = [...others, ...window(earlierMonth ?? month)];
  return shownOf(totals, first, earlierMonth && window(month));
}

test('the deviation over all days is the one of its two parts together, whichever part was read last', () => {
  const days = fc.array(
    fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(days, days, days, (older, month, earlierMonth) => {
      const all = [...older, ...month];
      fc.pre(all.length >= 5 && stddev(all) > 1);
      const expected = riskAdjusted(sum(all), 20, all.length, stddev(all));
      for (const found of [shown(older, month), shown(older, month, earlierMonth)]) {
        assert.ok(
          Math.abs(found - expected) <= 1e-9 * Math.abs(expected) + 1e-12,
          `${found}, not ${expected}`,
        );
      }
    }),
  );
});

test('days that do not differ have no risk-adjusted value, also where rounding makes their means differ', () => {
  const others = [7, 0.1, 0];
  const month = [20, 10, 0.1 + 0.2, 1, 3, 0];
  assert.notEqual(month[2]! / 3, 0.1);
  assert.ok(Number.isNaN(shownOf([20, 10, 1, 1, 0, 0, 0, 0, 0, 4, 8], [...others, ...month])));
});
