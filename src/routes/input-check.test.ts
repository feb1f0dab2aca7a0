import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { createInputCheck, readQuery } from './input-check.ts';

const schema = Type.Object({
  tier: Type.Enum(['free', 'pro']),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 8 })),
});
const check = createInputCheck('body', schema);

test('all faults are reported at once, each with its place and what would be right', () => {
  assert.deepEqual(check({ tier: 'free', limit: 5 }), []);
  assert.deepEqual(check({ limit: 0, name: '', limt: 5 }), [
    { location: 'body.limt', message: 'is unknown; did you mean limit?' },
    { location: 'body.tier', message: 'is required: one of free, pro' },
    { location: 'body.limit', message: 'must be a whole number from 1 to 500', value: 0 },
    { location: 'body.name', message: 'must be a text of 1 to 8 characters', value: '' },
  ]);
  assert.deepEqual(check([]), [{ location: 'body', message: 'must be a JSON object' }]);
});

test('what is echoed is short, and is no key', () => {
  const key = `tdm_live_${'a1'.repeat(20)}`;
  const [fault] = check({ tier: 'free', name: key + 'x'.repeat(10_000) });
  assert.ok(!JSON.stringify(fault).includes(key));
  const [long] = check({ tier: 'free', name: 'y'.repeat(10_000) });
  assert.ok(String(long!.value).length < 300);
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`unknown${i}`, 1]));
  assert.ok(check({ tier: 'free', ...many }).length < 20);
});

test('a number of a query is read where the schema wants one, and nothing else is', () => {
  assert.deepEqual(readQuery(schema, { limit: '5', name: '5' }), { limit: 5, name: '5' });
  assert.deepEqual(readQuery(schema, { limit: '5.0' }), { limit: '5.0' });
});
