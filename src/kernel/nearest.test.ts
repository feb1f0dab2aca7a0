import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance, nearestTo } from './nearest.ts';

test('the distance counts insertions, deletions and substitutions', () => {
  assert.equal(editDistance('', 'abc'), 3);
  assert.equal(editDistance('kitten', 'sitting'), 3);
  assert.equal(editDistance('same', 'same'), 0);
});

test('the nearest name is the one meant, and none where nothing is near', () => {
  const names = ['TIDEMARK_PORT', 'TIDEMARK_HOST', 'TIDEMARK_DATA'];
  assert.equal(nearestTo('TIDEMARK_PROT', names), 'TIDEMARK_PORT');
  assert.equal(nearestTo('zebra', ['port', 'host']), undefined);
  assert.equal(nearestTo('x'.repeat(1000), names), undefined);
});
