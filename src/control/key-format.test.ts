import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Rng, secureRng } from '../kernel/rng.ts';
import {
  displayPrefix,
  hashApiKey,
  hasValidChecksum,
  keyLength,
  keyModes,
  newApiKey,
  randomBase62,
} from './key-format.ts';

const base62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
/** A key from given random bytes, so that a failure can be repeated. */
const anyKey = fc
  .record({
    mode: fc.constantFrom(...keyModes),
    seed: fc.uint8Array({ minLength: 64, maxLength: 64, max: 247 }),
  })
  .map(({ mode, seed }) => newApiKey(mode, { bytes: (count) => seed.subarray(0, count) }));

describe('API key format', () => {
  it('is tdm_live_ or tdm_test_ with 33 base62 characters, and its checksum fits', () => {
    for (const mode of keyModes) {
      const key = newApiKey(mode, secureRng);
      assert.match(key, new RegExp(`^tdm_${mode}_[0-9A-Za-z]{33}$`));
      assert.equal(key.length, keyLength);
      assert.ok(hasValidChecksum(key));
    }
    assert.ok(27 * Math.log2(62) >= 160);
  });

  it('refuses a key with any one character mistyped', () => {
    fc.assert(
      fc.property(
        anyKey,
        fc.nat(keyLength - 1),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
        (key, at, typed) => {
          fc.pre(key[at] !== typed);
          assert.ok(!hasValidChecksum(key.slice(0, at) + typed + key.slice(at + 1)));
        },
      ),
    );
  });

  it('refuses every one of the 62 characters but the right one, at every place of a key', () => {
    const key = newApiKey('live', secureRng);
    for (let at = 0; at < keyLength; at++) {
      const accepted = base62.filter((typed) =>
        hasValidChecksum(key.slice(0, at) + typed + key.slice(at + 1)),
      );
      assert.deepEqual(
        accepted,
        base62.filter((typed) => typed === key[at]),
      );
    }
  });

  it('refuses a key with two neighbours swapped, a character lost or one added', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(keyLength - 2), fc.constantFrom(...base62), (key, at, extra) => {
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        if (swapped !== key) assert.ok(!hasValidChecksum(swapped));
        assert.ok(!hasValidChecksum(key.slice(0, at) + key.slice(at + 1)));
        assert.ok(!hasValidChecksum(key.slice(0, at) + extra + key.slice(at)));
      }),
    );
  });

  it('refuses a live key with the prefix of a test key', () => {
    assert.ok(!hasValidChecksum(newApiKey('live', secureRng).replace('live', 'test')));
  });

  it('refuses any text that is no key, without an error', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => !hasValidChecksum(text)));
    assert.ok(!hasValidChecksum(`${newApiKey('live', secureRng)}\n`));
  });

  it('draws bytes again that would favour some characters', () => {
    const draws = [Uint8Array.of(255, 248, 61), Uint8Array.of(0, 247)];
    const rng: Rng = { bytes: () => draws.shift() ?? assert.fail('drew too often') };
    assert.equal(randomBase62(3, rng), 'z0z');
  });

  it('hashes to SHA-256 in hex', () => {
    assert.equal(hashApiKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('shows exactly 4 of the random characters', () => {
    const key = newApiKey('live', secureRng);
    assert.equal(displayPrefix(key), key.slice(0, 13));
  });
});
