import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';

import { walletTotals, winRateOf } from '../../../test/fill-totals.ts';
import { sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { traderTokens } from './trader.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const tied = walletOf(0xb1);
const fills = sourceFills([
  ...variedFills({ seed: 13, count: 2_000, wallets: 40, days: 10, nowMs }),
  ...['kPEPE', 'ETH', '@107', 'BTC'].map((coin) => ({ wallet: tied, time: nowMs, coin, closedPnl: '4' })),
  { wallet: tied, time: nowMs, coin: '#10', dir: 'Settlement', closedPnl: '-4' },
]);
const totals = walletTotals(fills);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

test('every coin of every wallet equals its recomputation, most profitable first', async () => {
  for (const [address, { coins }] of totals) {
    const expected = [...coins]
      .sort(([coinA, a], [coinB, b]) => b.pnl.cmp(a.pnl) || (coinA < coinB ? -1 : 1))
      .map(([coin, part]) => ({
        coin,
        pnl: part.pnl.toNumber(),
        trades: part.trades,
        winningTrades: part.wins,
        winRate: winRateOf(part),
        volume: part.volume.toNumber(),
      }));
    assert.deepEqual((await harness.ask(traderTokens, { path: { address } })).body, expected);
  }
});

test('coins of equal PnL stand by name; book-keeping rows count no volume', async () => {
  const { body } = await harness.ask(traderTokens, { path: { address: tied } });
  assert.deepEqual(
    body!.map((row) => [row.coin, row.volume]),
    [
      ['@107', 100],
      ['BTC', 100],
      ['ETH', 100],
      ['kPEPE', 100],
      ['#10', 0],
    ],
  );
});

test('a wallet without fills is a 404', async () => {
  const unknown = harness.ask(traderTokens, { path: { address: walletOf(0xdead) } });
  await assert.rejects(unknown, (problem: Problem) => problem.fields.status === 404);
});

test('the example of the reference is a body', () => checkBody(traderTokens, traderTokens.example));
