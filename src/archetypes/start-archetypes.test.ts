import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEndpointHarness } from '../../test/endpoint-harness.ts';
import { sourceFills, walletOf } from '../../test/source-fills.ts';
import { fixedClock } from '../kernel/clock.ts';
import { rowsOfPage } from './ranked-rows.ts';
import { startArchetypes } from './start-archetypes.ts';
import { persistentWinnerList } from './wallet-lists.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const wallet = walletOf(7);

/** A position that was opened and closed with a profit, from an hour before `nowMs`. */
const fills = sourceFills([
  { wallet, time: nowMs - 3_600_000, startPosition: '0' },
  { wallet, time: nowMs - 60_000, startPosition: '1', side: 'A', closedPnl: '12.5' },
]);

test('lists are read again when lifecycles changed, and a request before the first reading gets its list', async () => {
  const harness = await openEndpointHarness({ given: { fills }, nowMs, lifecycles: true });
  const refreshed: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
  let turns = 0;
  const running = startArchetypes({
    store: harness.store,
    clock: fixedClock(nowMs),
    pollMs: 20,
    restMs: 0,
    onRefresh: () => refreshed[turns++]?.resolve(),
    onError: (error) => refreshed[turns]?.reject(error),
  });
  // Timers of the lists keep no process running.
  const alive = setInterval(() => undefined, 1_000);
  try {
    const page = async () => rowsOfPage(await running.list(persistentWinnerList), { limit: 10, offset: 0 });
    const first = { wallet, profitableMonths: 1, totalPnl: 12.5, bestMonthPnl: 12.5 };
    assert.deepEqual(await page(), [first]);
    await refreshed[0]!.promise;
    assert.deepEqual(await page(), [first]);

    const later = `toDate('2026-02-20'), unhex('${wallet.slice(2)}')`;
    await harness.store.command(`
      INSERT INTO lifecycle_days (day, wallet, lifecycles, wins, pnl, version) SELECT ${later}, 1, 1, toDecimal128('20.25', 12), 1`);
    await harness.store.command(`
      INSERT INTO lifecycle_progress SELECT one, rules, seq, ranges_done, ranges, ready, version + 1, pairs, chains FROM lifecycle_progress FINAL`);
    await refreshed[1]!.promise;
    assert.deepEqual(await page(), [{ wallet, profitableMonths: 2, totalPnl: 32.75, bestMonthPnl: 20.25 }]);
  } finally {
    clearInterval(alive);
    await running.close();
    await harness.close();
  }
});
