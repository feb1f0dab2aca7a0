import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEndpointHarness } from '../../test/endpoint-harness.ts';
import { sourceFills, walletOf } from '../../test/source-fills.ts';
import { leaderboard } from '../endpoints/pulse/leaderboard.ts';

test('a leaderboard shows the number that the exact decimal means, not one next to it', async () => {
  const time = Date.parse('2026-03-01T12:00:00Z');
  const fees = ['10.0', '8.0', '1.08459', '0.1', '0.2', '12.34567', '1e3', '0.07', '5.55', '3.3', '0.01'];
  const fills = sourceFills(
    fees.map((fee, i) => ({
      wallet: walletOf(1),
      time: time + i,
      px: '12582.19975',
      sz: '1.1',
      fee,
      tid: i,
    })),
  );
  const harness = await openEndpointHarness({ given: { fills }, nowMs: time + 60_000 });
  try {
    const { body } = await harness.ask(leaderboard, { query: 'period=allTime' });
    assert.equal(body.traders?.[0]?.totalFees, 1040.66026);
    assert.equal(body.traders?.[0]?.totalVolume, 152244.616975);
  } finally {
    await harness.close();
  }
});
