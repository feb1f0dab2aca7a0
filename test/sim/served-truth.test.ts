/** Answers about lifecycles, liquidations and builders, compared with the simulator's own books. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import { isOutcome, isPerp } from '../../src/domain/coin-name.ts';
import { builderTraders } from '../../src/endpoints/builders/builder-traders.ts';
import { builderLeaderboard } from '../../src/endpoints/builders/leaderboard.ts';
import { liquidationsSummary } from '../../src/endpoints/live/liquidations-summary.ts';
import { topLiquidators } from '../../src/endpoints/pulse/archetype-wallets.ts';
import { traderLifecycles } from '../../src/endpoints/pulse/trader-lifecycles.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { assertNear } from '../lifecycle-rows.ts';
import { campaignSeed, sized } from '../size.ts';
import { simulatedTruth, type TrueLifecycle } from './simulated-truth.ts';

const { seeds, fills } = sized({ check: { seeds: 2, fills: 1_500 }, campaign: { seeds: 20, fills: 6_000 } });
const firstSeed = (campaignSeed - 1) * seeds + 1;
const truth = simulatedTruth(
  Array.from({ length: seeds }, (_, i) => firstSeed + i),
  fills,
);
const nowMs = Date.UTC(2026, 4, 2, 5);
const closed = truth.lifecycles.filter(({ isClosed }) => isClosed);
const liquidated = truth.lifecycles.filter(({ liquidatedFills }) => liquidatedFills > 0);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: { fills: truth.fills },
    nowMs,
    lifecycles: true,
    batchFills: 50_000,
  });
});
after(() => harness.close());

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const address = (column: string) => `concat('0x', lower(hex(${column})))`;
const ms = (column: string) => `toInt64(toUnixTimestamp64Milli(${column}))`;
const stored = query({
  name: 'test_served_truth',
  params: {},
  row: Type.Object({
    wallet: Type.String(),
    coin: Type.String(),
    num: Type.Integer(),
    side: Type.String(),
    openedMs: Type.String(),
    lastMs: Type.String(),
    isClosed: Type.Boolean(),
    fills: Type.Integer(),
    position: Type.String(),
    peakSize: Type.String(),
    entryVwap: Type.Number(),
    exitVwap: Type.Number(),
    pnl: Type.String(),
    fees: Type.String(),
    builderFees: Type.String(),
    liquidatedFills: Type.Integer(),
    method: Type.String(),
    penalty: Type.String(),
    liquidator: Type.String(),
    isCensored: Type.Boolean(),
  }),
  limits: { maxRows: 1_000_000, deadlineMs: 60_000 },
  sql: `
    SELECT ${address('wallet')} AS wallet, coin, num, side, ${ms('opened')} AS openedMs, ${ms('last')} AS lastMs, is_closed AS isClosed,
      fills, toString(position) AS position, toString(peak_size) AS peakSize, if(opened_size = 0, 0, toFloat64(entry_cost) / toFloat64(opened_size)) AS entryVwap,
      if(closed_size = 0, 0, toFloat64(exit_cost) / toFloat64(closed_size)) AS exitVwap, toString(pnl) AS pnl,
      toString(fees) AS fees, toString(builder_fees) AS builderFees, liquidated_fills AS liquidatedFills,
      liquidation_method AS method, toString(penalty) AS penalty,
      if(liquidator = toFixedString('', 20), '', ${address('liquidator')}) AS liquidator, is_censored AS isCensored
    FROM lifecycles FINAL WHERE NOT deleted`,
});

const holdingOf = ({ wallet, coin }: { wallet: string; coin: string }) => `${wallet} ${coin}`;
const keyOf = ({ wallet, coin, num }: Pick<TrueLifecycle, 'wallet' | 'coin' | 'num'>) =>
  `${wallet} ${coin} ${num}`;

test('every position of every wallet is a lifecycle, with what the books say of it', async (t) => {
  const rows = (await harness.store.rows(stored, {})).filter(({ coin }) => isPerp(coin));
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  t.diagnostic(`${truth.lifecycles.length} lifecycles, ${liquidated.length} of them liquidated`);
  assert.equal(found.size, truth.lifecycles.length);
  for (const one of truth.lifecycles) {
    const {
      entryVwap,
      exitVwap,
      fees,
      builderFees,
      isCensored,
      position: _,
      ...row
    } = found.get(keyOf(one))!;
    const { entryVwap: entry, exitVwap: exit, fees: paid, builderFees: toBuilder, ...exact } = one;
    const [openedMs, lastMs] = [Number(row.openedMs), Number(row.lastMs)];
    const amounts = { peakSize: Number(row.peakSize), pnl: Number(row.pnl), penalty: Number(row.penalty) };
    assert.deepEqual({ ...row, openedMs, lastMs, ...amounts }, exact);
    assert.equal(isCensored, false);
    // Means, and the shares of flips, are rounded in both.
    assertNear(entryVwap, entry);
    assertNear(exitVwap, exit);
    assertNear(Number(fees), paid);
    assertNear(Number(builderFees), toBuilder);
  }
  assert.ok(liquidated.length > 3 && closed.length > 100);
});

test('what a wallet holds of spot pairs and outcomes is what its open lifecycles say, and all PnL is in one', async (t) => {
  const rows = await harness.store.rows(stored, {});
  const open = new Map(
    rows.filter((row) => !row.isClosed && !isPerp(row.coin)).map((row) => [holdingOf(row), row]),
  );
  const traded = new Set(truth.fills.map(({ wallet, coin = '' }) => holdingOf({ wallet, coin })));
  const held = truth.balances
    .filter(({ value = 2 }) => value > 1)
    .filter((one) => traded.has(holdingOf(one)));
  t.diagnostic(`${held.length} balances, ${open.size} open lifecycles of them, ${rows.length} in all`);
  assert.ok(held.length > 20);
  for (const balance of held) {
    const { position, peakSize } = open.get(holdingOf(balance))!;
    // A fee that is paid in the token shows in the next fill.
    const least = isOutcome(balance.coin) ? 1e-9 : Number(peakSize) / 100;
    assert.ok(
      Math.abs(Number(position) - balance.size) <= least,
      `${position} of ${JSON.stringify(balance)}`,
    );
  }
  const holding = new Map(truth.balances.map((one) => [holdingOf(one), one]));
  for (const [key, { coin }] of open) if (isOutcome(coin)) assert.ok(holding.has(key), key);
  const realized = Map.groupBy(rows, ({ wallet }) => wallet);
  for (const [wallet, usd] of truth.realized) {
    const own = realized.get(wallet) ?? [];
    assert.ok(Math.abs(sum(own.map(({ pnl }) => Number(pnl))) - usd) < 1e-5, wallet);
  }
});

test('a wallet has as many open and closed lifecycles as its books say', async () => {
  const [wallet, own] = [...Map.groupBy(closed, (one) => one.wallet)].toSorted(
    (a, b) => b[1].length - a[1].length,
  )[3]!;
  const pending = async (status: string) =>
    (await harness.ask(traderLifecycles, { path: { address: wallet }, query: `status=${status}` })).body
      .total;
  assert.equal(await pending('closed'), own.length);
  const open = truth.lifecycles.filter((one) => one.wallet === wallet && !one.isClosed);
  assert.equal(await pending('open'), open.length);
});

test('liquidators have what the books say that they took over', async () => {
  const { body } = await harness.ask(topLiquidators, { query: 'limit=500', tier: 'pro' });
  assert.equal(body!.length, Math.min(500, truth.liquidators.length));
  const expected = new Map(truth.liquidators.map((one) => [one.wallet, one]));
  for (const { wallet, totalLiquidationPnl, ...row } of body!) {
    const { totalPenaltyCollected, victimClosedPnl, ...counts } = expected.get(wallet)!;
    assert.deepEqual(
      { ...row, wallet, totalPenaltyCollected: 0, victimClosedPnl: 0 },
      { ...counts, totalPenaltyCollected: 0, victimClosedPnl: 0 },
    );
    assertNear(row.totalPenaltyCollected, totalPenaltyCollected);
    assertNear(row.victimClosedPnl, victimClosedPnl);
    assert.equal(totalLiquidationPnl, row.victimClosedPnl);
  }
});

test('penalties of all liquidations are those of the books', async () => {
  const { body } = await harness.ask(liquidationsSummary, { query: 'since=7d' });
  assertNear(Number(body.totalPenaltyFees), sum(liquidated.map(({ penalty }) => penalty)));
  assert.equal(body.wallets, new Set(liquidated.map(({ wallet }) => wallet)).size);
});

test('builders have the users, fills, volume and fees that the books say, also by wallet', async () => {
  const { body } = await harness.ask(builderLeaderboard, { query: 'period=week&limit=100', tier: 'pro' });
  const byBuilder = Map.groupBy(truth.builderUsers, ({ builder }) => builder);
  assert.equal(body.builders!.length, byBuilder.size);
  for (const row of body.builders!) {
    const users = byBuilder.get(row.builder)!;
    assert.equal(row.attributedUsers, users.length);
    assert.equal(row.attributedFills, sum(users.map(({ fills: count }) => count)));
    assertNear(row.revenueUsd, sum(users.map(({ feesUsd }) => feesUsd)));
    assertNear(row.attributedVolumeUsd, sum(users.map(({ volumeUsd }) => volumeUsd)));
  }
  const [builder, users] = [...byBuilder][0]!;
  const traders = await harness.ask(builderTraders, {
    path: { builder },
    query: 'period=week&limit=500',
    tier: 'pro',
  });
  const expected = new Map(users.map((one) => [one.wallet, one]));
  assert.equal(traders.body.traders!.length, Math.min(500, users.length));
  for (const { wallet, fills: count, builderFeesUsd, volumeUsd } of traders.body.traders!) {
    const { fills: paid, feesUsd, volumeUsd: traded } = expected.get(wallet)!;
    assert.equal(count, paid);
    assertNear(builderFeesUsd, feesUsd);
    assertNear(volumeUsd, traded);
  }
});
