import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerPairs } from './answer-headers.ts';

test('a header is sent where it has a value, and only by an endpoint that declares it', () => {
  const declared = ['X-Data-Basis', 'X-Positions-Coverage', 'X-Positions-Outside'] as const;
  assert.deepEqual(
    headerPairs(
      { 'X-Data-Basis': 'mixed', 'X-Positions-Coverage': undefined, 'X-Positions-Outside': 0 },
      declared,
    ),
    ['X-Data-Basis', 'mixed', 'X-Positions-Outside', '0'],
  );
  assert.throws(() => headerPairs({ 'X-Positions-Without-Price': 1 }, declared), /not declared/);
});

test('what is no number or no known word never leaves as a header', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
    assert.throws(() => headerPairs({ 'X-Positions-Coverage': value }, ['X-Positions-Coverage']), /no value/);
  }
  const other = { 'X-Data-Basis': 'state\r\nX-More: 1' as 'state' };
  assert.throws(() => headerPairs(other, ['X-Data-Basis']), /no value/);
});
