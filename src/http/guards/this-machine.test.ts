import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { startToys, toys } from '../../../test/contract/toys.ts';
import { networksOf } from '../../kernel/networks.ts';
import { createClientAddress, fromThisMachine } from '../calls/client-address.ts';

const of = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

test('a caller of this machine is distinguished from all others, and from those that a proxy on it speaks for', () => {
  const alone = fromThisMachine(createClientAddress(undefined), {});
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.ok(alone(of(address)), address);
  for (const address of ['10.0.0.1', '1127.0.0.1', '::2', '']) assert.ok(!alone(of(address)), address);
  assert.ok(!alone(of('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })));
  assert.ok(!alone(of('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })), 'its own claim counts nothing');
  assert.ok(!alone(of('127.0.0.1', { forwarded: 'for=203.0.113.9' })));
  const proxies = networksOf('127.0.0.1');
  const behind = fromThisMachine(createClientAddress(proxies), { trustedProxies: proxies });
  assert.ok(!behind(of('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })));
  assert.ok(behind(of('127.0.0.1')));
});

test('metrics are there for this machine alone, and for no caller where they are shown elsewhere', async () => {
  const toy = await startToys();
  assert.equal((await toy.get('/metrics', null)).status, 200);
  assert.equal((await toy.get('/metrics', null, { 'X-Forwarded-For': '203.0.113.9' })).status, 404);
  await toy.server.close(0);
  const elsewhere = await startToys(toys, { showsMetrics: false });
  assert.equal((await elsewhere.get('/metrics', null)).status, 404);
  await elsewhere.server.close(0);
});
