import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf, levelPx, levelsAround } from './price-levels.ts';

test('a level holds its lower end and not its upper one, at every price that a market may have', () => {
  for (let level = -2_000; level <= 2_000; level += 1) {
    assert.equal(levelOf(levelPx(level)), level);
    assert.equal(levelOf(levelPx(level) * 1.005), level);
    assert.equal(levelOf(levelPx(level) * (1 - 1e-12)), level - 1);
  }
});

test('30 % around any mark is at most 64 levels, and the ends of the range lie in them', () => {
  for (let px = 1e-8; px < 1e8; px *= 1.0037) {
    const { first, last } = levelsAround(px);
    assert.ok(last - first < 64, `${last - first} at ${px}`);
    assert.ok(levelPx(first) <= px * 0.7 && levelPx(last + 1) > px * 1.3, String(px));
  }
});
