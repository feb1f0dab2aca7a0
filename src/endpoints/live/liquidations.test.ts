/** Liquidations, against a plain count over the fills. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Decimal } from 'decimal.js';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { type FillDraft, seededNumbers, walletOf } from '../../../test/source-fills.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { liquidationsRecent } from './liquidations-recent.ts';
import { liquidationsSummary } from './liquidations-summary.ts';
import { riskCoin } from './risk-coin.ts';
import { riskOverview } from './risk-overview.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const below = seededNumbers(41);
const coins = ['BTC', 'ETH', 'xyz:GOLD'];

interface Event {
  victim: string;
  coin: string;
  time: number;
  isLong: boolean;
  /** False where only counterparties' fills are stored. */
  isOwn: boolean;
  size: Decimal;
  usd: Decimal;
  pnl: Decimal;
  fee: Decimal;
  sizes: Map<string, number>;
}

const events: Event[] = [];
const fills: FillDraft[] = [];
let tid = 0;
for (let n = 0; n < 60; n++) {
  const victim = walletOf(1 + below(12));
  const coin = coins[below(3)]!;
  const time = nowMs - below(9 * 24) * hourMs - n * minuteMs - 1;
  const [isLong, isOwn, method] = [below(2) === 0, below(4) > 0, below(3) === 0 ? 'backstop' : 'market'];
  const event: Event = {
    victim,
    coin,
    time,
    isLong,
    isOwn,
    size: new Decimal(0),
    usd: new Decimal(0),
    pnl: new Decimal(0),
    fee: new Decimal(0),
    sizes: new Map(),
  };
  for (let part = 0; part <= below(3); part++) {
    tid += 1;
    const [px, sz] = [`${10 + below(90)}.${below(10)}`, `${1 + below(9)}`];
    const [pnl, fee] = [`-${below(500)}.25`, `0.${1 + below(99)}`];
    const taker = walletOf(100 + below(4));
    const liquidation = { liquidatedUser: victim, markPx: px, method };
    const shared = { coin, time, px, sz, tid, liquidation };
    if (isOwn) {
      const side = isLong ? 'A' : 'B';
      fills.push({ ...shared, wallet: victim, oid: 1_000 + n, side, closedPnl: pnl, fee });
    }
    // A fifth has no indexed counterparty.
    if (!isOwn || below(5) > 0) {
      fills.push({ ...shared, wallet: taker, oid: 50_000 + tid, side: isLong ? 'B' : 'A', crossed: false });
      event.sizes.set(taker, (event.sizes.get(taker) ?? 0) + Number(sz));
    }
    event.size = event.size.plus(sz);
    event.usd = event.usd.plus(new Decimal(px).mul(sz));
    if (!isOwn) continue;
    event.pnl = event.pnl.plus(pnl);
    event.fee = event.fee.plus(fee);
  }
  events.push(event);
}
/** Fills that are no liquidations. */
fills.push({ wallet: walletOf(1), time: nowMs - hourMs, coin: 'BTC', px: '5', sz: '1' });

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills, market: { listed: [{ coin: 'QUIET' }] } }, nowMs });
});
after(() => harness.close());

const total = (of: Event[], value: (event: Event) => Decimal) =>
  of.reduce((sum, event) => sum.plus(value(event)), new Decimal(0)).toNumber();
const amounts = (of: Event[]) => ({
  count: of.length,
  totalPenaltyFees: total(of, ({ fee }) => fee),
  totalClosedPnl: total(of, ({ pnl }) => pnl),
  totalNotional: total(of, ({ usd }) => usd),
});
const within = (windowMs: number, coin?: string) =>
  events.filter((event) => event.time >= nowMs - windowMs && (coin ?? event.coin) === event.coin);
const plain = (rows: readonly object[]) => JSON.parse(JSON.stringify(rows)) as object[];

test('totals, coins, buckets and cohorts of any window are the events of the fills, each counted once', async () => {
  for (const [since, hours, bucketHours, coin] of [
    ['7d', 168, 1, undefined],
    ['7d', 168, 1, 'ETH'],
    ['90m', 1.5, 1, undefined],
    ['10d', 240, 6, undefined],
    ['10d', 240, 6, 'xyz:GOLD'],
  ] as const) {
    const all = within(hours * hourMs, coin);
    const query = `since=${since}${coin === undefined ? '' : `&coin=${coin.toLowerCase()}`}`;
    const { body } = await harness.ask(liquidationsSummary, { query });
    const longs = all.filter(({ isLong }) => isLong);
    const { count, totalPenaltyFees, totalClosedPnl, totalNotional } = body;
    assert.deepEqual({ count, totalPenaltyFees, totalClosedPnl, totalNotional }, amounts(all), query);
    assert.deepEqual(
      [body.longEvents, body.shortEvents, body.wallets],
      [longs.length, all.length - longs.length, new Set(all.map(({ victim }) => victim)).size],
    );
    assert.equal(
      body.longNotional,
      total(longs, ({ usd }) => usd),
    );
    const own = all.filter(({ isOwn }) => isOwn).length;
    assert.equal(body.avgClosedPnl, own === 0 ? 0 : new Decimal(totalClosedPnl).div(own).toNumber());
    assert.equal(body.bucketSizeMs, bucketHours * hourMs);
    const byCoin = [...Map.groupBy(all, (event) => event.coin)]
      .map(([name, of]) => ({ coin: name, ...amounts(of) }))
      .sort((a, b) => b.totalNotional - a.totalNotional);
    assert.deepEqual(plain(body.byCoin!), byCoin);
    for (const { bucketStart, ...bucket } of body.timeline!) {
      const of = all.filter(({ time }) => time >= bucketStart && time < bucketStart + body.bucketSizeMs);
      assert.deepEqual(bucket, amounts(of));
    }
    for (const rows of [body.timeline!, body.byCohort!]) {
      assert.equal(
        rows.reduce((sum, row) => sum + row.count, 0),
        count,
      );
      const usd = Decimal.sum(0, ...rows.map((row) => row.totalNotional as number)).toNumber();
      assert.equal(usd, totalNotional);
    }
    assert.equal(
      body.byCohort!.reduce((sum, row) => sum + row.wallets, 0),
      body.wallets,
    );
  }
});

