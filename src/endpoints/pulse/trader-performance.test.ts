import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { assertNear, sum } from '../../../test/lifecycle-rows.ts';
import { variedFills, walletOf } from '../../../test/source-fills.ts';
import { dayMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { traderPerformance } from './trader-performance.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const few = walletOf(0xaa);
const fills = variedFills({ seed: 4, count: 300, wallets: 6, days: 60, nowMs });

let harness: EndpointHarness;
before(async () => {
  const lone = { wallet: few, time: nowMs - 5_000, closedPnl: '30', tid: 9_001 };
  harness = await openEndpointHarness({ given: { fills: [...fills, lone] }, nowMs });
});
after(() => harness.close());

test('performance sets the last 30 days beside all time, with exact sums', async () => {
  const recentFrom = Math.floor(nowMs / dayMs) * dayMs - 29 * dayMs;
  for (const address of [...new Set(fills.map(({ wallet }) => wallet))]) {
    const own = fills.filter(({ wallet }) => wallet === address);
    const recent = own.filter(({ time }) => time >= recentFrom);
    const { body } = await harness.ask(traderPerformance, { path: { address } });
    for (const [found, counted] of [
      [body.recent, recent],
      [body.allTime, own],
    ] as const) {
      assert.equal(found.trades, counted.length);
      assertNear(Number(found.pnl), sum(counted.map(({ closedPnl }) => Number(closedPnl))));
      assertNear(
        found.winRate!,
        (counted.filter(({ closedPnl }) => Number(closedPnl) > 0).length * 100) / counted.length,
      );
    }
    const perDay = (counted: typeof own) =>
      sum(counted.map(({ closedPnl }) => Number(closedPnl))) /
      new Set(counted.map(({ time }) => Math.floor(time / dayMs))).size;
    const [now, usual] = [perDay(recent), perDay(own)];
    const least = Math.abs(usual) * 0.1;
    const trend = now >= usual + least ? 'improving' : now <= usual - least ? 'declining' : 'stable';
    assert.equal(body.trend, recent.length < 10 ? 'stable' : trend);
  }
  const { body: one } = await harness.ask(traderPerformance, { path: { address: few } });
  assert.deepEqual([one.recent.pnl, one.recent.trades, one.trend], ['30', 1, 'stable']);
});

test('a wallet without fills is a 404, and the example of the reference a body', async () => {
  const unknown = harness.ask(traderPerformance, { path: { address: walletOf(0xdead) } });
  await assert.rejects(unknown, (problem: Problem) => problem.fields.status === 404);
  checkBody(traderPerformance, traderPerformance.example);
});
