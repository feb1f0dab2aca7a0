import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeDirection, outcomeDisplayName, outcomeTerms } from './outcome-terms.ts';

const binary = 'class:priceBinary|underlying:BTC|expiry:20260503-0600|targetPrice:78213|period:1d';
const bucket = 'class:priceBucket|underlying:ETH|expiry:20260507-0745|priceThresholds:81538,81783|period:15m';

test('a price binary and a price bucket are read; free text and half of it are not', () => {
  assert.deepEqual(outcomeTerms({ name: 'Recurring', description: binary }), {
    class: 'priceBinary',
    underlying: 'BTC',
    period: '1d',
    expiryMs: Date.parse('2026-05-03T06:00:00Z'),
    targetPrice: 78213,
    priceThresholds: undefined,
    comparison: 'at-or-above',
    seconds: undefined,
  });
  assert.deepEqual(outcomeTerms({ name: 'Recurring', description: bucket })?.priceThresholds, [81538, 81783]);
  for (const text of ['', 'Yes if it rains.', 'class:priceBinary|underlying:BTC', 'index:1', '|||:'])
    assert.equal(outcomeTerms({ name: 'x', description: text }), undefined, text);
});

test('a value may hold colons; what is no date and no price is left out', () => {
  const description = 'class:a|underlying:xyz:GOLD|period:1d|expiry:20260230-0600|targetPrice:1e9';
  const terms = outcomeTerms({ name: 'x', description });
  assert.deepEqual(
    [terms?.underlying, terms?.expiryMs, terms?.targetPrice],
    ['xyz:GOLD', undefined, undefined],
  );
});

test('a name and a direction follow from the price, of a bucket by its place in the question', () => {
  const question = { name: 'Recurring', description: bucket };
  const named = (index: number) => ({
    name: 'Recurring Named Outcome',
    description: `index:${index}`,
    question,
  });
  const at = ' at 2026-05-07 07:45 UTC';
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => [outcomeDirection(named(index)), outcomeDisplayName(named(index))]),
    [
      ['below', `ETH below 81538${at}`],
      ['between', `ETH from 81538 to below 81783${at}`],
      ['above', `ETH at or above 81783${at}`],
      [undefined, 'ETH price at 2026-05-07 07:45 UTC: Recurring Named Outcome'],
    ],
  );
  const price = { name: 'Recurring', description: binary };
  assert.deepEqual(
    [outcomeDirection(price), outcomeDisplayName(price)],
    ['above', 'BTC at or above 78213 at 2026-05-03 06:00 UTC'],
  );
});

test('an outcome in words has its name, after that of its question', () => {
  const argentina = { name: 'Argentina', description: 'Yes if Argentina wins.' };
  assert.equal(outcomeDisplayName(argentina), 'Argentina');
  assert.equal(
    outcomeDisplayName({ ...argentina, question: { name: 'World Cup', description: '' } }),
    'World Cup: Argentina',
  );
  assert.equal(outcomeDirection(argentina), undefined);
});
