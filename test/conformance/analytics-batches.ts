import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { requestReads } from '../../src/analytics/gathered-reads.ts';
import { batchKey, inBatch, query } from '../../src/analytics/query.ts';
import { AnalyticsError, type AnalyticsStore } from '../../src/analytics/store.ts';
import type { OpenStore } from './analytics.ts';

const wallets = Array.from({ length: 12 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, '0')}`);
const rowsOfWallet = 40;

const lastOf = query({
  name: 'batch.last',
  params: { wallet: 'Wallet', from: 'TimeMs', coin: 'String', limit: 'UInt64' },
  row: Type.Object({ n: Type.String(), coin: Type.String() }),
  limits: { maxRows: 30 },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, n, coin FROM gathered
    WHERE ${inBatch('wallet')} AND time >= {from:TimeMs} AND ({coin:String} = '' OR coin = {coin:String})
    ORDER BY batch_key, time DESC, n DESC
    LIMIT {limit:UInt64} BY batch_key`,
});

/** Fails if wallet 3 is among the requested wallets, and takes a moment. */
const faulty = query({
  name: 'batch.faulty',
  params: { wallet: 'Wallet' },
  row: Type.Object({ n: Type.String() }),
  limits: { maxRows: 50 },
  batchBy: 'wallet',
  sql: `
    SELECT ${batchKey('wallet')}, n FROM gathered
    WHERE ${inBatch('wallet')} AND throwIf(has({wallet:Array(Wallet)}, toFixedString(unhex('${wallets[3]!.slice(2)}'), 20))) = 0
      AND sleepEachRow(0.0005) = 0
    ORDER BY batch_key, time, n`,
});

const unbounded = query({
  name: 'batch.unbounded',
  params: { wallet: 'Wallet' },
  row: Type.Object({ n: Type.String() }),
  limits: { maxRows: rowsOfWallet },
  batchBy: 'wallet',
  sql: `SELECT ${batchKey('wallet')}, n FROM gathered WHERE ${inBatch('wallet')} ORDER BY batch_key, time, n`,
});

/** Counts the statements that reach the engine. */
function counted(store: AnalyticsStore): { store: AnalyticsStore; statements: () => number } {
  let statements = 0;
  const rows: AnalyticsStore['rows'] = (...args) => {
    statements += 1;
    return store.rows(...args);
  };
  return { store: { ...store, rows }, statements: () => statements };
}

