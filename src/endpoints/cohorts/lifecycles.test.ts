import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chainFills, unseenOpening } from '../../../test/chain-fills.ts';
import { recentCohorts, recountedSlugs } from '../../../test/cohort-recount.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals } from '../../../test/fill-totals.ts';
import { type PlainLifecycle, plainLifecycles } from '../../../test/plain-lifecycles.ts';
import { sourceFills, walletOf } from '../../../test/source-fills.ts';
import { dayMs, hourMs, utcDayStartMs } from '../../kernel/clock.ts';
import { cohortAlphaConcentration, cohortLifecycleStats, cohortTopPositions } from './lifecycles.ts';

const coins = ['BTC', 'xyz:GOLD'];
const fromMs = Date.parse('2026-03-01T12:00:00Z');
/** Lifecycles closed before the 90 days; their wallets continue to trade. */
const old = chainFills({
  seed: 4,
  trades: 30,
  wallets: 14,
  coins: ['ETH'],
  fromMs: fromMs - 110 * dayMs,
  stepMs: hourMs,
});
const recent = chainFills({ seed: 6, trades: 200, wallets: 14, coins, fromMs, stepMs: hourMs });
const nowMs = utcDayStartMs(recent.at(-1)!.time) + dayMs + hourMs;
const censored = unseenOpening(walletOf(0xaa), nowMs - dayMs);
const numbered = [...old, ...recent, ...censored].map((fill, i) => ({ ...fill, tid: i + 1, oid: i + 1 }));
const totals = walletTotals(sourceFills(numbered));
const quarterMs = utcDayStartMs(nowMs) - 89 * dayMs;
const closed = plainLifecycles([...old, ...recent]).filter(
  ({ isClosed, lastMs }) => isClosed && lastMs >= quarterMs,
);
const cohorts = new Map(
  [...totals].map(([address, wallet]) => [address, recentCohorts(wallet, utcDayStartMs(nowMs) - dayMs)]),
);
const kinds = ['pnl', 'size'] as const;
const names = kinds.flatMap((kind) => recountedSlugs[kind].map((tier) => [kind, tier] as const));
const membersOf = (kind: 'pnl' | 'size', tier: string) =>
  [...cohorts].filter(([, cohort]) => cohort[kind] === tier).map(([address]) => address);

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills: numbered }, nowMs, lifecycles: true });
});
after(async () => {
  await harness.close();
});

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const close = (found: number, expected: number, what: string) =>
  assert.ok(
    Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${what}: ${found} ${expected}`,
  );

test('each wallet of a recent cohort has the sums of its closed lifecycles of 90 days, by PnL', async () => {
  let seen = 0;
  for (const [kind, tier] of names) {
    const request = { path: { tierType: kind, tier }, query: 'limit=500', tier: 'pro' as const };
    const { body } = await harness.ask(cohortLifecycleStats, request);
    const members = membersOf(kind, tier)
      .map((wallet) => ({ wallet, own: closed.filter((one) => one.wallet === wallet) }))
      .filter(({ own }) => own.length > 0)
      .map((member) => ({ ...member, pnl: sum(member.own.map(({ pnl }) => pnl)) }))
      .sort((a, b) => b.pnl - a.pnl || (a.wallet < b.wallet ? -1 : 1));
    assert.deepEqual(
      body!.map(({ wallet }) => wallet),
      members.map(({ wallet }) => wallet),
      tier,
    );
    for (const [i, row] of body!.entries()) {
      const { own, pnl } = members[i]!;
      const pnls = own.map((one) => one.pnl);
      assert.deepEqual(
        [row.lifecycles, row.wins, row.losses, row.liquidations],
        [
          own.length,
          pnls.filter((one) => one > 0).length,
          pnls.filter((one) => one < 0).length,
          own.filter(({ liquidated }) => liquidated).length,
        ],
      );
      close(row.totalPnl, pnl, 'pnl');
      close(row.totalFees, sum(own.map(({ fees }) => fees)), 'fees');
      close(row.avgDurationMs, sum(own.map((one) => one.lastMs - one.openedMs)) / own.length, 'duration');
      close(row.biggestWin, Math.max(0, ...pnls), 'win');
      close(row.biggestLoss, Math.min(0, ...pnls), 'loss');
      const { pnl: pnlTier, size } = cohorts.get(row.wallet)!;
      assert.deepEqual([row.pnlTierRecent, row.sizeTierRecent], [pnlTier, size]);
      seen += 1;
    }
    const second = await harness.ask(cohortLifecycleStats, { ...request, query: 'limit=2&offset=1' });
    assert.deepEqual(second.body, body!.slice(1, 3));
  }
  assert.ok(seen >= 20, `${seen} rows`);
});

test('the largest lifecycles of a recent cohort are those of a plain sort, on every page', async () => {
  const key = ({ wallet, coin, openedMs }: { wallet: string; coin: string; openedMs: number }) =>
    `${wallet} ${coin} ${openedMs}`;
  for (const [kind, tier] of names) {
    const members = new Set(membersOf(kind, tier));
    const expected = closed
      .filter(({ wallet }) => members.has(wallet))
      .sort((a, b) => Math.abs(b.pnl) - Math.abs(a.pnl) || (a.wallet < b.wallet ? -1 : 1));
    const path = { tierType: kind, tier };
    const { body } = await harness.ask(cohortTopPositions, { path, query: 'limit=500', tier: 'pro' });
    assert.equal(body!.length, expected.length, tier);
    const plain = new Map<string, PlainLifecycle>(expected.map((one) => [key(one), one]));
    for (const [i, row] of body!.entries()) {
      close(Math.abs(row.realizedPnl), Math.abs(expected[i]!.pnl), 'rank');
      const one = plain.get(key({ ...row, openedMs: Date.parse(row.openedAt) }))!;
      close(row.realizedPnl, one.pnl, 'pnl');
      close(row.fees, one.fees, 'fees');
      close(row.entryVwap, one.entryVwap, 'entry');
      close(row.exitVwap, one.exitVwap!, 'exit');
      assert.deepEqual(
        [row.side, row.peakSize, Date.parse(row.closedAt), row.durationMs, row.wasLiquidated],
        [one.side, one.peak, one.lastMs, one.lastMs - one.openedMs, one.liquidated],
      );
    }
    const page = await harness.ask(cohortTopPositions, { path, query: 'limit=3&offset=2', tier: 'pro' });
    assert.deepEqual(page.body, body!.slice(2, 5));
  }
  assert.throws(
    () =>
      cohortTopPositions.check!({ tierType: 'pnl', tier: 'grinder', limit: 500, offset: 1_501 }, {} as never),
    /must be at most 1500/,
  );
});

test('the profit of a recent cohort is shared out over its wallets, the best first', async () => {
  for (const [kind, tier] of names) {
    const path = { tierType: kind, tier };
    const { body } = await harness.ask(cohortAlphaConcentration, { path, tier: 'pro' });
    const members = membersOf(kind, tier);
    const won = members
      .map((wallet) => sum(closed.filter((one) => one.wallet === wallet).map(({ pnl }) => pnl)))
      .filter((pnl) => pnl > 0)
      .sort((a, b) => b - a);
    assert.deepEqual(
      body!.map(({ band }) => band),
      ['top 1%', 'top 5%', 'top 10%', 'top 25%', 'top 50%', 'top 100%'],
    );
    for (const row of body!) {
      const share = Number.parseInt(row.band.slice(4), 10) / 100;
      assert.equal(row.tierTotalWallets, members.length);
      assert.equal(row.wallets, Math.ceil(Number((members.length * share).toFixed(6))));
      const best = sum(won.slice(0, row.wallets));
      close(row.bandPnl, best, row.band);
      close(row.pctOfTierPnl, won.length === 0 ? 0 : (best / sum(won)) * 100, row.band);
    }
  }
});

test('the examples of the reference are bodies', () => {
  for (const endpoint of [cohortLifecycleStats, cohortTopPositions, cohortAlphaConcentration])
    checkBody(endpoint, endpoint.example);
});
