import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Type } from 'typebox';
import { openChdb } from '../chdb.ts';
import { coinHour } from '../derived/tables/coins.ts';
import { migrateAnalytics } from '../migrate.ts';
import { query } from '../query.ts';
import { fillDerived } from './fill.ts';
import { readyOnly, watchReadiness } from './readiness.ts';

const hours = query({
  name: 'hours',
  params: {},
  row: Type.Object({ fills: Type.String() }),
  sql: 'SELECT toString(sum(fills)) AS fills FROM coin_hour',
});
const wallets = query({
  name: 'wallets',
  params: {},
  row: Type.Object({ fills: Type.String() }),
  sql: 'SELECT toString(sum(fills)) AS fills FROM wallet_alltime',
});

test('a query over a table that is being filled is refused, others are answered, and both once it is complete', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-readiness-'));
  const store = await openChdb({ dir, readSessions: 1 });
  try {
    await migrateAnalytics(store, []);
    await store.command(
      "INSERT INTO fills (wallet, time, coin, px, sz) SELECT unhex(repeat('01', 20)), '2026-05-01 00:00:00', 'BTC', 1, 1 FROM numbers(3)",
    );
    const before = await watchReadiness(store, { tables: [coinHour] });
    assert.deepEqual(
      [await before.isReady('coin_hour'), await before.isReady('wallet_alltime')],
      [false, true],
    );
    const early = readyOnly(store, before);
    await assert.rejects(early.rows(hours, {}), {
      failure: 'unready',
      message: /coin_hour is still being filled/,
    });
    await assert.rejects(early.bytes(hours, {}), { failure: 'unready' });
    assert.deepEqual(await early.rows(wallets, {}), [{ fills: '3' }]);

    const completed: string[] = [];
    await fillDerived({
      store,
      tables: [coinHour],
      inTurn: (work) => work(),
      signal: new AbortController().signal,
      onComplete: (table) => completed.push(table),
    });
    assert.deepEqual(completed, ['coin_hour']);
    await before.close();
    const after = await watchReadiness(store, { tables: [coinHour] });
    assert.deepEqual(await readyOnly(store, after).rows(hours, {}), [{ fills: '3' }]);
    await after.close();
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