test('the newest come first, a row an order, with the largest counterparty; what no victim has is null', async () => {
  const newest = within(7 * 24 * hourMs).sort((a, b) => b.time - a.time);
  for (const limit of [1, 20, 500]) {
    const { body } = await harness.ask(liquidationsRecent, { query: `limit=${limit}` });
    const expected = newest
      .slice(0, limit)
      .map(({ victim, coin, time, isLong, isOwn, size, usd, fee, pnl, sizes }) => ({
        address: victim,
        coin,
        timestampMs: time,
        side: isLong ? 'long' : 'short',
        size: size.toNumber(),
        price: usd.div(size).toNumber(),
        notional: usd.toNumber(),
        liquidator:
          [...sizes].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))[0]?.[0] ?? null,
        penaltyFee: isOwn ? fee.toNumber() : null,
        closedPnl: isOwn ? pnl.toNumber() : null,
      }));
    assert.deepEqual(
      body.events!.map(({ pnlTier: _, ...event }) => event),
      expected,
    );
    assert.equal(body.count, expected.length);
    assert.equal(
      body.rollup.totalClosedPnl,
      total(newest.slice(0, limit), ({ pnl }) => pnl),
    );
  }
  for (const since of ['24h', '7d', '14d']) {
    const ask = async (query: string) =>
      (await harness.ask(liquidationsRecent, { query: `since=${since}&${query}` })).body.events!;
    const bySize = (await ask('limit=500')).toSorted((a, b) => b.notional - a.notional);
    assert.deepEqual(await ask('limit=10&sort=notional'), bySize.slice(0, 10), since);
  }
  const { body } = await harness.ask(liquidationsRecent, { query: 'coin=btc&limit=5' });
  assert.ok(body.events!.every(({ coin }) => coin === 'BTC') && body.coin === 'BTC');
  const tiers = body.events!.map(({ pnlTier }) => pnlTier);
  assert.ok(
    tiers.some((tier) => tier !== null),
    'victims whose fills are stored have a cohort',
  );
});

test('the risk of a coin and of all has the summary of seven days, and the newest twenty', async () => {
  const week = await harness.ask(liquidationsSummary, { query: 'coin=BTC' });
  const { byCohort: _, autoDeleveraging, availability, freshness, ...summary } = week.body;
  assert.deepEqual(autoDeleveraging, { count: 0, totalNotional: 0, wallets: 0 });
  assert.ok(availability.liquidations === false && freshness.liquidations === undefined, 'nothing is live');
  const { body } = await harness.ask(riskCoin, { path: { coin: 'BTC' } });
  const { availability: __, freshness: ___, ...shown } = body.liquidationSummary7d;
  assert.deepEqual(shown, summary);
  const recent = await harness.ask(liquidationsRecent, { query: 'coin=BTC&limit=20' });
  assert.deepEqual(body.recentLiquidations, recent.body.events);
  const overview = (await harness.ask(riskOverview, {})).body;
  assert.equal(overview.liquidationSummary7d.count, within(7 * 24 * hourMs).length);
  assert.deepEqual(overview.history.liquidations, overview.liquidationSummary7d.timeline);
  for (const row of overview.topCrowdedCoins!)
    assert.equal(row.liquidationCount7d, within(7 * 24 * hourMs, row.coin).length);
});

test('without liquidations all is zero; a window is cut at the tier and an unknown coin a 404', async () => {
  const { body } = await harness.ask(liquidationsSummary, { query: 'coin=QUIET' });
  assert.deepEqual([body.count, body.wallets, body.byCoin, body.byCohort], [0, 0, [], []]);
  assert.equal(body.timeline!.length, 7 * 24 + 1);
  const is = (status: number) => (problem: Problem) => problem.fields.status === status;
  for (const endpoint of [liquidationsSummary, liquidationsRecent]) {
    await assert.rejects(harness.ask(endpoint, { query: 'coin=NOPE' }), is(404));
    await assert.rejects(harness.ask(endpoint, { query: 'since=31d' }), is(400));
    checkBody(endpoint, endpoint.example);
  }
  const long = await harness.ask(liquidationsSummary, { query: 'since=365d', tier: 'enterprise' });
  assert.equal(long.body.since, '2026-01-01T00:00:00.000Z');
});
