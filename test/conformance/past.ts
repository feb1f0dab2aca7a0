import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { openPast, type PastParts } from '../../src/app/past.ts';
import { openPglite } from '../../src/control/pglite.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { openSink } from '../../src/ingest/sink.ts';
import { dayMs, systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createShutdown, type Shutdown } from '../../src/kernel/shutdown.ts';
import { seedControl } from '../data-template.ts';
import { rowsOf } from '../fill-rows.ts';
import { assertSilentAudit, type StoreHarness } from '../ingest/store-harness.ts';
import { type FillDraft, sourceFills, variedFills } from '../source-fills.ts';

const atMs = Date.UTC(2026, 4, 1, 12);
const fills: FillDraft[] = variedFills({
  seed: 9,
  count: 200,
  wallets: 8,
  days: 4,
  nowMs: atMs + 2 * dayMs,
}).map((fill, i) => ({ ...fill, tid: i + 1, oid: i + 1 }));
const upTo = fills.filter(({ time }) => time <= atMs);
const behind = fills.filter(({ time }) => time > atMs);

const sums = query({
  name: 'test_past_sums',
  params: {},
  row: Type.Object({
    fills: Type.String(),
    newest: Type.String(),
    hours: Type.String(),
    folded: Type.String(),
  }),
  crossShard: 'counts alone',
  sql: `
    SELECT toString(count()) AS fills, toString(toUnixTimestamp64Milli(max(time))) AS newest,
      (SELECT toString(sum(fills)) FROM coin_hour) AS hours,
      (SELECT toString(count()) FROM lifecycles FINAL WHERE NOT deleted) AS folded
    FROM fills`,
});

/** Answers of a process with --now, on any engine. @param isShared true if other processes use the engine, too */
export function pastSuite(openHarness: () => Promise<StoreHarness>, isShared: boolean): void {
  describe('the store as of a moment', () => {
    let harness: StoreHarness;
    let control: Awaited<ReturnType<typeof openPglite>>;
    const running: Shutdown[] = [];
    let opened: AnalyticsStore[] = [];
    before(async () => {
      harness = await openHarness();
      control = await openPglite({ dir: seedControl(join(harness.dir, 'control')) });
    });
    afterEach(async () => {
      for (const shutdown of running.splice(0)) assert.deepEqual(await shutdown.close(), []);
      for (const store of opened) await store.close();
      opened = [];
    });
    after(async () => {
      await control.close();
      await harness.stop();
    });

    async function openStore(name: string, drafts: readonly FillDraft[]) {
      const analytics = await harness.open(name);
      opened.push(analytics);
      const batches = createBatchStore(analytics);
      const add = async (more: readonly FillDraft[]) => {
        const journal = openJournal(join(harness.dir, `${name}-journal`));
        const sink = openSink({ store: batches, journal, batchFills: 60 });
        const rows = rowsOf(sourceFills(more));
        await sink.add({ fills: rows, rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
        await sink.flush();
      };
      await add(drafts);
      const becomeWriter = async () => assert.fail('no writer is needed here');
      const ledger = createCoverageLedger({ analytics, clock: systemClock });
      return { name, store: { analytics, batches, ledger, becomeWriter }, add };
    }

    function openAt({ name, store }: Awaited<ReturnType<typeof openStore>>, more: Partial<PastParts> = {}) {
      const shutdown = createShutdown({ closeTimeoutMs: 10_000 });
      running.push(shutdown);
      return openPast({
        nowMs: atMs,
        store,
        shutdown,
        log: createLog({ level: 'silent' }),
        openDatabase: (other) => harness.openBeside(name, other),
        control: async () => control,
        journalDir: join(harness.dir, `${name}-${running.length}`),
        ...more,
      });
    }
    const sumsOf = async (store: AnalyticsStore) => (await store.rows(sums, {}))[0]!;

    test('a copy that is whole holds all up to the moment and nothing else, stays as long as nothing comes, and is rebuilt then', async () => {
      const given = await openStore('copied', [...upTo.slice(10), ...behind]);
      const stop = new AbortController();
      const ended = openAt(given, { signal: stop.signal, onStep: () => stop.abort(new Error('stop')) });
      await assert.rejects(ended, /stop|abort/i);
      await running.pop()!.close();
      const shares: number[] = [];
      const first = await openAt(given, { onStep: ({ share }) => shares.push(share) });
      const { folded, ...counted } = await sumsOf(first.reads);
      const count = String(upTo.length - 10);
      assert.deepEqual(counted, { fills: count, newest: String(upTo.at(-1)!.time), hours: count });
      assert.ok(Number(folded) > 0);
      assert.equal(shares.at(-1), 1);
      await assertSilentAudit(first.reads);
      assert.equal(
        (await sumsOf(given.store.analytics)).fills,
        String(fills.length - 10),
        'the store has all',
      );

      const again = await openAt(given, { onStep: () => assert.fail('made twice') });
      assert.equal(again.copy, first.copy);
      await running.pop()!.close();
      await running.pop()!.close();
      const late = again.ledger.record({ feed: 'trades', fromMs: 1, toMs: 2 }, 'disconnect');
      await assert.rejects(late, /the coverage ledger is closed/);
      await given.add(upTo.slice(0, 10));
      const anew = await openAt(given);
      assert.notEqual(anew.copy, first.copy);
      assert.equal((await sumsOf(anew.reads)).fills, String(upTo.length));
    });

    test('a copy that lost something is made again, and one that did not get everything is no copy', async () => {
      const given = await openStore('hurt', fills);
      const openDatabase = async (other: string) => {
        const copy = await harness.openBeside('hurt', other);
        const command: typeof copy.command = async (sql, options) => {
          if (!/^INSERT INTO fills /.test(sql)) await copy.command(sql, options);
        };
        return { ...copy, command };
      };
      await assert.rejects(openAt(given, { openDatabase }), /of \d+ fills 0 were copied/);
      await running.pop()!.close();
      const whole = await openAt(given);
      const found = await sumsOf(whole.reads);
      await running.pop()!.close();
      for (const hurt of ['ALTER TABLE fills DETACH PARTITION ALL', 'TRUNCATE TABLE wallet_day']) {
        const before = await openAt(given);
        await before.analytics.command(hurt);
        await running.pop()!.close();
        const again = await openAt(given);
        assert.notEqual(again.copy, before.copy, hurt);
        assert.deepEqual(await sumsOf(again.reads), found);
        await assertSilentAudit(again.reads);
        await running.pop()!.close();
      }
    });

    test('a store without anything later is served itself, until later fills come', async () => {
      const given = await openStore('itself', upTo.slice(1));
      const { reads, copy, analytics } = await openAt(given);
      assert.equal(copy, undefined);
      assert.equal(analytics, given.store.analytics);
      await given.add(upTo.slice(0, 1));
      assert.equal((await sumsOf(reads)).fills, String(upTo.length));
      await given.add(behind.slice(0, 1));
      await assert.rejects(
        async () => {
          for (;;) await reads.rows(sums, {});
        },
        { failure: 'unready', message: /fills later than 2026-05-01T12:00:00.000Z were stored/ },
      );
    });

    if (!isShared) return;
    test('processes that start at once make one copy', async () => {
      const given = await openStore('shared', fills);
      const both = await Promise.all([openAt(given), openAt(given)]);
      assert.equal(both[0].copy, both[1].copy);
      for (const { reads } of both) assert.equal((await sumsOf(reads)).fills, String(upTo.length));
    });
  });
}
