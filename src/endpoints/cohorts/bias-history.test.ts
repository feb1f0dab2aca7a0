import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alltimeCohorts, recountedSlugs } from '../../../test/cohort-recount.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { walletTotals } from '../../../test/fill-totals.ts';
import type { PositionDraft } from '../../../test/given-facts.ts';
import { type FillDraft, seededNumbers, sourceFills, walletOf } from '../../../test/source-fills.ts';
import { defaultCutOffs } from '../../domain/cohort-cut-offs.ts';
import { cohortBiasHours } from '../../jobs/cohort-bias-hours.ts';
import { cohortHistory } from '../../jobs/cohort-history.ts';
import { positionSnapshot } from '../../jobs/position-snapshot.ts';
import { dayMs, fixedClock, hourMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { cohortBiasHistory, cohortBiasSnapshots } from './bias-history.ts';

const nowMs = Date.parse('2026-03-15T12:00:02Z');
const hour = Date.parse('2026-03-15T12:00:00Z');
/** An hour that nothing ran in. */
const missed = hour - 7 * hourMs;
const below = seededNumbers(17);
const marks: Record<string, number> = { BTC: 110, ETH: 90 };

/** Each wallet won or lost something two days ago, and much more this morning: its cohort is another one since. */
const wallets = Array.from({ length: 30 }, (_, n) => walletOf(1 + n));
const fills: FillDraft[] = wallets.flatMap((wallet, n) => [
  { wallet, time: nowMs - 2 * dayMs + n, coin: '@107', closedPnl: String(below(40_000) - 20_000), sz: '1' },
  {
    wallet,
    time: nowMs - 2 * hourMs + n,
    coin: '@107',
    closedPnl: String(below(4_000_000) - 2_000_000),
    sz: '900',
  },
]);
const sorted = fills.sort((a, b) => a.time - b.time);
const totals = walletTotals(sourceFills(sorted));

const draft = (wallet: string, n: number, time: number): PositionDraft => ({
  wallet,
  coin: n % 3 === 0 ? 'ETH' : 'BTC',
  szi: String((1 + below(90)) * (below(2) === 0 ? 1 : -1)),
  entryPx: '100',
  markPx: '100',
  time,
});
const earlier = wallets.slice(0, 20).map((wallet, n) => draft(wallet, n, missed - 60_000));
const newest = [...wallets.slice(20), walletOf(0xf001)].map((wallet, n) => draft(wallet, n, nowMs));

let harness: EndpointHarness;
before(async () => {
  const contexts = Object.entries(marks).map(([coin, px]) => ({ coin, markPx: String(px) }));
  const given = { fills: sorted, positions: [...earlier, ...newest], market: { contexts } };
  harness = await openEndpointHarness({ given, nowMs });
  const { store: analytics, sources } = harness;
  const clock = fixedClock(nowMs);
  const { signal } = new AbortController();
  await cohortHistory({ analytics, clock, cutOffs: defaultCutOffs })({ signal });
  const { boards, positions, market } = sources;
  const run = positionSnapshot({
    analytics,
    positions,
    market,
    clock,
    parts: [cohortBiasHours({ analytics, boards })],
  });
  await run({ untilMs: hour, signal });
  await run({ untilMs: missed, signal });
});
after(() => harness.close());

interface Expected {
  timestamp: number;
  tierType: string;
  tier: string;
  longNotional: number;
  shortNotional: number;
  longCount: number;
  shortCount: number;
}

/** Rows of an hour, of positions valued by hand, by cohorts at the end of `dayMs`. */
function recount(
  timestamp: number,
  drafts: readonly PositionDraft[],
  priceOf: (coin: string) => number,
  knownDayMs?: number,
): Expected[] {
  return (['pnl', 'size'] as const).flatMap((tierType) =>
    recountedSlugs[tierType].flatMap((tier) => {
      const own = drafts.filter(({ wallet }) => {
        const known = totals.get(wallet);
        return known !== undefined && alltimeCohorts(known, knownDayMs)[tierType] === tier;
      });
      const [longs, shorts] = [1, -1].map((sign) => own.filter(({ szi }) => Math.sign(Number(szi)) === sign));
      const worth = (side: readonly PositionDraft[]) =>
        side.reduce((sum, { szi, coin }) => sum + Math.abs(Number(szi)) * priceOf(coin), 0);
      if (own.length === 0) return [];
      return {
        timestamp,
        tierType,
        tier,
        longNotional: worth(longs!),
        shortNotional: worth(shorts!),
        longCount: longs!.length,
        shortCount: shorts!.length,
      };
    }),
  );
}

function expectedOf(only?: string): Expected[] {
  const of = (drafts: readonly PositionDraft[]) =>
    drafts.filter(({ coin }) => only === undefined || coin === only);
  const before = recount(missed, of(earlier), () => 100, Date.parse('2026-03-14T00:00:00Z'));
  return [...before, ...recount(hour, of([...earlier, ...newest]), (coin) => marks[coin]!)];
}

const bias = ({ longNotional: long, shortNotional: short }: Expected) => (long - short) / (long + short);

test('each hour has the cohorts that held a position, as they were then: a missed one by the cohorts of the day before it', async () => {
  for (const coin of [undefined, 'BTC', 'ETH']) {
    const query = `since=1d${coin === undefined ? '' : `&coin=${coin.toLowerCase()}`}`;
    const { body } = await harness.ask(cohortBiasSnapshots, { query, tier: 'pro' });
    assert.deepEqual(
      body,
      expectedOf(coin).map((row) => ({
        timestamp: row.timestamp,
        coin: coin ?? '_GLOBAL',
        tierType: row.tierType,
        tier: row.tier,
        longNotional: row.longNotional,
        shortNotional: row.shortNotional,
        netBias: bias(row),
        accountCount: row.longCount + row.shortCount,
      })),
    );
    const changed = body!.filter(({ timestamp, tier }) => timestamp === missed && tier === 'money_printer');
    assert.deepEqual(changed, [], 'no wallet was in it two days ago');
  }
});

test('of one coin and kind, and of one cohort in either vocabulary, the hours are the same', async () => {
  for (const tierType of ['pnl', 'size'] as const) {
    const expected = expectedOf('BTC')
      .filter((row) => row.tierType === tierType)
      .map((row) => ({ ...row, netBias: bias(row) }));
    const path = { coin: 'btc' };
    const { body, window } = await harness.ask(cohortBiasHistory, {
      path,
      query: `tierType=${tierType}&hours=24`,
    });
    assert.deepEqual(body, expected);
    assert.deepEqual(window, { fromMs: hour - 24 * hourMs, toMs: nowMs });
    const { tier } = expected[0]!;
    const one = await harness.ask(cohortBiasHistory, { path, query: `tierType=${tierType}&tier=${tier}` });
    assert.deepEqual(
      one.body,
      expected.filter((row) => row.tier === tier),
    );
  }
  const all = await harness.ask(cohortBiasHistory, { path: { coin: '_global' } });
  assert.equal(
    (all.body as Expected[]).length,
    expectedOf().filter(({ tierType }) => tierType === 'pnl').length,
  );
  assert.deepEqual(
    (await harness.ask(cohortBiasHistory, { path: { coin: 'BTC' }, query: 'tier=apex' })).body,
    (await harness.ask(cohortBiasHistory, { path: { coin: 'BTC' }, query: 'tier=money_printer' })).body,
  );
  const wrong = harness.ask(cohortBiasHistory, { path: { coin: 'BTC' }, query: 'tier=whale' });
  await assert.rejects(wrong, (problem: Problem) => problem.fields.status === 422);
  await assert.rejects(harness.ask(cohortBiasHistory, { path: { coin: 'nocoin' } }), /nocoin/);
});

test('the examples of the reference are bodies', () => {
  for (const endpoint of [cohortBiasSnapshots, cohortBiasHistory]) checkBody(endpoint, endpoint.example);
});
