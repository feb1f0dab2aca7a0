import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { FixedSizeBinary, Int64, Table, tableToIPC, Uint64, vectorFromArray } from 'apache-arrow';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import { type ArrowInsert, shardsOf } from '../../src/analytics/store.ts';
import type { OpenStore } from './analytics.ts';

// Rows over two partitions or more, a price that a Float64 cannot hold, and a dependent view.
const schema = [
  `CREATE TABLE trade (wallet FixedString(20), time DateTime64(3, 'UTC'), price Decimal(18, 8), tid UInt64)
    ENGINE = MergeTree PARTITION BY toYYYYMM(time) ORDER BY (wallet, time) SETTINGS non_replicated_deduplication_window = 1000`,
  `CREATE TABLE trade_1d (day Date, trades UInt64, price Decimal(38, 8))
    ENGINE = SummingMergeTree ORDER BY day SETTINGS non_replicated_deduplication_window = 1000`,
  `CREATE MATERIALIZED VIEW trade_1d_from_trade TO trade_1d AS
    SELECT toDate(time) AS day, count() AS trades, sum(price) AS price FROM trade GROUP BY day`,
];

const totals = query({
  name: 'insert.totals',
  params: {},
  row: Type.Object({
    rows: Type.String(),
    price: Type.String(),
    rollup: Type.String(),
    rollupPrice: Type.String(),
  }),
  sql: `SELECT count() AS rows, sum(price) AS price, (SELECT sum(trades) FROM trade_1d) AS rollup,
    (SELECT sum(price) FROM trade_1d) AS rollupPrice FROM trade`,
});

const walletOf = (n: number) => Buffer.from((n % 7).toString(16).padStart(40, '0'), 'hex');
const januaryMs = Date.UTC(2026, 0, 31, 12);
const priceUnits = 9_007_199_254_740_993n;

/** An Arrow stream of `rows` trades from number `first` on, in as many record batches as asked. */
function arrowTrades(first: number, rows: number, batches = 1): Uint8Array {
  const tables = Array.from({ length: batches }, (_, batch) => {
    const numbers = Array.from({ length: rows / batches }, (_, i) => first + batch * (rows / batches) + i);
    return new Table({
      wallet: vectorFromArray(numbers.map(walletOf), new FixedSizeBinary(20)),
      time: vectorFromArray(
        numbers.map((n) => BigInt(januaryMs + n * 60_000)),
        new Int64(),
      ),
      price: vectorFromArray(
        numbers.map(() => priceUnits),
        new Int64(),
      ),
      tid: vectorFromArray(numbers.map(BigInt), new Uint64()),
    });
  });
  return tableToIPC(tables[0]!.concat(...tables.slice(1)), 'stream');
}

