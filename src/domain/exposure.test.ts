import assert from 'node:assert/strict';
import { test } from 'node:test';
import { biasLabel } from './exposure.ts';

test('a net bias is called by the side and by how far it leans, its borders included', () => {
  const labels = [1, 0.5, 0.4999, 0.15, 0.1499, 0, -0.1499, -0.15, -0.4999, -0.5, -1].map(biasLabel);
  assert.deepEqual(labels, [
    'strong_long',
    'strong_long',
    'long',
    'long',
    'neutral',
    'neutral',
    'neutral',
    'short',
    'short',
    'strong_short',
    'strong_short',
  ]);
});
