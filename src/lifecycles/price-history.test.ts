import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainRulesOf } from '../domain/chain-rules.ts';
import { createChainFold, type Lifecycle } from '../domain/lifecycle.ts';
import { lifecycleIds } from '../domain/lifecycle-id.ts';
import { entryOf } from './entry-price.ts';
import { createPriceHistory, walletTail } from './price-history.ts';

const own = Buffer.alloc(20, 1);
const other = Buffer.alloc(20, 2);
const nobody = Buffer.alloc(20);
const minute = 60_000;
const price = 10n ** 10n;

/** Rows as the engine gives them. */
function rowsOf(
  rows: { mark?: boolean; at: number; low: number; high: number; lone?: Buffer }[],
): Uint8Array {
  const parts = rows.map(({ mark = false, at, low, high, lone = nobody }) => {
    const row = Buffer.alloc(4 + 1 + 4 + 16 + 20);
    row.writeUInt8(3, 0);
    row.write('BTC', 1);
    row.writeUInt8(Number(mark), 4);
    row.writeUInt32LE((at * minute) / 1000, 5);
    row.writeBigInt64LE(BigInt(low) * price, 9);
    row.writeBigInt64LE(BigInt(high) * price, 17);
    lone.copy(row, 25);
    return row;
  });
  return Uint8Array.from(Buffer.concat(parts));
}

/** Entered at 100 in the middle of minute 10, left in that of minute 20. */
function held(isLong: boolean): Lifecycle {
  let closed: Lifecycle | undefined;
  const fold = createChainFold({
    rules: chainRulesOf('BTC'),
    idOf: lifecycleIds(`0x${own.toString('hex')}`, 'BTC'),
    onClosed(lifecycle) {
      closed = lifecycle;
    },
  });
  const fill = { px: 100n * price, sz: 10n ** 12n, closedPnl: 0n, fee: 0n, builderFee: 0n, liquidation: '' };
  const end = isLong ? 10n ** 12n : -(10n ** 12n);
  fold.add({ ...fill, timeMs: 10.5 * minute, isBuy: isLong, startPosition: 0n, tid: 1 });
  fold.add({ ...fill, timeMs: 20.5 * minute, isBuy: !isLong, startPosition: end, tid: 2 });
  return closed!;
}

function excursion(rows: Parameters<typeof rowsOf>[0], isLong = true) {
  const prices = createPriceHistory();
  prices.begin(60);
  prices.add(rowsOf(rows));
  const { maePx, mfePx } = prices.excursion(walletTail(own, 0), 'BTC', held(isLong), entryOf(held(isLong)));
  return [Number(maePx / price), Number(mfePx / price)];
}

const trades = [
  { at: 9, low: 1, high: 999 },
  { at: 10, low: 98, high: 101 },
  { at: 15, low: 95, high: 120 },
  { at: 20, low: 99, high: 103 },
  { at: 21, low: 1, high: 999 },
];

test('the worst and the best price are those of the minutes in which it was open', () => {
  assert.deepEqual(excursion(trades), [95, 120]);
  assert.deepEqual(excursion(trades, false), [120, 95]);
});

test('the entry counts: the worst is not above it, the best not below', () => {
  assert.deepEqual(excursion([{ at: 15, low: 110, high: 120 }]), [100, 120]);
  assert.deepEqual(excursion([{ at: 15, low: 110, high: 120 }], false), [120, 100]);
});

test('marks come first where there are some', () => {
  assert.deepEqual(excursion([...trades, { mark: true, at: 12, low: 97, high: 97 }]), [97, 100]);
  assert.deepEqual(excursion([...trades, { mark: true, at: 30, low: 97, high: 97 }]), [95, 120]);
});

test("a wallet's own trades alone tell nothing, those of another alone do", () => {
  assert.deepEqual(excursion([{ at: 15, low: 95, high: 120, lone: own }]), [0, 0]);
  assert.deepEqual(excursion([{ at: 15, low: 95, high: 120, lone: other }]), [95, 120]);
  assert.deepEqual(excursion([]), [0, 0]);
});
