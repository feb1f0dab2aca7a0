import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEndpointHarness } from '../../test/endpoint-harness.ts';
import { walletOf } from '../../test/source-fills.ts';
import { AnalyticsError } from '../analytics/store.ts';
import { fixedClock } from '../kernel/clock.ts';
import { createArchetypes } from './archetypes.ts';
import { rowsOfPage } from './ranked-rows.ts';
import { persistentWinnerList } from './wallet-lists.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');

test('a list of an empty store is not kept: with the first fill it waits for lifecycles, and then has them', async () => {
  const harness = await openEndpointHarness({ given: {}, nowMs, lifecycles: true });
  try {
    let isReady = true;
    const { store } = harness;
    const lists = createArchetypes({
      store: {
        rows: store.rows,
        async bytes(query, params, options) {
          if (!isReady)
            throw new AnalyticsError('unready', query.name, 'lifecycle_days is still being filled');
          return store.bytes(query, params, options);
        },
      },
      clock: fixedClock(nowMs),
    });
    const page = async () => rowsOfPage(await lists.list(persistentWinnerList), { limit: 10, offset: 0 });
    assert.deepEqual(await page(), []);
    isReady = false;
    await assert.rejects(page(), { failure: 'unready' });
    isReady = true;
    await store.command(`
      INSERT INTO lifecycle_days (day, wallet, lifecycles, wins, pnl, version)
      SELECT toDate('2026-03-15'), unhex('${walletOf(7).slice(2)}'), 1, 1, toDecimal128('12.5', 12), 1`);
    await store.command(`
      INSERT INTO lifecycle_progress SELECT one, rules, 1, ranges_done, ranges, ready, version + 1, pairs, chains FROM lifecycle_progress FINAL`);
    const row = { wallet: walletOf(7), profitableMonths: 1, totalPnl: 12.5, bestMonthPnl: 12.5 };
    assert.deepEqual(await page(), [row]);
    isReady = false;
    assert.deepEqual(await page(), [row], 'this one is kept');
  } finally {
    await harness.close();
  }
});
