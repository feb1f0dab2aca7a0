import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { seedEngine } from '../../test/data-template.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { campaignSeed, sized } from '../../test/size.ts';
import { type FillDraft, sourceFills, walletOf } from '../../test/source-fills.ts';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { dayMs } from '../kernel/clock.ts';
import { readFill, type WireFill } from '../wire/fill.ts';
import { createBatchStore } from './batch-store.ts';
import { openJournal } from './journal.ts';
import { recoverBatches } from './recover.ts';
import { openSink, type SinkCounts } from './sink.ts';

const dir = mkdtempSync(join(tmpdir(), 'tidemark-sink-'));
let store: AnalyticsStore;
before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'engine')), readSessions: 1 });
  await migrateAnalytics(store);
});
after(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** An import: a new sink over the shared store. */
async function ingest(drafts: FillDraft[], batchFills = 100): Promise<SinkCounts> {
  const journal = openJournal(join(dir, 'journal'));
  const sink = openSink({ store: createBatchStore(store), journal, batchFills });
  await sink.add({ fills: rowsOf(sourceFills(drafts)), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
  return sink.counts;
}

const feesOf = query({
  name: 'test_fees',
  params: { wallet: 'Wallet' },
  row: Type.Object({ fees: Type.Array(Type.String()), total: Type.String(), unknown: Type.String() }),
  sql: `
    SELECT
      (SELECT arrayMap(x -> toString(x.3), arraySort(groupArray((time, seq, fee_px)))) FROM fills WHERE wallet = {wallet:Wallet}) AS fees,
      (SELECT toString(sum(fees)) FROM wallet_alltime WHERE wallet = {wallet:Wallet}) AS total,
      (SELECT toString(sum(unknown_fees)) FROM wallet_alltime WHERE wallet = {wallet:Wallet}) AS unknown`,
});

async function fees(wallet: string) {
  const [row] = await store.rows(feesOf, { wallet });
  return row!;
}

const day = Date.UTC(2025, 5, 1);

test('fees are valued in USD, and the ones in a token without a price are counted', async () => {
  const wallet = walletOf(101);
  const counts = await ingest([
    { wallet, time: day, fee: '0.5', feeToken: null },
    { wallet, time: day + 1, coin: '@107', px: '40', fee: '0.25', feeToken: 'HYPE' },
    { wallet, time: day + 2, coin: '@9', side: 'B', fee: '-0.5', feeToken: 'HYPE' },
    { wallet, time: day + 3, coin: '@9', side: 'A', fee: '3', feeToken: 'NOBODY' },
    { wallet, time: day + 4, coin: '@9', side: 'A', fee: '0', feeToken: 'NOBODY' },
  ]);
  assert.equal(counts.unknownFees, 1);
  assert.deepEqual(await fees(wallet), { fees: ['1', '40', '40', '0', '0'], total: '-9.5', unknown: '1' });
});

test("a token this run has not seen has the latest price of earlier runs, at the fill's own time", async () => {
  await ingest([
    { wallet: walletOf(201), time: day + dayMs, coin: 'PURR', px: '0.2' },
    { wallet: walletOf(201), time: day + 3 * dayMs, coin: 'PURR', px: '0.3' },
  ]);
  const wallet = walletOf(202);
  const late = { wallet, coin: '@9', side: 'A', fee: '10', feeToken: 'PURR' } as const;
  const counts = await ingest([
    { ...late, time: day + 2 * dayMs },
    { ...late, time: day + 4 * dayMs },
    { ...late, time: day + 40 * dayMs },
  ]);
  assert.deepEqual(await fees(wallet), { fees: ['0.2', '0.3', '0'], total: '5', unknown: '1' });
  assert.equal(counts.unknownFees, 1, 'a price of more than thirty days ago is none');
});

test('a fee too large for its token to be valued counts as unknown, and its batch is stored', async () => {
  const wallet = walletOf(301);
  const huge = { wallet, coin: '@9', side: 'A', fee: '900000000000000', feeToken: 'WHALE' } as const;
  await ingest([{ wallet, time: day, coin: 'WHALE', px: '90000000' }]);
  assert.equal((await ingest([{ ...huge, time: day + 1 }])).unknownFees, 1, 'priced by the store');
  const both = [
    { wallet, time: day + 2, coin: 'WHALE', px: '90000000' },
    { ...huge, time: day + 3 },
  ];
  assert.equal((await ingest(both)).unknownFees, 1, 'priced in this run');
});

test('a fill that stands twice within a batch, in two batches in flight, or in an earlier run counts once', async () => {
  const wallet = walletOf(401);
  const drafts = Array.from({ length: 25 }, (_, n) => ({ wallet, time: day + n, oid: n, tid: n }));
  const counts = await ingest([drafts[0]!, ...drafts, ...drafts.slice(5, 20), ...drafts.toReversed()], 10);
  assert.deepEqual([counts.fills, counts.duplicates], [25, 41]);
  const again = await ingest(drafts, 7);
  assert.deepEqual([again.fills, again.duplicates], [0, 25]);
});

test('fills of one order and millisecond without a trade id, as in old records, are all stored, and found again', async () => {
  const wallet = walletOf(451);
  const [first, second] = ['0', '1'].map((startPosition) => ({
    wallet,
    time: day,
    oid: 7,
    tid: null,
    startPosition,
  }));
  const counts = await ingest([first!, second!]);
  assert.deepEqual([counts.fills, counts.duplicates], [2, 0]);
  const again = await ingest([{ ...second!, tid: undefined, startPosition: '1.0' }, first!]);
  assert.deepEqual([again.fills, again.duplicates], [0, 2]);
});

test('coins whose names are long in bytes are found again', async () => {
  const drafts = [...'aé世😀'].flatMap((letter) =>
    [1, 21, 22, 32].map((length) => ({ wallet: walletOf(501), time: day, coin: letter.repeat(length) })),
  );
  assert.equal((await ingest(drafts)).fills, drafts.length);
  const again = await ingest(drafts);
  assert.deepEqual([again.fills, again.duplicates], [0, drafts.length]);
});

test('whatever the check of a fill lets through can be stored: no record ever stops an import', async () => {
  const digits = (whole: number, decimals: number) =>
    fc
      .tuple(
        fc.integer({ min: 0, max: 10 ** whole - 1 }),
        fc.integer({ min: 0, max: 10 ** decimals - 1 }),
        fc.boolean(),
      )
      .map(([w, d, negative]) => `${negative ? '-' : ''}${w}.${String(d).padStart(decimals, '0')}`);
  const amount = fc.oneof(
    digits(15, 12),
    fc.double({ noNaN: true, min: -1e16, max: 1e16 }),
    fc.constant('1e14'),
  );
  const price = fc.oneof(digits(8, 10), digits(3, 5), fc.double({ noNaN: true, min: 0, max: 1e9 }));
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 64 });
  const record = fc.record({
    coin: fc.oneof(text, fc.constant('PURR')),
    dir: text,
    px: price,
    sz: amount,
    startPosition: amount,
    closedPnl: amount,
    fee: amount,
    feeToken: fc.oneof(text, fc.constantFrom('USDC', 'PURR', 'WHALE')),
    side: fc.constantFrom('B' as const, 'A' as const),
    builderFee: amount,
    oid: fc.maxSafeNat(),
    time: fc.integer({ min: Date.UTC(2022), max: Date.UTC(2100) - 1 }),
    tid: fc.maxSafeNat(),
    twapId: fc.maxSafeNat(),
    liquidation: fc.record({ liquidatedUser: fc.constant(walletOf(9)), markPx: price, method: text }),
  });
  const usable = record.filter((fill) => {
    const reading = readFill({ ...fill, crossed: true });
    return typeof reading !== 'string' && reading.odd.length === 0;
  });
  let wallet = 600;
  await fc.assert(
    fc.asyncProperty(fc.array(usable, { minLength: 1, maxLength: 30 }), async (fills) => {
      wallet += 1;
      const drafts = fills.map((fill) => ({
        ...(fill as Partial<WireFill>),
        wallet: walletOf(wallet),
        time: fill.time,
      }));
      const first = await ingest(drafts);
      assert.equal(first.fills + first.duplicates, drafts.length);
      const again = await ingest(drafts);
      assert.deepEqual([again.fills, again.duplicates], [0, drafts.length]);
    }),
    { numRuns: sized({ check: 8, campaign: 400 }), seed: 4 + campaignSeed },
  );
});

test('a batch that failed half-way is completed before the next import takes its number', async () => {
  const journal = openJournal(join(dir, 'journal'));
  const batches = createBatchStore(store);
  const failing = { ...batches, insert: () => Promise.reject(new Error('the disk is full')) };
  const wallet = walletOf(701);
  const sink = openSink({ store: failing, journal, batchFills: 10 });
  await sink.add({
    fills: rowsOf(sourceFills([{ wallet, time: day }])),
    rejected: [],
    blocks: 0,
    bytesRead: 0,
    file: 'test',
  });
  await assert.rejects(sink.flush(), /the disk is full/);
  assert.equal(journal.pending().length, 1);
  assert.equal(await recoverBatches(batches, journal), 1);
  assert.deepEqual(journal.pending(), []);
  assert.equal((await ingest([{ wallet, time: day }])).duplicates, 1);
});
