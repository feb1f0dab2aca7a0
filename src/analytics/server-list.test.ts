import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readServers, shownServer } from './server-list.ts';

const shown = (text: string) => {
  const servers = readServers(text);
  return Array.isArray(servers) ? servers.map(shownServer) : servers;
};

test('one address or several between commas are read in their order, and shown without user and password', () => {
  assert.deepEqual(shown('http://u:p@a:8123, https://b,http://c:1/'), [
    'http://a:8123',
    'https://b',
    'http://c:1',
  ]);
  // Of a password, a comma is a part.
  assert.deepEqual(shown('http://u:p,q@a:8123,http://b:8123'), ['http://a:8123', 'http://b:8123']);
});

test('the address that is none, or stands there twice, is named', () => {
  const wrong = /is not an address like https:\/\/host:port, or several between commas/;
  for (const [text, address, message] of [
    ['http://a:8123,tcp://b:9000', 'tcp://b:9000', wrong],
    ['http://a:8123,http://b:8123/db', 'http://b:8123/db', wrong],
    ['http://a:8123?database=x,http://b', 'http://a:8123?database=x', wrong],
    ['http://a:8123,b:8123', 'http://a:8123,b:8123', wrong],
    ['http://a:8123#x', 'http://a:8123#x', wrong],
    ['', '', wrong],
    ['http://a:8123,http://b:8123,http://u@a:8123/', 'http://u@a:8123/', /is repeated/],
    [Array.from({ length: 65 }, (_, i) => `http://h${i}`).join(), 'http://h64', /is more than 64 addresses/],
  ] as const) {
    const read = readServers(text);
    assert.ok(!Array.isArray(read), text);
    assert.equal(read.address, address);
    assert.match(read.message, message);
  }
});
