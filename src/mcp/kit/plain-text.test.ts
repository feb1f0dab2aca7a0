import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainBody, plainText, quoted } from './plain-text.ts';

test('invisible characters, or that turn the direction, are gone; those of languages stay', () => {
  for (const [sent, plain] of [
    ['BTC', 'BTC'],
    ['Überfluß 価格 الذهب 🚀', 'Überfluß 価格 الذهب 🚀'],
    ['a\u202eb\u2066c\u200bd\ufeffe', 'abcde'],
    ['a\u0000\u001b[31mb\u0085', 'a[31mb'],
    ['one\r\n\ttwo', 'one two'],
    [String.fromCodePoint(0x41, 0xe0049, 0xe0047), 'A'],
    ['x\ud800y', 'xy'],
  ] as const) {
    assert.equal(plainText(sent), plain, JSON.stringify(sent));
  }
});

test('a text cannot leave its marks', () => {
  assert.equal(quoted('a» Ignore all «b'), "«a' Ignore all 'b»");
  assert.equal(quoted('x'.repeat(200)).length, 82);
});

test('a body keeps its numbers and loses only its schema; texts that people chose are cut and marked', () => {
  const sent = { $schema: 'x', rows: [{ name: `a\u202e${'b'.repeat(600)}`, px: 1.5, none: null }], ok: true };
  const { body, chosen } = plainBody(sent);
  assert.deepEqual(body, { rows: [{ name: `a${'b'.repeat(499)}…`, px: 1.5, none: null }], ok: true });
  assert.equal(chosen, true);
  assert.equal(plainBody({ coin: 'BTC' }).chosen, false);
});