export function insertGuarantees(store: OpenStore): void {
  describe('inserts', () => {
    let directory: string;
    let files = 0;
    before(async () => {
      directory = mkdtempSync(join(tmpdir(), 'tidemark-arrow-'));
      for (const statement of schema) await store.current.command(statement);
    });
    after(() => rmSync(directory, { recursive: true, force: true }));

    function insertOf(token: string, content: Uint8Array): ArrowInsert {
      const file = join(directory, `${++files}.arrow`);
      writeFileSync(file, content);
      return {
        file,
        structure: 'wallet FixedString(20), time Int64, price Int64, tid UInt64',
        target: 'trade (wallet, time, price, tid)',
        select: `wallet, fromUnixTimestamp64Milli(time, 'UTC'), reinterpret(price, 'Decimal(18, 8)'), tid`,
        token,
      };
    }
    /** The table and its rollup hold exactly `rows` trades, to the last digit. */
    async function holds(rows: number): Promise<void> {
      const units = (BigInt(rows) * priceUnits).toString().padStart(9, '0');
      const price = `${units.slice(0, -8)}.${units.slice(-8)}`.replace(/\.?0+$/, '');
      assert.deepEqual(await store.current.rows(totals, {}), [
        { rows: String(rows), price, rollup: String(rows), rollupPrice: price },
      ]);
    }
    beforeEach(async () => {
      await store.current.command('TRUNCATE TABLE trade');
      await store.current.command('TRUNCATE TABLE trade_1d');
    });

    test('a file inserted twice under one token counts once, in the table and in its view', async () => {
      const insert = insertOf('twice', arrowTrades(0, 5_000));
      await store.current.insertArrow(insert);
      await holds(5_000);
      await store.current.insertArrow(insert);
      await holds(5_000);
    });

    test('the token names the batch, not its rows: equal rows under another token count again', async () => {
      const content = arrowTrades(0, 1_000);
      await store.current.insertArrow(insertOf('first', content));
      await store.current.insertArrow(insertOf('second', content));
      await holds(2_000);
      await store.current.insertArrow(insertOf('first', arrowTrades(200, 1_400)));
      await holds(2_000);
    });

    test('rows are grouped on their way in where the insert says by what', async () => {
      const insert = {
        ...insertOf('grouped', arrowTrades(0, 5_000)),
        select: "wallet, fromUnixTimestamp64Milli(min(time), 'UTC'), 1, toUInt64(count())",
        groupBy: 'wallet',
      };
      await store.current.insertArrow(insert);
      const grouped = query({
        name: 'test_grouped',
        params: {},
        row: Type.Object({ rows: Type.String(), wallets: Type.String(), trades: Type.String() }),
        sql: 'SELECT toString(count()) AS rows, toString(uniqExact(wallet)) AS wallets, toString(sum(tid)) AS trades FROM trade',
      });
      const [row] = await store.current.rows(grouped, {});
      assert.equal(row!.rows, row!.wallets);
      assert.equal(row!.trades, '5000');
    });

    test('a file of many record batches is still one insert', async () => {
      const insert = insertOf('many', arrowTrades(0, 60_000, 20));
      await store.current.insertArrow(insert);
      await store.current.insertArrow(insert);
      await holds(60_000);
      const parts = query({
        name: 'insert.parts',
        params: {},
        row: Type.Object({ most: Type.String() }),
        sql: `SELECT max(parts) AS most FROM (SELECT partition, uniqExact(min_block_number) AS parts FROM system.parts
          WHERE database = currentDatabase() AND table = 'trade' AND level = 0 AND active GROUP BY partition)`,
      });
      for (const shard of shardsOf(store.current))
        assert.deepEqual(await shard.rows(parts, {}), [{ most: '1' }]);
    });

    test('a condition that does not hold inserts nothing, and leaves the token to be used', async () => {
      const onlyIf = '(SELECT count() FROM trade_1d) = ';
      const insert = insertOf('conditional', arrowTrades(0, 5_000));
      await store.current.insertArrow({ ...insert, onlyIf: `${onlyIf}7` });
      await holds(0);
      await store.current.insertArrow({ ...insert, onlyIf: `${onlyIf}0` });
      await holds(5_000);
    });

    test('a file of any bytes is one text, and comes back as it was', async () => {
      const bytes = new Uint8Array(70_000).map((_, i) => (i * 31 + (i >> 8)) % 256);
      const { file } = insertOf('', bytes);
      await store.current.command(
        'CREATE TABLE IF NOT EXISTS blobs (n UInt8, blob String) ENGINE = MergeTree ORDER BY n',
      );
      const blob = { file, format: 'RawBLOB', structure: 'blob String', target: 'blobs (n, blob)' } as const;
      await store.current.insertArrow({ ...blob, select: '7, blob', token: '' });
      const stored = query({
        name: 'insert.blob',
        params: {},
        row: Type.Object({}),
        sql: 'SELECT n, blob FROM blobs',
      });
      const answer = await store.current.bytes(stored, {});
      // A varint length of three bytes separates the two.
      assert.deepEqual([answer[0], answer.length], [7, 1 + 3 + bytes.length]);
      assert.ok(Buffer.from(bytes).equals(answer.subarray(4)));
    });

    test('the same token sent at the same time from several callers counts once', async () => {
      const insert = insertOf('race', arrowTrades(0, 5_000));
      await Promise.all([1, 2, 3, 4].map(() => store.current.insertArrow(insert)));
      await holds(5_000);
    });

    test('a token is remembered after the store was closed and opened again', async () => {
      const insert = insertOf('reopened', arrowTrades(0, 5_000, 2));
      await store.current.insertArrow(insert);
      await store.reopen();
      await store.current.insertArrow(insert);
      await holds(5_000);
    });

    test('a broken file adds nothing, and its token stays free for the whole one', async () => {
      const whole = arrowTrades(0, 60_000, 20);
      await assert.rejects(
        store.current.insertArrow(insertOf('torn', whole.subarray(0, whole.length * 0.7))),
        {
          name: 'AnalyticsError',
          failure: 'engine',
        },
      );
      await store.current.insertArrow(insertOf('torn', whole));
      await holds(60_000);
    });

    test('a file that is not there is an error that names the insert', async () => {
      const insert = { ...insertOf('absent', new Uint8Array()), file: join(directory, 'absent.arrow') };
      await assert.rejects(store.current.insertArrow(insert), {
        name: 'AnalyticsError',
        queryName: 'insert trade',
      });
    });

    test('a wallet of a query, and a list of them behind arrayJoin, prunes by the primary key', async () => {
      await store.current.insertArrow(insertOf('pruned', arrowTrades(0, 40_000)));
      await store.current.command('OPTIMIZE TABLE trade FINAL');
      const wallet = `0x${walletOf(6).toString('hex')}`;
      const params = { wallet: 'Wallet', list: 'Array(Wallet)' } as const;
      // The engine reads `wallet IN {list:Array(Wallet)}` as has(list, wallet), and every granule for it.
      for (const condition of [
        'wallet = {wallet:Wallet}',
        'wallet IN (SELECT arrayJoin({list:Array(Wallet)}))',
      ]) {
        const explain = query({
          name: 'insert.explain',
          params,
          row: Type.Object({ explain: Type.String() }),
          sql: `EXPLAIN indexes = 1 SELECT count() FROM trade WHERE ${condition}`,
        });
        const rows = await store.current.rows(explain, { wallet, list: [wallet] });
        const plan = rows.map((row) => row.explain).join('\n');
        const granules = [...plan.matchAll(/Granules: (\d+)\/(\d+)/g)].at(-1);
        assert.ok(
          granules !== undefined && Number(granules[1]) < Number(granules[2]),
          `${condition}: granules read: ${granules?.[0]}`,
        );
      }
    });
  });
}
