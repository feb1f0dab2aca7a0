import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Decimal } from 'decimal.js';
import { alltimeCohorts, recentCohorts } from '../../../test/cohort-recount.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals, winRateOf } from '../../../test/fill-totals.ts';
import { sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import type { Problem } from '../../kernel/problem.ts';
import { leaderboard } from './leaderboard.ts';
import { trader } from './trader.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const yesterdayMs = Date.parse('2026-03-14T00:00:00Z');
const losing = `0x${'ab'.repeat(20)}`;
const keeper = walletOf(0xb002);
const fills = sourceFills([
  ...variedFills({ seed: 3, count: 3_000, wallets: 60, days: 20, nowMs }),
  { wallet: losing, time: nowMs, closedPnl: '-0.000000000001', fee: '-0.5' },
  { wallet: losing, time: nowMs - 1, closedPnl: '-3', feeToken: 'NOPRICE', fee: '7' },
  { wallet: keeper, time: nowMs, coin: '#10', dir: 'Settlement', px: '1', sz: '12', closedPnl: '5' },
]);
const totals = walletTotals(fills);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

/** Removes the fields of a wallet's answer that are not in its row; they are tested in `trader-pnl.test.ts`. */
function withoutNet<B extends object>(
  body: B,
): Omit<B, 'funding' | 'netPnl' | 'unrealizedPnl' | 'positionWinRate'> {
  const {
    funding: _,
    netPnl: __,
    unrealizedPnl: ___,
    positionWinRate: ____,
    ...row
  } = body as Record<string, unknown>;
  return row as B;
}

test('every total of every wallet equals its recomputation from the fills', async () => {
  for (const [address, expected] of totals) {
    const { body } = await harness.ask(trader, { path: { address } });
    const { pnlTierRecent, sizeTierRecent, recentPnl, recentVolume, recentWindowEnd, ...row } = body;
    const alltime = withoutNet(row);
    assert.deepEqual(alltime, {
      address,
      totalPnl: expected.pnl.toNumber(),
      totalTrades: expected.trades,
      winningTrades: expected.wins,
      winRate: winRateOf(expected),
      totalVolume: expected.volume.toNumber(),
      totalFees: expected.fees.toNumber(),
      largestWin: expected.largestWin.toNumber(),
      largestLoss: expected.largestLoss.toNumber(),
      firstTradeAt: new Date(expected.firstMs).toISOString(),
      lastTradeAt: new Date(expected.lastMs).toISOString(),
      pnlTier: alltimeCohorts(expected).pnl,
      sizeTier: alltimeCohorts(expected).size,
    });
    const recent = recentCohorts(expected, yesterdayMs);
    assert.deepEqual([pnlTierRecent, sizeTierRecent], [recent.pnl, recent.size]);
    const days = [...expected.days].filter(([date]) => Date.parse(date) <= yesterdayMs).map(([, day]) => day);
    const sumOf = (values: Decimal[]) => (days.length === 0 ? undefined : Decimal.sum(...values).toNumber());
    assert.equal(recentPnl, sumOf(days.map(({ pnl }) => pnl)));
    assert.equal(recentVolume, sumOf(days.map(({ volume }) => volume)));
    assert.equal(recentWindowEnd, days.length === 0 ? undefined : '2026-03-14');
  }
});

test('a trader is the same row as in the allTime leaderboard', async () => {
  const { body } = await harness.ask(leaderboard, { query: 'limit=10' });
  for (const row of body.traders!) {
    const { body: alone } = await harness.ask(trader, { path: { address: row.address } });
    for (const [field, value] of Object.entries(withoutNet(alone))) {
      const other = row[field as keyof typeof row];
      if (typeof value !== 'number') assert.equal(other, value, field);
      else assert.ok(Math.abs((other as number) - value) <= 1e-9 * Math.max(1, Math.abs(value)), field);
    }
  }
});

test('a wallet that only loses has 0 as win rate and its least loss as largest win', async () => {
  const { body } = await harness.ask(trader, { path: { address: losing } });
  assert.equal(body.winRate, 0);
  assert.equal(body.largestWin, -1e-12);
  assert.equal(body.largestLoss, -3);
  assert.equal(body.totalFees, -0.5, 'a fee in a token without a price counts 0');
});

test('book-keeping rows are fills with PnL and without volume', async () => {
  const { body } = await harness.ask(trader, { path: { address: keeper } });
  assert.deepEqual([body.totalTrades, body.totalPnl, body.totalVolume, body.largestLoss], [1, 5, 0, 0]);
});

test('an address is found in any case and answered in lower case', async () => {
  const { body } = await harness.ask(trader, { path: { address: `0x${'AB'.repeat(20)}` } });
  assert.equal(body.address, losing);
});

test('a wallet without fills is a 404, what is no address a 400', async () => {
  const status = (expected: number) => (problem: Problem) => problem.fields.status === expected;
  await assert.rejects(harness.ask(trader, { path: { address: walletOf(0xdead) } }), status(404));
  for (const address of ['0x12', "0x' OR 1=1 --", 'ab'.repeat(20), `0x${'zz'.repeat(20)}`]) {
    await assert.rejects(harness.ask(trader, { path: { address } }), status(400));
  }
});

test('the example of the reference is a body', () => checkBody(trader, trader.example));
