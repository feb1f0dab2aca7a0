import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { laneRules } from '../../src/analytics/lane-rules.ts';
import { onLane } from '../../src/analytics/on-lane.ts';
import { type QueryLimits, query } from '../../src/analytics/query.ts';
import { AnalyticsError, type AnalyticsFailure, lanes } from '../../src/analytics/store.ts';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { type OpenStore, storeSizes } from './analytics.ts';

const one = query({
  name: 'limit.one',
  params: {},
  row: Type.Object({ n: Type.Number() }),
  sql: 'SELECT 1 AS n',
});

/** Takes `tenths` × 0.1 s and hardly any processor time. */
function sleeper(name: string, limits?: Partial<QueryLimits>) {
  return query({
    name,
    params: { tenths: 'UInt64' },
    row: Type.Object({ n: Type.String() }),
    sql: `SELECT sum(slept) AS n FROM
      (SELECT sleepEachRow(0.1) AS slept FROM numbers({tenths:UInt64}) SETTINGS max_block_size = 1)`,
    ...(limits && { limits }),
  });
}

function numbersUpTo(count: number, limits: Partial<QueryLimits>) {
  return query({
    name: 'limit.numbers',
    params: {},
    row: Type.Object({ n: Type.String() }),
    sql: `SELECT number AS n FROM numbers(${count})`,
    limits,
  });
}

async function fails(call: Promise<unknown>, failure: AnalyticsFailure, queryName: string): Promise<void> {
  await assert.rejects(call, (error: unknown) => {
    assert.ok(error instanceof AnalyticsError, `an AnalyticsError, not ${error}`);
    assert.deepEqual([error.failure, error.queryName], [failure, queryName], error.message);
    return true;
  });
}

const granted = query({
  name: 'limit.granted',
  params: {},
  row: Type.Object({ threads: Type.Integer(), memory: Type.Integer(), nice: Type.Integer() }),
  sql: `SELECT toInt32(getSetting('max_threads')) AS threads, toFloat64(getSetting('max_memory_usage')) AS memory,
    toInt32(getSetting('os_threads_nice_value_query')) AS nice`,
  limits: { maxMemoryBytes: 64 * 2 ** 30 },
});

