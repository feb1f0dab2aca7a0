import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { crossLiquidationPrice, isolatedLiquidationPrice } from './liquidation-price.ts';
import { createMarginTable, maintenanceMargin } from './margin-tiers.ts';

const tiered = createMarginTable([
  { lowerBound: 0, maxLeverage: 10 },
  { lowerBound: 3e6, maxLeverage: 5 },
]);

test('maintenance margin is continuous over the bound of a tier', () => {
  assert.equal(maintenanceMargin(tiered, 1e6), 50_000);
  assert.ok(Math.abs(maintenanceMargin(tiered, 3e6 - 1e-6) - maintenanceMargin(tiered, 3e6)) < 1e-6);
  assert.equal(maintenanceMargin(tiered, 4e6), 150_000 + 100_000);
});

test('margin tiers that do not ascend from 0 are refused', () => {
  assert.throws(() => createMarginTable([]), /begin with lowerBound 0/);
  assert.throws(() => createMarginTable([{ lowerBound: 5, maxLeverage: 3 }]), /begin with lowerBound 0/);
  const falling = [0, 7, 7].map((lowerBound) => ({ lowerBound, maxLeverage: 3 }));
  assert.throws(() => createMarginTable(falling), /ascend/);
});

test('at the liquidation price the account is worth exactly its maintenance margin, in any tier', () => {
  const amount = fc.double({ min: 1, max: 1e8, noNaN: true });
  fc.assert(
    fc.property(amount, amount, fc.boolean(), amount, (size, markPx, long, accountValue) => {
      const szi = long ? size : -size;
      const otherMaintenance = accountValue / 3;
      const price = crossLiquidationPrice({ szi, markPx, accountValue, otherMaintenance, table: tiered });
      if (price === undefined) {
        assert.ok(long, 'a short always has a price that liquidates it');
        return;
      }
      const value = accountValue + szi * (price - markPx);
      const needed = otherMaintenance + maintenanceMargin(tiered, size * price);
      const scale = Math.max(accountValue, size * markPx, size * price);
      assert.ok(Math.abs(value - needed) <= 1e-9 * scale, `${value} is not ${needed}`);
    }),
  );
});

test('a position of no size has no liquidation price', () => {
  assert.equal(isolatedLiquidationPrice({ szi: 0, rawUsd: 5, table: tiered }), undefined);
});
