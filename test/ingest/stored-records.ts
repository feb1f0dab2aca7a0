/** Records whose keys are stored already: the same, telling more, or telling something else. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { runPipeline } from '../../src/ingest/pipeline.ts';
import { recoverBatches } from '../../src/ingest/recover.ts';
import { openSink } from '../../src/ingest/sink.ts';
import { openArchive } from '../../src/ingest/sources/archive.ts';
import { openUserFills } from '../../src/ingest/sources/user-fills.ts';
import type { StoredRecords } from '../../src/ingest/stored-fills.ts';
import { audit } from '../../src/jobs/audit.ts';
import { listQuarantined } from '../../src/jobs/quarantine-list.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { rowsOf } from '../fill-rows.ts';
import { sized } from '../size.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../source-fills.ts';
import type { StoreHarness } from './store-harness.ts';

const nowMs = Date.UTC(2026, 4, 2, 12);
const builder = walletOf(0xb1);
interface Ingest {
  file: string;
  stored: StoredRecords;
  batchFills: number;
}

const dump = query({
  name: 'test_dump',
  params: { from: 'Wallet', to: 'Wallet' },
  row: Type.Object({ wallet: Type.String(), fill: Type.String() }),
  sql: `
    SELECT lower(hex(wallet)) AS wallet, toString(tuple(* EXCEPT (wallet, seq, source, batch))) AS fill FROM fills
    WHERE fills.wallet BETWEEN {from:Wallet} AND {to:Wallet} ORDER BY wallet, time, coin, tid, oid`,
});

/** Shifts fills to other wallets: each test has its own wallets in a shared store. */
function shifted(drafts: readonly FillDraft[], by: number): FillDraft[] {
  return drafts.map((fill) => ({ ...fill, wallet: shiftedWallet(fill.wallet, by) }));
}

function shiftedWallet(wallet: string, by: number): string {
  return walletOf(Number(BigInt(wallet)) + by * 0x10000);
}

const archive: FillDraft[] = variedFills({ seed: 3, count: 120, wallets: 12, days: 1, nowMs }).map(
  (fill, i) => ({
    ...fill,
    tid: i + 1,
    oid: i + 1,
    block: 1_000 + i,
    hash: `0x${'ab'.repeat(32)}`,
    ...(i % 3 === 0 && { builder, builderFee: '0.25' }),
    ...(i % 7 === 0 && { twapId: 12 + i, deployerFee: '0.5' }),
    ...(i % 10 === 0 && { liquidation: { liquidatedUser: walletOf(7), markPx: '99', method: 'market' } }),
  }),
);
/** The same fills as the exchange's API has them. */
const live: FillDraft[] = archive.map(({ block, builder, twapId, deployerFee, builderFee, ...fill }) => fill);
/** Records damaged by a changed digit. */
const wrong = archive.map((fill, i) => (i % 20 === 0 ? { ...fill, px: '7', builderFee: '9' } : fill));

