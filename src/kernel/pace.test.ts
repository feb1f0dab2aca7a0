import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPace } from './pace.ts';

test('a falling count ends when its pace brings it to 0', () => {
  const pace = createPace();
  pace.note('wallets', 100, 1_000);
  assert.equal(pace.doneAtMs('wallets'), undefined);
  pace.note('wallets', 75, 2_000);
  pace.note('wallets', 50, 3_000);
  assert.equal(pace.doneAtMs('wallets'), 5_000);
});

test('a count that stays or rises has no end', () => {
  const pace = createPace();
  for (const [count, atMs] of [
    [5, 0],
    [5, 1_000],
    [7, 2_000],
  ] as const) {
    pace.note('gaps', count, atMs);
    assert.equal(pace.doneAtMs('gaps'), undefined);
  }
});

test('the pace is that of the last ten minutes: an early fast stretch is forgotten', () => {
  const pace = createPace();
  pace.note('wallets', 1_000_000, 0);
  for (let i = 0; i < 20; i++) pace.note('wallets', 100 - i, 600_001 + i * 1_000);
  // One a second, and 81 are left at the last sample.
  assert.equal(pace.doneAtMs('wallets'), 600_001 + 100_000);
});
