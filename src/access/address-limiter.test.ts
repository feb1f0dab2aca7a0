import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedClock } from '../kernel/clock.ts';
import { createAddressLimiter } from './address-limiter.ts';
import { addressScope, addressScopes } from './address-scope.ts';

test('an IPv4 address counts alone, in whatever form, and an IPv6 address with its /64', () => {
  for (const [address, scope] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['', ''],
  ] as const) {
    assert.equal(addressScope(address), scope, address);
  }
});

test('an IPv6 address counts with the /56 and the /48 around it, too', () => {
  assert.deepEqual(addressScopes('2001:db8:1:2ff:3::4'), [
    '2001:db8:1:2ff::/64',
    '2001:db8:1:200::/56',
    '2001:db8:1::/48',
  ]);
  assert.deepEqual(addressScopes('2001:db8::1').slice(1), ['2001:db8:0:0::/56', '2001:db8:0::/48']);
  assert.deepEqual(addressScopes('192.0.2.7'), ['192.0.2.7']);
});

test('an owner of many /64 gets four times the allowance of one from a /56, and sixteen times from a /48', () => {
  const limiter = createAddressLimiter({ clock: fixedClock(0), elapsedMs: () => 0, ratePerMinute: 3 });
  const taken = (addresses: string[]) =>
    addresses.filter((address) => limiter.take(address).refusal === undefined).length;
  const of56 = Array.from({ length: 100 }, (_, i) => `2001:db8:1:${i.toString(16)}::1`);
  assert.equal(taken(of56), 12);
  const of48 = Array.from({ length: 400 }, (_, i) => `2001:db8:2:${(i * 0x80).toString(16)}::1`);
  assert.equal(taken(of48), 48);
  assert.equal(taken(['2001:db8:3::1', '192.0.2.7']), 2);
});

test('an address is refused after its allowance, others are not, and it is admitted again after the announced time', () => {
  let atMs = 0;
  const limiter = createAddressLimiter({ clock: fixedClock(1_500), elapsedMs: () => atMs, ratePerMinute: 3 });
  for (let i = 0; i < 3; i++) assert.equal(limiter.take('2001:db8::1').refusal, undefined);
  assert.ok(limiter.take('2001:db8::2').refusal);
  assert.equal(limiter.take('192.0.2.7').refusal, undefined);
  atMs += 19_999;
  const { headers } = limiter.take('2001:db8::1');
  assert.equal(headers[headers.indexOf('X-RateLimit-Next') + 1], '1ms');
  atMs += 1;
  assert.equal(limiter.take('2001:db8::1').refusal, undefined);
});

test('at most the bound of addresses is remembered, and those idle for a minute go', () => {
  let atMs = 0;
  const limiter = createAddressLimiter({ clock: fixedClock(0), elapsedMs: () => atMs, addressLimit: 100 });
  for (let i = 0; i < 1_000; i++) {
    limiter.take(`10.0.${i >> 8}.${i & 255}`);
    assert.ok(limiter.addresses() <= 100);
  }
  assert.ok(limiter.addresses() > 90);
  atMs = 60_000;
  for (let i = 0; i < 100; i++) limiter.take(`10.1.0.${i}`);
  assert.equal(limiter.addresses(), 100);
  atMs = 120_000;
  for (let i = 0; i < 60; i++) limiter.take('10.2.0.1');
  assert.equal(limiter.addresses(), 1);
});
