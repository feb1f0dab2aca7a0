import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PositionFill } from '../domain/open-position.ts';
import { createWalletIndex } from '../domain/wallet-index.ts';
import { createWideColumn } from './coin-positions.ts';
import { createPositionBook } from './position-book.ts';
import { coinTotals } from './positions.ts';

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

function fill(timeMs: number, signed: number, start: number): PositionFill {
  return {
    timeMs,
    isBuy: signed > 0,
    px: 10n ** 12n,
    sz: BigInt(Math.abs(signed)) * 10n ** 12n,
    startPosition: BigInt(start) * 10n ** 12n,
    closedPnl: 0n,
  };
}

const state = (timeMs: number, size: number) => ({
  timeMs,
  firstMs: timeMs,
  size,
  entryPx: 7,
  leverage: 3,
  isIsolated: false,
  maxLeverage: 20,
  marginUsed: 1,
  liquidationPx: Number.NaN,
  fundingSinceOpen: 0,
  debt: Number.NaN,
});

test('a wide column gives back what was put in, of both signs', () => {
  const bounds = { min: -(2n ** 127n), max: 2n ** 127n - 1n };
  fc.assert(
    fc.property(fc.array(fc.bigInt(bounds), { minLength: 1 }), (values) => {
      const column = createWideColumn();
      column.resize(1);
      column.resize(values.length);
      for (const [row, value] of values.entries()) column.set(row, value);
      assert.deepEqual(
        values.map((_, row) => column.get(row)),
        values,
      );
    }),
  );
});

test('columns hold what a map of positions would, however they come and go', () => {
  const step = fc.record({
    coin: fc.constantFrom('BTC', 'xyz:GOLD'),
    wallet: fc.nat({ max: 30 }),
    signed: fc.integer({ min: -3, max: 3 }).filter((signed) => signed !== 0),
    reads: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const wallets = createWalletIndex();
      const book = createPositionBook({ wallets });
      const model = new Map<string, { size: number; basis: string }>();
      for (const [timeMs, { coin, wallet, signed, reads }] of steps.entries()) {
        const row = wallets.rowOfAddress(address(wallet));
        const key = `${coin} ${wallet}`;
        const before = model.get(key)?.size ?? 0;
        const size = before + signed;
        if (reads) book.addState(coin, row, state(timeMs + 1, size));
        else book.addFills(coin, row, [fill(timeMs + 1, signed, before)], 'held');
        if (size === 0) model.delete(key);
        else model.set(key, { size, basis: reads ? 'state' : 'fill' });
      }
      const { reading } = book;
      assert.equal(reading.count(), model.size);
      for (let wallet = 0; wallet <= 30; wallet++) {
        for (const row of reading.ofWallet(address(wallet))) {
          const expected = model.get(`${row.coin} ${wallet}`);
          assert.deepEqual({ size: row.size, basis: row.basis }, expected);
        }
      }
      for (const coin of reading.coins()) {
        const of = [...model].filter(([key]) => key.startsWith(`${coin} `)).map(([, value]) => value);
        const kinds = new Set(of.map((one) => one.basis));
        const expected = kinds.size > 1 ? 'mixed' : kinds.has('state') ? 'state' : 'fills';
        assert.equal(reading.basis(coin), expected);
        const longs = of.filter(({ size }) => size > 0);
        const sum = (list: typeof of) => list.reduce((total, { size }) => total + Math.abs(size), 0);
        assert.deepEqual(coinTotals(reading.ofCoin(coin)), {
          longs: longs.length,
          shorts: of.length - longs.length,
          longSize: sum(longs),
          shortSize: sum(of) - sum(longs),
        });
      }
    }),
  );
});

test('an older state does not bring back what was closed, and a newer account closes what it does not show', () => {
  const wallets = createWalletIndex();
  const book = createPositionBook({ wallets });
  const row = wallets.rowOfAddress(address(1));
  const sizes = () => book.reading.ofWallet(address(1)).map(({ coin, size }) => `${coin} ${size}`);
  book.addFills('BTC', row, [fill(10, 5, 0)], 'new');
  book.addFills('BTC', row, [fill(20, -5, 5)], 'held');
  book.addState('BTC', row, state(15, 5));
  assert.deepEqual(sizes(), []);
  book.addState('BTC', row, state(25, 4));
  book.addFills('xyz:GOLD', row, [fill(30, 2, 0)], 'new');
  assert.deepEqual(sizes(), ['BTC 4', 'xyz:GOLD 2']);
  book.addAccount('', row, 31);
  assert.deepEqual(sizes(), ['xyz:GOLD 2']);
  // Fills from before that account are of what it does not show.
  book.addFills('ETH', row, [fill(28, 1, 0)], 'new');
  assert.deepEqual(sizes(), ['xyz:GOLD 2']);
  const version = book.reading.version();
  book.addAccount('', row, 30);
  assert.equal(book.reading.version(), version);
});
