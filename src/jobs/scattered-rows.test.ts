import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Type } from 'typebox';
import { openChdb } from '../analytics/chdb.ts';
import { migrateAnalytics } from '../analytics/migrate.ts';
import { query } from '../analytics/query.ts';
import { mergeScatteredRows } from './scattered-rows.ts';

const sums = query({
  name: 'sums',
  params: {},
  row: Type.Object({ rows: Type.String(), fills: Type.String() }),
  sql: 'SELECT toString(count()) AS rows, toString(sum(fills)) AS fills FROM wallet_alltime',
});

test('a rollup whose wallets lie in several parts is merged to a row each, and left alone from then on', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-scattered-'));
  const store = await openChdb({ dir });
  try {
    await migrateAnalytics(store);
    await store.command('SYSTEM STOP MERGES wallet_alltime');
    const wallets = 60_000;
    for (let part = 0; part < 3; part++) {
      await store.command(`
        INSERT INTO wallet_alltime (wallet, fills)
        SELECT unhex(leftPad(hex(number), 40, '0')), 1 FROM numbers(${wallets})`);
    }
    await store.command('SYSTEM START MERGES wallet_alltime');
    await mergeScatteredRows(store);
    const [merged] = await store.rows(sums, {});
    assert.deepEqual(merged, { rows: String(wallets), fills: String(3 * wallets) });
    assert.equal(await mergeScatteredRows(store), false);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
