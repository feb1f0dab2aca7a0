import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBuilderNames } from './builder-names.ts';

const [a, b] = ['a', 'B'].map((digit) => `0x${digit.repeat(40)}`);

test('names stand by lower-case address', () => {
  assert.deepEqual(
    [...readBuilderNames(`${a}=One, ${b}= The Other=2 `)!],
    [
      [a, 'One'],
      [b!.toLowerCase(), 'The Other=2'],
    ],
  );
});

test('what is no table is refused whole', () => {
  const many = Array.from({ length: 1_001 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}=n`);
  for (const text of [
    '',
    'x=y',
    `${a}`,
    `${a}=`,
    `${a}=x,${a}=y`,
    `${a}=x,`,
    `${a}=${'x'.repeat(65)}`,
    many.join(','),
  ])
    assert.equal(readBuilderNames(text), undefined, text.slice(0, 60));
});
