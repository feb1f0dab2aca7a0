import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alltimeCohorts, recountedSlugs } from '../../../test/cohort-recount.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals } from '../../../test/fill-totals.ts';
import { sourceFills, variedFills } from '../../../test/source-fills.ts';
import { defaultCutOffs } from '../../domain/cohort-cut-offs.ts';
import { cohortHistory as keepHistory } from '../../jobs/cohort-history.ts';
import { dayMs, fixedClock, utcDate } from '../../kernel/clock.ts';
import { cohortDailyStats, cohortHistory } from './days.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const fills = sourceFills(variedFills({ seed: 21, count: 400, wallets: 30, days: 60, nowMs: nowMs - 1 }));
const totals = walletTotals(fills);
const wallets = [...totals.keys()];
const kinds = ['pnl', 'size'] as const;
type Kind = (typeof kinds)[number];

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills }, nowMs });
  const parts = { analytics: harness.store, clock: fixedClock(nowMs), cutOffs: defaultCutOffs };
  await keepHistory(parts)({ signal: new AbortController().signal });
});
after(() => harness.close());

const close = (found: number, expected: number, what: string) =>
  assert.ok(
    Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${what}: ${found} ${expected}`,
  );

test('daily figures are those of the cohort of the day before, the same in the list of all and in the history of one', async () => {
  const { body } = await harness.ask(cohortDailyStats, { query: 'since=20d', tier: 'pro' });
  const firstMs = Date.parse(utcDate(nowMs - 20 * dayMs));
  assert.equal(body!.length, 20 * 16);
  for (const row of body!) {
    const dayStart = Date.parse(row.date);
    const kind = row.tierType as Kind;
    const members = wallets.filter(
      (address) => alltimeCohorts(totals.get(address)!, dayStart - dayMs)[kind] === row.tier,
    );
    const active = members
      .map((address) => totals.get(address)!.days.get(row.date))
      .filter((one) => one !== undefined);
    assert.equal(row.walletCount, members.length, `${row.date} ${row.tier}`);
    assert.equal(row.tradersActive, active.length);
    const pnl = active.reduce((sum, one) => sum + one.pnl.toNumber(), 0);
    const volume = active.reduce((sum, one) => sum + one.volume.toNumber(), 0);
    close(row.totalPnl, pnl, 'pnl');
    close(row.avgPnl, members.length === 0 ? 0 : pnl / members.length, 'avgPnl');
    close(row.totalVolume, volume, 'volume');
    close(row.avgVolume, members.length === 0 ? 0 : volume / members.length, 'avgVolume');
    assert.equal(
      row.totalTrades,
      active.reduce((sum, { trades }) => sum + trades, 0),
    );
    const rates = active.reduce((sum, { wins, trades }) => sum + (wins / trades) * 100, 0);
    close(row.avgWinRate, active.length === 0 ? 0 : rates / active.length, 'win rate');
  }
  for (const kind of kinds) {
    for (const tier of recountedSlugs[kind]) {
      const answer = await harness.ask(cohortHistory, {
        path: { tierType: kind, tier },
        query: 'days=20',
        tier: 'pro',
      });
      const expected = body!.filter((row) => row.tier === tier);
      assert.deepEqual(
        answer.body,
        expected.map(
          ({ tierType: _, tier: __, avgVolume: ___, totalTrades: ____, avgTrades: _____, ...row }) => row,
        ),
      );
      assert.equal(answer.window!.fromMs, firstMs);
    }
  }
  const range = `startTime=${firstMs + dayMs}&endTime=${firstMs + 2 * dayMs - 1}`;
  const one = (await harness.ask(cohortDailyStats, { query: range, tier: 'pro' })).body!;
  assert.deepEqual([...new Set(one.map(({ date }) => date))], [utcDate(firstMs + dayMs)]);
});

test('the examples of the reference are bodies', () => {
  for (const endpoint of [cohortDailyStats, cohortHistory]) checkBody(endpoint, endpoint.example);
});
