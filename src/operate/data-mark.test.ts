import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkSource, MixedData, readDataMark, type SimulatedMark, writeDataMark } from './data-mark.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-mark-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

const simulated: SimulatedMark = { source: 'simulated', seed: '7', startMs: 1, liveFromMs: 2, model: 3 };
const open = { dataDir: '/data', mark: undefined, seed: undefined, model: 3, hasFills: false } as const;

test('a mark is read back as it was written; a directory without one has none', () => {
  assert.equal(readDataMark(dataDir), undefined);
  for (const mark of [simulated, { ...simulated, storedUntilMs: 5 }, { source: 'hyperliquid' }] as const) {
    writeDataMark(dataDir, mark);
    assert.deepEqual(readDataMark(dataDir), mark);
  }
});

test('a mark that cannot be read is a failure, not a directory without one', () => {
  for (const text of ['', '{', '{"source":"else"}', '[]']) {
    writeFileSync(join(dataDir, 'tidemark.source.json'), text);
    assert.throws(() => readDataMark(dataDir), /does not name the content of the directory/);
  }
});

test('simulated and real data are never mixed, and what is refused says what is there', () => {
  const refused: [Partial<Parameters<typeof checkSource>[0]>, RegExp][] = [
    [{ source: 'simulated', hasFills: true }, /^\/data holds real data.*--data/],
    [{ source: 'simulated', mark: { source: 'hyperliquid' } }, /holds real data/],
    [{ source: 'hyperliquid', mark: simulated }, /holds simulated data \(seed 7\)/],
    [{ source: 'simulated', mark: simulated, seed: '8' }, /the simulated data of seed 7, not 8/],
    [{ source: 'simulated', mark: simulated, model: 4 }, /of another version of the simulator/],
  ];
  for (const [change, message] of refused) {
    assert.throws(
      () => checkSource({ ...open, source: 'none', ...change }),
      (fault) => fault instanceof MixedData && message.test(fault.message),
    );
  }
});

test('a directory goes on with what it holds, with or without its source', () => {
  checkSource({ ...open, source: 'simulated' });
  checkSource({ ...open, source: 'hyperliquid', hasFills: true });
  checkSource({ ...open, source: 'hyperliquid', hasFills: true, mark: { source: 'hyperliquid' } });
  checkSource({ ...open, source: 'simulated', mark: simulated, hasFills: true });
  checkSource({ ...open, source: 'simulated', mark: simulated, seed: '7' });
  for (const mark of [undefined, simulated, { source: 'hyperliquid' } as const]) {
    checkSource({ ...open, source: 'none', mark, model: 9 });
  }
});
