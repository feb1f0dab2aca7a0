import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  builderFills,
  builderOf,
  builderRows,
  periods,
  shownLive,
  total,
  usersOf,
} from '../../../test/builder-fills.ts';
import { alltimeCohorts } from '../../../test/cohort-recount.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals } from '../../../test/fill-totals.ts';
import { sized } from '../../../test/size.ts';
import { builderCohorts } from './cohorts.ts';
import { builderOverlap } from './overlap.ts';
import { builderRetention } from './retention.ts';

const nowMs = Date.parse('2026-03-15T12:34:56Z');
// 15 months: more than retention shows.
const fills = [
  ...builderFills({ seed: 4, count: 250, builders: 4, wallets: 60, days: 450, nowMs: nowMs - periods.week }),
  ...builderFills({ seed: 9, count: 250, builders: 14, wallets: 60, days: 40, nowMs }).map((source) => ({
    ...source,
    // Ids of their own.
    fill: { ...source.fill, tid: Number(source.fill.tid) + 1_000, oid: Number(source.fill.oid) + 1_000 },
  })),
];

let harness: EndpointHarness;
before(async () => {
  // Read live first, an archive's records of the same fills complete them: figures are those of the archive alone.
  const first = sized({ check: fills, campaign: shownLive(fills) });
  harness = await openEndpointHarness({ given: { fills: first }, nowMs, batchFills: 100 });
  if (first !== fills) await harness.add(fills);
});
after(() => harness.close());

const everyPeriod = Object.entries(periods);
const rowsOf = (ms: number) => builderRows(fills, nowMs - ms, nowMs);

test('users of each kind of cohort sum to all users, with what they paid and traded', async () => {
  const totals = walletTotals(fills);
  for (const [period, ms] of everyPeriod) {
    const path = { builder: builderOf(1) };
    const { body } = await harness.ask(builderCohorts, { path, query: `period=${period}`, tier: 'pro' });
    const rows = rowsOf(ms).filter(({ builder }) => builder === builderOf(1));
    assert.equal(body.totalUsers, usersOf(rows).size);
    for (const kind of ['pnl', 'size'] as const) {
      const tierOf = new Map(
        [...usersOf(rows)].map((wallet) => [wallet, alltimeCohorts(totals.get(wallet)!)[kind]!]),
      );
      const expected = [...Map.groupBy(rows, ({ wallet }) => tierOf.get(wallet)!)]
        .map(([tier, own]) => ({
          tier,
          users: usersOf(own).size,
          share: usersOf(own).size / body.totalUsers,
          builderFeesUsd: total(own, 'fees'),
          volumeUsd: total(own, 'volume'),
          pnl: total(own, 'pnl'),
          fills: own.length,
        }))
        .sort((a, b) => b.users - a.users || (a.tier < b.tier ? -1 : 1));
      const tiers = kind === 'pnl' ? body.pnlTiers! : body.sizeTiers!;
      assert.deepEqual(tiers, expected);
      assert.equal(
        tiers.reduce((sum, { users }) => sum + users, 0),
        body.totalUsers,
      );
      assert.ok(tiers.every(({ share }) => share > 0 && share <= 1));
    }
  }
});

test('retention counts who of a month came back in each later one, over the last 12 months', async () => {
  const monthOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 7);
  const months = Array.from({ length: 12 }, (_, k) => monthOf(Date.UTC(2025, 3 + k, 1)));
  for (const builder of [1, 2, 3].map(builderOf)) {
    const { body } = await harness.ask(builderRetention, { path: { builder }, tier: 'pro' });
    const active = new Map<string, Set<string>>();
    for (const row of builderRows(fills, 0, nowMs)) {
      if (row.builder !== builder) continue;
      active.set(row.wallet, (active.get(row.wallet) ?? new Set()).add(monthOf(row.time)));
    }
    const firstOf = (wallet: string) => [...active.get(wallet)!].sort()[0];
    const expected = months.flatMap((month, place) => {
      const own = [...active.keys()].filter((wallet) => firstOf(wallet) === month);
      const activeWallets = months
        .slice(place)
        .map((later) => own.filter((wallet) => active.get(wallet)!.has(later)).length);
      return own.length === 0 ? [] : [{ month, newWallets: own.length, activeWallets }];
    });
    assert.deepEqual(body.cohorts, expected);
  }
  assert.equal(months.at(-1), '2026-03');
});

test('the overlap names the ten builders that most of the users paid, too', async () => {
  for (const [period, ms] of everyPeriod) {
    for (const builder of [1, 2].map(builderOf)) {
      const { body } = await harness.ask(builderOverlap, {
        path: { builder },
        query: `period=${period}`,
        tier: 'pro',
      });
      const rows = rowsOf(ms);
      const own = usersOf(rows.filter((row) => row.builder === builder));
      const others = rows.filter((row) => row.builder !== builder && own.has(row.wallet));
      const expected = [...Map.groupBy(others, (row) => row.builder)]
        .map(([other, shared]) => ({
          builder: other,
          sharedUsers: usersOf(shared).size,
          share: usersOf(shared).size / own.size,
          feesUsd: total(shared, 'fees'),
        }))
        .sort((a, b) => b.sharedUsers - a.sharedUsers || (a.builder < b.builder ? -1 : 1));
      assert.deepEqual([body.activeUsers, body.overlaps], [own.size, expected.slice(0, 10)]);
      assert.ok(body.overlaps!.every(({ share }) => share > 0 && share <= 1));
    }
  }
});

test('a builder without payments has neither users nor cohorts nor overlaps', async () => {
  const path = { builder: builderOf(99) };
  const { body: cohorts } = await harness.ask(builderCohorts, { path, tier: 'pro' });
  assert.deepEqual([cohorts.totalUsers, cohorts.pnlTiers, cohorts.sizeTiers], [0, [], []]);
  assert.deepEqual((await harness.ask(builderRetention, { path, tier: 'pro' })).body.cohorts, []);
  const { body: overlap } = await harness.ask(builderOverlap, { path, tier: 'pro' });
  assert.deepEqual([overlap.activeUsers, overlap.overlaps], [0, []]);
});

test('the examples of the reference are bodies', () => {
  for (const one of [builderCohorts, builderRetention, builderOverlap]) checkBody(one, one.example);
});
