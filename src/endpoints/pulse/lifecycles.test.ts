import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chainFills, unseenOpening } from '../../../test/chain-fills.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { balancesOnRequest, heldBalances, heldMarkets } from '../../../test/held-balances.ts';
import { assertExtremes, assertNear, assertSame, sum } from '../../../test/lifecycle-rows.ts';
import { type PlainLifecycle, plainLeaders, plainLifecycles } from '../../../test/plain-lifecycles.ts';
import { walletOf } from '../../../test/source-fills.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { pnlLeaders } from '../exchange/pnl-leaders.ts';
import { closedPositionsRecent } from './closed-positions-recent.ts';
import { compare } from './compare.ts';
import { lifecycle } from './lifecycle.ts';
import { lifecycleSummary } from './lifecycle-summary.ts';
import { lifecyclesRecent } from './lifecycles-recent.ts';
import { traderClosedPositions } from './trader-closed-positions.ts';
import { traderClosedStats } from './trader-closed-stats.ts';
import { traderDemo } from './trader-demo.ts';
import { traderLifecycles } from './trader-lifecycles.ts';
import { walletDrawdownCurve } from './wallet-drawdown-curve.ts';

const fromMs = Date.parse('2026-03-01T12:00:00Z');
const coins = ['BTC', 'xyz:GOLD'];
const fills = chainFills({ seed: 5, trades: 160, wallets: 6, coins, fromMs, stepMs: hourMs });
const nowMs = fills.at(-1)!.time + hourMs;
/** Never traded with the others. */
const unseen = walletOf(0xaa);
const censored = unseenOpening(unseen, nowMs);
const all = plainLifecycles(fills);
const wallets = [...new Set(fills.map(({ wallet }) => wallet))].sort();
const capMs = 30 * dayMs;
const byClose = (rows: PlainLifecycle[]) => rows.sort((a, b) => b.lastMs - a.lastMs);
const closedOf = (wallet?: string) =>
  byClose(
    all.filter((one) => one.isClosed && one.lastMs >= nowMs - capMs && (wallet ?? one.wallet) === one.wallet),
  );

let harness: EndpointHarness;
before(async () => {
  const market = { listed: heldMarkets };
  const given = { fills: [...fills, ...heldBalances(nowMs), ...censored], market };
  harness = await openEndpointHarness({ given, nowMs, lifecycles: true });
});
after(() => harness.close());

test('lifecycles of every wallet are those of a walk over its fills, field by field', async () => {
  for (const wallet of wallets) {
    const query = 'status=all&limit=200';
    const { body } = await harness.ask(traderLifecycles, {
      path: { address: wallet },
      query,
      tier: 'starter',
    });
    const expected = all.filter((one) => one.wallet === wallet);
    assert.equal(body.total, expected.length);
    assertSame(body.lifecycles!, expected);
    for (const row of body.lifecycles!) {
      const one = expected.find(({ coin, num }) => coin === row.coin && num === row.lifecycleNum)!;
      assert.deepEqual(
        [row.side, row.openedAtRaw, row.isClosed, row.status, row.fillCount, row.peakSize, row.wasLiquidated],
        [
          one.side,
          one.openedMs,
          one.isClosed,
          one.isClosed ? 'closed' : 'open',
          one.fills,
          one.peak,
          one.liquidated,
        ],
      );
      assert.deepEqual([row.realizedPnl, row.openedBeforeWindow], [one.pnl, false]);
      assertNear(row.entryVwap, one.entryVwap);
      assertNear(row.exitVwap, one.exitVwap);
      assertNear(row.fees, one.fees);
    }
  }
});

test('pages and filters of a wallet: open, closed, coin, censored', async () => {
  const ask = async (address: string, query: string) =>
    (await harness.ask(traderLifecycles, { path: { address }, query, tier: 'starter' })).body;
  const [wallet] = wallets;
  const every = await ask(wallet!, 'status=all&limit=200');
  const paged = [];
  for (let offset = 0; offset < every.total; offset += 7) {
    paged.push(...(await ask(wallet!, `status=all&limit=7&offset=${offset}`)).lifecycles!);
  }
  assert.deepEqual(paged, every.lifecycles);
  const behind = await ask(wallet!, 'status=all&offset=100000');
  assert.deepEqual(behind, { ...every, lifecycles: [], limit: 50, offset: 100_000 });
  const open = await ask(wallet!, 'status=open');
  assert.deepEqual(
    open.lifecycles,
    every.lifecycles!.filter(({ isClosed }) => !isClosed),
  );
  const gold = await ask(wallet!, 'status=all&coin=gold&limit=200');
  assert.deepEqual(
    gold.lifecycles,
    every.lifecycles!.filter(({ coin }) => coin === 'xyz:GOLD'),
  );
  assert.equal((await ask(unseen, 'status=all')).total, 1);
  const both = await ask(unseen, 'status=all&includeCensored=true');
  assert.deepEqual(
    both.lifecycles!.map(({ openedBeforeWindow, status }) => [openedBeforeWindow, status]),
    [
      [false, 'open'],
      [true, 'closed'],
    ],
  );
  assert.deepEqual((await ask(walletOf(0xdead), '')).lifecycles, []);
  await assert.rejects(ask(wallet!, 'coin=nothing'), (problem: Problem) => problem.fields.status === 404);
});

