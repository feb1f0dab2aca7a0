import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { networksOf } from '../../kernel/networks.ts';
import { createClientAddress } from './client-address.ts';

const trusted = networksOf('10.0.0.0/8, 192.0.2.1,fd00::/8');

function clientOf(remoteAddress: string | undefined, forwardedFor?: string, proxies = trusted): string {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return createClientAddress(proxies)({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
}

test('without trusted proxies the client is the peer, whatever it forwards', () => {
  assert.equal(createClientAddress(undefined)({ socket: {} } as IncomingMessage), '');
  const forged = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': '1.1.1.1' } };
  assert.equal(createClientAddress(undefined)(forged as unknown as IncomingMessage), '10.0.0.1');
});

test('behind trusted proxies the client is the rightmost hop that is none, and its own claims count nothing', () => {
  for (const [peer, header, client] of [
    ['198.51.100.7', '1.1.1.1', '198.51.100.7'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '10.9.9.9, 203.0.113.9, 192.0.2.1 , 10.3.2.1', '203.0.113.9'],
    ['::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '::ffff:10.0.0.2, 2001:db8::5', '2001:db8::5'],
    ['fd12::1', '2001:db8::5,fd00::1', '2001:db8::5'],
    ['10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['10.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['10.0.0.1', '[2001:db8::5]', '2001:db8::5'],
    ['10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', ',', '10.0.0.1'],
  ] as const) {
    assert.equal(clientOf(peer, header), client, `${peer} ← ${header}`);
  }
});

test('a chain of any length takes a bounded look', () => {
  assert.equal(clientOf('10.0.0.1', `203.0.113.9,${Array(100).fill('10.0.0.2').join()}`), '10.0.0.2');
});

test('a list of networks is read whole or refused', () => {
  for (const text of [
    '',
    'x',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.1,',
    '10.0.0.0/-1',
  ]) {
    assert.equal(networksOf(text), undefined, text);
  }
  assert.ok(networksOf('0.0.0.0/0')!.has('203.0.113.9'));
  assert.ok(!networksOf('10.0.0.0/8')!.has(''));
});
