import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { freshDrift } from '../../test/fresh-drift.ts';
import { book } from './book.ts';
import { createDrift, drift } from './drift.ts';
import { readFill } from './fill.ts';

const fill = {
  coin: 'BTC',
  px: '100',
  sz: '1',
  side: 'B',
  time: Date.UTC(2026, 4, 1),
  startPosition: '0',
  dir: 'Open Long',
  closedPnl: '0',
  oid: 1,
  crossed: true,
  fee: '0.01',
  feeToken: 'USDC',
  tid: 1,
};

beforeEach(freshDrift);

const countOf = (payload: string, field: string) =>
  drift.state().entries.find((entry) => entry.payload === payload && entry.field === field)?.count ?? 0;

test('an unknown field of a fill is counted and changes nothing of the fill', () => {
  for (let i = 0; i < 600; i++) drift.count('fill', `of-another-test-${i}`, i);
  freshDrift();
  const reading = readFill({ ...fill, feeTrialEscrow: '0.5' });
  assert.ok(typeof reading === 'object' && reading.odd.length === 0);
  assert.equal(countOf('fill', 'feeTrialEscrow'), 1);
});

test('an unknown field of a payload is counted by its path, and a field that is ignored is not', () => {
  const level = { px: '1', sz: '2', n: 1, venue: 'out' };
  const reading = book.read({ coin: 'BTC', time: fill.time, levels: [[level], []], spread: '1' });
  assert.ok(!('fault' in reading));
  assert.equal(countOf('book', 'levels.venue'), 1);
  assert.equal(countOf('book', 'spread'), 0);
});

test('names and samples are bounded, and the first sample is kept', () => {
  const own = createDrift();
  for (let i = 0; i < 600; i++) own.count('fill', `${i}-${'x'.repeat(100)}`, 'y'.repeat(10_000));
  own.count('fill', `0-${'x'.repeat(100)}`, 'later');
  const { entries, uncountedNames } = own.state();
  assert.deepEqual([entries.length, uncountedNames, entries[0]!.count], [500, 100, 2]);
  assert.ok(entries.every(({ field, sample }) => field.length <= 64 && sample.length <= 512));
  assert.match(entries[0]!.sample, /^"yyy/);
});
