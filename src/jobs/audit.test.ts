import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { seedEngine } from '../../test/data-template.ts';
import { rowsOf } from '../../test/fill-rows.ts';
import { sourceFills, variedFills, walletOf } from '../../test/source-fills.ts';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { openSink } from '../ingest/sink.ts';
import { type AuditDifference, audit } from './audit.ts';
import { auditDifferenceLimit } from './audit-queries.ts';

const nowMs = Date.UTC(2026, 4, 2, 12);
// Of the varied fills the wallet with the most.
const wallet = walletOf(2);
const dir = mkdtempSync(join(tmpdir(), 'tidemark-audit-'));
const whole = seedEngine(join(dir, 'whole'));
let store: AnalyticsStore;
before(async () => {
  store = await openChdb({ dir: whole, readSessions: 1 });
  await migrateAnalytics(store);
  const sink = openSink({
    store: createBatchStore(store),
    journal: openJournal(join(dir, 'journal')),
    batchFills: 1_000,
  });
  const fills = sourceFills(variedFills({ seed: 2, count: 3_000, wallets: 1_200, days: 40, nowMs }));
  await sink.add({ fills: rowsOf(fills), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
  assert.equal((await run()).differencesTotal, 0, 'nothing is wrong before');
  await store.close();
});
after(() => rmSync(dir, { recursive: true, force: true }));

// Every test damages its own copy.
let copies = 0;
beforeEach(async () => {
  copies += 1;
  const copy = join(dir, `copy${copies}`);
  cpSync(whole, copy, { recursive: true });
  store = await openChdb({ dir: copy, readSessions: 1 });
});
afterEach(() => store.close());

const run = () => audit(store, () => undefined, new AbortController().signal, { inTurn: (work) => work() });

const walletBytes = `unhex('${wallet.slice(2)}')`;
const stranger = walletOf(99_999);

/** Each fault is in a different table, so that one audit finds all of them. */
const faults = [
  {
    // a rollup that counts a fill too many is named with its key, its columns and both values
    sql: `INSERT INTO wallet_day (wallet, day, fills, pnl) VALUES (${walletBytes}, '2026-05-02', 1, 0.000000000001)`,
    check(found: AuditDifference[]) {
      const key = `wallet=${wallet} day=2026-05-02`;
      assert.deepEqual(placesOf(found), [`wallet_day ${key} fills`, `wallet_day ${key} pnl`]);
      const [fills, pnl] = found;
      assert.equal(Number(fills!.stored), Number(fills!.recomputed) + 1);
      assert.notEqual(pnl!.stored, pnl!.recomputed);
      assert.equal(
        Number(pnl!.stored).toFixed(6),
        Number(pnl!.recomputed).toFixed(6),
        'a trillionth is enough',
      );
    },
    table: 'wallet_day',
  },
  {
    // a value of an hour that no wallet has is named with its coin and hour
    sql: "INSERT INTO coin_hour (coin, hour, taker_fills) VALUES ('ETH', '2026-05-02 12:00:00', 2)",
    check(found: AuditDifference[]) {
      assert.ok(placesOf(found).includes('coin_hour coin=ETH hour=2026-05-02 12:00:00 taker_fills'));
    },
    table: 'coin_hour',
  },
  {
    // a row that is missing in a rollup is named as absent
    sql: `ALTER TABLE wallet_coin_alltime DELETE WHERE wallet = ${walletBytes} AND coin = 'ETH' SETTINGS mutations_sync = 2`,
    check(found: AuditDifference[]) {
      const columns = ['fills', 'wins', 'pnl', 'volume'];
      assert.deepEqual(
        placesOf(found),
        columns.map((column) => `wallet_coin_alltime coin=ETH wallet=${wallet} ${column}`),
      );
      assert.ok(found.every(({ stored }) => stored === 'absent'));
    },
    table: 'wallet_coin_alltime',
  },
  {
    // a row of a rollup that no fill gives is found
    sql: `INSERT INTO wallet_alltime (wallet, fills) VALUES (unhex('${stranger.slice(2)}'), 3)`,
    check(found: AuditDifference[]) {
      const fills = found.find(({ column }) => column === 'fills');
      assert.deepEqual([fills?.key, fills?.stored, fills?.recomputed], [`wallet=${stranger}`, '3', 'absent']);
    },
    table: 'wallet_alltime',
  },
  {
    // a value that was changed in the copy by time is found
    sql: `ALTER TABLE fills_by_time UPDATE closed_pnl = closed_pnl + 1 WHERE wallet = ${walletBytes} SETTINGS mutations_sync = 2`,
    check(found: AuditDifference[]) {
      assert.deepEqual(placesOf(found), [`fills_by_time wallet=${wallet} checksum`]);
    },
    table: 'fills_by_time',
  },
];

const placesOf = (found: AuditDifference[]) =>
  found.map(({ table, key, column }) => `${table} ${key} ${column}`);

test('what is wrong in several tables is found in each, with its key, its columns and both values', async () => {
  for (const { sql } of faults) await store.command(sql);
  const { differences } = await run();
  for (const { table, check } of faults) check(differences.filter((one) => one.table === table));
  const others = differences.filter(({ table }) => !faults.some((fault) => fault.table === table));
  assert.deepEqual(others, []);
});

test('a table that is not filled yet is named and not compared', async () => {
  await store.command('DROP VIEW coin_hour_view SYNC');
  const { unfilled, differencesTotal } = await run();
  assert.deepEqual([unfilled, differencesTotal], [['coin_hour', 'lifecycles'], 0]);
});

test('a fill that is stored twice is found, although all rollups agree with it', async () => {
  await store.command(`INSERT INTO fills SELECT * FROM fills WHERE wallet = ${walletBytes} LIMIT 1`);
  const { differences } = await run();
  assert.deepEqual(
    differences.map(({ table, key, column }) => [table, key, column]),
    [['fills', `wallet=${wallet}`, 'distinct fills']],
  );
});

test('a rollup that differs everywhere is counted in full and listed up to a limit', async () => {
  await store.command('TRUNCATE TABLE wallet_day');
  const { differences, differencesTotal } = await run();
  assert.equal(differences.length, auditDifferenceLimit);
  assert.ok(differencesTotal > auditDifferenceLimit);
  assert.ok(differences.every(({ table, stored }) => table === 'wallet_day' && stored === 'absent'));
});

test('an audit that is aborted ends with an AbortError', async () => {
  await assert.rejects(
    audit(store, () => undefined, AbortSignal.abort()),
    (error: Error) => error.name === 'AbortError' || /cancelled/.test(error.message),
  );
});