/** Gathered calls have the same results as single ones, whatever happens to the others. */
export function batchGuarantees(open: OpenStore): void {
  describe('calls in one statement', () => {
    before(async () => {
      await open.current.command(
        `CREATE TABLE gathered (wallet FixedString(20), time DateTime64(3, 'UTC'), n UInt64, coin String)
          ENGINE = MergeTree ORDER BY (wallet, time)`,
      );
      // Equal times, so that the order within them counts. Wallet 12 has one row too many for one query.
      await open.current.command(`
        INSERT INTO gathered
        SELECT unhex(lpad(lower(hex(toUInt8(number % 12 + 1))), 40, '0')), fromUnixTimestamp64Milli(toInt64(intDiv(number, 36) * 1000), 'UTC'),
          cityHash64(number), if(number % 5 = 0, 'ETH', 'BTC')
        FROM numbers(${12 * rowsOfWallet})`);
      await open.current.command(
        `INSERT INTO gathered SELECT unhex('${wallets[11]!.slice(2)}'), fromUnixTimestamp64Milli(5, 'UTC'), 1, 'BTC'`,
      );
    });

    test('gathered answers are those of calls alone, in their order, whichever other parameters they have', async () => {
      const callOf = fc.record({
        wallet: fc.constantFrom(...wallets, `0x${'ff'.repeat(20)}`),
        from: fc.constantFrom(0, 7_001),
        coin: fc.constantFrom('', 'ETH', "' OR 1"),
        limit: fc.constantFrom(3, 30),
      });
      const property = fc.asyncProperty(fc.array(callOf, { minLength: 1, maxLength: 30 }), async (calls) => {
        const { store, statements } = counted(open.current);
        const reads = requestReads(store, 1);
        const together = await Promise.all(calls.map((call) => reads.rows(lastOf, call)));
        const groups = new Set(calls.map(({ from, coin, limit }) => `${from} ${coin} ${limit}`)).size;
        const most = Math.max(
          ...calls.map((one) => calls.filter(({ wallet }) => wallet === one.wallet).length),
        );
        assert.ok(statements() <= 1 + groups * most, `${statements()} statements`);
        for (const [i, call] of calls.entries()) {
          assert.deepEqual(together[i], await open.current.rows(lastOf, call), JSON.stringify(call));
        }
      });
      await fc.assert(property, { numRuns: 12, seed: 7 });
    });

    test('sixty calls that wait are one statement, the first starts at once', async () => {
      const { store, statements } = counted(open.current);
      const reads = requestReads(store, 1);
      const others = Array.from({ length: 60 }, (_, i) => `0x${(i + 100).toString(16).padStart(40, '0')}`);
      await Promise.all(others.map((wallet) => reads.rows(unbounded, { wallet })));
      assert.equal(statements(), 2);
    });

    test('a call that fails leaves the others of its statement their answers', async () => {
      const reads = requestReads(open.current, 1);
      const answers = await Promise.allSettled(
        wallets.slice(0, 8).map((wallet) => reads.rows(faulty, { wallet })),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        wallets.slice(0, 8).map((_, i) => (i === 3 ? 'rejected' : 'fulfilled')),
      );
      const [failed] = answers.filter((answer) => answer.status === 'rejected');
      assert.ok(failed!.reason instanceof AnalyticsError && failed!.reason.queryName === 'batch.faulty');
    });

    test('a call with more rows than its limit fails alone', async () => {
      const reads = requestReads(open.current, 1);
      const answers = await Promise.allSettled(wallets.map((wallet) => reads.rows(unbounded, { wallet })));
      assert.deepEqual(
        answers.map((answer) =>
          answer.status === 'fulfilled' ? answer.value.length : answer.reason.failure,
        ),
        wallets.map((_, i) => (i === 11 ? 'limit' : rowsOfWallet)),
      );
    });

    test('a value that does not fit fails its own call', async () => {
      const reads = requestReads(open.current, 1);
      const calls = [...wallets.slice(0, 3), 'nonsense', ...wallets.slice(4, 6)];
      const answers = await Promise.allSettled(calls.map((wallet) => reads.rows(unbounded, { wallet })));
      assert.deepEqual(
        answers.map(({ status }) => status === 'fulfilled'),
        calls.map((wallet) => wallet !== 'nonsense'),
      );
    });

    test('a caller that leaves gets nothing, and the others of its statement everything', async () => {
      const reads = requestReads(open.current, 1);
      const leaving = new AbortController();
      const calls = wallets.slice(4, 9).map((wallet, i) => {
        const options = i === 2 ? { signal: leaving.signal } : {};
        return reads.rows(faulty, { wallet }, options);
      });
      // The first runs alone, then the others together.
      await calls[0];
      leaving.abort();
      const answers = await Promise.allSettled(calls);
      assert.deepEqual(
        answers.map((answer) =>
          answer.status === 'fulfilled' ? answer.value.length : answer.reason.failure,
        ),
        [rowsOfWallet, rowsOfWallet, 'cancelled', rowsOfWallet, rowsOfWallet],
      );
    });

    test('a caller that leaves while it waits is not asked for', async () => {
      const { store, statements } = counted(open.current);
      const reads = requestReads(store, 1);
      const leaving = new AbortController();
      const first = reads.rows(unbounded, { wallet: wallets[0]! });
      const second = reads.rows(unbounded, { wallet: wallets[1]! }, { signal: leaving.signal });
      leaving.abort();
      await assert.rejects(second, { failure: 'cancelled' });
      await first;
      assert.equal(statements(), 1);
    });

    test('more calls than may wait are refused as overloaded', async () => {
      const reads = requestReads(open.current, 1);
      const calls = Array.from({ length: 520 }, (_, i) =>
        reads.rows(unbounded, { wallet: `0x${(i + 100).toString(16).padStart(40, '0')}` }),
      );
      const answers = await Promise.allSettled(calls);
      const refused = answers.filter((answer) => answer.status === 'rejected');
      assert.equal(refused.length, 520 - 1 - 512);
      assert.ok(refused.every(({ reason }) => reason.failure === 'overloaded'));
    });
  });
}
