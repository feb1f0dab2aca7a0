import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Decimal } from 'decimal.js';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals } from '../../../test/fill-totals.ts';
import { sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { traderDaily } from './trader-daily.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const border = walletOf(0xb1);
const pennies = walletOf(0xb2);
const fills = sourceFills([
  ...variedFills({ seed: 11, count: 2_000, wallets: 20, days: 60, nowMs }),
  { wallet: border, time: Date.parse('2026-02-28T23:59:59.999Z'), closedPnl: '1' },
  { wallet: border, time: Date.parse('2026-03-01T00:00:00.000Z'), closedPnl: '-2.5' },
  // Ten times 0.1 is 1 exactly, which a sum of floats is not.
  ...Array.from({ length: 10 }, (_, day) => ({
    wallet: pennies,
    time: nowMs - (10 - day) * 86_400_000,
    closedPnl: '0.1',
  })),
]);
const totals = walletTotals(fills);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

test('every day of every wallet equals its recomputation, oldest first, with the exact running sum', async () => {
  for (const [address, { days }] of totals) {
    let cumulative = new Decimal(0);
    const expected = [...days]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, day]) => {
        cumulative = cumulative.plus(day.pnl);
        return {
          date,
          pnl: day.pnl.toNumber(),
          trades: day.trades,
          winningTrades: day.wins,
          volume: day.volume.toNumber(),
          cumulativePnl: cumulative.toNumber(),
        };
      });
    assert.deepEqual((await harness.ask(traderDaily, { path: { address } })).body, expected);
  }
});

test('23:59:59.999 belongs to the day that ends, 00:00:00.000 to the next', async () => {
  const { body } = await harness.ask(traderDaily, { path: { address: border } });
  assert.deepEqual(
    body!.map((day) => [day.date, day.pnl, day.cumulativePnl]),
    [
      ['2026-02-28', 1, 1],
      ['2026-03-01', -2.5, -1.5],
    ],
  );
});

test('the running sum does not collect rounding errors', async () => {
  const { body } = await harness.ask(traderDaily, { path: { address: pennies } });
  assert.equal(body!.at(-1)!.cumulativePnl, 1);
});

test('a wallet without fills is a 404', async () => {
  const unknown = harness.ask(traderDaily, { path: { address: walletOf(0xdead) } });
  await assert.rejects(unknown, (problem: Problem) => problem.fields.status === 404);
});

test('the example of the reference is a body', () => checkBody(traderDaily, traderDaily.example));
