import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeName } from './store-mark.ts';

test('an exchange is named by its address, without what two ways of writing it differ in', () => {
  const name = 'https://api.hyperliquid.xyz';
  for (const url of [
    name,
    `${name}/`,
    'https://api.hyperliquid.xyz:443',
    'https://me:secret@API.hyperliquid.xyz//',
  ])
    assert.equal(exchangeName(url), name);
  assert.notEqual(exchangeName('https://api.hyperliquid-testnet.xyz'), name);
  assert.equal(exchangeName('http://127.0.0.1:3001/proxy/'), 'http://127.0.0.1:3001/proxy');
});
