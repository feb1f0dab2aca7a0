import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openChdb } from '../analytics/chdb.ts';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { coinHour } from '../analytics/derived/tables/coins.ts';
import { fillDerived } from '../analytics/filling/fill.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { createWalletIndex } from '../domain/wallet-index.ts';
import { createCoins } from './coins.ts';
import { traderRanges } from './traded-coins.ts';

test('newest trades are known once hours are filled, though no batch comes: an archive has none', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-traded-coins-'));
  const store = await openChdb({ dir, readSessions: 1 });
  const closing = new AbortController();
  try {
    await migrateAnalytics(
      store,
      derivedTables.filter((table) => table !== coinHour),
    );
    await store.command(`
      INSERT INTO fills (wallet, time, coin, px, sz, market)
      SELECT unhex(repeat('01', 20)), toDateTime64('2026-05-01 00:00:00', 3, 'UTC') + number, 'BTC', 7 + number, 1, 1 FROM numbers(3)`);
    const { coins, view } = createCoins(store, createWalletIndex(), closing.signal);
    const look = { seq: 0, atMs: 0, folds: [] } as never;
    await view.load(look, async () => undefined);
    assert.equal(await view.tend!(look), false);
    assert.deepEqual([(await coins.mostTraded())[0]!.fills, coins.lastTrade('BTC')], [3, undefined]);
    const { signal } = closing;
    await fillDerived({ store, tables: [coinHour], inTurn: (work) => work(), signal });
    assert.equal(await view.tend!(look), true);
    assert.equal(Number(coins.lastTrade('BTC')!.px), 9);
    assert.equal((await coins.mostTraded())[0]!.fills, 3);
    assert.equal(await view.tend!(look), false);
  } finally {
    closing.abort();
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

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