/** What becomes of records whose keys are stored, on whichever engine. */
export function storedRecordsSuite(openHarness: () => Promise<StoreHarness>): void {
  describe('records that are stored already', () => {
    let harness: StoreHarness;
    let store: AnalyticsStore;
    before(async () => {
      harness = await openHarness();
      store = await harness.open('records');
    });
    after(async () => {
      await store.close();
      await harness.stop();
    });

    const journal = () => openJournal(join(harness.dir, 'journal'));
    const batches = () => createBatchStore(store);

    async function ingest(
      drafts: readonly FillDraft[],
      // Batches are expensive: tests that are not about batches use a single one.
      { file = '/archive/9.lz4', stored = {}, batchFills = 200 }: Partial<Ingest> = {},
    ) {
      await recoverBatches(batches(), journal());
      const sink = openSink({ store: batches(), journal: journal(), batchFills, stored });
      await sink.add({ fills: rowsOf(sourceFills(drafts)), rejected: [], blocks: 0, bytesRead: 0, file });
      await sink.flush();
      const { fills, duplicates, completed, conflicts, replaced } = sink.counts;
      return { fills, duplicates, completed, conflicts, replaced };
    }

    const auditNow = () => audit(store, () => undefined, new AbortController().signal);

    /** The stored fills of a test's wallets, without what differs by test. */
    async function fillsOf(by: number): Promise<string[]> {
      const fills = (
        await store.rows(dump, { from: walletOf(by * 0x10000), to: walletOf((by + 1) * 0x10000 - 1) })
      ).map(({ wallet, fill }) => `${Number.parseInt(wallet.slice(-4), 16)} ${fill}`);
      return fills;
    }

    /** The fills of a store that saw these alone. */
    let truths = 0x800;
    async function truth(drafts: readonly FillDraft[]): Promise<string[]> {
      truths += 1;
      await ingest(shifted(drafts, truths), { file: `/truth/${truths}` });
      return fillsOf(truths);
    }

    test('an archive completes what was read live, counted once, whatever batch it comes in', async () => {
      await ingest(shifted(live, 1), { file: 'hyperliquid' });
      assert.deepEqual(await ingest(shifted(archive.slice(0, 80), 1), { batchFills: 32 }), {
        fills: 0,
        duplicates: 0,
        completed: 80,
        conflicts: 0,
        replaced: 0,
      });
      const both = [...live, ...archive, ...live];
      assert.deepEqual(await ingest(shifted(both, 1)), {
        fills: 0,
        duplicates: 320,
        completed: 40,
        conflicts: 0,
        replaced: 0,
      });
      assert.deepEqual(await fillsOf(1), await truth(archive));
      assert.deepEqual(await ingest(shifted(live, 1), { file: 'hyperliquid' }), {
        fills: 0,
        duplicates: 120,
        completed: 0,
        conflicts: 0,
        replaced: 0,
      });
    });

    test('an hour that stands in two forms beside each other is stored once, with all that either has', async () => {
      const both = live.flatMap((fill, i) => [fill, archive[i]!, fill]);
      assert.deepEqual(await ingest(shifted(both, 2), { batchFills: 50 }), {
        fills: 120,
        duplicates: 120,
        completed: 120,
        conflicts: 0,
        replaced: 0,
      });
      assert.deepEqual(await fillsOf(2), await truth(archive));
    });

    test('a record of other content is a conflict, listed with both texts; with replace the file is right', async () => {
      await ingest(shifted(wrong, 3), { file: '/other/9.lz4' });
      const before = await fillsOf(3);
      assert.deepEqual(await ingest(shifted(archive, 3)), {
        fills: 0,
        duplicates: 114,
        completed: 0,
        conflicts: 6,
        replaced: 0,
      });
      assert.deepEqual(await fillsOf(3), before, 'nothing is changed');
      const listed = (await listQuarantined(store)).filter(({ event }) => event === -3);
      assert.equal(listed.length, 6);
      assert.ok(listed.every(({ source }) => source === '/archive/9.lz4'));
      const { fill, stored, record } = JSON.parse(listed.find(({ raw }) => raw.includes('tid=1 '))!.raw);
      assert.match(fill, /^wallet=0x\w{40} coin=\S+ time=\S+ \S+ tid=1 oid=1$/);
      assert.deepEqual(stored, { px: '7', builder_fee: '9' });
      assert.deepEqual(record, { px: String(Number(archive[0]!.px)), builder_fee: '0.25' });
      assert.deepEqual(await ingest(shifted(archive, 3), { stored: { replace: true }, batchFills: 100 }), {
        fills: 0,
        duplicates: 114,
        completed: 0,
        conflicts: 0,
        replaced: 6,
      });
      assert.deepEqual(await fillsOf(3), await truth(archive));
    });

    test('the fee of a replaced fill has the price of its own token', async () => {
      const spot = { ...archive[1]!, coin: '@107', side: 'B', fee: '0.25', feeToken: 'HYPE' } as const;
      const right = [
        { ...spot, px: '50' },
        { ...archive[2]!, feeToken: 'USDC' },
      ];
      const other = [
        { ...spot, px: '40' },
        { ...archive[2]!, coin: archive[2]!.coin!, feeToken: 'NONE' },
      ];
      await ingest(shifted(other, 0x21), { file: '/other/11.lz4' });
      assert.equal((await ingest(shifted(right, 0x21), { stored: { replace: true } })).replaced, 2);
      assert.deepEqual(await fillsOf(0x21), await truth(right));
    });

    test('what is read live is compared with what came from files, and changes none of it', async () => {
      const feed = { file: 'hyperliquid', stored: { feed: 'hyperliquid' } };
      const ofFile = [...wrong.slice(0, 60), ...live.slice(60, 80)].map(
        ({ liquidation: _, ...fill }) => fill,
      );
      await ingest(shifted(ofFile, 0x20), { file: '/other/10.lz4' });
      const before = await fillsOf(0x20);
      const listed = async () =>
        (await listQuarantined(store)).filter(
          ({ event, source }) => event === -3 && source === 'hyperliquid',
        );
      for (let i = 0; i < 2; i++) {
        assert.deepEqual(await ingest(shifted(live.slice(0, 80), 0x20), feed), {
          fills: 0,
          duplicates: 77,
          completed: 0,
          conflicts: 3,
          replaced: 0,
        });
        assert.deepEqual(await fillsOf(0x20), before, 'nothing is changed');
        assert.equal((await listed()).length, 3, 'each is listed once');
      }
      await ingest(shifted(live.slice(80), 0x20), feed);
      assert.deepEqual(await ingest(shifted(wrong.slice(80), 0x20), feed), {
        fills: 0,
        duplicates: 40,
        completed: 0,
        conflicts: 0,
        replaced: 0,
      });
    });

    test('two records of one batch that disagree are a conflict, too', async () => {
      const drafts = shifted([...archive.slice(0, 10), { ...archive[5]!, sz: '77' }], 4);
      const counts = await ingest(drafts);
      assert.deepEqual([counts.fills, counts.conflicts], [10, 1]);
    });

    test('a conflict is listed with the line of its record, and its place in the block', async () => {
      const { wallet } = archive[0]!;
      const own = shifted(archive, 0x30).filter((fill) => fill.wallet === shiftedWallet(wallet, 0x30));
      const stored = sourceFills(own).map(({ wallet, fill }) => [wallet, fill] as const);
      const odd = stored.map(([wallet, fill]) => [wallet, { ...fill, px: '7' }] as const);
      const block = (at: number, events: unknown[]) =>
        JSON.stringify({ local_time: 'x', block_time: 'x', block_number: at, events });
      await ingest(own.map(({ builder, twapId, liquidation, block, ...fill }) => fill));

      async function conflictsOf(name: string, text: string) {
        const path = join(harness.dir, name);
        writeFileSync(path, text);
        const source = await (name.endsWith('.json')
          ? openUserFills(odd[0]![0], path)
          : openArchive({ paths: [path] }));
        for (let i = 0; i < 2; i++) {
          const done = await runPipeline({
            source,
            store: batches(),
            journal: journal(),
            stored: {},
            signal: new AbortController().signal,
            onProgress: () => undefined,
          });
          assert.equal(done.conflicts, 4, name);
        }
        const listed = await listQuarantined(store, { source: path });
        return listed
          .map(({ line, event, blockEvent, raw }) => [
            Number(line),
            event,
            blockEvent,
            /tid=(\d+)/.exec(raw)?.[1],
          ])
          .sort();
      }

      const [a, b, c, d] = odd.map(([, { tid }]) => String(tid));
      const nested = (pair: unknown) => JSON.stringify(pair).replace('{', '{"info":{"a":[]},');
      const lines = [
        '',
        block(1, [stored[5], odd[0], odd[1]]),
        'no record',
        // A block that is read by way of its JSON.
        block(2, [stored[6]]).replace(JSON.stringify(stored[6]), `["0x"],${nested(odd[2])}`),
        JSON.stringify(odd[3]),
      ];
      assert.deepEqual(
        (await conflictsOf('lines.jsonl', lines.join('\n'))).filter(([, event]) => event === -3),
        [
          [2, -3, 1, a],
          [2, -3, 2, b],
          [4, -3, 1, c],
          [5, -3, undefined, d],
        ],
      );
      const answer = [stored[7], ...odd.slice(0, 4), stored[8]].map((pair) => pair![1]);
      assert.deepEqual(
        await conflictsOf('answer.json', JSON.stringify(answer)),
        [a, b, c, d].map((tid, i) => [i + 2, -3, undefined, tid]),
      );
    });

    test('an address of zeros that a fill names is content like others', async () => {
      const zeroWallet = walletOf(0);
      const [one] = shifted(archive.slice(1, 2), 0x31);
      const named = (by: string) => ({
        ...one!,
        builder: by,
        builderFee: '0.25',
        liquidation: { liquidatedUser: by, markPx: '99', method: 'market' },
      });
      await ingest([named(zeroWallet)]);
      const { completed, conflicts } = await ingest([named(walletOf(7))], { file: '/archive/zeros.lz4' });
      assert.deepEqual([completed, conflicts], [0, 1]);
      assert.equal((await ingest([named(zeroWallet)])).duplicates, 1);
    });

    test('what came from a file, or belongs to a wallet, is taken out with all that follows from it', async () => {
      const [first, second] = [archive.slice(0, 40), archive.slice(40)];
      await ingest(shifted(first, 5), { file: '/archive/5/8.lz4' });
      await ingest(shifted(second, 5), { file: '/archive/5/9.lz4' });
      // A prefix of a name matches nothing.
      for (const source of ['/archive/5/9.lz', 'nope']) {
        await assert.rejects(batches().forget({ source }), new RegExp(`no fills of ${source} are stored:`));
      }
      assert.equal(await batches().forget({ source: '/archive/5/9.lz4' }), 80);
      assert.deepEqual(await fillsOf(5), await truth(first));
      const { wallet } = first[0]!;
      const others = first.filter((fill) => fill.wallet !== wallet);
      const own = first.length - others.length;
      assert.equal(await batches().forget({ wallet: shiftedWallet(wallet, 5) }), own);
      assert.deepEqual(await fillsOf(5), await truth(others));
      assert.equal((await ingest(shifted(archive, 5))).fills, 80 + own, 'it can be imported again');
    });

    test('a rewrite that was cut off at any step is finished by the next process', async () => {
      const steps = ['ATTACH', 'INSERT INTO ingest_batches', 'DROP TABLE IF EXISTS fill_rewrite_keys '];
      const cuts = sized({ check: steps.slice(1, 2), campaign: steps });
      for (const [i, cut] of cuts.entries()) {
        await ingest(shifted(wrong, 6 + i), { file: '/other/9.lz4' });
        const broken: AnalyticsStore = {
          ...store,
          command: (sql, options) =>
            sql.includes(cut) ? Promise.reject(new Error('cut off')) : store.command(sql, options),
        };
        const sink = openSink({
          store: createBatchStore(broken),
          journal: journal(),
          stored: { replace: true },
        });
        await sink.add({
          fills: rowsOf(sourceFills(shifted(archive, 6 + i))),
          rejected: [],
          blocks: 0,
          bytesRead: 0,
          file: '/archive/9.lz4',
        });
        await assert.rejects(sink.flush(), /cut off/);
        await recoverBatches(batches(), journal());
        assert.deepEqual(await fillsOf(6 + i), await truth(archive), cut);
      }
    });

    test("an answer that is stored as another wallet's is refused, naming that one", async () => {
      const [wallet, other] = [walletOf(0xa00001), walletOf(0xa00002)];
      const answer = (of: string) =>
        Array.from({ length: 5 }, (_, i) => ({
          wallet: of,
          time: nowMs - i * hourMs,
          tid: 5_000 + i,
          oid: 6_000 + i,
        }));
      await ingest(answer(wallet), { stored: { soleOwner: wallet } });
      await assert.rejects(
        ingest(answer(other), { stored: { soleOwner: other } }),
        new RegExp(`stored under ${wallet} already`),
      );
      const counter = answer(other).map((fill) => ({ ...fill, side: 'A' as const, oid: fill.oid + 1 }));
      assert.equal(
        (await ingest(counter, { stored: { soleOwner: other } })).fills,
        5,
        'the other side of a trade',
      );
      assert.equal((await ingest(answer(other))).fills, 5, 'who insists has it');
    });

    test('after all of that every derived table equals its recomputation', async () => {
      assert.deepEqual((await auditNow()).differences, []);
    });
  });
}
