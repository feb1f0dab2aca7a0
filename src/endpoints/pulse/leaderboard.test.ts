import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { contestants, ranking, sortKey } from '../../../test/board-ranking.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals } from '../../../test/fill-totals.ts';
import { type FillDraft, sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import { until } from '../../../test/until.ts';
import { AnalyticsError, type AnalyticsStore } from '../../analytics/store.ts';
import { type BoardPeriod, boardPeriods, boardSorts } from '../../boards/traders.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { fixedClock, minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { leaderboard } from './leaderboard.ts';
import { trader } from './trader.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const at = (text: string) => Date.parse(text);
const repeat = (count: number, draft: FillDraft): FillDraft[] =>
  Array.from({ length: count }, (_, i) => ({ ...draft, time: draft.time + i }));

const weekStart = at('2026-03-09T00:00:00.000Z');
const tiedA = walletOf(0xa001);
const tiedB = walletOf(0xa002);
const tiedMore = walletOf(0xa003);
const losing = walletOf(0xb001);
const bookKeeping = walletOf(0xb002);
const beforeBorder = walletOf(0xc001);
const afterBorder = walletOf(0xc002);
const often = walletOf(0xd001);
/** Positions of a wallet, one per minute; the last is a loss. */
const positionsFrom = (start: string, count: number): FillDraft[] =>
  Array.from({ length: count }, (_, i) => {
    const time = at(start) + i * minuteMs;
    const bought = { wallet: often, coin: 'SOL', time, px: '100', sz: '1', fee: '0.25', startPosition: '0' };
    const sold = {
      ...bought,
      time: time + 30_000,
      startPosition: '1',
      side: 'A',
      dir: 'Close Long',
    } as const;
    return [bought, { ...sold, closedPnl: i === count - 1 ? '-2' : '2' }];
  }).flat();
const tie = { closedPnl: '99999.5', px: '1', sz: '1' };
const fills = sourceFills([
  ...variedFills({ seed: 7, count: 4_000, wallets: 150, days: 45, nowMs: at('2026-03-15T11:00:00Z') }),
  // Higher address first, so that only the rule can put them in order.
  { wallet: tiedB, time: at('2026-03-15T11:30:00Z'), ...tie },
  { wallet: tiedA, time: at('2026-03-15T11:30:01Z'), ...tie },
  ...repeat(2, {
    wallet: tiedMore,
    time: at('2026-03-15T11:30:02Z'),
    px: '1',
    sz: '1',
    closedPnl: '49999.75',
  }),
  ...repeat(12, { wallet: losing, time: at('2026-03-15T11:40:00Z'), closedPnl: '-900000.125' }),
  ...repeat(10, {
    wallet: bookKeeping,
    time: at('2026-03-15T11:41:00Z'),
    coin: '#10',
    dir: 'Settlement',
    closedPnl: '2',
  }),
  ...repeat(9, { wallet: beforeBorder, time: weekStart + 1_000, closedPnl: '1' }),
  { wallet: beforeBorder, time: weekStart - 1, closedPnl: '1' },
  ...repeat(9, { wallet: afterBorder, time: weekStart + 2_000, closedPnl: '1' }),
  { wallet: afterBorder, time: weekStart, closedPnl: '1' },
  ...positionsFrom('2026-03-14T10:00:00Z', 12),
  ...positionsFrom('2026-03-15T10:00:00Z', 10),
]);
const funding = [
  { wallet: often, coin: 'SOL', time: at('2026-03-14T11:00:00.041Z'), usdc: '-3' },
  { wallet: often, coin: 'SOL', time: at('2026-03-15T11:00:00.041Z'), usdc: '-1' },
];
const totals = walletTotals(fills);
const periods = Object.keys(boardPeriods) as BoardPeriod[];

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills, funding }, lifecycles: true, nowMs });
});
after(() => harness.close());

async function traders(query: string) {
  const { body } = await harness.ask(leaderboard, { query });
  assert.equal(body.total, body.traders!.length);
  return body.traders!;
}

