import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCoinSpellings } from './coin-spelling.ts';
import { coinSpellingsOf } from './coin-words.ts';

const listed = ['BTC', 'ETH', 'kPEPE', 'xyz:GOLD', 'UMA'];
const coins = createCoinSpellings(
  [
    ...listed.map((coin) => ({ coin, aliases: coin.includes(':') ? ['gold'] : [] })),
    { coin: '@142', aliases: ['UBTC/USDC'], tokens: ['UBTC'] },
    { coin: '@151', aliases: ['UETH/USDC'], tokens: ['UETH'] },
  ],
  () => 1,
);

test('names of people and of other exchanges lead to the coin', () => {
  const meant = (text: string) => coinSpellingsOf(text).find((one) => coins.resolve(one) !== undefined);
  const texts = [
    'bitcoin',
    ' Bitcoin ',
    'BTC-PERP',
    'BTC-USD',
    'btcusdt',
    'BTC/USD',
    'BTC-USD-PERP',
    'btc_usdc',
  ];
  for (const text of texts) assert.equal(coins.resolve(meant(text) ?? ''), 'BTC', text);
  for (const text of ['pepe', 'kpepe', '1000PEPE', 'PEPE-USD'])
    assert.equal(coins.resolve(meant(text) ?? ''), 'kPEPE', text);
  for (const text of ['USD', 'perp', '', '-', 'nosuch']) assert.equal(meant(text), undefined, text);
});

test('the nearest coin is the one that is meant, before those that look alike', () => {
  assert.deepEqual(coins.nearest('BTC-USD')[0], 'BTC');
  assert.deepEqual(coins.nearest('ethereum')[0], 'ETH');
  assert.deepEqual(coins.nearest('gold-perp')[0], 'xyz:GOLD');
});

test('a token leads to the pairs that trade it', () => {
  assert.equal(coins.resolve('UBTC'), undefined);
  assert.equal(coins.nearest('ubtc')[0], '@142');
  assert.equal(coins.nearest('UETH')[0], '@151');
});
