import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { eachOf, payload } from './payload.ts';
import { projection } from './projection.ts';
import { address, decimal, id, name, nullable, optional, timeMs } from './scalar.ts';

const sample = payload(
  'sample',
  Type.Object({
    px: decimal,
    user: address,
    mid: nullable(decimal),
    note: optional(name),
    pair: Type.Tuple([name, Type.Array(Type.Object({ q: Type.Integer() }))]),
    by: Type.Record(Type.String(), decimal),
  }),
);
const good = {
  px: '64000.0',
  user: `0x${'AB'.repeat(20)}`,
  mid: null,
  pair: ['xyz', [{ q: 1, r: 2 }]],
  by: { BTC: 1.5 },
};

test('a value has the fields of its schema alone, decimals as text and addresses in lower case', () => {
  assert.deepEqual(sample.read({ ...good, brandNew: { x: 1 }, px: 1e-7, note: null }), {
    data: {
      px: '1e-7',
      user: `0x${'ab'.repeat(20)}`,
      mid: null,
      pair: ['xyz', [{ q: 1 }]],
      by: { BTC: '1.5' },
    },
    rejected: [],
  });
});

test('a key of the exchange is never a property of the prototype', () => {
  const reading = sample.read({ ...good, by: JSON.parse('{"__proto__":"1"}') });
  assert.ok('data' in reading);
  assert.deepEqual(Object.keys(reading.data.by), ['__proto__']);
});

test('a fault names the place, what stands there and what should', () => {
  const faults: [object, RegExp][] = [
    [{ px: '12,5' }, /^sample\.px is "12,5", should be a decimal of at most 15 integer digits/],
    [{ px: '1'.repeat(16) }, /^sample\.px is "1+", should be a decimal/],
    [{ px: 1e15 }, /^sample\.px is 1000000000000000, should be a decimal/],
    [{ px: undefined }, /^sample\.px is (missing|undefined), should be a decimal/],
    [{ user: '0x12' }, /^sample\.user is "0x12", should be an address: 0x and 40 hex digits/],
    [{ mid: 'x' }, /^sample\.mid is "x", should be a decimal/],
    [{ pair: ['xyz', [{ q: 1.5 }]] }, /^sample\.pair\.1\.0\.q is 1.5, should be integer/],
    [{ by: { 'A/B': 'x' } }, /^sample\.by\.A\/B is "x", should be a decimal/],
  ];
  for (const [change, expected] of faults) {
    const reading = sample.read({ ...good, ...change });
    assert.match('fault' in reading ? reading.fault : 'none', expected);
  }
  for (const value of [null, 17, [], 'x', undefined]) {
    const reading = sample.read(value);
    assert.match('fault' in reading ? reading.fault : 'none', /^sample is .*, should be/);
  }
});

test('an optional part that is odd costs itself, and is reported with what held it', () => {
  const inner = Type.Object({
    px: optional(decimal),
    sz: optional(decimal),
    of: optional(Type.Object({ n: id })),
  });
  const held = payload('held', Type.Object({ list: Type.Array(inner), note: optional(name) }));
  const odd = { px: 'x', sz: null, of: { n: '7' } };
  const without = { px: '1', sz: [], of: { n: -1 } };
  assert.deepEqual(held.read({ list: [odd, { px: 2 }, without], note: '' }), {
    data: { list: [{ of: { n: 7 } }, { px: '2' }, { px: '1' }] },
    rejected: [],
    odd: [
      {
        index: 0,
        value: odd,
        reason:
          'held.list.0.px is "x", should be a decimal of at most 15 integer digits such as "-113.20366"',
      },
      {
        index: 0,
        value: without,
        reason:
          'held.list.2.sz is an array, should be a decimal of at most 15 integer digits such as "-113.20366"; ' +
          'held.list.2.of.n is -1, should be an integer from 0 to 2^53-1',
      },
      {
        index: 0,
        value: { list: [odd, { px: 2 }, without], note: '' },
        reason: 'held.note is "", should be a non-empty string of at most 64 characters',
      },
    ],
  });
  const many = { list: Array.from({ length: 100 }, () => ({ px: 'x' })) };
  const reading = held.read(many);
  assert.ok('data' in reading && reading.odd?.length === 100);
});

test('integers may be text, whole and within their bounds', () => {
  const dated = payload('dated', Type.Object({ at: timeMs, n: id }));
  assert.deepEqual(dated.read({ at: '1760130964831', n: '1019408913364172' }), {
    data: { at: 1760130964831, n: 1019408913364172 },
    rejected: [],
  });
  for (const at of ['1760130964', '1500000000000', '4200000000000', '1760130964831.5', '']) {
    assert.ok('fault' in dated.read({ at, n: 1 }), at);
  }
  for (const n of ['-1', '9999999999999999', '1.0', 'x'])
    assert.ok('fault' in dated.read({ at: 1760130964831, n }), n);
});

test('a bad element of a list costs itself alone', () => {
  const reading = eachOf(sample)([good, { ...good, px: 'x' }, good]);
  assert.ok('data' in reading);
  assert.equal(reading.data.length, 2);
  assert.deepEqual(
    reading.rejected.map(({ index, value }) => [index, value]),
    [[1, { ...good, px: 'x' }]],
  );
  assert.match(reading.rejected[0]!.reason, /^sample\.px is "x"/);
  assert.deepEqual(eachOf(sample)({}), { fault: 'list of sample is an object, should be an array' });
});

test('a union of two schemas is refused when it is described, not when it is read', () => {
  assert.throws(() => projection(Type.Union([Type.String(), Type.Integer()])), /one schema or null/);
});
