import assert from 'node:assert/strict';
import { it } from 'node:test';
import { longestText, unfitValue } from './input-values.ts';

it('names the place of the first value that nothing here can hold', () => {
  const faults: [unknown, string, RegExp][] = [
    ['a\0', 'body', /NUL/],
    [{ name: 'a\0' }, 'body.name', /NUL/],
    [{ list: ['a', { b: '\ud800' }] }, 'body.list.1.b', /Unicode/],
    [{ of: { 'a\0': 1 } }, 'body.of', /name that holds a NUL/],
    [{ a: 'x'.repeat(longestText + 1) }, 'body.a', /longer/],
    [{ a: JSON.parse('1e999') }, 'body.a', /finite/],
    [JSON.parse('{"__proto__": "\\u0000"}'), 'body.__proto__', /NUL/],
  ];
  for (const [value, location, message] of faults) {
    const fault = unfitValue('body', value);
    assert.equal(fault?.location, location);
    assert.match(fault.message, message);
  }
});

it('bounds how deep values stand in each other, whatever the size of a body', () => {
  const deep = JSON.parse('['.repeat(30_000) + ']'.repeat(30_000));
  assert.match(unfitValue('body', deep)!.message, /levels deep/);
});

it('takes every text and number that stores can hold', () => {
  const fit = { a: 'x'.repeat(longestText), b: ['é', '𝄞', '\u202E', ''], c: 1e308, d: null, e: true };
  assert.equal(unfitValue('body', fit), undefined);
});
