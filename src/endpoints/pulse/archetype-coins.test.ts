import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Decimal } from 'decimal.js';
import { archetypeFills, assertRows, cents, grouped } from '../../../test/archetype-fills.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { sum } from '../../../test/lifecycle-rows.ts';
import type { PlainLifecycle } from '../../../test/plain-lifecycles.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import {
  coinAlphaMap,
  coinKings,
  hourProfitability,
  lethalCoins,
  styleDistribution,
} from './archetype-coins.ts';
import { topLiquidators } from './archetype-wallets.ts';

const { fills, nowMs, fromMs, closes } = archetypeFills();
/** A quick winner, closed by a liquidation without a stored fill of the victim; it took over the counterparty's position, too. */
const quick = { wallet: walletOf(0xbbb0), coin: 'ETH', px: '100', sz: '2' };
const taken = { coin: 'ETH', px: '99', sz: '1', side: 'B', closedPnl: '0' } as const;
const liquidation = (victim: number) => ({
  liquidatedUser: walletOf(victim),
  markPx: '99',
  method: 'market',
});
const more: FillDraft[] = [
  { ...quick, side: 'B' as const, startPosition: '0', time: nowMs - 50_000, tid: 9_101 },
  { ...quick, side: 'A' as const, startPosition: '2', time: nowMs - 10_000, tid: 9_102, closedPnl: '8.25' },
  ...[1, 2].map((nth) => ({
    ...taken,
    wallet: walletOf(0xccc0),
    startPosition: String(nth - 1),
    time: nowMs - 9_000,
    tid: 9_110 + nth,
    liquidation: liquidation(0xddd0),
  })),
];
const quickClose: PlainLifecycle = {
  wallet: quick.wallet,
  coin: 'ETH',
  num: 1,
  side: 'long',
  openedMs: nowMs - 50_000,
  lastMs: nowMs - 10_000,
  isClosed: true,
  fills: 2,
  peak: 2,
  entryVwap: 100,
  exitVwap: 100,
  pnl: 8.25,
  fees: 0,
  liquidated: false,
  method: '',
  penalty: 0,
  liquidationPnl: 0,
};
const rows = [...closes, quickClose];
let harness: EndpointHarness;
before(async () => {
  const given = { fills: [...fills, ...more] };
  harness = await openEndpointHarness({ given, nowMs, lifecycles: true, batchFills: 300 });
});
after(() => harness.close());

const ask = <E extends AnyEndpoint>(endpoint: E, query = '') => harness.ask(endpoint, { query, tier: 'pro' });
const total = (of: readonly PlainLifecycle[]) => cents(sum(of.map(({ pnl }) => pnl)));
const wins = (of: readonly PlainLifecycle[]) => of.filter(({ pnl }) => pnl > 0);
const losses = (of: readonly PlainLifecycle[]) => of.filter(({ pnl }) => pnl < 0);
const fees = (of: readonly PlainLifecycle[]) => sum(of.map((one) => one.fees));
const distinct = (of: readonly PlainLifecycle[]) => new Set(of.map(({ wallet }) => wallet)).size;

test('the alpha map has the pools of winners and losers of each coin', async () => {
  const expected = grouped(
    rows,
    ({ coin }) => coin,
    (of) => ({
      coin: of[0]!.coin,
      lifecycles: of.length,
      wallets: distinct(of),
      winnersPool: total(wins(of)),
      losersPool: total(losses(of)),
      netPnl: total(of),
      winningLifecycles: wins(of).length,
      losingLifecycles: losses(of).length,
      totalFees: fees(of),
    }),
  ).sort((a, b) => Math.abs(b.netPnl) - Math.abs(a.netPnl));
  assert.equal(expected.length, 3);
  const { body, window } = await ask(coinAlphaMap);
  assertRows(body, expected);
  assert.deepEqual(window, { fromMs, toMs: nowMs });
  assertRows((await ask(coinAlphaMap, 'limit=1&offset=1')).body, expected.slice(1, 2));
});

test('lethal coins are ranked by the share of lifecycles that were liquidated', async () => {
  const expected = grouped(
    rows,
    ({ coin }) => coin,
    (of) => {
      const liquidated = of.filter((one) => one.liquidated);
      return {
        coin: of[0]!.coin,
        totalLifecycles: of.length,
        liquidations: liquidated.length,
        liquidationPct: (liquidated.length / of.length) * 100,
        totalPenalty: sum(of.map(({ penalty }) => penalty)),
      };
    },
  ).sort((a, b) => b.liquidationPct - a.liquidationPct);
  assert.ok(expected[0]!.liquidations > 2);
  assertRows((await ask(lethalCoins, 'minLifecycles=1')).body, expected);
  const large = expected.filter(({ totalLifecycles }) => totalLifecycles >= 20);
  assert.ok(large.length < expected.length);
  assertRows((await ask(lethalCoins, 'minLifecycles=20')).body, large);
});

