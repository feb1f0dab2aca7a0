import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers } from '../../../test/source-fills.ts';
import { createTraderNumbers, traderBytes } from './trader-numbers.ts';

test('a wallet in an outcome keeps its number, as in a map of texts', () => {
  const below = seededNumbers(9);
  const numbers = createTraderNumbers();
  const expected = new Map<string, number>();
  // Wallets that differ in one byte alone, at any place, and one that is only zeros.
  const wallets = Array.from({ length: 400 }, (_, i) => {
    const bytes = new Uint8Array(traderBytes + 3);
    if (i > 0) bytes[3 + (i % traderBytes)] = 1 + Math.floor(i / traderBytes);
    return bytes;
  });
  for (let i = 0; i < 20_000; i++) {
    const wallet = below(wallets.length);
    const outcome = below(31);
    const key = `${wallet} ${outcome}`;
    assert.equal(numbers.find(outcome, wallets[wallet]!, 3), expected.get(key) ?? -1);
    const number = numbers.add(outcome, wallets[wallet]!, 3);
    if (!expected.has(key)) expected.set(key, expected.size);
    assert.equal(number, expected.get(key));
    assert.equal(numbers.outcomeOf(number), outcome);
  }
  assert.equal(numbers.size, expected.size);
  assert.ok(expected.size > 5_000, 'grown several times');
});
