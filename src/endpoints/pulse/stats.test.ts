import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decimal } from 'decimal.js';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals, winRateOf } from '../../../test/fill-totals.ts';
import { sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { SourceFill } from '../../ingest/source-fill.ts';
import { stats } from './stats.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const fills = sourceFills([
  { wallet: walletOf(500), time: Date.parse('2026-01-31T23:59:59.999Z'), closedPnl: '0.000000000001' },
  ...variedFills({ seed: 23, count: 3_000, wallets: 80, days: 10, nowMs }),
  { wallet: walletOf(501), time: Date.parse('2026-03-16T00:00:00.000Z'), dir: 'Settlement', closedPnl: '-7' },
]);

// The engine has one data directory per process: the second store is opened after the first is closed.
async function withStore(stored: readonly SourceFill[], use: (harness: EndpointHarness) => Promise<void>) {
  const harness = await openEndpointHarness({ given: { fills: stored }, nowMs });
  try {
    await use(harness);
  } finally {
    await harness.close();
  }
}

test('the totals equal their recomputation from the fills; the mean win rate counts each wallet once', async () => {
  await withStore(fills, async (harness) => {
    const wallets = [...walletTotals(fills).values()];
    const { avgWinRate, ...exact } = (await harness.ask(stats)).body;
    assert.deepEqual(exact, {
      totalTraders: wallets.length,
      totalTrades: fills.length,
      totalVolume: Decimal.sum(...wallets.map((wallet) => wallet.volume)).toNumber(),
      totalPnl: Decimal.sum(...wallets.map((wallet) => wallet.pnl)).toNumber(),
      dataStartDate: '2026-01-31',
      dataEndDate: '2026-03-16',
    });
    const mean = wallets.reduce((sum, wallet) => sum + winRateOf(wallet), 0) / wallets.length;
    assert.ok(Math.abs(avgWinRate - mean) < 1e-9);
  });
});

test('without any fill every total is 0 and the dates are empty', async () => {
  await withStore([], async (harness) => {
    assert.deepEqual((await harness.ask(stats)).body, {
      totalTraders: 0,
      totalTrades: 0,
      totalVolume: 0,
      totalPnl: 0,
      avgWinRate: 0,
      dataStartDate: '',
      dataEndDate: '',
    });
  });
});

test('the example of the reference is a body', () => checkBody(stats, stats.example));
