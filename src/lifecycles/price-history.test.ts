import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers } from '../../test/source-fills.ts';
import { createPriceHistory, type PriceGrain, walletTail } from './price-history.ts';

const own = Buffer.alloc(20, 1);
const other = Buffer.alloc(20, 2);
const nobody = Buffer.alloc(20);
const minute = 60_000;
const price = 10 ** 10;

interface Reported {
  mark?: boolean;
  /** Minutes. */
  at: number;
  low: number;
  high: number;
  lone?: Buffer;
}

/** Rows as the engine gives them. */
function rowsOf(rows: readonly Reported[]): Uint8Array {
  const parts = rows.map(({ mark = false, at, low, high, lone = nobody }) => {
    const row = Buffer.alloc(4 + 1 + 8 + 16 + 20);
    row.writeUInt8(3, 0);
    row.write('BTC', 1);
    row.writeUInt8(Number(mark), 4);
    row.writeBigInt64LE(BigInt(Math.round(at * minute)), 5);
    row.writeBigInt64LE(BigInt(low * price), 13);
    row.writeBigInt64LE(BigInt(high * price), 21);
    lone.copy(row, 29);
    return row;
  });
  return Uint8Array.from(Buffer.concat(parts));
}

/** From the middle of minute 10 to that of minute 20; its own fills from 99 to 104. */
const held = { openedMs: 10.5 * minute, lastMs: 20.5 * minute, lowPx: 99 * price, highPx: 104 * price };

function excursion(
  rows: readonly Reported[],
  { isLong = true, grain = 'moments' as PriceGrain, edges = rows.slice(0, 0) } = {},
) {
  const prices = createPriceHistory();
  prices.begin(grain);
  prices.add(rowsOf(rows));
  prices.addEdges(rowsOf(edges));
  const { maePx, mfePx } = prices.excursion(walletTail(own, 0), 'BTC', { ...held, isLong });
  return [Number(maePx) / price, Number(mfePx) / price];
}

const trades: Reported[] = [
  { at: 10.4, low: 1, high: 999 },
  { at: 10.5, low: 98, high: 101 },
  { at: 15, low: 95, high: 120 },
  { at: 20.5, low: 99, high: 103 },
  { at: 20.6, low: 1, high: 999 },
];

test('the worst and the best price are those from its first fill to its last, to the millisecond', () => {
  assert.deepEqual(excursion(trades), [95, 120]);
  assert.deepEqual(excursion(trades, { isLong: false }), [120, 95]);
});

test('where minutes are kept, moments hold the first and the last of them', () => {
  const minutes = [
    { at: 10, low: 1, high: 999 },
    { at: 15, low: 95, high: 120 },
    { at: 20, low: 1, high: 999 },
  ];
  const grain = 'minutes and edges';
  assert.deepEqual(excursion(minutes, { grain, edges: trades }), [95, 120]);
  assert.deepEqual(excursion(minutes, { grain: 'minutes' }), [1, 999], 'as near as it is known');
});

test('its own fills widen what others say', () => {
  assert.deepEqual(excursion([{ at: 15, low: 101, high: 102 }]), [99, 104]);
  assert.deepEqual(excursion([{ at: 15, low: 101, high: 102 }], { isLong: false }), [104, 99]);
  assert.deepEqual(excursion([{ mark: true, at: 15, low: 100, high: 100 }]), [99, 104]);
});

test('marks come first where there are some', () => {
  assert.deepEqual(excursion([...trades, { mark: true, at: 12, low: 97, high: 97 }]), [97, 104]);
  assert.deepEqual(excursion([...trades, { mark: true, at: 10.4, low: 7, high: 7 }]), [95, 120]);
  assert.deepEqual(excursion([...trades, { mark: true, at: 30, low: 97, high: 97 }]), [95, 120]);
});

test("a wallet's own trades alone say nothing, those of another alone do", () => {
  assert.deepEqual(excursion([{ at: 15, low: 99, high: 104, lone: own }]), [0, 0]);
  assert.deepEqual(excursion([{ at: 15, low: 95, high: 120, lone: other }]), [95, 120]);
  assert.deepEqual(excursion([]), [0, 0]);
});

test('whichever way prices are kept, moments and minutes with edges say the same', () => {
  const below = seededNumbers(8);
  for (let run = 0; run < 300; run++) {
    let at = 0;
    const moments = Array.from({ length: 60 }, (): Reported => {
      at += (1 + below(90_000)) / minute;
      const low = 50 + below(100);
      return { at, low, high: low + below(20), lone: [nobody, own, other][below(3)]! };
    });
    const minutes = [...Map.groupBy(moments, (row) => Math.floor(row.at))].map(([of, rows]): Reported => {
      const alone = new Set(rows.map(({ lone }) => lone));
      return {
        at: of,
        low: Math.min(...rows.map(({ low }) => low)),
        high: Math.max(...rows.map(({ high }) => high)),
        lone: alone.size === 1 ? [...alone][0]! : nobody,
      };
    });
    const [a, b] = [moments[below(60)]!, moments[below(60)]!].map((row) => Math.round(row.at * minute));
    const span = { ...held, openedMs: Math.min(a!, b!), lastMs: Math.max(a!, b!), isLong: true };
    const found = (['moments', 'minutes and edges'] as const).map((grain) => {
      const prices = createPriceHistory();
      prices.begin(grain);
      prices.add(rowsOf(grain === 'moments' ? moments : minutes));
      if (grain !== 'moments') prices.addEdges(rowsOf(moments));
      return prices.excursion(walletTail(own, 0), 'BTC', span);
    });
    assert.deepEqual(found[1], found[0], `run ${run}`);
  }
});
