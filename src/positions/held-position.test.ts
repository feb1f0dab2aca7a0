import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crossLiquidationPrice, isolatedLiquidationPrice } from '../domain/liquidation-price.ts';
import { createMarginTable } from '../domain/margin-tiers.ts';
import type { PositionFill } from '../domain/open-position.ts';
import {
  type HeldPosition,
  heldAfterFills,
  heldAfterState,
  type PositionState,
  shownPosition,
} from './held-position.ts';
import { basis } from './position-columns.ts';

const table = createMarginTable([
  { lowerBound: 0, maxLeverage: 20 },
  { lowerBound: 5_000, maxLeverage: 10 },
]);

function fill(timeMs: number, signed: number, px: number, start: number): PositionFill {
  return {
    timeMs,
    isBuy: signed > 0,
    px: BigInt(px) * 10n ** 10n,
    sz: BigInt(Math.abs(signed)) * 10n ** 12n,
    startPosition: BigInt(start) * 10n ** 12n,
    closedPnl: 0n,
  };
}

function state(timeMs: number, size: number, more: Partial<PositionState> = {}): PositionState {
  return {
    timeMs,
    firstMs: timeMs,
    size,
    entryPx: 100,
    leverage: 5,
    isIsolated: false,
    maxLeverage: 20,
    marginUsed: 200,
    liquidationPx: 50,
    fundingSinceOpen: 1.5,
    debt: Number.NaN,
    ...more,
  };
}

const shown = (held: HeldPosition | undefined) => held && shownPosition(held, () => table);
const opened = () => heldAfterFills(undefined, [fill(1, 10, 100, 0)]);

test('of a fill and a state the newer one counts, at the same moment the state', () => {
  const reported = shown(heldAfterState(opened(), state(1, 10, { entryPx: 100.5 }), 1))!;
  assert.deepEqual(
    [reported.basis, reported.entryPx, reported.openedMs, reported.updatedMs],
    [basis.state, 100.5, 1, 1],
  );
  const later = heldAfterFills(heldAfterState(opened(), state(5, 10), 1), [fill(6, 5, 130, 10)]);
  const after = shown(later)!;
  assert.deepEqual([after.basis, after.size, after.entryPx, after.updatedMs], [basis.fill, 15, 110, 6]);
  assert.deepEqual([after.leverage, after.marginUsed, after.fundingSinceOpen], [5, 200, 1.5]);
});

test('a state that is older than the newest fill gives leverage and margin alone', () => {
  const held = heldAfterFills(opened(), [fill(9, 5, 130, 10)]);
  const reported = shown(heldAfterState(held, state(8, 10), 9))!;
  assert.deepEqual(
    [reported.basis, reported.size, reported.leverage, reported.marginUsed],
    [basis.fill, 15, 5, 200],
  );
  assert.ok(Number.isNaN(reported.liquidationPx));
  // States of a closed position, or of an earlier one, say nothing about this one.
  assert.equal(heldAfterState(held, state(8, 0), 9), held);
  const reopened = heldAfterFills(undefined, [fill(9, 5, 130, 0)]);
  assert.equal(heldAfterState(reopened, state(8, 10), 9), reopened);
  assert.equal(heldAfterState(undefined, state(8, 10), 9), undefined);
});

test('a position that a state or a fill closes is gone, and its leverage with it', () => {
  assert.equal(heldAfterState(opened(), state(2, 0), 1), undefined);
  const held = heldAfterState(opened(), state(2, 10), 1);
  assert.equal(heldAfterFills(held, [fill(3, -10, 90, 10)]), undefined);
  for (const next of [[fill(3, -10, 90, 10), fill(4, 3, 80, 0)], [fill(4, -13, 80, 10)]]) {
    const reported = shown(heldAfterFills(held, next))!;
    assert.deepEqual(
      [reported.stateMs, reported.leverage, reported.openedMs, reported.entryPx],
      [0, 0, 4, 80],
    );
  }
});

test('fills of which some are missing go on from the state between them', () => {
  const held = heldAfterState(opened(), state(5, 40, { entryPx: 120 }), 1);
  const reported = shown(heldAfterFills(held, [fill(6, 40, 140, 40)]))!;
  assert.deepEqual([reported.size, reported.entryPx, reported.openedMs], [80, 130, 1]);
});

test('after fills a cross position is liquidated where the account that paid for them is', () => {
  const [size, markPx, accountValue, otherMaintenance] = [10, 110, 420, 35];
  const debt = otherMaintenance - accountValue + size * markPx;
  const held = heldAfterState(opened(), state(5, size, { debt }), 1);
  const fills = [fill(6, 5, 90, 10), fill(7, -3, 115, 15), fill(8, 60, 100, 12)];
  // Gain or loss until the mark of the state.
  const gains = [5 * (110 - 90), -3 * (110 - 115), 60 * (110 - 100)];
  let signed = size;
  let value = accountValue;
  for (const [i, one] of fills.entries()) {
    signed += [5, -3, 60][i]!;
    value += gains[i]!;
    const reported = shown(heldAfterFills(held, fills.slice(0, i + 1)))!;
    const expected = crossLiquidationPrice({
      szi: signed,
      markPx,
      accountValue: value,
      otherMaintenance,
      table,
    })!;
    assert.ok(
      Math.abs(reported.liquidationPx - expected) < 1e-9,
      `${one.timeMs}: ${reported.liquidationPx} ${expected}`,
    );
  }
});

test('a state whose account comes a moment later gives the liquidation price then', () => {
  const early = heldAfterState(opened(), state(5, 10), 1);
  const reported = heldAfterState(early, state(5, 10, { debt: 900 }), 1);
  assert.ok(Number.isNaN(shown(heldAfterFills(early, [fill(6, 5, 90, 10)]))!.liquidationPx));
  assert.ok(shown(heldAfterFills(reported, [fill(6, 5, 90, 10)]))!.liquidationPx > 0);
  assert.equal(heldAfterState(reported, state(5, 10), 1), reported);
});

test('an isolated position brings margin for what it opens, and gives back its share of what it closes', () => {
  const rawUsd = -800;
  const held = heldAfterState(opened(), state(5, 10, { isIsolated: true, debt: -rawUsd }), 1);
  const more = shown(heldAfterFills(held, [fill(6, 5, 90, 10)]))!;
  const expected = (cash: number, szi: number) => isolatedLiquidationPrice({ szi, rawUsd: cash, table })!;
  assert.ok(Math.abs(more.liquidationPx - expected(rawUsd - 450 + 450 / 5, 15)) < 1e-9);
  const less = shown(heldAfterFills(held, [fill(6, -5, 90, 10)]))!;
  assert.ok(Math.abs(less.liquidationPx - expected(rawUsd / 2, 5)) < 1e-9);
});

test('an entry that a state does not say is that of the fills where they show the same position, else not known', () => {
  const entryPx = Number.NaN;
  assert.equal(shown(heldAfterState(opened(), state(5, 10, { entryPx }), 1))!.entryPx, 100);
  assert.ok(Number.isNaN(shown(heldAfterState(opened(), state(5, 12, { entryPx }), 1))!.entryPx));
  const alone = heldAfterState(undefined, state(5, 10, { entryPx, leverage: 0 }), 0);
  assert.ok(Number.isNaN(shown(alone)!.entryPx));
  // A partial close reveals the cost of the rest.
  const closing = { ...fill(6, -5, 130, 10), closedPnl: 150n * 10n ** 12n };
  assert.equal(shown(heldAfterFills(alone, [closing]))!.entryPx, 100);
});
