import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alltimeCohorts, recentCohorts } from '../../test/cohort-recount.ts';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import { walletTotals } from '../../test/fill-totals.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../../test/source-fills.ts';
import { leaderboard } from '../endpoints/pulse/leaderboard.ts';
import { trader } from '../endpoints/pulse/trader.ts';
import { cohortOf } from './trader-cohorts.ts';
import { traders } from './traders.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const yesterdayMs = Date.parse('2026-03-14T00:00:00Z');
const firstRecentMs = Date.parse('2026-02-13T00:00:00Z');
const longAgo = Date.parse('2025-12-01T08:00:00Z');

/** For each cut-off: a wallet that just reaches it, and one just below. */
const pnlCutOffs = [1_000_000, 100_000, 10_000, 0, -10_000, -100_000, -1_000_000];
const sizeCutOffs = [1_000_000_000, 250_000_000, 50_000_000, 10_000_000, 2_000_000, 250_000, 10_000];
const atBorders: FillDraft[] = [
  ...pnlCutOffs.flatMap((cut, i) => [
    // The fee decides: before it, both are far above.
    { wallet: walletOf(0x1000 + i), time: longAgo, closedPnl: `${cut + 5000.1}`, fee: '5000.1' },
    { wallet: walletOf(0x2000 + i), time: longAgo, closedPnl: `${cut + 5000}`, fee: '5000.000000000001' },
  ]),
  ...sizeCutOffs.flatMap((cut, i) => [
    { wallet: walletOf(0x3000 + i), time: longAgo, px: `${cut / 8}`, sz: '8' },
    { wallet: walletOf(0x4000 + i), time: longAgo, px: `${cut / 10_000 - 0.0000001}`, sz: '10000' },
  ]),
];

const edges = {
  firstDay: walletOf(0x5001),
  dayBefore: walletOf(0x5002),
  todayOnly: walletOf(0x5003),
  bookKeeping: walletOf(0x5004),
};
const fills = sourceFills(
  [
    ...variedFills({ seed: 3, count: 400, wallets: 40, days: 70, nowMs: nowMs - 1_000 }),
    ...atBorders,
    { wallet: edges.firstDay, time: firstRecentMs, closedPnl: '1000', fee: '0' },
    { wallet: edges.dayBefore, time: firstRecentMs - 1, closedPnl: '1000', fee: '0' },
    { wallet: edges.todayOnly, time: yesterdayMs + 86_400_000, closedPnl: '1000', fee: '0' },
    {
      wallet: edges.bookKeeping,
      time: yesterdayMs,
      dir: 'Settlement',
      coin: '#10',
      closedPnl: '-1',
      fee: '0',
    },
  ].sort((a, b) => a.time - b.time),
);
const totals = walletTotals(fills);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
});
after(() => harness.close());

test("every wallet's cohorts are those of a plain recount, all-time and recent, at the cut-offs too", async () => {
  const board = await harness.sources.boards.board(traders);
  for (const [address, wallet] of totals) {
    const row = board.find(address)!;
    const alltime = alltimeCohorts(wallet);
    const recent = recentCohorts(wallet, yesterdayMs);
    for (const kind of ['pnl', 'size'] as const) {
      assert.equal(cohortOf(board, row, kind, 'alltime'), alltime[kind], `${kind} of ${address}`);
      assert.equal(cohortOf(board, row, kind, 'recent'), recent[kind], `recent ${kind} of ${address}`);
    }
  }
  for (const [i] of pnlCutOffs.entries()) {
    const [reached, missed] = [0x1000, 0x2000].map((from) => board.find(walletOf(from + i))!);
    assert.equal(board.columns.pnlTier[reached!], i + 1);
    assert.equal(board.columns.pnlTier[missed!], i + 2, 'a trillionth below');
  }
});

test('the recent window is the 30 whole UTC days before today, and cohorts in it need a tenth', async () => {
  const rowOf = async (address: string) => (await harness.ask(trader, { path: { address } })).body;
  const first = await rowOf(edges.firstDay);
  assert.equal(first.pnlTier, 'humble_earner');
  assert.equal(first.pnlTierRecent, 'grinder');
  assert.equal(first.sizeTierRecent, 'shrimp');
  assert.equal(first.recentPnl, 1000);
  assert.equal(first.recentVolume, 100);
  assert.equal(first.recentWindowEnd, '2026-03-14');
  for (const address of [edges.dayBefore, edges.todayOnly]) {
    const row = await rowOf(address);
    assert.equal(row.pnlTier, 'humble_earner');
    for (const field of ['pnlTierRecent', 'sizeTierRecent', 'recentPnl', 'recentWindowEnd'] as const)
      assert.ok(!(field in row), `${field} of a wallet without a fill in the window`);
  }
  const keeper = await rowOf(edges.bookKeeping);
  assert.equal(keeper.pnlTierRecent, 'exit_liquidity', 'any fill counts as a fill');
});

test('every row of a leaderboard has the cohorts of all time, whatever its period', async () => {
  for (const period of ['allTime', 'month', 'week', 'day']) {
    const { body } = await harness.ask(leaderboard, { query: `period=${period}&limit=500` });
    for (const row of body.traders!) {
      const { pnl, size } = alltimeCohorts(totals.get(row.address)!);
      assert.deepEqual([row.pnlTier, row.sizeTier], [pnl, size]);
    }
  }
});
