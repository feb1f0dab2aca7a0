import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAddress, parseAddress } from './address.ts';

const address = '0x109a42c3ead059b041560cb6da71058516e7ba3e';

test('an address is read in any case and always comes out in lower case', () => {
  assert.equal(parseAddress(address), address);
  assert.equal(parseAddress(address.toUpperCase()), address);
  assert.equal(isAddress('0x109A42C3ead059b041560cb6da71058516e7ba3e'), true);
});

test('anything but 0x and 40 hex digits is no address', () => {
  for (const text of [
    '',
    '0x',
    address.slice(0, -1),
    `${address}0`,
    address.slice(2),
    `${address}\n`,
    ` ${address}`,
  ]) {
    assert.equal(parseAddress(text), undefined, JSON.stringify(text));
    assert.equal(isAddress(text), false);
  }
});
