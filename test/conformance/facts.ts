import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import { AnalyticsError, type AnalyticsStore, shardsOf } from '../../src/analytics/store.ts';
import { keepLiveDetails } from '../../src/ingest/facts/fact-retention.ts';
import * as tables from '../../src/ingest/facts/fact-tables.ts';
import {
  createFactWriter,
  type FactWriter,
  type FactWriterOptions,
} from '../../src/ingest/facts/fact-writer.ts';
import { candleRow } from '../../src/ingest/facts/market-rows.ts';
import { stateRows } from '../../src/ingest/facts/position-rows.ts';
import { listQuarantined, shownCharacters } from '../../src/jobs/quarantine-list.ts';
import { dayMs, hourMs, systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { StoreHarness } from '../ingest/store-harness.ts';
import { everyFact, factTime as time, factWallet as wallet } from './fact-rows.ts';
import { everyMarketFact } from './fact-rows-markets.ts';

const log = createLog({ level: 'silent' });

/** Rows of a table, as the engine writes them. */
function rowsOf(store: AnalyticsStore, columns: string, from: string): Promise<Record<string, unknown>[]> {
  const select = query({
    name: 'test_facts',
    params: {},
    row: Type.Object({}),
    sql: `SELECT ${columns} FROM ${from}`,
  });
  return store.rows(select, {}) as Promise<Record<string, unknown>[]>;
}

const filledTables = query({
  name: 'test_filled_tables',
  params: {},
  row: Type.Object({ table: Type.String() }),
  sql: `
    SELECT DISTINCT table FROM system.parts WHERE database = currentDatabase() AND active AND table != 'schema_versions'`,
});

const candleAt = (n: number, close: string) =>
  candleRow({ t: time, T: time + 59_999, s: 'BTC', i: '1m', o: '1', h: '2', l: '1', c: close, v: '3', n });

/** Guarantees of the fact writer, on any engine. */
export function factSuite(openHarness: () => Promise<StoreHarness>): void {
  describe('facts', () => {
    let harness: StoreHarness;
    let writers = 0;
    let store: AnalyticsStore;

    const writerOf = (
      analytics: FactWriterOptions['analytics'],
      options: Partial<FactWriterOptions> = {},
    ): FactWriter => {
      writers += 1;
      return createFactWriter({
        analytics,
        dir: join(harness.dir, `facts-${writers}`),
        log,
        flushMs: 1,
        retryMs: 1,
        ...options,
      });
    };
    /** A shared store, emptied before each test: creating tables dominates the cost of this suite. */
    const emptyStore = async (): Promise<AnalyticsStore> => {
      for (const shard of shardsOf(store)) {
        for (const { table } of await shard.rows(filledTables, {}))
          await shard.command(`TRUNCATE TABLE ${table}`);
      }
      return store;
    };

    before(async () => {
      harness = await openHarness();
      store = await harness.open('facts');
    });
    after(async () => {
      await store.close();
      await harness.stop();
    });

    test('every table takes its rows and gives them back exactly', async () => {
      const store = await emptyStore();
      const writer = writerOf(store);
      const every = [...everyFact, ...everyMarketFact];
      await Promise.all(every.map(({ write }) => write(writer)));
      await writer.close();
      assert.deepEqual(
        every.map(({ table }) => table.name).sort(),
        Object.values(tables)
          .map(({ name }) => name)
          .sort(),
        'a row for every table',
      );
      for (const { table, columns, expected } of every) {
        assert.deepEqual(await rowsOf(store, columns, table.name), [expected], table.name);
      }
    });

    test('quarantine is listed, what came last first, and those alone that are asked for', async () => {
      const store = await emptyStore();
      const writer = writerOf(store);
      const unusable = { line: 1, event: 0, reason: 'sz: is no number', time: 5_000 };
      await writer.write(tables.quarantine, [
        { ...unusable, source: 'hyperliquid trades', raw: '{"sz":"x"}' },
        { ...unusable, source: 'fills/12.lz4', raw: 'é'.repeat(5_000), time: 6_000 },
      ]);
      await writer.close();
      const [ofFile, ofFeed] = await listQuarantined(store);
      assert.deepEqual(ofFeed, {
        source: 'hyperliquid trades',
        line: '1',
        event: 0,
        reason: 'sz: is no number',
        raw: '{"sz":"x"}',
        metAtMs: 5_000,
      });
      assert.equal(ofFile!.raw, 'é'.repeat(shownCharacters));
      assert.deepEqual(await listQuarantined(store, { source: 'hyperliquid ' }), [ofFeed]);
    });

    test('of rows with one key the newest counts, whatever the order and the batch they come in', async () => {
      const store = await emptyStore();
      const [first, second] = [writerOf(store), writerOf(store)];
      await first.write(tables.candles, [candleAt(1, '1'), candleAt(5, '5'), candleAt(3, '3')]);
      await second.write(tables.candles, [candleAt(2, '2')]);
      await first.write(tables.candles, [candleAt(5, '5')]);
      assert.deepEqual(await rowsOf(store, 'toString(close) AS close, trades', 'candles FINAL'), [
        { close: '5', trades: '5' },
      ]);
      await first.close();
      await second.close();
    });

    test('a position that a state no longer has is closed, and its hours stay, also where both states come in one flush', async () => {
      const store = await emptyStore();
      const writer = writerOf(store);
      const summary = { accountValue: '1', totalNtlPos: '1', totalRawUsd: '1', totalMarginUsed: '1' };
      const state = {
        marginSummary: summary,
        crossMarginSummary: summary,
        crossMaintenanceMarginUsed: '1',
        withdrawable: '1',
        assetPositions: [],
        time: time + hourMs,
      };
      const owner = { wallet, dex: '' };
      const { positions } = stateRows(owner, state, ['BTC']);
      const open = { ...positions[0]!, szi: '2.5', time };
      await writer.write(tables.positions, [...positions, open]);
      await writer.write(tables.positions, [open]);
      const columns = 'coin, toString(szi) AS szi, toUnixTimestamp64Milli(time) AS time';
      assert.deepEqual(await rowsOf(store, columns, 'positions FINAL'), [
        { coin: 'BTC', szi: '0', time: String(time + hourMs) },
      ]);
      assert.deepEqual(await rowsOf(store, 'toString(szi) AS szi', 'position_hours FINAL ORDER BY hour'), [
        { szi: '2.5' },
        { szi: '0' },
      ]);
      await writer.close();
    });

    test('an insert whose answer is lost is repeated without effect', async () => {
      const store = await emptyStore();
      let lost = 0;
      const writer = writerOf({
        async insertArrow(insert) {
          await store.insertArrow(insert);
          lost += 1;
          if (lost < 3) throw new AnalyticsError('unavailable', 'insert', 'the connection broke');
        },
      });
      await writer.write(
        tables.positions,
        everyFact.flatMap(({ position }) => position ?? []),
      );
      for (const table of ['positions', 'position_hours']) {
        assert.deepEqual(await rowsOf(store, 'count() AS rows', table), [{ rows: '1' }], table);
      }
      assert.equal(lost, 3);
      await writer.close();
    });

    test('rows that the engine refuses fail their writer and zeroWallet after them', async () => {
      const store = await emptyStore();
      const writer = writerOf(store);
      await assert.rejects(writer.write(tables.candles, [candleAt(1, 'no number')]), AnalyticsError);
      await writer.write(tables.candles, [candleAt(2, '2')]);
      assert.deepEqual(await rowsOf(store, 'trades', 'candles'), [{ trades: '2' }]);
      await writer.close();
    });

    test('a row that comes while a batch is written is stored without another to push it', async () => {
      const store = await emptyStore();
      const held = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const writer = writerOf({
        async insertArrow(insert) {
          begun.resolve();
          await held.promise;
          await store.insertArrow(insert);
        },
      });
      const first = writer.write(tables.candles, [candleAt(1, '1')]);
      await begun.promise;
      const second = writer.write(tables.candles, [candleAt(2, '2')]);
      await delay(20); // waits: the second one's time must be over while the first is written
      held.resolve();
      await Promise.all([first, second]);
      await writer.close();
    });

    test('closing stores what has gathered, and refuses what comes later', async () => {
      const store = await emptyStore();
      const writer = writerOf(store, { flushMs: 600_000 });
      const written = writer.write(tables.candles, [candleAt(1, '1')]);
      await writer.close();
      await written;
      assert.deepEqual(await rowsOf(store, 'trades', 'candles'), [{ trades: '1' }]);
      await assert.rejects(writer.write(tables.candles, [candleAt(2, '2')]), /came after the end/);
    });

    test('a writer that is behind makes its callers wait, and holds two batches at most', async () => {
      const store = await emptyStore();
      const release = Promise.withResolvers<void>();
      let inserted = 0;
      const analytics = {
        async insertArrow(insert: Parameters<AnalyticsStore['insertArrow']>[0]) {
          inserted += 1;
          await release.promise;
          await store.insertArrow(insert);
        },
      };
      const writer = writerOf(analytics, { batchRows: 10 });
      const writes = Array.from({ length: 50 }, (_, i) =>
        writer.write(tables.candles, [{ ...candleAt(1, '1'), open_time: time + i * 60_000 }]),
      );
      assert.equal(writer.state().waitingRows, 10);
      release.resolve();
      await Promise.all(writes);
      assert.deepEqual(await rowsOf(store, 'count() AS rows', 'candles'), [{ rows: '50' }]);
      assert.ok(inserted >= 5, `${inserted} batches`);
      await writer.close();
    });

    test('details of live data are kept as long as asked for, and for ever where that is 0', async () => {
      const store = await emptyStore();
      const writer = writerOf(store);
      const old = systemClock.nowMs() - 40 * dayMs;
      const candle = { ...candleAt(1, '1'), open_time: old };
      await writer.write(tables.candles, [candle, { ...candle, interval: '1h' }]);
      const kept = async (days: number) => {
        await keepLiveDetails(store, days);
        await store.command('OPTIMIZE TABLE candles FINAL');
        return (await rowsOf(store, 'interval', 'candles FINAL')).map(({ interval }) => interval);
      };
      assert.deepEqual((await kept(0)).toSorted(), ['1h', '1m']);
      assert.deepEqual((await kept(60)).toSorted(), ['1h', '1m']);
      assert.deepEqual(await kept(30), ['1h']);
      await kept(0);
      await writer.write(tables.candles, [candle]);
      assert.deepEqual((await kept(0)).toSorted(), ['1h', '1m']);
      await writer.close();
    });
  });
}
