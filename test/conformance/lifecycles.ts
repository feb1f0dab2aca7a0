import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { foldedTables } from '../../src/analytics/filling/readiness.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { openSink } from '../../src/ingest/sink.ts';
import type { SourceFill } from '../../src/ingest/source-fill.ts';
import { auditLifecycles } from '../../src/lifecycles/lifecycle-audit.ts';
import { createLifecycleFold, type LifecycleFoldOptions } from '../../src/lifecycles/lifecycle-fold.ts';
import { chainFills } from '../chain-fills.ts';
import { rowsOf } from '../fill-rows.ts';
import type { StoreHarness } from '../ingest/store-harness.ts';
import { seededNumbers, sourceFills, walletOf } from '../source-fills.ts';

const startMs = Date.UTC(2026, 4, 1, 3);
const hour = 3_600_000;

/** Prices are those that were known when a lifecycle was folded. */
const rowText = (table: string, order: string, known = '') =>
  query({
    name: `test_${table}`,
    params: {},
    row: Type.Object({ row: Type.String() }),
    limits: { maxRows: 100_000 },
    sql: `SELECT toString(tuple(* EXCEPT (version${known}))) AS row FROM ${table} FINAL WHERE ${order}`,
  });
const tables = {
  lifecycles: rowText('lifecycles', 'NOT deleted ORDER BY wallet, coin, opened, id', ', mae_px, mfe_px'),
  closes: rowText('lifecycles_by_close', 'NOT deleted ORDER BY closed, wallet, id', ', mae_px, mfe_px'),
  days: rowText('lifecycle_days', 'lifecycles > 0 ORDER BY day, wallet'),
  coinDays: rowText('lifecycle_coin_days', 'lifecycles > 0 ORDER BY day, wallet, coin'),
};

const withPrices = rowText('lifecycles_by_close', 'NOT deleted ORDER BY closed, wallet, id');

const differences = query({
  name: 'test_lifecycle_sums',
  params: {},
  row: Type.Object({ wallets: Type.String(), differing: Type.String() }),
  sql: `
    SELECT toString(count()) AS wallets, toString(countIf(folded != filled)) AS differing
    FROM (
      SELECT wallet, (sum(pnl), sum(fees), sum(builder_fees)) AS folded FROM lifecycles FINAL WHERE NOT deleted GROUP BY wallet) AS folds
    FULL JOIN (
      SELECT wallet, (sum(closed_pnl), sum(fee * fee_px), sum(builder_fee * fee_px)) AS filled FROM fills GROUP BY wallet) AS sums
    USING wallet`,
});

const counts = query({
  name: 'test_lifecycle_counts',
  params: {},
  row: Type.Object({
    censored: Type.String(),
    liquidated: Type.String(),
    named: Type.String(),
    closed: Type.String(),
  }),
  sql: `
    SELECT toString(countIf(is_censored)) AS censored, toString(countIf(liquidated_fills > 0)) AS liquidated,
      toString(countIf(liquidator != toFixedString('', 20))) AS named, toString(countIf(is_closed)) AS closed
    FROM lifecycles FINAL WHERE NOT deleted`,
});

const spotChains = query({
  name: 'test_lifecycle_chains',
  params: { wallet: 'Wallet' },
  row: Type.Object({ row: Type.String() }),
  sql: `
    SELECT concat(coin, ' ', toString(fills), if(is_closed, ' closed', ' open'), ' censored ', toString(toUInt8(is_censored))) AS row
    FROM lifecycles FINAL WHERE NOT deleted AND wallet = {wallet:Wallet} ORDER BY coin, num`,
});

/** All slices of an audit. */
async function audited(store: AnalyticsStore, signal: AbortSignal) {
  const slices = auditLifecycles(store, signal);
  let slice = await slices.next();
  while (slice.done !== true) slice = await slices.next();
  return slice.value;
}

