import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlockRuns } from './block-runs.ts';

/** Runs of a file whose blocks are a second apart, each `[number, seconds, events]`, and how many lines were left out. */
function runsOf(lines: readonly (readonly [number, number, string?])[], isStreamed = false) {
  let doubted = 0;
  const runs = createBlockRuns({
    isStreamed,
    onDoubt() {
      doubted += 1;
    },
  });
  for (const [block, seconds, events = '[]'] of lines) {
    const time = new Date(Date.UTC(2026, 3, 1) + seconds * 1_000).toISOString().slice(0, 23);
    const bytes = Buffer.from(`{"block_time":"${time}","block_number":${block},"events":${events}}\n`);
    const batch = { bytes, faults: [], bytesRead: 0, lineBytes: bytes.length, torn: false };
    runs.add({ line: 1, at: 0, next: bytes.length, batch, block });
    runs.endBatch();
  }
  return [runs.take('over').map(({ fromBlock, toBlock }) => [fromBlock, toBlock]), doubted];
}

const blocks = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => [from + i, from + i] as const);

test('a block that comes again far behind with other fills makes none missing', () => {
  for (const again of [1, 2, 7])
    for (const isStreamed of [false, true]) {
      const lines = [...blocks(1, 20), [again, again, '[[1]]'] as const, ...blocks(21, 40)];
      assert.deepEqual(runsOf(lines, isStreamed), [[[1, 40]], 0], `${again} ${isStreamed}`);
    }
});

test('a number that goes with no other is counted, wherever it stands', () => {
  const odd = (n: number) => [2 ** 50 + 7 * n, 0] as const;
  assert.deepEqual(runsOf([odd(1), ...blocks(1, 9)]), [[[1, 9]], 1]);
  assert.deepEqual(runsOf([...blocks(1, 9), odd(1), ...blocks(10, 20)]), [[[1, 20]], 1]);
  assert.deepEqual(runsOf([...blocks(1, 9), odd(1), ...blocks(11, 20), odd(2)]), [
    [
      [1, 9],
      [11, 20],
    ],
    2,
  ]);
});

test('numbers that go on with each other are no doubt, also where their time goes back', () => {
  const later = [100, 101, 102].map((n) => [3_000 + n, n] as const);
  assert.deepEqual(runsOf([...blocks(1, 200), ...later]), [
    [
      [1, 200],
      [3_100, 3_102],
    ],
    0,
  ]);
});
