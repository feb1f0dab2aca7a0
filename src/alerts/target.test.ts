import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesOf, isPublic, readTarget, shownTarget, TargetRefused } from './target.ts';

const strict = { allowsPrivate: false };

test('no address of a private, loopback, link-local or other special network is public, however it is written', () => {
  const refused = `127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 192.0.2.1
    198.18.0.1 224.0.0.1 255.255.255.255 ::1 :: ::ffff:127.0.0.1 ::ffff:8.8.8.8 fe80::1 fc00::1 fd12::1 ff02::1 2002:7f00:1:: 2001::1
    2001:db8::1 64:ff9b::7f00:1 localhost`;
  for (const address of refused.split(/\s+/)) assert.equal(isPublic(address), false, address);
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])
    assert.equal(isPublic(address), true, address);
});

test('an address is an http or https URL without a password, on a usual port unless any is allowed', () => {
  const wrong = [
    'ftp://example.com/',
    'example.com',
    'https://user:secret@example.com/',
    'https://example.com:8443/',
    'http://example.com:22/',
    `https://example.com/${'a'.repeat(2_000)}`,
  ];
  for (const text of wrong) {
    assert.throws(() => readTarget(text, strict), TargetRefused, text);
  }
  assert.equal(readTarget('https://example.com/hook', strict).hostname, 'example.com');
  assert.equal(readTarget('http://127.0.0.1:8443/', { allowsPrivate: true }).port, '8443');
});

test('a name is refused where one of its addresses is private, and so is an address in its odd spellings', async () => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const refused = async (text: string) =>
    assert.rejects(addressesOf(readTarget(text, strict), strict, resolve), TargetRefused, text);
  for (const text of [
    'https://example.com/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
  ])
    await refused(text);
});

test('an address that holds a secret is shown by its host alone', () => {
  const discord = 'https://discord.com/api/webhooks/1/SECRET';
  assert.equal(shownTarget(discord, 'discord'), 'https://discord.com/…');
  assert.equal(shownTarget('https://example.com/hook?token=SECRET', 'json'), 'https://example.com/hook?…');
});
