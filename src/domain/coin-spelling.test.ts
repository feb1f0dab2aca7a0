import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCoinSpellings, joinSpellings } from './coin-spelling.ts';

const named = (coin: string, ...aliases: string[]) => ({ coin, aliases });
const light = () => 0;

test('a spelling means itself, then itself in any case, then the weightiest coin that has it as an alias', () => {
  const weights: Record<string, number> = { 'xyz:GOLD': 5, 'flx:GOLD': 7 };
  const coins = [
    named('kPEPE'),
    named('KPEPE'),
    named('xyz:GOLD', 'GOLD'),
    named('flx:GOLD', 'GOLD'),
    named('xyz:BTC', 'BTC'),
    named('BTC'),
  ];
  const { resolve } = createCoinSpellings(coins, (coin) => weights[coin] ?? 0);
  const spelt = {
    KPEPE: 'KPEPE',
    kPEPE: 'kPEPE',
    kpepe: 'kPEPE',
    btc: 'BTC',
    'XYZ:btc': 'xyz:BTC',
    gold: 'flx:GOLD',
  };
  for (const [text, coin] of Object.entries(spelt)) assert.equal(resolve(text), coin, text);
  weights['xyz:GOLD'] = 9;
  assert.equal(resolve('gold'), 'xyz:GOLD', 'as much as it is traded now');
  for (const text of ['', 'constructor', 'doge']) assert.equal(resolve(text), undefined, text);
});

test('the nearest names are those with the fewest edits, aliases included', () => {
  const { nearest } = createCoinSpellings(
    [named('BTC'), named('BCH'), named('xyz:TSLA', 'TSLA'), named('@107', 'HYPE/USDC'), named('ETH')],
    light,
  );
  assert.deepEqual(nearest('btcc'), ['BTC', 'BCH']);
  assert.deepEqual(nearest('tsl'), ['xyz:TSLA']);
  assert.deepEqual(nearest('hype/usd'), ['@107']);
  assert.deepEqual(nearest('something else'), []);
});

test('of two sets of coins the closer meaning counts, and the first of equals', () => {
  const traded = createCoinSpellings([named('xyz:GOLD', 'GOLD'), named('BTC')], light);
  const listed = createCoinSpellings([named('GOLD'), named('BTC'), named('flx:OIL', 'OIL')], light);
  const both = joinSpellings(traded, listed);
  assert.equal(both.resolve('gold'), 'GOLD');
  assert.equal(both.resolve('xyz:gold'), 'xyz:GOLD');
  assert.equal(both.resolve('oil'), 'flx:OIL');
  assert.equal(
    joinSpellings(traded, createCoinSpellings([named('flx:GOLD', 'GOLD')], light)).resolve('gold'),
    'xyz:GOLD',
  );
  assert.equal(both.resolve('none'), undefined);
  assert.deepEqual(both.nearest('goldd'), ['xyz:GOLD', 'GOLD']);
});