test('kings of a coin are its best earners, the coin with the most winnings first', async () => {
  const coins = grouped(
    rows,
    ({ coin }) => coin,
    (of) => {
      const earners = grouped(
        of,
        ({ wallet }) => wallet,
        (own) => ({
          wallet: own[0]!.wallet,
          coinPnl: total(own),
          totalFees: fees(own),
          lifecycles: own.length,
        }),
      ).filter(({ coinPnl }) => coinPnl > 0);
      const byPnl = totalOrder<(typeof earners)[number]>(
        descending(({ coinPnl }) => coinPnl),
        ascending(({ wallet }) => wallet),
      );
      return { coin: of[0]!.coin, pool: total(wins(of)), earners: earners.sort(byPnl) };
    },
  ).sort((a, b) => b.pool - a.pool);
  for (const most of [1, 4]) {
    const expected = coins.flatMap(({ coin, earners }) =>
      earners.slice(0, most).map((earner, i) => ({ coin, ...earner, rank: i + 1 })),
    );
    assertRows((await ask(coinKings, `perCoinRank=${most}`)).body, expected);
  }
});

test('every hour of the day has a row, by the hour of the close', async () => {
  const expected = Array.from({ length: 24 }, (_, hourUtc) => {
    const of = rows.filter(({ lastMs }) => new Date(lastMs).getUTCHours() === hourUtc);
    const totals = {
      lifecycles: of.length,
      totalPnl: total(of),
      avgPnl: of.length === 0 ? 0 : total(of) / of.length,
    };
    return { hourUtc, ...totals, wins: wins(of).length, losses: losses(of).length };
  });
  assertRows((await ask(hourProfitability)).body, expected);
});

test('every style has a row, by the time that positions were held', async () => {
  const ends = [minuteMs, hourMs, 24 * hourMs, 7 * 24 * hourMs, Number.POSITIVE_INFINITY];
  const expected = ['hft', 'scalper', 'day', 'swing', 'holder'].map((style, i) => {
    const of = rows.filter(({ openedMs, lastMs }) => {
      const heldMs = lastMs - openedMs;
      return heldMs < ends[i]! && (i === 0 || heldMs >= ends[i - 1]!);
    });
    const avgPnl = of.length === 0 ? 0 : total(of) / of.length;
    return {
      style,
      lifecycles: of.length,
      wallets: distinct(of),
      totalPnl: total(of),
      avgPnl,
      totalFees: fees(of),
    };
  });
  assert.deepEqual(
    expected.map(({ lifecycles }) => lifecycles > 0),
    [true, false, true, true, true],
  );
  assertRows((await ask(styleDistribution)).body, expected);
});

test('liquidators get the penalties of the victims that they took over, each order once', async () => {
  const inWindow = [...fills, ...more].filter(({ time }) => time >= fromMs);
  const own = new Map(inWindow.map((fill) => [`${fill.wallet} ${fill.tid}`, fill]));
  const taken = inWindow.filter(
    (fill) => fill.liquidation && fill.liquidation.liquidatedUser !== fill.wallet,
  );
  const expected = grouped(
    taken,
    ({ wallet }) => wallet,
    (of) => {
      const victims = of.map((fill) => own.get(`${fill.liquidation!.liquidatedUser} ${fill.tid}`));
      const orders = of.map(
        (fill, i) => `${fill.liquidation!.liquidatedUser} ${fill.coin} ${victims[i]?.oid ?? fill.time}`,
      );
      const lost = Decimal.sum(0, ...victims.map((fill) => fill?.closedPnl ?? 0)).toNumber();
      return {
        wallet: of[0]!.wallet,
        liquidationsExecuted: new Set(orders).size,
        distinctVictims: new Set(of.map((fill) => fill.liquidation!.liquidatedUser)).size,
        distinctCoins: new Set(of.map(({ coin }) => coin)).size,
        totalPenaltyCollected: Decimal.sum(0, ...victims.map((fill) => fill?.fee ?? 0)).toNumber(),
        totalLiquidationPnl: lost,
        victimClosedPnl: lost,
      };
    },
  ).sort((a, b) => b.totalPenaltyCollected - a.totalPenaltyCollected || (a.wallet < b.wallet ? -1 : 1));
  assert.ok(expected.length > 5 && expected[0]!.totalPenaltyCollected > 0);
  const unstored = expected.find(({ wallet }) => wallet === walletOf(0xccc0));
  assert.deepEqual([unstored?.liquidationsExecuted, unstored?.victimClosedPnl], [1, 0]);
  assertRows((await ask(topLiquidators)).body, expected);
  assertRows((await ask(topLiquidators, 'limit=2&offset=1')).body, expected.slice(1, 3));
});

test('bounds of parameters are checked, and the examples of the reference are bodies', async () => {
  const wrong: [AnyEndpoint, string][] = [
    [coinAlphaMap, 'limit=501'],
    [lethalCoins, 'minLifecycles=0'],
    [coinKings, 'perCoinRank=11'],
    [topLiquidators, 'offset=-1'],
  ];
  for (const [endpoint, query] of wrong) {
    await assert.rejects(ask(endpoint, query), (problem: Problem) => problem.fields.status === 422, query);
    checkBody(endpoint, endpoint.example);
  }
  for (const endpoint of [hourProfitability, styleDistribution]) checkBody(endpoint, endpoint.example);
});
