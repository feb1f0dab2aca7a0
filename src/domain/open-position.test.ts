import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  continuesFrom,
  entryPxOf,
  fillParts,
  type OpenPosition,
  type PositionFill,
  positionAfter,
  positionOfState,
} from './open-position.ts';

const coin = 10n ** 12n;
const price = 10n ** 10n;

/** `size × 10^12` of decimal text. */
function scaled(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return text.startsWith('-') ? -digits : digits;
}

interface Draft {
  isBuy: boolean;
  px: number;
  sz: number;
}

/** Fills that continue each other, in whole coins and cents; the closed PnL is the exact one. */
function chain(drafts: readonly Draft[], start = 0): PositionFill[] {
  let position = start;
  return drafts.map(({ isBuy, px, sz }, timeMs) => {
    const fill = {
      timeMs,
      isBuy,
      px: (BigInt(px) * price) / 100n,
      sz: BigInt(sz) * coin,
      startPosition: BigInt(position) * coin,
      closedPnl: 0n,
    };
    position += isBuy ? sz : -sz;
    return fill;
  });
}

/** A fraction of big integers: nothing is rounded. */
interface Naive {
  size: bigint;
  num: bigint;
  den: bigint;
}

/** The average entry by its definition, one coin after the other. */
function naive(drafts: readonly Draft[]): Naive | undefined {
  let held: Naive | undefined;
  for (const { isBuy, px, sz } of drafts) {
    for (let left = sz; left > 0; left--) {
      const step = isBuy ? 1n : -1n;
      if (held === undefined) {
        held = { size: step, num: BigInt(px), den: 100n };
      } else if (held.size > 0n === isBuy) {
        const size: bigint = held.size < 0n ? -held.size : held.size;
        // (entry × size + px) / (size + 1)
        held = {
          size: held.size + step,
          num: held.num * size * 100n + BigInt(px) * held.den,
          den: held.den * 100n * (size + 1n),
        };
      } else {
        held = held.size + step === 0n ? undefined : { ...held, size: held.size + step };
      }
    }
  }
  return held;
}

function folded(fills: readonly PositionFill[], before?: OpenPosition): OpenPosition | undefined {
  return fills.reduce(positionAfter, before);
}

const draft = fc.record({
  isBuy: fc.boolean(),
  px: fc.integer({ min: 1, max: 9_999_999 }),
  sz: fc.integer({ min: 1, max: 6 }),
});

test('size, entry and opening are those of a fold coin by coin, without rounding', () => {
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 12 }), (drafts) => {
      const fills = chain(drafts);
      const position = folded(fills);
      const expected = naive(drafts);
      assert.equal(position?.size, expected && expected.size * coin);
      if (position === undefined || expected === undefined) return;
      const exact = Number((expected.num * 10n ** 20n) / expected.den) / 1e20;
      assert.ok(Math.abs(entryPxOf(position) - exact) <= exact * 1e-14, `${entryPxOf(position)} ${exact}`);
      assert.equal(position.isCensored, false);
      const opening = fills.findLast(({ startPosition, isBuy, sz }) => {
        const end = isBuy ? startPosition + sz : startPosition - sz;
        return startPosition === 0n || (end !== 0n && end > 0n !== startPosition > 0n);
      });
      assert.equal(position.openedMs, opening?.timeMs);
      assert.equal(position.lastMs, fills.at(-1)!.timeMs);
    }),
  );
});

test('the parts of a fill add up to it, and both are there in a flip alone', () => {
  fc.assert(
    fc.property(draft, fc.integer({ min: -9, max: 9 }), (one, start) => {
      const [fill] = chain([one], start);
      const { endPosition, closedSz, openedSz } = fillParts(fill!);
      assert.equal(closedSz + openedSz, fill!.sz);
      const signed = fill!.isBuy ? fill!.sz : -fill!.sz;
      assert.equal(endPosition, fill!.startPosition + signed);
      const flips = start !== 0 && endPosition !== 0n && endPosition > 0n !== start > 0;
      assert.equal(closedSz > 0n && openedSz > 0n, flips);
    }),
  );
});

