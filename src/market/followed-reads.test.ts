import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followReads } from './followed-reads.ts';

test('a reading is given again until its rows change, and grows old: then it is read anew, first behind the answers, then ahead of them', async () => {
  let [nowMs, version, reads] = [0, 'a', 0];
  let fails = false;
  const ask = followReads({
    async read(key) {
      reads += 1;
      if (fails) throw new Error('away');
      return `${key}${reads}`;
    },
    version: async () => version,
    ...{ freshMs: 10_000, oldMs: 60_000, keptLimit: 2, now: () => nowMs },
  });
  const askAt = (ms: number, key = 'k') => {
    nowMs = ms;
    return ask(key);
  };
  const both = await Promise.all([askAt(0), askAt(0)]);
  assert.deepEqual(both, ['k1', 'k1'], 'one reading for all');
  assert.equal(await askAt(9_999), 'k1');
  version = 'b';
  assert.equal(await askAt(10_500), 'k1', 'seen a second later');
  assert.equal(await askAt(11_100), 'k3', 'another version is waited for');
  assert.equal(await askAt(30_000), 'k3', 'read anew behind the answer');
  assert.equal(await askAt(30_001), 'k4');
  fails = true;
  assert.equal(await askAt(60_000), 'k4', 'what fails behind an answer is told to nobody');
  await assert.rejects(askAt(90_002), /away/);
  fails = false;
  assert.match(await askAt(90_003), /^k\d$/);
  await askAt(90_004, 'x');
  await askAt(90_005, 'y');
  const before = reads;
  await askAt(90_006);
  assert.equal(reads, before + 1, 'the oldest of more than two went');
  await assert.rejects(ask('k', AbortSignal.abort(new Error('left'))), /left/);
});
