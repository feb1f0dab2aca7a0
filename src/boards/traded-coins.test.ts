import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { traderRanges } from './traded-coins.ts';

test('ranges hold every wallet of every coin, and few rows each', () => {
  const rows = fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 40_000 }), fc.nat({ max: 400_000 }));
  const wallet = fc.uint8Array({ minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 30 }), wallet, (counts, bytes) => {
      const coins = counts.map((rows, i) => ({ coin: `C${String(i).padStart(2, '0')}`, rows }));
      const address = `0x${Buffer.from(bytes).toString('hex')}`;
      const ranges = traderRanges(coins);
      for (const { coin } of coins) {
        const holding = ranges.filter(({ fromCoin, toCoin, from, to }) => {
          return fromCoin <= coin && coin <= toCoin && from <= address && address <= to;
        });
        assert.equal(holding.length, 1, coin);
      }
      const least = counts.reduce((sum, count) => sum + count, 0) / 32_768;
      assert.ok(ranges.length <= 4 * least + coins.length && ranges.length >= least);
    }),
    { numRuns: 50 },
  );
});