balancesOnRequest(() => harness);

test('the fills of a lifecycle add up to it, flips by their share', async () => {
  const bases = new Set<string>();
  for (const wallet of wallets.slice(0, 3)) {
    const { body } = await harness.ask(traderLifecycles, {
      path: { address: wallet },
      query: 'status=all',
      tier: 'starter',
    });
    for (const row of body.lifecycles!.slice(0, 12)) {
      const { body: detail } = await harness.ask(lifecycle, { path: { id: String(row.id) } });
      assert.deepEqual([detail.address, detail.lifecycle], [wallet, row]);
      const shares = detail.fills!;
      bases.add(detail.fillPnlBasis);
      assert.equal(shares.length, row.fillCount);
      assertNear(sum(shares.map(({ attributedPnl }) => attributedPnl)), row.realizedPnl);
      assertNear(sum(shares.map(({ attributedFee }) => attributedFee)), row.fees);
      assertNear(sum(shares.map(({ attributedBuilderFee }) => attributedBuilderFee)), row.builderFee);
      const grows = row.side === 'long' ? 'B' : 'A';
      const [up, down] = [true, false].map((isUp) =>
        sum(
          shares.filter(({ side }) => (side === grows) === isUp).map(({ attributedSize }) => attributedSize),
        ),
      );
      if (row.isClosed) assertNear(up, down);
    }
  }
  assert.deepEqual([...bases].sort(), ['closedPnl', 'split']);
  const unknown = harness.ask(lifecycle, { path: { id: '12345' } });
  await assert.rejects(unknown, (problem: Problem) => problem.fields.status === 404);
});

test('feeds list the closes of the window, and what their filters let through', async () => {
  for (const [endpoint, limit] of [
    [closedPositionsRecent, 500],
    [lifecyclesRecent, 200],
  ] as const) {
    const ask = async (query: string) =>
      (await harness.ask(endpoint, { query: `limit=${limit}&${query}` })).body!;
    const recent = closedOf().filter(({ lastMs }) => lastMs >= nowMs - 3 * dayMs);
    assert.ok(recent.length > 10);
    const rows = await ask('since=72h');
    assertSame(rows, recent);
    for (const row of rows)
      assertNear(row.notional, 'size' in row ? row.size * row.entryPx : row.peakSize * row.entryVwap);
    assert.deepEqual(
      await ask('since=72h&coin=BTC'),
      rows.filter(({ coin }) => coin === 'BTC'),
    );
    const least = rows[3]!.notional;
    assert.deepEqual(
      await ask(`since=72h&minNotional=${least}`),
      rows.filter(({ notional }) => notional >= least),
    );
    const bound = rows[5]!.durationMs;
    assert.deepEqual(
      await ask(`since=72h&minDuration=${bound}`),
      rows.filter(({ durationMs }) => durationMs >= bound),
    );
    assert.deepEqual(
      await ask(`since=72h&maxDuration=${bound}`),
      rows.filter(({ durationMs }) => durationMs <= bound),
    );
  }
});

test('lifecycles of a window come with the largest PnL, won or lost, or the largest notional first', async () => {
  const ask = async (query: string) =>
    (await harness.ask(lifecyclesRecent, { query: `since=72h&${query}` })).body!;
  const rows = await ask('limit=200');
  const byPnl = rows.toSorted((a, b) => Math.abs(b.realizedPnl) - Math.abs(a.realizedPnl));
  assert.deepEqual(await ask('limit=5&sort=pnl'), byPnl.slice(0, 5));
  const byNotional = rows.toSorted((a, b) => b.notional - a.notional);
  assert.deepEqual(await ask('limit=5&sort=notional'), byNotional.slice(0, 5));
});

