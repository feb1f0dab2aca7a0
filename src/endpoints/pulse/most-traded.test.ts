import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { tradedCoins, walletTotals } from '../../../test/fill-totals.ts';
import { sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { mostTraded } from './token-leaderboard.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const fills = sourceFills([
  ...variedFills({ seed: 19, count: 3_000, wallets: 80, days: 10, nowMs }),
  ...['TIE-B', 'TIE-A'].map((coin) => ({
    wallet: walletOf(1),
    time: nowMs,
    coin,
    dir: 'Settlement',
    closedPnl: '-3',
  })),
]);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

const expected = () =>
  tradedCoins(walletTotals(fills)).map(({ coin, traders, fills: totalTrades, pnlUsd: totalPnl }) => {
    return { coin, traders, totalTrades, totalPnl };
  });

test('traders, trades and PnL of every coin equal their recomputation, most trades first, ties by coin', async () => {
  const { body } = await harness.ask(mostTraded, { query: 'limit=500' });
  assert.deepEqual(body, expected());
  assert.deepEqual(
    body!.slice(-2).map((row) => row.coin),
    ['TIE-A', 'TIE-B'],
  );
});

test('limit cuts the list and has bounds', async () => {
  assert.deepEqual((await harness.ask(mostTraded, { query: 'limit=2' })).body, expected().slice(0, 2));
  for (const limit of ['0', '501']) {
    const refused = harness.ask(mostTraded, { query: `limit=${limit}` });
    await assert.rejects(refused, (problem: Problem) => problem.fields.status === 422);
  }
});

test('the example of the reference is a body', () => checkBody(mostTraded, mostTraded.example));
