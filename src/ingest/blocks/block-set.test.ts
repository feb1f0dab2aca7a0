import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BlockRun, createBlockSet } from './block-set.ts';

/** Blocks are a second apart. */
const run = (fromBlock: number, toBlock: number): BlockRun => ({
  fromBlock,
  toBlock,
  fromMs: fromBlock * 1_000,
  toMs: toBlock * 1_000,
});

test('what lies between two runs is a gap, and healed as far as it comes after all', () => {
  const set = createBlockSet();
  assert.deepEqual(set.add(run(10, 20)), { opened: [], healed: [] });
  assert.deepEqual(set.add(run(21, 30)), { opened: [], healed: [] });
  assert.deepEqual(set.add(run(41, 50)).opened, [
    { fromBlock: 31, toBlock: 40, fromMs: 30_000, toMs: 41_000 },
  ]);
  assert.deepEqual(set.add(run(28, 33)).healed, [
    { fromBlock: 31, toBlock: 33, fromMs: 30_000, toMs: 33_000 },
  ]);
  assert.deepEqual(set.add(run(28, 33)), { opened: [], healed: [] }, 'a repeat changes nothing');
  assert.deepEqual(set.add(run(36, 60)).healed, [
    { fromBlock: 36, toBlock: 40, fromMs: 36_000, toMs: 41_000 },
  ]);
  assert.deepEqual(
    set.runs.map(({ fromBlock, toBlock }) => [fromBlock, toBlock]),
    [
      [10, 33],
      [36, 60],
    ],
  );
});

test('an hour that is older than all that was read opens what lies between', () => {
  const set = createBlockSet([run(100, 200)]);
  assert.deepEqual(set.add(run(50, 60)).opened, [
    { fromBlock: 61, toBlock: 99, fromMs: 60_000, toMs: 100_000 },
  ]);
  assert.equal(set.add(run(61, 99)).healed[0]?.toBlock, 99);
  assert.equal(set.runs.length, 1);
});

test('in whatever order runs come, what is open is what lies between them and was not read', () => {
  const runs = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 8 }))
      .map(([from, more]) => run(from, from + more)),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(runs, (some) => {
      const set = createBlockSet();
      const missing = new Set<number>();
      const read = new Set<number>();
      const blocks = ({ fromBlock, toBlock }: BlockRun) =>
        Array.from({ length: toBlock - fromBlock + 1 }, (_, i) => fromBlock + i);
      for (const one of some) {
        const { opened, healed } = set.add(one);
        for (const gap of opened) for (const block of blocks(gap)) missing.add(block);
        for (const gap of healed) for (const block of blocks(gap)) missing.delete(block);
        for (const block of blocks(one)) read.add(block);
      }
      const [first, last] = [Math.min(...read), Math.max(...read)];
      const expected = blocks(run(first, last)).filter((block) => !read.has(block));
      assert.deepEqual(
        [...missing].sort((a, b) => a - b),
        expected,
      );
    }),
  );
});
