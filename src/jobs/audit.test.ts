import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { rowsOf } from '../../test/fill-rows.ts';
import { sourceFills, variedFills, walletOf } from '../../test/source-fills.ts';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { createBatchStore } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { openSink } from '../ingest/sink.ts';
import { audit } from './audit.ts';
import { auditDifferenceLimit } from './audit-queries.ts';

const nowMs = Date.UTC(2026, 4, 2, 12);
// Of the varied fills the wallet with the most.
const wallet = walletOf(2);
const dir = mkdtempSync(join(tmpdir(), 'tidemark-audit-'));
const whole = join(dir, 'whole');
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

// Every test breaks a copy of its own.
let copies = 0;
beforeEach(async () => {
  copies += 1;
  const copy = join(dir, `copy${copies}`);
  cpSync(whole, copy, { recursive: true });
  store = await openChdb({ dir: copy, readSessions: 1 });
});
afterEach(() => store.close());

const run = () => audit(store, () => undefined, new AbortController().signal);

/** Applies a statement that breaks something, and returns what the audit then finds. */
async function differencesAfter(sql: string) {
  await store.command(sql);
  return run();
}

const walletBytes = `unhex('${wallet.slice(2)}')`;

test('a rollup that counts a fill too many is named with its key, its columns and both values', async () => {
  const { differences } = await differencesAfter(
    `INSERT INTO wallet_day (wallet, day, fills, pnl) VALUES (${walletBytes}, '2026-05-02', 1, 0.000000000001)`,
  );
  assert.deepEqual(
    differences.map(({ table, key, column }) => [table, key, column]),
    ['fills', 'pnl'].map((column) => ['wallet_day', `wallet=${wallet} day=2026-05-02`, column]),
  );
  const [fills, pnl] = differences;
  assert.equal(Number(fills!.stored), Number(fills!.recomputed) + 1);
  assert.notEqual(pnl!.stored, pnl!.recomputed);
  assert.equal(Number(pnl!.stored).toFixed(6), Number(pnl!.recomputed).toFixed(6), 'a trillionth is enough');
});

test('a value of an hour that no wallet has is named with its coin and hour', async () => {
  const { differences } = await differencesAfter(
    "INSERT INTO coin_hour (coin, hour, taker_fills) VALUES ('ETH', '2026-05-02 12:00:00', 2)",
  );
  const found = differences.find(({ column }) => column === 'taker_fills');
  assert.equal(found?.table, 'coin_hour');
  assert.equal(found?.key, 'coin=ETH hour=2026-05-02 12:00:00');
});

test('a table that is not filled yet is named and not compared', async () => {
  await store.command('DROP VIEW coin_hour_view SYNC');
  const { unfilled, differencesTotal } = await run();
  assert.deepEqual([unfilled, differencesTotal], [['coin_hour', 'lifecycles'], 0]);
});

test('a row that is missing in a rollup is named as absent', async () => {
  const { differences } = await differencesAfter(
    `ALTER TABLE wallet_coin_alltime DELETE WHERE wallet = ${walletBytes} AND coin = 'ETH' SETTINGS mutations_sync = 2`,
  );
  assert.deepEqual(
    differences.map(({ table, key, column, stored }) => [table, key, column, stored]),
    ['fills', 'wins', 'pnl', 'volume'].map((column) => [
      'wallet_coin_alltime',
      `coin=ETH wallet=${wallet}`,
      column,
      'absent',
    ]),
  );
});

test('a row of a rollup that no fill gives is found', async () => {
  const stranger = walletOf(99_999);
  const { differences } = await differencesAfter(
    `INSERT INTO wallet_alltime (wallet, fills) VALUES (unhex('${stranger.slice(2)}'), 3)`,
  );
  const fills = differences.find(({ column }) => column === 'fills');
  assert.deepEqual(
    [fills?.table, fills?.key, fills?.stored, fills?.recomputed],
    ['wallet_alltime', `wallet=${stranger}`, '3', 'absent'],
  );
});

test('a value that was changed in the copy by time is found', async () => {
  const { differences } = await differencesAfter(
    `ALTER TABLE fills_by_time UPDATE closed_pnl = closed_pnl + 1 WHERE wallet = ${walletBytes} SETTINGS mutations_sync = 2`,
  );
  assert.deepEqual(
    differences.map(({ table, key, column }) => [table, key, column]),
    [['fills_by_time', `wallet=${wallet}`, 'checksum']],
  );
});

test('a fill that is stored twice is found, although all rollups agree with it', async () => {
  const { differences } = await differencesAfter(
    `INSERT INTO fills SELECT * FROM fills WHERE wallet = ${walletBytes} LIMIT 1`,
  );
  assert.deepEqual(
    differences.map(({ table, key, column }) => [table, key, column]),
    [['fills', `wallet=${wallet}`, 'distinct fills']],
  );
});

test('a rollup that differs everywhere is counted in full and listed up to a limit', async () => {
  const { differences, differencesTotal } = await differencesAfter('TRUNCATE TABLE wallet_day');
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
