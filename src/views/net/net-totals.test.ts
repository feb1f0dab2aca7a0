import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { storeFacts } from '../../../test/given-facts.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { until } from '../../../test/until.ts';
import { readyOnly } from '../../analytics/filling/readiness.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { createWalletIndex } from '../../domain/wallet-index.ts';
import { type Clock, dayMs, fixedClock, hourMs } from '../../kernel/clock.ts';
import { createNetTotals, type NetOfPeriod } from './net-totals.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const wallet = walletOf(0xe001);
const trade = { wallet, coin: 'SOL', px: '100', sz: '1', fee: '0.1' };
const bought = (time: number) => ({ ...trade, time, startPosition: '0' });
const sold = (time: number, closedPnl: string) =>
  ({ ...trade, time, startPosition: '1', side: 'A', dir: 'Close Long', closedPnl }) as const;
const payment = (time: number, usdc: string) => ({ wallet, coin: 'SOL', time, usdc });
const yesterdayMs = nowMs - dayMs;

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: {
      fills: [bought(yesterdayMs), sold(yesterdayMs + 2 * hourMs, '3')],
      funding: [payment(yesterdayMs + hourMs, '-0.3')],
    },
    lifecycles: true,
    nowMs,
  });
});
after(() => harness.close());

function opened(clock: Clock = fixedClock(nowMs), store = harness.store) {
  const wallets = createWalletIndex();
  const onError = (error: unknown) => assert.fail(error as Error);
  const net = createNetTotals({ store, feed: harness.feed, wallets, clock, waitMs: 60_000, onError });
  const of = (period: 'allTime' | 'day' | 'week'): NetOfPeriod =>
    net.totals.of(wallets.find(wallet)!, { period, nowMs: clock.nowMs(), hasOpen: false });
  return { ...net, of, followed: async () => net.reached(await harness.feed.look()) };
}

/** Views are followed by timers that keep no process running. */
const alive = setInterval(() => undefined, 1_000);
after(() => clearInterval(alive));

test('fills and payments that are stored later are in the sums of their periods, as a first reading has them', async () => {
  const net = opened();
  await net.totals.settled();
  const closed = { positions: 1, won: 1 };
  // Payments were not read, so the paid amounts are unknown.
  assert.deepEqual([net.of('week'), net.of('day')], [{ closed }, {}]);
  await harness.add([bought(nowMs - 3 * hourMs), sold(nowMs - 2 * hourMs, '0.7')]);
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-net-'));
  await storeFacts(harness.store, dir, { funding: [payment(nowMs - 2.5 * hourMs, '-0.05')] }, nowMs);
  rmSync(dir, { recursive: true });
  const ledger = createCoverageLedger({ analytics: harness.store, clock: fixedClock(nowMs) });
  await ledger.cover({ feed: 'node_misc_events', fromMs: yesterdayMs - dayMs, toMs: nowMs });
  await net.followed();
  const again = opened();
  await again.totals.settled();
  for (const period of ['allTime', 'week', 'day'] as const)
    assert.deepEqual(net.of(period), again.of(period));
  // Exact: 3 + 0.7 − 4 × 0.1 − 0.3 − 0.05.
  assert.deepEqual([net.of('week').funding, net.of('week').netPnl], [-0.35, 2.95]);
  assert.deepEqual([net.of('day').funding, net.of('day').netPnl], [-0.05, 0.45]);
  await Promise.all([net.close(), again.close()]);
});

test('windows move with the day, and are left out until they have', async () => {
  let atMs = nowMs;
  const net = opened({ ...fixedClock(nowMs), nowMs: () => atMs });
  await net.totals.settled();
  const week = net.of('week');
  atMs += dayMs;
  assert.deepEqual(net.of('day'), {});
  assert.ok(net.of('allTime').netPnl !== undefined);
  await until('the week of the next day', () => net.of('week').netPnl !== undefined);
  assert.deepEqual([net.of('day'), net.of('week')], [{}, week]);
  await net.close();
});

test('while tables of costs or of positions are being filled, all else is known', async () => {
  for (const table of ['lifecycle_days', 'wallet_flow_days']) {
    const net = opened(
      fixedClock(nowMs),
      readyOnly(harness.store, { isReady: async (name) => name !== table }),
    );
    await net.totals.settled();
    const { closed, netPnl } = net.of('allTime');
    assert.deepEqual(
      [closed !== undefined, netPnl !== undefined],
      [table === 'wallet_flow_days', table === 'lifecycle_days'],
    );
    await net.close();
  }
});
