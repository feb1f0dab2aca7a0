import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { seedEngine } from '../../test/data-template.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../../test/source-fills.ts';
import { until } from '../../test/until.ts';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type BatchStore, createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { openSink, type Sink } from '../ingest/sink.ts';
import { hourMs } from '../kernel/clock.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';
import { runValueView } from './value-view.ts';
import { runView, type View } from './view.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const dir = mkdtempSync(join(tmpdir(), 'tidemark-changes-'));
const drafts: FillDraft[] = [];
let store: AnalyticsStore;
let batches: BatchStore;
let sink: Sink;

before(async () => {
  store = await openChdb({ dir: seedEngine(join(dir, 'engine')), readSessions: 1 });
  await migrateAnalytics(store);
  batches = createBatchStore(store);
  sink = openSink({ store: batches, journal: openJournal(join(dir, 'journal')) });
});
after(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Stores fills in one batch. */
async function add(count: number, seed = drafts.length): Promise<void> {
  const more = variedFills({ seed, count, wallets: 5, days: 2, nowMs: nowMs + drafts.length });
  drafts.push(...more);
  const fills = sourceFills(drafts).slice(-more.length);
  await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
}

/** A feed that polls on request. */
const openFeed = (given: Pick<AnalyticsStore, 'rows' | 'bytes'> = store) =>
  createChangeFeed({ store: given, pollMs: hourMs, onError: () => undefined });

describe('the change feed', () => {
  test('gives batches once each and in order, from memory and from the store alike', async () => {
    await add(3);
    const feed = openFeed();
    const first = await feed.look();
    await add(4);
    await add(5);
    const look = await feed.look();
    assert.equal(look.seq, first.seq + 2);
    const changes = await feed.after(first.seq);
    const { after: from, upTo, batches: found } = changes;
    assert.deepEqual([from, upTo, found.map(({ fills }) => fills)], [first.seq, look.seq, [4, 5]]);
    assert.ok(found.every(({ isNamed, firstDay }) => isNamed && firstDay !== ''));
    assert.deepEqual((await feed.after(look.seq)).batches, []);
    // One that starts late reads them from the store.
    const late = openFeed();
    await late.look();
    const plain = (changes: Awaited<ReturnType<ChangeFeed['after']>>) =>
      changes.batches.map(({ namedForMs, ...batch }) => batch);
    assert.deepEqual(plain(await late.after(first.seq)), plain(changes));
    await Promise.all([feed.close(), late.close()]);
  });

  test('gives no batch that it has not looked at, though the store has it: its token would not be found', async () => {
    await add(3);
    const feed = openFeed();
    const { seq } = await feed.look();
    await add(4);
    assert.equal((await feed.after(seq - 1)).upTo, seq);
    await feed.look();
    for (const before of [seq - 1, seq]) assert.equal((await feed.after(before)).upTo, seq + 1);
    await feed.close();
  });

  test('sees what is stored while first readings of views have all connections of their lane', async () => {
    const taken = new Promise<never>(() => undefined);
    const busy: Pick<AnalyticsStore, 'rows' | 'bytes'> = {
      rows: (request, params, options) =>
        options?.lane === 'heavy' ? taken : store.rows(request, params, options),
      bytes: (request, params, options) =>
        options?.lane === 'heavy' ? taken : store.bytes(request, params, options),
    };
    const feed = openFeed(busy);
    const { seq } = await feed.look();
    await add(2);
    assert.equal((await feed.look()).seq, seq + 1);
    assert.equal((await feed.after(seq)).batches.length, 1);
    await feed.close();
  });

  test('names nothing of fills that were removed, and wakes a follower with the look behind its own', async () => {
    const feed = openFeed();
    const look = await feed.look();
    const { seq } = look;
    const next = feed.newer(look);
    await batches.forget({ wallet: walletOf(2) });
    await feed.look();
    assert.ok((await next)!.seq > seq);
    const { batches: found } = await feed.after(seq);
    assert.deepEqual(new Set(found.map(({ isNamed }) => isNamed)), new Set([false]));
    // Its cursors differ from those of another store with as many batches.
    assert.match(found.at(-1)!.token, /^forgot-\d+-[0-9a-f]{8}$/);
    const never = feed.newer(feed.last());
    await feed.close();
    assert.equal(await never, undefined);
    assert.equal(await feed.newer(undefined), undefined);
  });
});

/** A view that counts the fills of every batch, and records its requests. */
function countingView(parts: Partial<View> & { fails?: () => boolean } = {}) {
  const { fails = () => false, ...others } = parts;
  const requests: string[] = [];
  const counted = new Map<number, number>();
  const view: View = {
    name: 'counting',
    maxAgeMs: 2_000,
    async load({ seq }) {
      requests.push('load');
      if (fails()) throw new Error('away');
      counted.clear();
      for (const batch of (await allBatches()).filter((one) => one.seq <= seq)) {
        counted.set(batch.seq, batch.fills);
      }
      return seq;
    },
    async apply(changes) {
      requests.push(`apply ${changes.batches.length}`);
      if (fails()) throw new Error('away');
      for (const { seq, fills } of changes.batches) {
        assert.ok(!counted.has(seq), `batch ${seq} came twice`);
        counted.set(seq, fills);
      }
      return true;
    },
    ...others,
  };
  return { view, asked: requests, counted };
}

async function allBatches() {
  const feed = openFeed();
  await feed.look();
  const found = (await feed.after(0)).batches;
  await feed.close();
  return found;
}

describe('a view', () => {
  test('is whatever its whole load gives, whatever comes, fails or is forgotten on the way', async () => {
    const steps = fc.array(
      fc.record({
        kind: fc.constantFrom('add', 'add', 'add', 'forget', 'restart', 'fail'),
        fills: fc.integer({ min: 1, max: 30 }),
        look: fc.boolean(),
      }),
      { minLength: 3, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(undefined, 20), async (script, turnFills) => {
        let failing = false;
        const errors: unknown[] = [];
        const open = () => {
          const feed = openFeed();
          const counting = countingView({ ...(turnFills && { turnFills }), fails: () => failing });
          const running = runView({ feed, view: counting.view, onError: (error) => errors.push(error) });
          return { feed, ...counting, running };
        };
        let now = open();
        for (const { kind, fills, look } of script) {
          if (kind === 'add') await add(fills);
          if (kind === 'forget') await batches.forget({ wallet: walletOf(fills % 5) });
          if (kind === 'restart') {
            await now.running.close();
            await now.feed.close();
            now = open();
          }
          if (kind === 'fail') {
            failing = true;
            await add(fills);
            await now.feed.look();
            await now.feed.look();
            failing = false;
          }
          if (look) await now.running.reached(await now.feed.look());
        }
        await now.running.reached(await now.feed.look());
        const whole = (await allBatches()).map(({ seq, fills }) => [seq, fills]);
        assert.deepEqual(
          [...now.counted].sort(([a], [b]) => a - b),
          whole,
        );
        assert.ok(errors.every((error) => (error as Error).message === 'away'));
        await now.running.close();
        await now.feed.close();
      }),
      { numRuns: 8, seed: 11 },
    );
  });

  test('misses no look that began while it took in the one before', async () => {
    const held = Promise.withResolvers<void>();
    let holds = false;
    const slow: Pick<AnalyticsStore, 'rows' | 'bytes'> = {
      bytes: (...args) => store.bytes(...args),
      async rows(query, ...args) {
        const rows = await store.rows(query, ...args);
        if (holds && query.name === 'newest_stored') await held.promise;
        return rows;
      },
    };
    const feed = openFeed(slow);
    const applying = Promise.withResolvers<void>();
    const applied = Promise.withResolvers<void>();
    const { view } = countingView({
      async apply() {
        applying.resolve();
        await applied.promise;
        return true;
      },
    });
    const running = runView({ feed, view, onError: (error) => assert.fail(String(error)) });
    await running.reached(await feed.look());
    await add(3);
    const first = await feed.look();
    await applying.promise;
    holds = true;
    const second = feed.look();
    applied.resolve();
    await running.reached(first);
    // The view waits for a look by now, and the second one is under way.
    await nextTurn();
    held.resolve();
    await running.reached(await second);
    await running.close();
    await feed.close();
  });

  test('reads all where that costs less, rests after it, and follows others that it stands behind', async () => {
    const feed = openFeed();
    const fail = (error: unknown) => assert.fail(String(error));
    const first = countingView({ backlogFills: 10 });
    const firstRunning = runView({ feed, view: first.view, onError: fail });
    const second = countingView();
    const order: string[] = [];
    const secondRunning = runView({
      feed,
      view: second.view,
      behind: [firstRunning],
      onError: fail,
      onChange: () => order.push(`${firstRunning.seq()} ${secondRunning.seq()}`),
    });
    await secondRunning.reached(await feed.look());
    await add(4);
    await secondRunning.reached(await feed.look());
    await add(20);
    const look = await feed.look();
    await secondRunning.reached(look);
    assert.deepEqual(first.asked, ['load', 'apply 1', 'load'], 'more than its backlog');
    assert.deepEqual(second.asked, ['load', 'apply 1', 'apply 1']);
    assert.ok(
      order.every((pair) => pair.split(' ')[0] === pair.split(' ')[1]),
      order.join(),
    );
    assert.equal(secondRunning.seq(), look.seq);
    assert.equal(secondRunning.version(), 3);
    const closed = secondRunning.reached({ ...look, atMs: Number.POSITIVE_INFINITY });
    await Promise.all([firstRunning.close(), secondRunning.close(), closed]);
    await feed.close();
  });

  test('lets changes wait while it rests, and is not up to date meanwhile', async () => {
    const feed = openFeed();
    let tended = 0;
    const tend = async () => {
      tended += 1;
      return false;
    };
    const resting = countingView({ applyRestMs: () => hourMs, tend });
    const running = runView({ feed, view: resting.view, onError: (error) => assert.fail(String(error)) });
    await running.reached(await feed.look());
    await add(2);
    const look = await feed.look();
    await running.reached(look);
    await add(3);
    const before = tended;
    await feed.look();
    await until('the view was at this look', () => tended > before);
    assert.deepEqual(resting.asked, ['load', 'apply 1']);
    assert.deepEqual([running.seq(), running.checkedMs()], [look.seq, look.atMs]);
    await running.close();
    await feed.close();
  });
});

describe('a view of one value', () => {
  test('is read when it is first asked for, and again when fills, facts or the time change it', async () => {
    const feed = openFeed();
    let [reads, isOver, version] = [0, false, 'first'];
    const value = runValueView<number>({
      feed,
      view: {
        name: 'reads',
        maxAgeMs: 2_000,
        read: async (held) => {
          assert.equal(held, reads === 0 ? undefined : reads);
          isOver = false;
          reads += 1;
          return reads;
        },
        isChanged: ({ batches }) => batches.some(({ fills }) => fills > 1),
        version: () => version,
        isOver: () => isOver,
        readShare: 1,
      },
      onError: (error) => assert.fail(String(error)),
    });
    await feed.look();
    assert.equal(reads, 0, 'nothing has asked for it');
    assert.equal(await value.read(), 1);
    const isRead = (times: number) =>
      until(`reading ${times}`, async () => {
        await feed.look();
        return (await value.read()) === times;
      });
    await add(1);
    await feed.look();
    await add(2);
    await isRead(2);
    version = 'second';
    await isRead(3);
    isOver = true;
    await isRead(4);
    await feed.look();
    assert.equal(reads, 4);
    await value.close();
    await feed.close();
  });

  test('says why it could not be read until it could, and is stale where it fails later', async () => {
    const feed = openFeed();
    let fails = true;
    const errors: unknown[] = [];
    const value = runValueView<string>({
      feed,
      view: {
        name: 'failing',
        maxAgeMs: 2_000,
        read: async () => {
          if (fails) throw new Error('away');
          return 'there';
        },
        isOver: () => true,
        readShare: 1,
      },
      onError: (error) => errors.push(error),
    });
    const first = value.read();
    await feed.look();
    await assert.rejects(first, /away/);
    const left = value.read(AbortSignal.abort(new Error('gone')));
    await assert.rejects(left, /gone/);
    fails = false;
    const second = value.read();
    await feed.look();
    assert.equal(await second, 'there');
    fails = true;
    const before = errors.length;
    await until('another failure', async () => {
      await feed.look();
      return errors.length > before;
    });
    assert.equal(await value.read(), 'there');
    await value.close();
    await feed.close();
    const unstarted = runValueView<number>({
      feed,
      view: { name: 'unread', maxAgeMs: 2_000, read: async () => 1 },
      onError: () => undefined,
    });
    await unstarted.close();
    await assert.rejects(unstarted.read(), /shutting down/);
  });
});
