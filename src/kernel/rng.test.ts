import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRng } from './rng.ts';

test('a seed gives one sequence for ever, other seeds give others', () => {
  const words = (seed: string) => {
    const rng = seededRng(seed);
    return Array.from({ length: 5 }, () => rng.word());
  };
  assert.deepEqual(words('tide'), words('tide'));
  assert.notDeepEqual(words('tide'), words('tidf'));
  assert.notDeepEqual(words('a/prices'), words('a/flow'));
  assert.deepEqual(words('fixed'), pinned, 'a stored history depends on it');
});

test('uniforms fill [0, 1) evenly and normals have mean 0 and deviation 1', () => {
  const rng = seededRng('shape');
  const count = 200_000;
  const tenths = new Uint32Array(10);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < count; i++) {
    const share = rng.unit();
    tenths[Math.floor(share * 10)]! += 1;
    const normal = rng.normal();
    sum += normal;
    squares += normal * normal;
  }
  for (const tenth of tenths) assert.ok(Math.abs(tenth / count - 0.1) < 0.004, String(tenth));
  assert.ok(Math.abs(sum / count) < 0.01);
  assert.ok(Math.abs(squares / count - 1) < 0.02);
});

test('below stays below', () => {
  const rng = seededRng('below');
  const seen = new Set(Array.from({ length: 1_000 }, () => rng.below(7)));
  assert.deepEqual([...seen].sort(), [0, 1, 2, 3, 4, 5, 6]);
});

const pinned = [3515568015, 3047777115, 1789509442, 1062652099, 2687619268];