/** Contents of the lifecycle tables, however fills arrive, on any engine. */
export function lifecycleSuite(openHarness: () => Promise<StoreHarness>): void {
  describe('stored lifecycles', () => {
    let harness: StoreHarness;
    const opened: AsyncDisposable[] = [];
    before(async () => {
      harness = await openHarness();
    });
    after(async () => {
      for (const one of opened.reverse()) await one[Symbol.asyncDispose]();
      await harness.stop();
    });

    async function open(name: string, options: Partial<LifecycleFoldOptions> = {}) {
      const store = await harness.open(name);
      const journal = openJournal(join(harness.dir, name, 'journal'));
      const fold = createLifecycleFold({ store, dir: join(harness.dir, name, 'fold'), ...options });
      opened.push({
        async [Symbol.asyncDispose]() {
          await fold.close();
          await store.close();
        },
      });
      return {
        store,
        fold,
        async add(fills: readonly SourceFill[], batchFills: number) {
          const sink = openSink({ store: createBatchStore(store), journal, batchFills });
          await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
          await sink.flush();
        },
        async caughtUp() {
          const kinds: string[] = [];
          const { signal } = new AbortController();
          for (let cost = await fold.step(signal); cost !== undefined; cost = await fold.step(signal))
            kinds.push(cost.kind);
          return kinds;
        },
      };
    }
    const contents = async (store: AnalyticsStore) => ({
      lifecycles: await store.rows(tables.lifecycles, {}),
      closes: await store.rows(tables.closes, {}),
      days: await store.rows(tables.days, {}),
    });

    const fills = sourceFills(
      chainFills({
        seed: 7,
        trades: 400,
        wallets: 9,
        coins: ['BTC', 'xyz:GOLD', 'PURR/USDC', '#50'],
        fromMs: startMs,
        stepMs: hour / 4,
        missing: 20,
      }),
    );

    const [victim, liquidator] = [walletOf(0x51), walletOf(0x52)];
    const close = {
      time: startMs + hour,
      tid: 9_001,
      liquidation: { liquidatedUser: victim, markPx: '95', method: 'market' },
    };
    const takenOver = sourceFills([
      { wallet: victim, time: startMs, tid: 9_000, oid: 1 },
      { ...close, wallet: victim, oid: 2, side: 'A', startPosition: '1', closedPnl: '-5' },
      { ...close, wallet: liquidator, oid: 3 },
    ]);

    test('are the same whether fills come in order, late, or all at once', async () => {
      const { store, fold, add, caughtUp } = await open('fills', { pageFills: 90 });
      assert.deepEqual(await caughtUp(), ['range']);
      const below = seededNumbers(3);
      // The newest fills first in their order, then parts of the past in any, as imports and filled gaps bring them.
      const cut = Math.floor(fills.length / 2);
      const parts = [fills.slice(cut, -60), fills.slice(-60)];
      for (const rest of [0, 1]) parts.push(fills.slice(0, cut).filter(() => below(2) === rest));
      const reported = new Set<string>();
      const rest = new Set(fills);
      for (const part of parts) {
        const left = part.filter((fill) => rest.delete(fill));
        await add(left, 110);
        for (const kind of await caughtUp()) reported.add(kind);
      }
      await add([...rest], 110);
      for (const kind of await caughtUp()) reported.add(kind);
      // The liquidator's side comes when the victim's chain is folded already.
      for (const wallet of [victim, liquidator]) {
        await add(
          takenOver.filter((one) => one.wallet === wallet),
          110,
        );
        for (const kind of await caughtUp()) reported.add(kind);
      }
      assert.deepEqual([...reported], ['batches']);

      const followed = await contents(store);
      assert.ok(followed.lifecycles.length > 20 && followed.closes.length > 15 && followed.days.length > 5);
      const [sums] = await store.rows(differences, {});
      assert.deepEqual([sums!.differing, Number(sums!.wallets) >= 5], ['0', true]);
      const [count] = await store.rows(counts, {});
      assert.ok(Number(count!.censored) > 2 && Number(count!.liquidated) > 2);
      assert.ok(Number(count!.named) > 1 && Number(count!.named) <= Number(count!.liquidated));
      assert.equal(await fold.step(new AbortController().signal), undefined);

      const { signal } = new AbortController();
      assert.deepEqual(await audited(store, signal), []);
      await store.command('ALTER TABLE lifecycles DELETE WHERE num = 3 SETTINGS mutations_sync = 1');
      const broken = (await audited(store, signal))!;
      assert.deepEqual(
        new Set(broken.map(({ table }) => table)),
        new Set(['lifecycles', 'lifecycles_by_close', 'lifecycle_days', 'lifecycle_coin_days']),
      );
      assert.ok(broken.some(({ table, stored }) => table === 'lifecycles' && stored === 'absent'));

      for (const table of [...foldedTables, 'lifecycle_progress']) {
        await store.command(`TRUNCATE TABLE ${table}`);
      }
      const again = createLifecycleFold({
        store,
        dir: join(harness.dir, 'again'),
        rangeFills: 200,
        pieceFills: 50,
        pageFills: 90,
        summedCloses: 40,
      });
      for (let cost = await again.step(signal); cost !== undefined; cost = await again.step(signal)) {
        assert.equal(cost.kind, 'range');
      }
      await again.close();
      assert.deepEqual(await contents(store), followed);
      // Refused where its merges are still held.
      await store.command('OPTIMIZE TABLE lifecycles FINAL');
    });

    test('of a spot token follow it over its pairs, once these are listed', async () => {
      for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
      const { store, add, caughtUp } = await open('tokens', { pageFills: 3 });
      const [owner, other] = [walletOf(0x61), walletOf(0x62)];
      const at = (minutes: number) => startMs + minutes * 60_000;
      // Bought on two pairs, sold on the second and at last on the first; a pair in another token, and a perp, between them.
      const drafts = [
        { time: at(0), coin: '@107', side: 'B', sz: '2', px: '40', startPosition: '0' },
        { time: at(1), coin: '@232', side: 'B', sz: '3', px: '41', startPosition: '2', feeToken: 'USDH' },
        { time: at(2), coin: 'BTC', side: 'B', sz: '1', startPosition: '0' },
        { time: at(3), coin: '@232', side: 'A', sz: '4', px: '45', startPosition: '5', closedPnl: '17.6' },
        { time: at(4), coin: '@107', side: 'A', sz: '1', px: '46', startPosition: '1', closedPnl: '5.4' },
        { time: at(5), coin: '@150', side: 'B', sz: '1', px: '2', startPosition: '0' },
        { time: at(6), coin: '@232', side: 'B', sz: '1', px: '44', startPosition: '0' },
      ] as const;
      const fillsOf = (wallet: string) =>
        sourceFills(drafts.map((draft, i) => ({ wallet, tid: 70_000 + i, oid: i, ...draft })));
      const chains = async () => {
        const rows = await store.rows(spotChains, { wallet: owner });
        return rows.map(({ row }) => row);
      };
      await add(fillsOf(owner).slice(0, 4), 110);
      await caughtUp();
      assert.deepEqual(await chains(), [
        '@107 1 open censored 0',
        '@232 2 open censored 1',
        'BTC 1 open censored 0',
      ]);

      const pair = { kind: 'spot', collateral: 'USDC', time: startMs, is_delisted: false };
      const list = (coins: Record<string, string>) =>
        store.command(
          Object.entries(coins)
            .map(
              ([coin, chain]) =>
                `SELECT '${coin}' AS coin, toDateTime64(${pair.time / 1000}, 3) AS time, 'spot' AS kind, '${chain}' AS chain`,
            )
            .join(' UNION ALL ')
            .replace(/^/, 'INSERT INTO listed_markets (coin, time, kind, chain) '),
        );
      await list({ '@107': '@107', '@232': '@107', '@150': '@150', 'PURR/USDC': 'PURR/USDC' });
      assert.deepEqual(await caughtUp(), ['range'], 'folded again, as fills of the pairs are stored');
      assert.deepEqual(await chains(), ['@107 3 open censored 0', 'BTC 1 open censored 0']);

      await add(fillsOf(owner).slice(4), 110);
      assert.deepEqual(await caughtUp(), ['batches']);
      const whole = [
        '@107 4 closed censored 0',
        '@107 1 open censored 0',
        '@150 1 open censored 0',
        'BTC 1 open censored 0',
      ];
      assert.deepEqual(await chains(), whole);
      const { signal } = new AbortController();
      assert.deepEqual(await audited(store, signal), []);

      // A pair without trades causes no fold.
      await list({ '@300': '@107' });
      assert.deepEqual(await caughtUp(), []);
      const followed = await contents(store);
      await store.command('TRUNCATE TABLE lifecycle_progress');
      await caughtUp();
      assert.deepEqual(await contents(store), followed);

      // Of another wallet the fills come in the wrong order, the first of them hours late.
      const late = fillsOf(other);
      const newest = { wallet: walletOf(0x63), time: at(600), tid: 71_000 };
      for (const part of [late.slice(2), sourceFills([newest]), late.slice(0, 2)]) {
        await add(part, 110);
        assert.deepEqual(await caughtUp(), ['batches']);
      }
      const rows = await store.rows(spotChains, { wallet: other });
      assert.deepEqual(
        rows.map(({ row }) => row),
        whole,
      );
      assert.deepEqual(await audited(store, signal), []);
    });

    test('that stay where fills of others are taken out have the prices of those that are left', async () => {
      const { wallet } = fills[0]!;
      const others = fills.filter((fill) => fill.wallet !== wallet);
      async function rowsAfter(name: string, given: readonly SourceFill[], forget: boolean) {
        // An embedded engine has one store at a time.
        for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
        const { store, add, caughtUp } = await open(name);
        await add(given, 500);
        await caughtUp();
        if (forget) await createBatchStore(store).forget({ wallet });
        return { kinds: await caughtUp(), rows: await store.rows(withPrices, {}) };
      }
      const left = await rowsAfter('forgotten', fills, true);
      assert.deepEqual(left.kinds, ['range']);
      const without = await rowsAfter('without', others, false);
      assert.ok(left.rows.length > 20, `${left.rows.length} closed`);
      assert.deepEqual(left.rows, without.rows);
    });
  });
}