test("a wallet's closed positions and their sums are those of the tier's window", async () => {
  for (const address of wallets) {
    const closed = closedOf(address);
    const { body } = await harness.ask(traderClosedPositions, { path: { address }, query: 'limit=500' });
    assertSame(body!, closed);
    const { body: stats } = await harness.ask(traderClosedStats, { path: { address } });
    const durations = closed.map(({ openedMs, lastMs }) => lastMs - openedMs);
    const wins = closed.filter(({ pnl }) => pnl > 0).length;
    assert.deepEqual(
      [
        stats.totalPositions,
        stats.winningPositions,
        stats.losingPositions,
        stats.minDurationMs,
        stats.maxDurationMs,
      ],
      [
        closed.length,
        wins,
        closed.filter(({ pnl }) => pnl < 0).length,
        Math.min(...durations),
        Math.max(...durations),
      ],
    );
    assertNear(stats.totalPnl, sum(closed.map(({ pnl }) => pnl)));
    assertNear(stats.avgDurationMs, sum(durations) / closed.length);
    assertNear(stats.winRate, (wins * 100) / closed.length);
    assert.equal(stats.lastClose, new Date(closed[0]!.lastMs).toISOString());
    assert.equal(stats.firstClose, new Date(closed.at(-1)!.lastMs).toISOString());
  }
  const { body: none } = await harness.ask(traderClosedStats, { path: { address: unseen } });
  assert.deepEqual([none.totalPositions, none.winRate, none.firstClose], [0, 0, undefined]);
  for (const endpoint of [traderClosedPositions, traderClosedStats]) {
    const unknown = harness.ask(endpoint, { path: { address: walletOf(0xdead) } });
    await assert.rejects(unknown, (problem: Problem) => problem.fields.status === 404);
  }
});

test('summaries count wins, losses and open ones, and compare keeps the order asked', async () => {
  const summaries = new Map<string, object>();
  for (const address of wallets) {
    const { body } = await harness.ask(lifecycleSummary, { path: { address }, tier: 'starter' });
    summaries.set(address, body);
    const closed = closedOf(address);
    const open = all.filter((one) => one.wallet === address && !one.isClosed);
    assert.deepEqual(
      [body.total, body.closed, body.open, body.wins, body.losses, body.liquidations],
      [
        closed.length + open.length,
        closed.length,
        open.length,
        closed.filter(({ pnl }) => pnl > 0).length,
        closed.filter(({ pnl }) => pnl < 0).length,
        closed.filter(({ liquidated }) => liquidated).length,
      ],
    );
    assertNear(body.totalPnl, sum(closed.map(({ pnl }) => pnl)));
    assertNear(body.totalFees, sum(closed.map(({ fees }) => fees)));
    assertNear(body.openRealizedPnl, sum(open.map(({ pnl }) => pnl)));
    assertNear(body.openFees, sum(open.map(({ fees }) => fees)));
    assert.equal(body.biggestWin, Math.max(0, ...closed.map(({ pnl }) => pnl)));
    assert.equal(body.biggestLoss, Math.min(0, ...closed.map(({ pnl }) => pnl)));
    assert.equal(body.uniqueCoins, new Set([...closed, ...open].map(({ coin }) => coin)).size);
  }
  const requests = [wallets[2]!, walletOf(0xdead), wallets[0]!];
  const { body } = await harness.ask(compare, { query: `wallets=${requests.join(',')}`, tier: 'starter' });
  assert.deepEqual(
    body.wallets!.map(({ address }) => address),
    requests,
  );
  assert.deepEqual(body.wallets![0]!.summary, summaries.get(requests[0]!));
  assert.deepEqual([body.wallets![1]!.summary.total, body.wallets![1]!.summary.winRate], [0, 0]);
});

test('a demo shows the three best and the three worst', async () => {
  for (const address of wallets.slice(0, 3)) {
    const { body } = await harness.ask(traderDemo, { path: { address } });
    const pnls = closedOf(address)
      .map(({ pnl }) => pnl)
      .sort((a, b) => b - a);
    assert.deepEqual(
      body.recentTopWins!.map(({ realizedPnl }) => realizedPnl),
      pnls.filter((pnl) => pnl > 0).slice(0, 3),
    );
    const lost = pnls.filter((pnl) => pnl < 0).toReversed();
    assert.deepEqual(
      body.recentTopLosses!.map(({ realizedPnl }) => realizedPnl),
      lost.slice(0, 3),
    );
  }
});

test('pnl leaders are the wallets by the closes of a day', async () => {
  const { body } = await harness.ask(pnlLeaders, { query: 'limit=100', tier: 'starter' });
  const closed = closedOf().filter(({ lastMs }) => lastMs > nowMs - dayMs);
  const { won, lost } = plainLeaders(closed);
  assert.ok(won.length + lost.length > 2);
  assert.deepEqual([body.winners, body.losers], [won, lost]);
});

test('a drawdown curve has the extremes of the minutes in which others traded', async () => {
  for (const address of wallets) {
    const { body } = await harness.ask(walletDrawdownCurve, {
      path: { address },
      query: 'limit=500',
      tier: 'pro',
    });
    const closed = all.filter((one) => one.wallet === address && one.isClosed);
    // Both sides of every trade are stored: no wallet ever trades alone.
    assert.equal(body!.length, closed.length);
    assertExtremes(body!, fills);
  }
});

test('the examples of the reference are bodies', () => {
  const endpoints = [
    traderLifecycles,
    lifecycle,
    closedPositionsRecent,
    lifecyclesRecent,
    traderClosedPositions,
    traderClosedStats,
    lifecycleSummary,
    compare,
    traderDemo,
    pnlLeaders,
    walletDrawdownCurve,
  ];
  for (const endpoint of endpoints) checkBody(endpoint, endpoint.example);
});