test('a missing fill costs the entry, not the size, until the position was flat or turned', () => {
  fc.assert(
    fc.property(fc.array(draft, { minLength: 3, maxLength: 14 }), fc.nat(), (drafts, at) => {
      const fills = chain(drafts);
      const gap = at % (fills.length - 1);
      const seen = fills.filter((_, i) => i !== gap);
      const [whole, position] = [folded(fills), folded(seen)];
      assert.equal(position?.size, whole?.size);
      const isBroken = continuesFrom(folded(fills.slice(0, gap)), seen[gap]!) === false;
      const isHealed = whole !== undefined && whole.openedMs > gap;
      if (position === undefined) return;
      assert.equal(position.isCensored, isBroken && !isHealed);
      if (!position.isCensored) assert.equal(position.cost, whole!.cost);
      else assert.equal(position.cost, undefined);
    }),
  );
});

test('an opening that was not seen: the first closing fill gives the entry', () => {
  const [close, more] = chain(
    [
      { isBuy: false, px: 12_000, sz: 2 },
      { isBuy: true, px: 20_000, sz: 8 },
    ],
    10,
  );
  // Bought at 100, sold at 120.
  const reported = positionAfter(undefined, { ...close!, closedPnl: 40n * coin })!;
  assert.deepEqual([reported.size, entryPxOf(reported), reported.isCensored], [8n * coin, 100, true]);
  assert.equal(entryPxOf(positionAfter(reported, more!)!), 150);
  assert.ok(Number.isNaN(entryPxOf(positionAfter(undefined, close!)!)));
});

test('a state gives the entry where fills do not know it, and leaves the exact one where they do', () => {
  const [first, second] = chain([
    { isBuy: false, px: 100, sz: 3 },
    { isBuy: false, px: 201, sz: 3 },
  ]);
  const known = positionAfter(undefined, first!)!;
  const state = { size: -3n * coin, entryPx: coin, timeMs: 7 };
  assert.deepEqual(positionOfState(known, state), { ...known, lastMs: 7 });
  const unknown = positionAfter(undefined, { ...second!, timeMs: 1 });
  const reported = positionOfState(unknown, { ...state, size: -6n * coin })!;
  assert.deepEqual([entryPxOf(reported), reported.openedMs, reported.isCensored], [1, 1, true]);
  assert.equal(positionOfState(known, { ...state, size: 0n }), undefined);
});

test('real fills: every chain holds, and closed PnL is what the folded entry gives (docs/exchange.md#closed-pnl)', () => {
  const path = new URL('../../test/fixtures/positions/real-fills.csv', import.meta.url);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const positions = new Map<string, OpenPosition | undefined>();
  const szDecimals = new Map<string, number>();
  const rows = lines.slice(3).map((line) => line.split(','));
  for (const [, name, , , , sz] of rows) {
    const decimals = sz!.replace(/\.0$/, '').split('.')[1]?.length ?? 0;
    szDecimals.set(name!, Math.max(decimals, szDecimals.get(name!) ?? 0));
  }
  let closes = 0;
  let equal = 0;
  for (const [wallet, name, time, side, px, sz, start, closedPnl] of rows) {
    const fill: PositionFill = {
      timeMs: Number(time),
      isBuy: side === 'B',
      px: scaled(px!, 10),
      sz: scaled(sz!, 12),
      startPosition: scaled(start!, 12),
      closedPnl: scaled(closedPnl!, 12),
    };
    const key = `${wallet} ${name}`;
    const before = positions.get(key);
    if (positions.has(key)) assert.ok(continuesFrom(before, fill), `${key} at ${time}`);
    const { closedSz } = fillParts(fill);
    if (closedSz > 0n && before !== undefined && !before.isCensored) {
      const tick = 10 ** (6 - szDecimals.get(name!)!);
      const entry = Math.floor(entryPxOf(before) * tick * (1 + 1e-12)) / tick;
      const closed = Number(closedSz) / 1e12;
      const gain = (Number(px) - entry) * closed * (before.size > 0n ? 1 : -1);
      const off = Math.abs(gain - Number(closedPnl));
      const rounding = 2e-6 * Math.max(1, Math.abs(gain));
      assert.ok(off <= closed / tick + rounding, `${key} at ${time}: ${gain} is not ${closedPnl}`);
      closes += 1;
      if (off < rounding) equal += 1;
    }
    positions.set(key, positionAfter(before, fill));
  }
  // The rest are ties of the exchange's own floats, one tick of the entry apart.
  assert.ok(closes > 1_300 && equal / closes > 0.98, `${equal} of ${closes}`);
});
