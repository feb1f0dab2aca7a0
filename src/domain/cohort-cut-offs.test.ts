import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultCutOffs, readCutOffs } from './cohort-cut-offs.ts';

test('cut-offs that a file leaves out are those by default', () => {
  assert.deepEqual(readCutOffs({}), { cutOffs: defaultCutOffs });
  const read = readCutOffs({ pnl: { grinder: 5000.5 }, recentDivisor: 12 });
  assert.ok('cutOffs' in read);
  assert.deepEqual(read.cutOffs.pnl, [1_000_000, 100_000, 5000.5, 0, -10_000, -100_000, -1_000_000]);
  assert.equal(read.cutOffs.recentDivisor, 12);
  assert.deepEqual(read.cutOffs.size, defaultCutOffs.size);
});

test('every fault of a file is named with its place: order, type, bounds, names', () => {
  const read = readCutOffs({
    pnl: { grinder: 200_000, giga_rekt: 1, full_rekt: '1' },
    size: { fish: -1, whale: 60_000_000.001 },
    recentDivisor: 0.5,
    tiers: {},
  });
  assert.ok('faults' in read);
  assert.deepEqual(read.faults.map(({ location }) => location).sort(), [
    'pnl.full_rekt',
    'pnl.giga_rekt',
    'pnl.grinder',
    'recentDivisor',
    'size.fish',
    'size.whale',
    'tiers',
  ]);
  assert.match(
    read.faults.find(({ location }) => location === 'pnl.grinder')!.message,
    /below that of smart_money/,
  );
  for (const given of [null, [], 'x']) assert.ok('faults' in readCutOffs(given));
  assert.ok('faults' in readCutOffs({ pnl: [1] }));
});
