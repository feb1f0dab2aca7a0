import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './batch-store.ts';

test('turns are taken one at a time, in the order in which they were asked for', async () => {
  const turns = createTurns();
  const seen: string[] = [];
  const work = async (name: string) => {
    await turns.begin();
    seen.push(`${name} begins`);
    await new Promise<void>((resolve) => setImmediate(resolve));
    seen.push(`${name} ends`);
    turns.end();
  };
  await Promise.all([work('first'), work('second'), work('third')]);
  assert.deepEqual(
    seen,
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
  assert.throws(() => turns.end(), /was not taken/);
});