for (const period of periods) {
  test(`the ${period} leaderboard of every sort is the plain ranking of recomputed totals`, async () => {
    const all = contestants(totals, period, nowMs);
    for (const sort of boardSorts) {
      const expected = ranking(all, sort);
      const rows = await traders(`sort=${sort}&period=${period}&limit=500`);
      assert.deepEqual(
        rows.map((row) => row.address),
        expected.map((row) => row.address),
        sort,
      );
      for (const [i, row] of rows.entries()) {
        const { trades, wins, pnl, volume } = expected[i]!;
        assert.equal(row.totalTrades, trades);
        assert.equal(row.winningTrades, wins);
        assert.equal(row.winRate, (wins * 100) / trades);
        assert.ok(Math.abs(row.totalPnl - pnl.toNumber()) <= 1e-9 * Math.max(1, Math.abs(row.totalPnl)));
        assert.ok(Math.abs(row.totalVolume - volume.toNumber()) <= 1e-9 * Math.max(1, row.totalVolume));
      }
    }
  });
}

test('risk-adjusted and score leave out traders with fewer than 10 trades or 5 days', async () => {
  const all = contestants(totals, 'allTime', nowMs);
  const eligible = all.filter((row) => sortKey('risk-adjusted', row) !== undefined);
  assert.ok(eligible.length > 10 && eligible.length < all.length);
  assert.equal((await traders('sort=risk-adjusted&limit=500')).length, eligible.length);
  assert.deepEqual(await traders('sort=score&period=day'), []);
});

test('equal totals are ordered by address, equal win rates by trades first', async () => {
  const three = new Set([tiedA, tiedB, tiedMore]);
  const order = async (query: string) =>
    (await traders(query)).map((row) => row.address).filter((address) => three.has(address));
  assert.deepEqual(await order('sort=pnl&limit=500'), [tiedA, tiedB, tiedMore]);
  assert.deepEqual(await order('sort=winrate&limit=500'), [tiedMore, tiedA, tiedB]);
});

test('a window starts at 00:00:00.000 of its first day: 23:59:59.999 before it does not count', async () => {
  const week = (await traders('period=week&limit=500')).map((row) => row.address);
  assert.ok(week.includes(afterBorder));
  assert.ok(!week.includes(beforeBorder), 'only nine of its fills are inside');
  const month = (await traders('period=month&limit=500')).map((row) => row.address);
  assert.ok(month.includes(beforeBorder));
  const { window } = await harness.ask(leaderboard, { query: 'period=week' });
  assert.deepEqual(window, { fromMs: weekStart, toMs: nowMs });
  assert.deepEqual((await harness.ask(leaderboard, { query: 'period=day' })).window, {
    fromMs: at('2026-03-15T00:00:00Z'),
    toMs: nowMs,
  });
  assert.equal((await harness.ask(leaderboard)).window, undefined);
});

test('what only allTime knows is null in every row of a window and present in allTime', async () => {
  const fields = ['totalFees', 'largestWin', 'largestLoss', 'firstTradeAt', 'lastTradeAt'] as const;
  for (const period of periods) {
    for (const row of await traders(`period=${period}&limit=500`)) {
      for (const field of fields)
        assert.equal(row[field] === null, period !== 'allTime', `${period} ${field}`);
    }
  }
});

test('rows have what is left after costs in their days; what is not known of these days is absent', async () => {
  const row = async (period: string) =>
    (await traders(`period=${period}&limit=500`)).find(({ address }) => address === often)!;
  const net = ({ funding, netPnl, positionWinRate }: Awaited<ReturnType<typeof row>>) => [
    funding,
    netPnl,
    positionWinRate,
  ];
  const cover = async (from: string, to: string) => {
    const ledger = createCoverageLedger({ analytics: harness.store, clock: fixedClock(nowMs) });
    await ledger.cover({ feed: 'node_misc_events', fromMs: at(from), toMs: at(to) });
    await harness.followed();
  };
  const becomes = (period: string, expected: unknown[]) =>
    until(`net figures of the ${period}`, async () => isDeepStrictEqual(net(await row(period)), expected));
  const unknown = [undefined, undefined];
  assert.deepEqual(net(await row('day')), [...unknown, 90]);
  await cover('2026-03-15T00:00:00Z', '2026-03-15T12:00:00Z');
  // Nine positions won 2 and one lost as much; each of the twenty fills paid 0.25.
  await becomes('day', [-1, 16 - 5 - 1, 90]);
  assert.deepEqual(net(await row('week')), [...unknown, 2000 / 22]);
  await cover('2026-03-14T10:00:00Z', '2026-03-15T00:00:00Z');
  await becomes('week', [-4, 36 - 11 - 4, 2000 / 22]);
  const { body } = await harness.ask(trader, { path: { address: often } });
  assert.deepEqual(net(body), net(await row('allTime')));
});

