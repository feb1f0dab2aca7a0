import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '../../../../src/kernel/clock.ts';
import { createAddressUses, exchangeLimits } from './address-limits.ts';

const use = (address = '127.0.0.1', uses = createAddressUses(exchangeLimits)) => uses(address);

test('an address holds ten connections, and opens thirty a minute, refused ones not counted as held', () => {
  const one = use();
  const opened = Array.from({ length: 12 }, () => one.connect(0));
  assert.deepEqual(opened.slice(0, 10), Array(10).fill(undefined));
  assert.match(opened[10]!, /more than 10 connections/);
  for (let i = 0; i < 10; i++) one.disconnect();
  const more = Array.from({ length: 19 }, () => {
    const refusal = one.connect(minuteMs - 1);
    one.disconnect();
    return refusal;
  });
  assert.equal(more[17], undefined);
  assert.match(more[18]!, /more than 30 connections per minute/);
  assert.equal(one.connect(minuteMs), undefined);
});

test('an address sends two thousand messages in any minute', () => {
  const one = use();
  for (let i = 0; i < 2_000; i++) assert.equal(one.message(i), undefined);
  assert.equal(one.message(minuteMs - 1), 'Cannot send more than 2000 messages per minute.');
  assert.equal(one.message(minuteMs), undefined);
  assert.notEqual(one.message(minuteMs), undefined);
});

test('an address has a thousand subscriptions of ten wallets over all its connections; another has its own', () => {
  const uses = createAddressUses(exchangeLimits);
  const [one, other] = [use('a', uses), use('b', uses)];
  for (let wallet = 0; wallet < 10; wallet++) assert.equal(one.subscribe(`${wallet}`), undefined);
  assert.equal(one.subscribe('3'), undefined, 'a wallet counts once');
  assert.equal(one.subscribe('10'), 'Cannot track more than 10 total users.');
  one.unsubscribe('3');
  assert.notEqual(one.subscribe('10'), undefined, 'the wallet has another subscription');
  one.unsubscribe('3');
  assert.equal(one.subscribe('10'), undefined);
  for (let i = 10; i < 1_000; i++) assert.equal(one.subscribe(undefined), undefined);
  assert.equal(one.subscribe(undefined), 'Cannot subscribe to more than 1000 channels.');
  assert.equal(use('a', uses).subscribe(undefined), 'Cannot subscribe to more than 1000 channels.');
  assert.equal(other.subscribe('10'), undefined);
});
