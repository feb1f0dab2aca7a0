import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../../test/fill-rows.ts';
import { walletOf } from '../../test/source-fills.ts';
import { readScaled } from '../kernel/scaled.ts';
import type { WireFill } from '../wire/fill.ts';
import { createFeePrices, isFeeBounded } from './fee-price.ts';

/** Prices fill after fill, each in its own columns; undefined if a fee stays without a price. */
function createPricing(): { priceOf(...fills: WireFill[]): number | undefined } {
  const prices = createFeePrices();
  return {
    priceOf(...fills) {
      const rows = rowsOf(fills.map((fill) => ({ wallet: walletOf(1), fill, block: 0, seq: 0 })));
      prices.price(rows);
      const last = rows.count - 1;
      return rows.unpriced[last] === 1 ? undefined : readScaled(rows.words.fee_px, last * 4, 10);
    },
  };
}

function fill(fields: Partial<WireFill>): WireFill {
  return {
    coin: 'BTC',
    px: '100.5',
    sz: '1',
    side: 'B',
    time: 1760130964831,
    startPosition: '0',
    dir: 'Open Long',
    closedPnl: '0',
    oid: 1,
    crossed: true,
    fee: '0.1',
    tid: 1,
    feeToken: 'USDC',
    ...fields,
  } as WireFill;
}

test('stablecoins cost 1 USD each, and so does the fee of a record of 2023 that names no token', () => {
  const { priceOf } = createPricing();
  for (const feeToken of ['USDC', 'USDH', 'USDE', 'USDT0', undefined, null]) {
    assert.equal(priceOf(fill({ coin: '@107', px: '40', feeToken })), 1, String(feeToken));
  }
});

test("a fee in an outcome's own token is worth what the fill, or the side's newest trade, says", () => {
  const { priceOf } = createPricing();
  const trade = fill({ coin: '#17310', px: '0.29', fee: '0.7', feeToken: '+17310' });
  assert.equal(priceOf(trade), 0.29);
  assert.equal(priceOf({ ...trade, side: 'A', px: '0.31' }), 0.31);
  assert.equal(priceOf(fill({ coin: '#17311', px: '0.7', feeToken: '+17310' })), 0.31, 'of the other side');
  assert.equal(priceOf(fill({ coin: '#17311', px: '0.7', feeToken: '+17320' })), undefined);
});

test('a spot buy that pays in the token bought pays at its own price, whatever the perp of that name costs', () => {
  const { priceOf } = createPricing();
  priceOf(fill({ coin: 'HYPE', px: '39' }));
  assert.equal(priceOf(fill({ coin: '@107', px: '40.25', feeToken: 'HYPE' })), 40.25);
  assert.equal(priceOf(fill({ coin: 'PURR/USDC', px: '0.2', feeToken: 'PURR' })), 0.2);
});

test('a rebate on a spot sale, which is paid in the token that is given, has the price of the sale', () => {
  const { priceOf } = createPricing();
  priceOf(fill({ coin: '@107', px: '40.25', feeToken: 'HYPE' }));
  assert.equal(priceOf(fill({ coin: '@107', side: 'A', px: '41', fee: '-0.001', feeToken: 'HYPE' })), 41);
  assert.equal(
    priceOf(fill({ coin: '@9', side: 'B', px: '7', fee: '-0.001', feeToken: 'HYPE' })),
    41,
    'of a purchase',
  );
  assert.equal(
    priceOf(fill({ coin: '@107', side: 'A', px: '42', fee: '0', feeToken: 'HYPE' })),
    0,
    'of nothing',
  );
});

test('any other token has its latest price seen so far, be it of its perp or of a spot buy', () => {
  const { priceOf } = createPricing();
  const other = { coin: '@9', side: 'A', feeToken: 'HYPE' } as const;
  assert.equal(priceOf(fill(other)), undefined, 'not seen yet');
  priceOf(fill({ coin: 'HYPE', px: '39' }));
  assert.equal(priceOf(fill(other)), 39);
  priceOf(fill({ coin: '@107', px: '40.25', feeToken: 'HYPE' }));
  assert.equal(priceOf(fill(other)), 40.25);
  priceOf(fill({ coin: 'HYPE', px: '41' }));
  assert.equal(priceOf(fill({ ...other, coin: 'ETH' })), 41);
});

test('within one chunk, too, the price seen last counts, be it of the perp or of a spot buy', () => {
  const { priceOf } = createPricing();
  const other = fill({ coin: '@9', side: 'A', feeToken: 'HYPE' });
  const perp = fill({ coin: 'HYPE', px: '39' });
  const buy = fill({ coin: '@107', px: '40.25', feeToken: 'HYPE' });
  assert.equal(priceOf(perp, buy, other), 40.25);
  assert.equal(priceOf(buy, perp, other), 39);
  assert.equal(priceOf(other), 39, 'and over its end');
});

test('a spot price is no price of a perp: a pair names another thing than the token', () => {
  const { priceOf } = createPricing();
  priceOf(fill({ coin: '@9', side: 'A', px: '3', feeToken: 'USDC' }));
  assert.equal(priceOf(fill({ coin: '@107', side: 'A', feeToken: '@9' })), undefined);
});

test('a fee of 0 needs no price', () => {
  const { priceOf } = createPricing();
  assert.equal(priceOf(fill({ side: 'A', feeToken: 'NEWCOIN', fee: '0.0' })), 0);
  assert.equal(priceOf(fill({ side: 'A', feeToken: 'NEWCOIN', fee: '-0.1' })), undefined);
});

test('a fee that no rollup could hold is out of bounds, rebates included', () => {
  assert.ok(isFeeBounded(-5.25, 40));
  assert.ok(isFeeBounded(999_999_999_999_999, 1));
  assert.ok(!isFeeBounded(-100_000_000, 10_000_000));
});
