import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireFill } from '../wire/fill.ts';
import { createFeePrices, isFeeBounded } from './fee-price.ts';

function fill(fields: Partial<WireFill>): WireFill {
  return {
    ...{
      coin: 'BTC',
      px: '100.5',
      sz: '1',
      side: 'B',
      time: 1760130964831,
      startPosition: '0',
      dir: 'Open Long',
    },
    ...{ closedPnl: '0', oid: 1, crossed: true, fee: '0.1', tid: 1, feeToken: 'USDC' },
    ...fields,
  } as WireFill;
}

test('stablecoins cost 1 USD each, and so does the fee of a record of 2023 that names no token', () => {
  const { priceOf } = createFeePrices();
  for (const feeToken of ['USDC', 'USDH', 'USDE', 'USDT0', undefined, null]) {
    assert.equal(priceOf(fill({ coin: '@107', px: '40', feeToken })), '1', String(feeToken));
  }
});

test('a spot buy that pays in the token bought pays at its own price, whatever the perp of that name costs', () => {
  const { priceOf } = createFeePrices();
  priceOf(fill({ coin: 'HYPE', px: '39' }));
  assert.equal(priceOf(fill({ coin: '@107', px: '40.25', feeToken: 'HYPE' })), '40.25');
  assert.equal(priceOf(fill({ coin: 'PURR/USDC', px: '0.2', feeToken: 'PURR' })), '0.2');
});

test('any other token has its latest price seen so far, be it of its perp or of a spot buy', () => {
  const { priceOf } = createFeePrices();
  const other = { coin: '@9', side: 'A', feeToken: 'HYPE' } as const;
  assert.equal(priceOf(fill(other)), undefined, 'not seen yet');
  priceOf(fill({ coin: 'HYPE', px: '39' }));
  assert.equal(priceOf(fill(other)), '39');
  priceOf(fill({ coin: '@107', px: '40.25', feeToken: 'HYPE' }));
  assert.equal(priceOf(fill(other)), '40.25');
  priceOf(fill({ coin: 'HYPE', px: '41' }));
  assert.equal(priceOf(fill({ ...other, coin: 'ETH' })), '41');
});

test('a spot price is no price of a perp: a pair names another thing than the token', () => {
  const { priceOf } = createFeePrices();
  priceOf(fill({ coin: '@9', side: 'A', px: '3', feeToken: 'USDC' }));
  assert.equal(priceOf(fill({ coin: '@107', side: 'A', feeToken: '@9' })), undefined);
});

test('a fee of 0 needs no price', () => {
  const { priceOf } = createFeePrices();
  assert.equal(priceOf(fill({ side: 'A', feeToken: 'NEWCOIN', fee: '0.0' })), '0');
  assert.equal(priceOf(fill({ side: 'A', feeToken: 'NEWCOIN', fee: '-0.1' })), undefined);
});

test('a fee that no rollup could hold is out of bounds, rebates included', () => {
  assert.ok(isFeeBounded('-5.25', '40'));
  assert.ok(isFeeBounded(999_999_999_999_999, '1'));
  assert.ok(!isFeeBounded('-100000000', '10000000'));
});