export function limitGuarantees(store: OpenStore): void {
  /** The read lane, as requests use it: the tests of queueing and concurrency run on it. */
  const reads = () => onLane(store.current, 'read');
  describe('limits', () => {
    test('a statement has the threads, the memory and the priority of its lane', async () => {
      for (const lane of lanes) {
        const rule = laneRules[lane];
        const [row] = await store.current.rows(granted, {}, { lane });
        assert.deepEqual([row!.memory, row!.nice], [rule.maxMemoryBytes, rule.nice], lane);
        if (rule.maxThreads !== undefined) assert.equal(row!.threads, rule.maxThreads, lane);
        const modest = query({ ...granted, name: 'limit.modest', limits: { maxMemoryBytes: 10 ** 8 } });
        assert.equal((await store.current.rows(modest, {}, { lane }))[0]!.memory, 10 ** 8, lane);
        const threads = query({ ...granted, name: 'limit.threads', settings: { max_threads: 1 } });
        assert.equal((await store.current.rows(threads, {}, { lane }))[0]!.threads, 1, lane);
      }
    });

    test('a call that names no lane, and one that names another on a store of one, never takes that of requests', async () => {
      const [row] = await store.current.rows(granted, {});
      assert.equal(row!.nice, laneRules.job.nice);
      const [live] = await onLane(store.current, 'live').rows(granted, {}, { lane: 'read' });
      assert.equal(live!.nice, laneRules.live.nice);
    });

    test('requests pass while every other lane is full and has a queue', async () => {
      const slow = sleeper('limit.others');
      let ended = 0;
      const others = lanes.filter((lane) => lane !== 'read');
      const taken = others.flatMap((lane) =>
        Array.from({ length: laneRules[lane].server + 1 }, () =>
          store.current.rows(slow, { tenths: 10 }, { lane }).then(() => {
            ended += 1;
          }),
        ),
      );
      for (let i = 0; i < 20; i++) await reads().rows(one, {});
      assert.equal(ended, 0, 'all of them were still running');
      await Promise.all(taken);
    });

    test('a query over its deadline fails as deadline, soon after it', async () => {
      const startedMs = monotonicMs();
      await fails(
        store.current.rows(sleeper('limit.slow', { deadlineMs: 400 }), { tenths: 200 }),
        'deadline',
        'limit.slow',
      );
      const tookMs = monotonicMs() - startedMs;
      assert.ok(tookMs >= 300 && tookMs < 5_000, `gave up after ${tookMs} ms`);
    });

    test('a busy query over its deadline fails as deadline', async () => {
      const busy = query({
        name: 'limit.busy',
        params: {},
        row: Type.Object({ n: Type.String() }),
        sql: 'SELECT sum(sipHash64(number)) AS n FROM numbers(1000000000000)',
        limits: { deadlineMs: 300 },
      });
      await fails(store.current.bytes(busy, {}), 'deadline', 'limit.busy');
    });

    test('as many rows as the limit pass, one more fails as limit', async () => {
      assert.equal((await store.current.rows(numbersUpTo(10, { maxRows: 10 }), {})).length, 10);
      await fails(store.current.rows(numbersUpTo(11, { maxRows: 10 }), {}), 'limit', 'limit.numbers');
      await fails(
        store.current.bytes(numbersUpTo(300_000, { maxRows: 200_000 }), {}),
        'limit',
        'limit.numbers',
      );
    });

    test('a query over its memory fails as limit', async () => {
      const greedy = query({
        name: 'limit.greedy',
        params: {},
        row: Type.Object({ n: Type.String() }),
        sql: 'SELECT length(groupArray(number)) AS n FROM numbers(100000000)',
        limits: { maxMemoryBytes: 64 * 2 ** 20, deadlineMs: 30_000 },
      });
      await fails(store.current.rows(greedy, {}), 'limit', 'limit.greedy');
    });

    test('an error after the first rows fails the call instead of cutting the answer short', async () => {
      const late = query({
        name: 'limit.late',
        params: {},
        row: Type.Object({ n: Type.Number() }),
        sql: `SELECT throwIf(number = 900000) AS n FROM numbers(1000000)`,
        limits: { maxRows: 2_000_000 },
      });
      await fails(store.current.rows(late, {}), 'engine', 'limit.late');
      await fails(store.current.bytes(late, {}), 'engine', 'limit.late');
    });

    test('rows of a failed query never come back in the answer of a later one', async () => {
      const late = query({
        name: 'limit.leftover',
        params: {},
        row: Type.Object({ n: Type.Number() }),
        sql: `SELECT throwIf(number = 900000) AS n FROM numbers(1000000)`,
        limits: { maxRows: 2_000_000 },
      });
      // As many calls as connections, so that each later call meets a connection that has failed.
      const everywhere = Array.from({ length: storeSizes.readConnections });
      await Promise.all(everywhere.map(() => fails(reads().rows(late, {}), 'engine', 'limit.leftover')));
      const answers = await Promise.all(everywhere.map(() => reads().rows(one, {})));
      assert.deepEqual(
        answers,
        everywhere.map(() => [{ n: 1 }]),
      );
      await Promise.all(everywhere.map(() => fails(reads().bytes(late, {}), 'engine', 'limit.leftover')));
      const bytes = await Promise.all(everywhere.map(() => reads().bytes(one, {})));
      assert.deepEqual(
        bytes.map((answer) => [...answer]),
        everywhere.map(() => [1]),
      );
    });

    test('bad SQL fails as engine under its own name and leaves other calls alone', async () => {
      const bad = query({
        name: 'limit.bad',
        params: {},
        row: Type.Object({}),
        sql: 'SELECT nonsense FROM nowhere',
      });
      const broken = query({ name: 'limit.broken', params: {}, row: Type.Object({}), sql: 'SELECT ((' });
      const calls = Array.from({ length: 4 }, () => [
        fails(reads().rows(bad, {}), 'engine', 'limit.bad'),
        fails(reads().bytes(broken, {}), 'engine', 'limit.broken'),
        reads()
          .rows(one, {})
          .then((rows) => assert.deepEqual(rows, [{ n: 1 }])),
      ]);
      await Promise.all(calls.flat());
      await assert.rejects(store.current.command('CREATE NONSENSE'), AnalyticsError);
      assert.deepEqual(await reads().rows(one, {}), [{ n: 1 }]);
    });

    test('a query of a request reads and never writes', async () => {
      await store.current.command('CREATE TABLE IF NOT EXISTS kept (n UInt8) ENGINE = MergeTree ORDER BY n');
      const writing = query({
        name: 'limit.writing',
        params: {},
        row: Type.Object({}),
        sql: 'DROP TABLE kept',
      });
      await fails(reads().rows(writing, {}), 'engine', 'limit.writing');
      const count = query({
        name: 'limit.kept',
        params: {},
        row: Type.Object({}),
        sql: 'SELECT count() AS n FROM kept',
      });
      assert.equal((await reads().rows(count, {})).length, 1);
    });

    test('an aborted call rejects as cancelled at once', async () => {
      const long = sleeper('limit.aborted', { deadlineMs: 3_000 });
      const abort = new AbortController();
      const call = fails(
        store.current.rows(long, { tenths: 20 }, { signal: abort.signal }),
        'cancelled',
        'limit.aborted',
      );
      await store.current.rows(one, {});
      const abortedMs = monotonicMs();
      abort.abort();
      await call;
      assert.ok(monotonicMs() - abortedMs < 1_500, 'rejected long before its end');
      await fails(
        store.current.bytes(long, { tenths: 20 }, { signal: AbortSignal.abort() }),
        'cancelled',
        'limit.aborted',
      );
    });

    test('a full queue refuses the next call as overloaded, and one that was aborted leaves its place', async () => {
      await store.reopen();
      const slow = sleeper('limit.queued');
      const { readConnections, queueLimit } = storeSizes;
      const abort = new AbortController();
      const aborted = reads().rows(slow, { tenths: 2 }, { signal: abort.signal });
      const accepted = Array.from({ length: readConnections - 1 + queueLimit }, () =>
        reads().rows(slow, { tenths: 2 }),
      );
      await fails(reads().rows(slow, { tenths: 2 }), 'overloaded', 'limit.queued');
      const other = store.current.rows(one, {}, { lane: 'heavy' });
      abort.abort();
      await fails(aborted, 'cancelled', 'limit.queued');
      await Promise.all([...accepted, other]);
      assert.deepEqual(await store.current.rows(one, {}), [{ n: 1 }]);
    });

    test('reads pass while a long query runs in the heavy lane and a command in the write lane', async () => {
      let ended = 0;
      const count = () => {
        ended += 1;
      };
      const heavy = store.current.rows(sleeper('limit.heavy'), { tenths: 30 }, { lane: 'heavy' }).then(count);
      const sleeping = 'SELECT sleepEachRow(0.1) FROM numbers(30) SETTINGS max_block_size = 1';
      const command = store.current.command(`CREATE TABLE slept ENGINE = Memory AS ${sleeping}`).then(count);
      for (let i = 0; i < 20; i++) await reads().rows(one, {});
      assert.equal(ended, 0, 'both were still running');
      await Promise.all([heavy, command]);
    });

    test('close waits for what runs, may be called again, and refuses later calls as unavailable', async () => {
      const { current } = store;
      const running = current.rows(sleeper('limit.closing'), { tenths: 4 });
      let done = false;
      const finished = running.then(() => {
        done = true;
      });
      const closing = current.close();
      await fails(current.rows(one, {}), 'unavailable', 'limit.one');
      await Promise.all([closing, current.close()]);
      assert.ok(done, 'the running call ended first');
      await finished;
      await current.close();
      await fails(current.rows(one, {}), 'unavailable', 'limit.one');
      await store.reopen();
      assert.deepEqual(await store.current.rows(one, {}), [{ n: 1 }]);
    });
  });
}
