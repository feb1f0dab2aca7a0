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
  sql: `
    SELECT toString(count()) AS rows, toString(sum(fills)) AS fills FROM wallet_alltime
    UNION ALL SELECT toString(count()), toString(sum(fills)) FROM wallet_day WHERE day < '2026-04-01'`,
});

test('rollups whose wallets lie in several parts are merged to a row each, month by month, and left alone from then on', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-scattered-'));
  const store = await openChdb({ dir });
  try {
    await migrateAnalytics(store);
    for (const table of ['wallet_alltime', 'wallet_day']) await store.command(`SYSTEM STOP MERGES ${table}`);
    const wallets = 60_000;
    for (let part = 0; part < 3; part++) {
      await store.command(`
        INSERT INTO wallet_alltime (wallet, fills)
        SELECT unhex(leftPad(hex(number), 40, '0')), 1 FROM numbers(${wallets})`);
      await store.command(`
        INSERT INTO wallet_day (wallet, day, fills)
        SELECT unhex(leftPad(hex(number), 40, '0')), if(number < 50000, '2026-03-01', '2026-04-01')::Date, 1
        FROM numbers(${wallets})`);
    }
    for (const table of ['wallet_alltime', 'wallet_day']) await store.command(`SYSTEM START MERGES ${table}`);
    assert.equal(await mergeScatteredRows(store), true);
    const merged = await store.rows(sums, {});
    assert.deepEqual(
      merged.sort((a, b) => Number(a.rows) - Number(b.rows)),
      [
        { rows: String(50_000), fills: String(3 * 50_000) },
        { rows: String(wallets), fills: String(3 * wallets) },
      ],
    );
    assert.equal(await mergeScatteredRows(store), false);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
