import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesEtag, parseAcceptEncoding } from './negotiate.ts';

test('the smallest form the client allows wins, and q=0 forbids one', () => {
  for (const [header, best] of [
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['identity;q=0, *;q=0', 'identity'],
    ['br;q=x', 'identity'],
    ['deflate', 'identity'],
    ['x-gzip', 'gzip'],
  ] as const) {
    assert.equal(parseAcceptEncoding(header)[0], best, header);
  }
});

test('If-None-Match names an entity by tag, in a list, weakly, by any of its encodings, or by *', () => {
  for (const header of ['"a"', 'W/"a"', '"x", "a"', '*', ' * ', '"a-br"', 'W/"x","a-gzip"']) {
    assert.ok(matchesEtag(header, 'a'), header);
  }
  for (const header of ['', 'a', '"b"', '"a', '"A"', '"a-zip"', ',,'])
    assert.ok(!matchesEtag(header, 'a'), header);
});