test('rows are read by no query but that of account values, and one that fails leaves them whole', async () => {
  const analytics = {
    ...harness.store,
    rows: async ({ name }: { name: string }) => {
      assert.equal(name, 'account_parts');
      throw new AnalyticsError('deadline', name, 'too late');
    },
  } as unknown as AnalyticsStore;
  const params = { query: 'limit=500' };
  const whole = await harness.ask(leaderboard, params);
  assert.deepEqual((await harness.ask(leaderboard, { ...params, instead: { analytics } })).body, whole.body);
});

test('a wallet that only loses, and one with book-keeping rows only, have their rows', async () => {
  const rows = await traders('sort=losers&limit=500');
  const loser = rows[0]!;
  assert.equal(loser.address, losing);
  assert.equal(loser.largestLoss, -900000.125);
  assert.equal(loser.winRate, 0);
  const keeper = rows.find((row) => row.address === bookKeeping)!;
  assert.equal(keeper.totalVolume, 0);
  assert.equal(keeper.totalTrades, 10);
  assert.ok(Object.is(keeper.largestLoss, 0), 'never −0');
});

test('minTrades is a floor on totalTrades in every period, and limit cuts after it', async () => {
  for (const period of periods) {
    const all = contestants(totals, period, nowMs);
    for (const floor of [0, 1, 2, 10, 40, Number.MAX_SAFE_INTEGER]) {
      const expected = ranking(all, 'volume').filter((row) => row.trades >= floor);
      const rows = await traders(`sort=volume&period=${period}&limit=25&minTrades=${floor}`);
      assert.deepEqual(
        rows.map((row) => row.address),
        expected.slice(0, 25).map((row) => row.address),
      );
    }
  }
});

test('pages follow each other without a gap or a repeat, and matching counts all of them', async () => {
  for (const period of periods) {
    for (const sort of boardSorts) {
      for (const floor of [0, 12]) {
        const query = `sort=${sort}&period=${period}&minTrades=${floor}`;
        const expected = ranking(contestants(totals, period, nowMs), sort).filter(
          (row) => row.trades >= floor,
        );
        const paged: string[] = [];
        for (let offset = 0; ; offset += 40) {
          const { body } = await harness.ask(leaderboard, { query: `${query}&limit=40&offset=${offset}` });
          assert.equal(body.matching, expected.length, query);
          if (body.total === 0) break;
          paged.push(...body.traders!.map(({ address }) => address));
        }
        assert.deepEqual(
          paged,
          expected.map(({ address }) => address),
          query,
        );
      }
    }
  }
});

test('20 rows of allTime by pnl are the default, 1 and 500 the bounds of limit, and every fault is named', async () => {
  const defaults = await traders('');
  assert.equal(defaults.length, 20);
  assert.deepEqual(defaults, (await traders('sort=pnl&period=allTime&limit=500')).slice(0, 20));
  assert.equal((await traders('limit=1')).length, 1);
  const wrong = 'limit=501&minTrades=-1&sort=PNL&period=year';
  await assert.rejects(harness.ask(leaderboard, { query: wrong }), (problem: Problem) => {
    assert.equal(problem.fields.status, 422);
    const locations = problem.fields.errors!.map((fault) => fault.location);
    assert.deepEqual(locations, ['query.sort', 'query.period', 'query.limit', 'query.minTrades']);
    return true;
  });
  await assert.rejects(harness.ask(leaderboard, { query: 'limit=0' }), /from 1 to 500/);
});

test('the example of the reference is a body', () => checkBody(leaderboard, leaderboard.example));
