import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { compressFrameSync } from 'lz4-napi';
import { Type } from 'typebox';
import { fundingPayments } from '../../src/analytics/funding-sql.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { importedBlocks } from '../../src/ingest/blocks/imported-blocks.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { dayMs, systemClock } from '../../src/kernel/clock.ts';
import { hourFile } from './follow-harness.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';
import { generateMisc } from './generated-misc.ts';
import { chdbHarness, type StoreHarness } from './store-harness.ts';
import { ledgerTables, tableSums } from './table-sums.ts';

const startMs = Date.UTC(2026, 3, 1, 6, 30);
const options = { seed: 9, blocks: 90, wallets: 30, startMs, stepMs: 60_000 };
const blocks = [...generateMisc(options)];
const payments = blocks.reduce((sum, block) => sum + block.payments, 0);
const updates = blocks.reduce((sum, block) => sum + block.updates, 0);
let harness: StoreHarness;
let databases = 0;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

async function openStore() {
  databases += 1;
  const store = await harness.open(`ledger${databases}`);
  const root = join(harness.dir, `files${databases}`);
  const ledger = createCoverageLedger({ analytics: store, clock: systemClock });
  return {
    store,
    root,
    path(kind: string, name: string) {
      const path = join(root, kind, 'hourly', name);
      mkdirSync(dirname(path), { recursive: true });
      return path;
    },
    async import(paths = [root]) {
      return runPipeline({
        source: await openArchive({ paths }),
        store: createBatchStore(store),
        journal: openJournal(join(harness.dir, `journal${databases}`)),
        blocks: await importedBlocks(ledger),
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
    },
    async covered(feed: string) {
      const params = { feed, fromMs: 0, toMs: Date.UTC(2100, 0), states: ['covered', 'open'] as const };
      return (await ledger.read(params)).map(({ state, fromBlock, toBlock }) => [state, fromBlock, toBlock]);
    },
  };
}

function writeHours(path: (name: string) => string): void {
  for (const { timeMs, text } of blocks) appendFileSync(path(hourFile(timeMs)), text);
}

const quarantined = query({
  name: 'test_quarantined_events',
  params: {},
  row: Type.Object({ line: Type.String(), event: Type.Integer(), reason: Type.String() }),
  sql: 'SELECT line, event, reason FROM quarantine FINAL ORDER BY line, event',
});
const paid = query({
  name: 'test_paid',
  params: {},
  row: Type.Object({ hours: Type.String(), usdc: Type.String() }),
  sql: `SELECT toString(count()) AS hours, toString(sum(usdc)) AS usdc FROM ${fundingPayments()}`,
});
const sumsOf = (store: AnalyticsStore) => tableSums(store, ledgerTables);

test('an import takes misc events, plain and packed, by block and event by event, once however often', async () => {
  const byBlock = await openStore();
  writeHours((name) => byBlock.path('misc_events_by_block', name));
  const done = await byBlock.import();
  assert.deepEqual(
    [done.payments, done.updates, done.unknownUpdates, done.fills, done.quarantined, done.blocks],
    [payments, updates, 18, 0, 0, 90],
  );
  const sums = await sumsOf(byBlock.store);
  assert.deepEqual(
    Object.values(sums).map(({ rows }) => Number(rows)),
    [payments, updates],
  );
  const block = (at: number) => blocks[at]!.number;
  assert.deepEqual(await byBlock.covered('node_misc_events'), [['covered', block(0), block(89)]]);
  assert.deepEqual(await byBlock.covered('node_fills'), []);
  assert.equal((await byBlock.store.rows(paid, {}))[0]!.hours, String(payments));
  await byBlock.import();
  assert.deepEqual(await sumsOf(byBlock.store), sums, 'a repeat');
  await byBlock.store.close();

  const packed = await openStore();
  const file = packed.path('misc_events_by_block', '20260401/6.lz4');
  writeFileSync(file, compressFrameSync(Buffer.from(blocks.map(({ text }) => text).join(''))));
  await packed.import([file]);
  assert.deepEqual(await sumsOf(packed.store), sums, 'in an LZ4 frame');
  await packed.store.close();

  const plain = await openStore();
  for (const { text } of blocks) {
    const { events } = JSON.parse(text) as { events: object[] };
    for (const event of events)
      appendFileSync(plain.path('misc_events', '20260401/6'), `${JSON.stringify(event)}\n`);
  }
  await plain.import();
  assert.deepEqual(await sumsOf(plain.store), sums, 'event by event');
  await plain.store.close();
});

test('fills and misc events of one directory are each in their own tables, gaps and coverage', async () => {
  const both = await openStore();
  // Their first blocks are empty: only the path reveals their kind.
  const empty = (number: number) =>
    `{"local_time":"2026-04-01T06:29:00.1","block_time":"2026-04-01T06:29:00.0","block_number":${number},"events":[]}\n`;
  const first = blocks[0]!.number;
  const [fillPath, miscPath] = ['node_fills_by_block', 'misc_events_by_block'].map((kind) =>
    both.path(kind, '20260401/6'),
  );
  appendFileSync(fillPath!, empty(first - 1));
  appendFileSync(miscPath!, empty(first - 1));
  const fills = [...generateBlocks({ seed: 5, blocks: 90, wallets: 20, startMs, stepMs: 60_000 })];
  for (const block of fills) appendFileSync(fillPath!, `${blockLine(block)}\n`);
  for (const { text, number } of blocks) if (number !== first + 7) appendFileSync(miscPath!, text);
  const done = await both.import();
  assert.equal(
    done.fills,
    fills.reduce((sum, { events }) => sum + events.length, 0),
  );
  assert.equal(done.updates, updates - blocks[7]!.updates);
  assert.deepEqual(await both.covered('node_fills'), [['covered', first - 1, first + 89]]);
  assert.deepEqual(await both.covered('node_misc_events'), [
    ['covered', first - 1, first + 6],
    ['open', first + 7, first + 7],
    ['covered', first + 8, first + 89],
  ]);
  await both.store.close();
});

test('events that cannot be used are in quarantine with their reason, and cost only themselves', async () => {
  const store = await openStore();
  const path = store.path('misc_events_by_block', '20260401/6');
  const at = `"time":"2026-04-01T06:30:00.1","hash":"0x${'0'.repeat(64)}"`;
  const user = `0x${'ab'.repeat(20)}`;
  const delta = (coin: string, amount: string) =>
    `{"user":"${user}","coin":"${coin}","funding_amount":"${amount}","szi":"1","funding_rate":"0.1"}`;
  const block = (number: number, events: string) =>
    `{"block_time":"2026-04-01T06:30:00.1","block_number":${number},"events":[${events}]}\n`;
  writeFileSync(
    path,
    [
      block(1, `{${at},"inner":{"Funding":{"deltas":[${delta('BTC', '1')},${delta('ETH', 'much')}]}}}`),
      block(
        2,
        `{${at},"inner":{"LedgerUpdate":{"users":["${user}"],"delta":{"type":"deposit"}}}},{"inner":{}}`,
      ),
      '{"torn\n',
      block(
        3,
        `{${at},"inner":{"LedgerUpdate":{"users":["${user}"],"delta":{"type":"deposit","usdc":"5"}}}}`,
      ),
    ].join(''),
  );
  const done = await store.import();
  assert.deepEqual([done.payments, done.updates, done.quarantined, done.partial], [1, 1, 3, 1]);
  const rows = await store.store.rows(quarantined, {});
  assert.deepEqual(
    rows.map(({ line, event }) => [Number(line), event]),
    [
      [1, 0],
      [2, 0],
      [2, 1],
      [3, -1],
    ],
  );
  assert.match(rows[0]!.reason, /payment.funding_amount is "much", should be a decimal.*is used without it/);
  assert.match(rows[1]!.reason, /deposit.usdc is missing/);
  assert.match(rows[2]!.reason, /event.time is missing/);
  assert.match(rows[3]!.reason, /line is no JSON .*misc_events_by_block/);
  await store.store.close();
});

test('an hour with the funding of every wallet of the exchange is stored in parts', async () => {
  const store = await openStore();
  const [first] = [...generateMisc({ ...options, blocks: 1, wallets: 40_000, startMs: startMs + dayMs })];
  writeFileSync(store.path('misc_events_by_block', '20260402/6'), first!.text);
  const done = await store.import();
  assert.equal(done.payments, 120_000);
  assert.equal((await sumsOf(store.store)).wallet_funding!.rows, '120000');
  await store.store.close();
});
