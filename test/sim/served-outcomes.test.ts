/** Answers about outcomes and entities, compared with the simulator's own books. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import { entity } from '../../src/endpoints/entities/entity.ts';
import { outcomeSummary } from '../../src/endpoints/hip4/outcome-summary.ts';
import { settlements } from '../../src/endpoints/hip4/settlements.ts';
import { topTraders } from '../../src/endpoints/hip4/top-traders.ts';
import { traderOutcomes } from '../../src/endpoints/hip4/trader-outcomes.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import { assertNear } from '../lifecycle-rows.ts';
import { campaignSeed, sized } from '../size.ts';
import { outcomeTruth, outcomeTruthMs, type TrueOutcomeSide } from './outcome-truth.ts';
import { ownersTold } from './owners-told.ts';

// Few seeds cover all cases; this one does.
const { seeds, fills, firstSeed } = sized({
  check: { seeds: 1, fills: 2_500, firstSeed: 1 },
  campaign: { seeds: 20, fills: 6_000, firstSeed: (campaignSeed - 1) * 20 + 1 },
});
const truth = outcomeTruth(
  Array.from({ length: seeds }, (_, i) => firstSeed + i),
  fills,
);
const owners = ownersTold(truth.exchanges[0]!);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({
    given: { ...truth.given, subAccounts: owners.subAccounts, vaults: owners.vaults },
    nowMs: outcomeTruthMs,
    lifecycles: true,
    batchFills: 50_000,
  });
});
after(() => harness.close());

const sum = <T>(rows: readonly T[], value: (row: T) => number) =>
  rows.reduce((all, row) => all + value(row), 0);
const bySide = Map.groupBy(truth.sides, ({ outcomeId }) => outcomeId);
const byWallet = Map.groupBy(truth.sides, ({ wallet }) => wallet);
const isTrade = ({ dir = '' }: { dir?: string }) => dir === 'Buy' || dir === 'Sell';

test('the days have every kind of change, a trade at 0.5 and settlements that pay a part', () => {
  const rows = truth.given.fills.filter((fill) => 'coin' in fill && fill.coin!.startsWith('#'));
  const dirs = new Set(rows.map((fill) => ('dir' in fill ? fill.dir : undefined)));
  const rare = sized({ check: [], campaign: ['Negate Outcome'] });
  for (const dir of [
    'Buy',
    'Sell',
    'Settlement',
    'Split Outcome',
    'Merge Outcome',
    'Merge Question',
    ...rare,
  ])
    assert.ok(dirs.has(dir), dir);
  assert.ok(rows.some((fill) => 'px' in fill && fill.px === '0.5' && isTrade(fill)));
  assert.ok(truth.outcomes.some(({ fraction = 0 }) => fraction > 0 && fraction < 1));
});

test('every wallet has of every side the trades, shares, money and PnL that the books say', async (t) => {
  const wallets = [...byWallet].slice(0, sized({ check: 60, campaign: 100_000 }));
  t.diagnostic(`${wallets.length} wallets, ${truth.sides.length} sides`);
  for (const [wallet, sides] of wallets) {
    const { body } = await harness.ask(traderOutcomes, { path: { address: wallet }, query: 'days=7' });
    const found = new Map(body.outcomes!.map((row) => [row.outcomeId * 10 + row.sideIndex, row]));
    assert.equal(found.size, sides.length, wallet);
    for (const side of sides) {
      const row = found.get(side.outcomeId * 10 + side.sideIndex)!;
      assert.deepEqual([row.fills, row.netShares], [side.trades, side.bought - side.sold]);
      assertNear(row.grossBoughtUsdh, side.boughtUsd);
      assertNear(row.grossSoldUsdh, side.soldUsd);
      assertNear(row.realizedPnlUsdh, side.realizedUsd);
    }
  }
});

const openSizes = query({
  name: 'test_open_outcomes',
  params: {},
  row: Type.Object({ wallet: Type.String(), coin: Type.String(), size: Type.String() }),
  limits: { maxRows: 1_000_000 },
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS wallet, coin, toString(position) AS size
    FROM lifecycles FINAL WHERE NOT deleted AND NOT is_closed AND startsWith(coin, '#')`,
});

test('what wallets hold of outcomes is what the books say, whatever was split, merged, negated or settled', async () => {
  const held = truth.sides.filter((side) => side.held > 0);
  const keyOf = (side: TrueOutcomeSide) => `${side.wallet} #${side.outcomeId * 10 + side.sideIndex}`;
  const rows = await harness.store.rows(openSizes, {});
  assert.deepEqual(
    rows.map(({ wallet, coin, size }) => [`${wallet} ${coin}`, Number(size)]).sort(),
    held.map((side) => [keyOf(side), side.held]).sort(),
  );
  assert.ok(held.length > 15);
});

test('an outcome counts each match once, and nothing that is no trade', async () => {
  for (const { outcomeId, matches, contracts, notionalUsd } of truth.outcomes) {
    const sides = bySide.get(outcomeId) ?? [];
    const path = { outcome_id: String(outcomeId) };
    const { body } = await harness.ask(outcomeSummary, { path, tier: 'starter' });
    assert.equal(body.fills, matches * 2);
    assert.equal(
      body.fills,
      sum(sides, ({ trades }) => trades),
    );
    assert.equal(
      body.uniqueWallets,
      new Set(sides.filter(({ trades }) => trades > 0).map(({ wallet }) => wallet)).size,
    );
    assert.deepEqual([body.side0Contracts, body.side1Contracts], contracts);
    assertNear(body.side0NotionalUsdh, notionalUsd[0]);
    assertNear(body.side1NotionalUsdh, notionalUsd[1]);
    assertNear(
      body.realizedPnlUsdh,
      sum(sides, ({ realizedUsd }) => realizedUsd),
    );
  }
});

test('settlements paid what the books say, and all that was paid in', async () => {
  const settled = truth.outcomes.filter(({ fraction }) => fraction !== undefined);
  const { body } = await harness.ask(settlements, { query: 'hours=168&limit=200' });
  const found = new Map(body.settlements!.map((row) => [row.outcomeId, row]));
  assert.equal(found.size, Math.min(200, settled.length));
  for (const [outcomeId, row] of found) {
    const { fraction } = settled.find((one) => one.outcomeId === outcomeId)!;
    const isWhole = fraction === 0 || fraction === 1;
    const paid = (bySide.get(outcomeId) ?? []).filter(
      ({ payoutUsd, settledPnlUsd }) => payoutUsd !== 0 || settledPnlUsd !== 0,
    );
    const won = paid.filter(({ sideIndex, settledPnlUsd }) =>
      isWhole ? sideIndex === 1 - fraction : settledPnlUsd >= 0,
    );
    const lost = paid.filter((side) => !won.includes(side));
    assert.equal(row.winningSide, isWhole ? 1 - fraction : undefined);
    assertNear(
      row.totalWinnerPayout,
      sum(won, ({ payoutUsd }) => payoutUsd),
    );
    assertNear(
      row.totalLoserLoss,
      Math.max(
        0,
        sum(lost, ({ settledPnlUsd }) => -settledPnlUsd),
      ),
    );
  }
});

test('traders are ranked by all that the books say they realized with outcomes', async () => {
  const { body } = await harness.ask(topTraders, { query: 'days=7&limit=100', tier: 'starter' });
  const expected = [...byWallet].map(([address, sides]) => ({
    address,
    fills: sum(sides, ({ trades }) => trades),
    realizedPnlUsdh: sum(sides, ({ realizedUsd }) => realizedUsd),
  }));
  const ranked = expected.sort((a, b) => b.realizedPnlUsdh - a.realizedPnlUsdh).slice(0, 100);
  assert.equal(body.count, ranked.length);
  for (const [place, row] of body.traders!.entries())
    assertNear(row.realizedPnlUsdh, ranked[place]!.realizedPnlUsdh);
  const fillsOf = new Map(expected.map((row) => [row.address, row.fills]));
  for (const row of body.traders!) assert.equal(row.fills, fillsOf.get(row.address));
});

test('an entity has the sub-accounts with their names and the vaults that the books say, whichever of its wallets is asked for', async () => {
  assert.ok(owners.entities.size > 3 && owners.subAccounts.length > 3 && owners.vaults.length > 0);
  for (const [master, members] of owners.entities) {
    for (const address of [master, ...members.map((member) => member.address)]) {
      const { body } = await harness.ask(entity, { path: { address }, tier: 'pro' });
      const reported = body.members!.map((member) => [member.address, member.relation, member.name ?? '']);
      assert.deepEqual(reported[0], [master, 'master', '']);
      assert.deepEqual(
        reported.slice(1),
        members.map((member) => [member.address, member.relation, member.name]),
      );
    }
  }
});
