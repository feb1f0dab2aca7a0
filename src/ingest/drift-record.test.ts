import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createDrift } from '../wire/drift.ts';
import { recordDrift } from './drift-record.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-drift-'));
after(() => rmSync(root, { recursive: true }));

test('counts add up over restarts, with the first sample and both times', () => {
  const dir = join(root, 'ingest');
  const first = createDrift();
  first.count('fill', 'feeTrialEscrow', '0.5');
  first.countValue('fill', 'dir', 'Merge', { dir: 'Merge' });
  const { fresh } = recordDrift(dir, first, 1_000);
  assert.deepEqual(
    fresh.map(({ field, value }) => [field, value]),
    [
      ['feeTrialEscrow', undefined],
      ['dir', 'Merge'],
    ],
  );
  first.count('fill', 'feeTrialEscrow', '0.6');
  recordDrift(dir, first, 2_000);
  const restarted = createDrift();
  restarted.count('fill', 'feeTrialEscrow', '0.7');
  const again = recordDrift(dir, restarted, 3_000);
  assert.deepEqual(again.fresh, []);
  assert.deepEqual(again.rows, [
    {
      payload: 'fill',
      field: 'feeTrialEscrow',
      count: 3,
      sample: '"0.5"',
      firstSeenMs: 1_000,
      lastSeenMs: 3_000,
    },
    {
      payload: 'fill',
      field: 'dir',
      value: 'Merge',
      count: 1,
      sample: '{"dir":"Merge"}',
      firstSeenMs: 1_000,
      lastSeenMs: 1_000,
    },
  ]);
});

test('a damaged file counts as empty, and counts that cannot be written are kept for the next call', () => {
  const dir = join(root, 'damaged');
  const drift = createDrift();
  drift.count('fill', 'x', 1);
  writeFileSync(dir, '');
  assert.throws(() => recordDrift(dir, drift, 1_000));
  rmSync(dir);
  assert.equal(recordDrift(dir, drift, 2_000).rows[0]!.count, 1);
  writeFileSync(join(dir, 'exchange-drift.json'), '[{"payload":"fill"');
  drift.count('fill', 'x', 1);
  assert.equal(recordDrift(dir, drift, 3_000).rows[0]!.count, 1);
});

test('a thread hands its counts over once', () => {
  const thread = createDrift();
  const main = createDrift();
  thread.count('fill', 'x', 1);
  for (let round = 0; round < 2; round++) thread.take((counted) => main.add(counted));
  thread.count('fill', 'x', 2);
  thread.take((counted) => main.add(counted));
  assert.deepEqual(main.state(), thread.state());
});
