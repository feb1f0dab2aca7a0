import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeCoin, outcomeSideOf } from './outcome.ts';

test('a coin or token of an outcome is one side of it, and any other coin is none', () => {
  assert.deepEqual(outcomeSideOf('#90'), { outcomeId: 9, sideIndex: 0 });
  assert.deepEqual(outcomeSideOf('+1731'), { outcomeId: 173, sideIndex: 1 });
  assert.deepEqual(outcomeSideOf('#0'), { outcomeId: 0, sideIndex: 0 });
  for (const coin of ['BTC', '@107', '#', '#9x', '# 90', '90'])
    assert.equal(outcomeSideOf(coin), undefined, coin);
  for (const coin of ['#90', '#1731']) assert.equal(outcomeCoin(outcomeSideOf(coin)!), coin);
});
