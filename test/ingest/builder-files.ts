/** A builder's daily files over fills that were read live, and the archive's records after both. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { compressFrameSync } from 'lz4-napi';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { recoverBatches } from '../../src/ingest/recover.ts';
import { openSink } from '../../src/ingest/sink.ts';
import type { SourceFill } from '../../src/ingest/source-fill.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { audit } from '../../src/jobs/audit.ts';
import { builderFills, builderOf } from '../builder-fills.ts';
import { rowsOf } from '../fill-rows.ts';
import { type FillDraft, sourceFills, walletOf } from '../source-fills.ts';
import type { StoreHarness } from './store-harness.ts';

const nowMs = Date.UTC(2026, 4, 2, 12);
const header =
  'time,user,coin,side,px,sz,crossed,special_trade_type,tif,is_trigger,counterparty,closed_pnl,twap_id,builder_fee';
const signal = new AbortController().signal;

/** Two equal fills in the same second through the same builder, or two equal fills through different builders. */
const alike = (tid: number, n: number, time: number): FillDraft => ({
  wallet: walletOf(77),
  coin: 'ETH',
  time,
  px: '10',
  sz: '3',
  tid,
  oid: tid,
  fee: '1',
  builder: builderOf(n),
  builderFee: '0.03',
  block: 5_000,
});
const archive: SourceFill[] = [
  ...builderFills({ seed: 4, count: 150, builders: 3, wallets: 12, days: 2, nowMs }).map((one, i) => ({
    ...one,
    fill: { ...one.fill, tid: 10_000 + i, oid: 20_000 + i, ...(i % 9 === 0 && { twapId: 30 + i }) },
  })),
  ...sourceFills([alike(1, 1, nowMs + 10), alike(2, 1, nowMs + 900)]),
  ...sourceFills([alike(3, 1, nowMs + 5_010), alike(4, 2, nowMs + 5_020)]),
];
/** The same fills as the exchange's API has them. */
const live = archive.map(({ fill: { builder, twapId, ...fill }, ...one }) => ({ ...one, fill, block: 0 }));
const ofBuilder = (n: number) =>
  archive.filter(({ fill }) => fill.builder === builderOf(n) && Number(fill.builderFee ?? 0) > 0);
const lineOf = ({ wallet, fill }: SourceFill) =>
  [
    new Date(fill.time).toISOString().replace(/\.\d+Z/, 'Z'),
    wallet,
    fill.coin,
    fill.side === 'B' ? 'Bid' : 'Ask',
    fill.px,
    fill.sz,
    fill.crossed,
    'Na',
    'Ioc',
    false,
    walletOf(9),
    fill.closedPnl,
    fill.twapId ?? '',
    fill.builderFee,
  ].join(',');

const attributed = query({
  name: 'test_attributed',
  params: {},
  row: Type.Object({ row: Type.String() }),
  limits: { maxRows: 10_000 },
  sql: `
    SELECT concat(lower(hex(builder)), ' ', lower(hex(wallet)), ' ', coin, ' ', toString(toUnixTimestamp64Milli(time)), ' ',
      toString(builder_fee)) AS row
    FROM builder_fills ORDER BY row`,
});
const stored = query({
  name: 'test_stored',
  params: {},
  row: Type.Object({ row: Type.String() }),
  limits: { maxRows: 10_000 },
  sql: `
    SELECT toString(tuple(lower(hex(wallet)), coin, toUnixTimestamp64Milli(time), tid, lower(hex(builder)), builder_fee, twap_id, block)) AS row
    FROM fills ORDER BY row`,
});
const rowOf = ({ wallet, fill }: SourceFill) =>
  `${fill.builder!.slice(2)} ${wallet.slice(2)} ${fill.coin} ${fill.time} ${fill.builderFee}`;

/** What becomes of them, on whichever engine. */
export function builderFileSuite(openHarness: () => Promise<StoreHarness>): void {
  describe("a builder's daily files", () => {
    let harness: StoreHarness;
    let store: AnalyticsStore;
    before(async () => {
      harness = await openHarness();
      store = await harness.open('builders');
      await take(store, live, 'hyperliquid');
    });
    after(async () => {
      await store.close();
      await harness.stop();
    });

    const journal = () => openJournal(join(harness.dir, 'journal'));
    async function take(into: AnalyticsStore, fills: readonly SourceFill[], file: string) {
      const sink = openSink({ store: createBatchStore(into), journal: journal(), stored: {} });
      await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file });
      await sink.flush();
      return sink.counts;
    }
    async function importing(n: number, lines: readonly string[], name = `${n}.csv.lz4`) {
      const file = join(harness.dir, name);
      writeFileSync(file, compressFrameSync(Buffer.from(`${[header, ...lines].join('\n')}\n`)));
      const { fills, completed, duplicates, unattributed, quarantined } = await runPipeline({
        source: await openArchive({ paths: [file] }, { builder: builderOf(n) }),
        store: createBatchStore(store),
        journal: journal(),
        signal,
        onProgress: () => undefined,
        stored: { builder: builderOf(n) },
      });
      return { fills, completed, duplicates, unattributed, quarantined };
    }
    const rows = async (params: typeof stored) => (await store.rows(params, {})).map(({ row }) => row);
    const auditNow = async () => (await audit(store, () => undefined, signal)).differences;

    test('name the fills that they are of, once; what no fill or too many could be is counted', async () => {
      const own = ofBuilder(1);
      const clear = own.filter(({ fill }) => fill.tid !== 3);
      assert.ok(clear.length > 20);
      const stranger = lineOf({ ...own[0]!, wallet: walletOf(0x999) });
      const bad = lineOf(own[0]!).replace(/,(Bid|Ask),/, ',Buy,');
      const lines = [...own.map(lineOf), stranger, bad];
      const expected = { fills: 0, completed: clear.length, duplicates: 0, unattributed: 2, quarantined: 1 };
      assert.deepEqual(await importing(1, lines), expected);
      assert.deepEqual(await rows(attributed), clear.map(rowOf).sort());
      assert.deepEqual(await importing(1, lines, 'again.csv.lz4'), {
        ...expected,
        completed: 0,
        duplicates: clear.length,
      });
      assert.deepEqual(await rows(attributed), clear.map(rowOf).sort());
      assert.deepEqual(await auditNow(), []);
    });

    test("before the archive's records, or without, leave every figure as a store has it that saw the archive alone", async () => {
      const broken: AnalyticsStore = {
        ...store,
        command: (sql, options) =>
          sql.includes('ATTACH') ? Promise.reject(new Error('cut off')) : store.command(sql, options),
      };
      // Killed while changing stored rows, then imported again.
      await assert.rejects(take(broken, archive, '/archive/9.lz4'), /cut off/);
      await recoverBatches(createBatchStore(store), journal());
      const { fills } = await take(store, archive, '/archive/9.lz4');
      assert.equal(fills, 0);
      assert.deepEqual(await auditNow(), []);
      const both = { fills: await rows(stored), builders: await rows(attributed) };
      assert.equal(both.fills.length, archive.length);
      for (const { table } of await store.rows(filledTables, {}))
        await store.command(`TRUNCATE TABLE ${table}`);
      await take(store, archive, '/archive/9.lz4');
      assert.deepEqual(both, { fills: await rows(stored), builders: await rows(attributed) });
    });
  });
}

const filledTables = query({
  name: 'test_filled_tables',
  params: {},
  row: Type.Object({ table: Type.String() }),
  sql: `
    SELECT DISTINCT table FROM system.parts WHERE database = currentDatabase() AND active AND table != 'schema_versions'`,
});
