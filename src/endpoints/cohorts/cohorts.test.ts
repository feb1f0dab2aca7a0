import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alltimeCohorts, recentCohorts, recountedSlugs } from '../../../test/cohort-recount.ts';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import { feesUsd, walletTotals } from '../../../test/fill-totals.ts';
import type { PositionDraft } from '../../../test/given-facts.ts';
import { seededNumbers, sourceFills, variedFills, walletOf } from '../../../test/source-fills.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { PositionRow } from '../../positions/position-columns.ts';
import { cohortBias } from './bias-history.ts';
import { cohortPositions, recentCohortPositions } from './positions.ts';
import { cohortSummary } from './summary.ts';
import { cohortTrades, recentCohortTrades } from './trades.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');
const yesterdayMs = Date.parse('2026-03-14T00:00:00Z');
const fills = sourceFills([
  ...variedFills({ seed: 21, count: 500, wallets: 40, days: 60, nowMs: nowMs - 10_000 }),
  // Several in one millisecond, some of one wallet.
  ...[1, 2, 2, 3, 1].map((wallet) => ({ wallet: walletOf(wallet), time: nowMs - 5_000, closedPnl: '1' })),
]);
const totals = walletTotals(fills);
const wallets = [...totals.keys()];

const below = seededNumbers(9);
const marks: Record<string, number> = { BTC: 110, ETH: 90 };
/** kPEPE has no mark: it is worth its newest trade. Every ninth wallet has no fill, so that it is in no cohort. */
const positions = Array.from({ length: 90 }, (_, n): PositionDraft => {
  return {
    wallet: n % 9 === 0 ? walletOf(0xf000 + n) : wallets[n % wallets.length]!,
    coin: ['BTC', 'ETH', 'kPEPE'][Math.floor(n / 40) % 3]!,
    szi: String((1 + below(90)) * (below(2) === 0 ? 1 : -1)),
    entryPx: String(80 + below(40)),
    leverage: 1 + below(20),
    marginUsed: '250',
    fundingSinceOpen: '1.5',
    liquidationPx: n % 2 === 0 ? '55.5' : null,
  };
});

const lastPx = (coin: string) => {
  const trades = fills.filter(({ fill }) => fill.coin === coin && fill.dir !== 'Spot Dust Conversion');
  const newest = trades.toSorted((a, b) => a.fill.time - b.fill.time || a.seq - b.seq).at(-1);
  return Number(newest!.fill.px);
};
const priceOf = ({ coin }: PositionRow) => marks[coin] ?? lastPx(coin);

let harness: EndpointHarness;
before(async () => {
  const contexts = Object.entries(marks).map(([coin, px]) => ({
    coin,
    markPx: String(px),
    openInterest: '1000',
  }));
  harness = await openEndpointHarness({ given: { fills, positions, market: { contexts } }, nowMs });
});
after(() => harness.close());

const kinds = ['pnl', 'size'] as const;
const cohortNames = kinds.flatMap((kind) => recountedSlugs[kind].map((tier) => [kind, tier] as const));
const known = new Map(
  [...totals].map(([address, wallet]) => [
    address,
    { alltime: alltimeCohorts(wallet), recent: recentCohorts(wallet, yesterdayMs) },
  ]),
);
const cohortOf = (address: string, span: 'alltime' | 'recent') =>
  known.get(address)?.[span] ?? { pnl: undefined, size: undefined };
const close = (found: number, expected: number, what: string) =>
  assert.ok(
    Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${what}: ${found} ${expected}`,
  );

test('the summary has all 16 cohorts in their order, each with the sums of its wallets', async () => {
  const { body } = await harness.ask(cohortSummary);
  for (const kind of kinds) {
    const rows = kind === 'pnl' ? body.pnlTiers! : body.sizeTiers!;
    assert.deepEqual(
      rows.map(({ tier }) => tier),
      recountedSlugs[kind],
    );
    for (const row of rows) {
      const members = wallets.filter((address) => cohortOf(address, 'alltime')[kind] === row.tier);
      const all = members.map((address) => totals.get(address)!);
      const sum = (value: (one: (typeof all)[number]) => number) => all.reduce((s, one) => s + value(one), 0);
      const count = all.length;
      assert.equal(row.walletCount, count);
      assert.equal(
        row.totalTrades,
        sum(({ trades }) => trades),
      );
      assert.equal(row.tradersActive, all.filter(({ lastMs }) => lastMs >= nowMs - dayMs).length);
      close(
        row.totalPnl,
        sum(({ pnl }) => pnl.toNumber()),
        row.tier,
      );
      close(
        row.totalVolume,
        sum(({ volume }) => volume.toNumber()),
        row.tier,
      );
      const mean = (value: number) => (count === 0 ? 0 : value / count);
      close(row.avgPnl, mean(row.totalPnl), row.tier);
      close(row.avgVolume, mean(row.totalVolume), row.tier);
      close(row.avgTrades, mean(row.totalTrades), row.tier);
      close(row.avgWinRate, mean(sum(({ wins, trades }) => (wins / trades) * 100)), row.tier);
    }
  }
});

test('trades of a cohort are the newest fills of the wallets that are in it now, in every window and of every span', async () => {
  const fees = feesUsd(fills);
  const order = fills
    .map((record, i) => ({ ...record, fee: fees[i]! }))
    .sort((a, b) => b.fill.time - a.fill.time || b.seq - a.seq);
  const params = [
    ['30d', 4],
    ['60d', 500],
    ['1h', 3],
  ] as const;
  let turn = 0;
  for (const [endpoint, span] of [
    [cohortTrades, 'alltime'],
    [recentCohortTrades, 'recent'],
  ] as const) {
    for (const [kind, tier] of cohortNames) {
      const [since, limit] = params[turn++ % params.length]!;
      const fromMs = nowMs - (since === '1h' ? hourMs : Number.parseInt(since, 10) * dayMs);
      const expected = order.filter(
        ({ wallet, fill }) => fill.time >= fromMs && cohortOf(wallet, span)[kind] === tier,
      );
      const request = {
        path: { tierType: kind, tier },
        query: `since=${since}&limit=${limit}`,
        tier: 'pro' as const,
      };
      const { body, window } = await harness.ask(endpoint, request);
      assert.deepEqual(
        body!.map(({ address, rawTime, coin, fee }) => [address, rawTime, coin, fee]),
        expected
          .slice(0, limit)
          .map(({ wallet, fill, fee }) => [wallet, fill.time, fill.coin, fee.toNumber()]),
        `${span} ${tier} ${since}`,
      );
      assert.deepEqual(window, { fromMs, toMs: nowMs });
      const stored = await harness.ask(endpoint, { ...request, withoutRecentFills: true });
      assert.deepEqual(stored, { body, window });
    }
  }
});

test('positions of a cohort are its open ones by notional, with what is known of them and the totals of their wallets', async () => {
  const { positions: held } = harness.sources;
  const worth = (position: PositionRow) => Math.abs(position.size) * priceOf(position);
  let withState = 0;
  for (const [endpoint, span] of [
    [cohortPositions, 'alltime'],
    [recentCohortPositions, 'recent'],
  ] as const) {
    for (const [kind, tier] of cohortNames) {
      const request = { path: { tierType: kind, tier }, query: 'limit=500', tier: 'pro' as const };
      const { body, headers } = await harness.ask(endpoint, request);
      const expected = wallets
        .filter((address) => cohortOf(address, span)[kind] === tier)
        .flatMap((address) => held.ofWallet(address).map((position) => ({ address, position })))
        .sort(
          (a, b) =>
            worth(b.position) - worth(a.position) ||
            (a.address < b.address
              ? -1
              : a.address > b.address
                ? 1
                : a.position.coin < b.position.coin
                  ? -1
                  : 1),
        );
      assert.equal(body!.length, expected.length, `${span} ${tier}`);
      for (const [i, row] of body!.entries()) {
        const { address, position } = expected[i]!;
        const { coin, size, entryPx, leverage = 0, leverageType = '', openedMs } = position;
        assert.deepEqual([row.address, row.coin], [address, coin]);
        assert.deepEqual([row.side === 'long' ? row.size : -row.size, row.entryPx], [size, entryPx ?? 0]);
        close(row.notional, worth(position), 'notional');
        close(row.markPx, priceOf(position), 'mark');
        const pnl = entryPx === undefined ? 0 : size * (priceOf(position) - entryPx);
        close(row.unrealizedPnl, pnl, 'pnl');
        const roe = entryPx === undefined ? 0 : (pnl * leverage) / (Math.abs(size) * entryPx);
        close(row.roe, roe, 'roe');
        assert.deepEqual(
          [row.leverage, row.leverageType, row.marginUsed, row.fundingSinceOpen],
          [leverage, leverageType, leverage === 0 ? 0 : 250, leverage === 0 ? 0 : 1.5],
        );
        assert.equal(row.liquidationPx, position.liquidationPx ?? 0);
        assert.deepEqual([row.openedAtRaw, Date.parse(row.openedAt)], [openedMs, openedMs]);
        const wallet = totals.get(address)!;
        assert.equal(row.traderTrades, wallet.trades);
        close(row.traderTotalPnl, wallet.pnl.toNumber(), 'total');
        close(row.traderWinRate, (wallet.wins / wallet.trades) * 100, 'win rate');
        assert.deepEqual({ pnl: row.pnlTier, size: row.sizeTier }, alltimeCohorts(wallet));
        if (leverage > 0) withState += 1;
      }
      const three = (await harness.ask(endpoint, { ...request, query: 'limit=3' })).body;
      assert.deepEqual(three, body!.slice(0, 3));
      assert.equal(headers!['X-Data-Basis'], 'mixed');
    }
  }
  assert.ok(withState > 100);
});

test('the bias of a coin has the eight PnL cohorts always, by what is open in it at mark', async () => {
  const { positions: held } = harness.sources;
  for (const coin of ['btc', 'ETH', 'kpepe', 'xyz:gold']) {
    const { body, headers } = await harness.ask(cohortBias, { path: { coin } });
    assert.deepEqual(
      body!.map(({ pnlTier }) => pnlTier),
      recountedSlugs.pnl,
    );
    for (const row of body!) {
      const members = wallets.filter((address) => cohortOf(address, 'alltime').pnl === row.pnlTier);
      const open = members
        .flatMap((address) => held.ofWallet(address))
        .filter((one) => one.coin === row.coin);
      const [longs, shorts] = [open.filter(({ size }) => size > 0), open.filter(({ size }) => size < 0)];
      const worth = (side: typeof open) =>
        side.reduce((sum, { size }) => sum + Math.abs(size) * priceOf(open[0]!), 0);
      assert.deepEqual([row.longCount, row.shortCount], [longs.length, shorts.length]);
      close(row.longNotional, worth(longs), 'long');
      close(row.shortNotional, worth(shorts), 'short');
      const [long, short] = [worth(longs), worth(shorts)];
      const bias = long + short === 0 ? 0 : (long - short) / (long + short);
      close(row.netBias, bias, 'bias');
      assert.equal(row.netBiasByNotional, row.netBias);
      close(
        row.netBiasByCount,
        open.length === 0 ? 0 : (longs.length - shorts.length) / open.length,
        'bias by count',
      );
    }
    if (coin === 'ETH') {
      const longSize = positions
        .filter((one) => one.coin === 'ETH' && Number(one.szi) > 0)
        .reduce((sum, { szi }) => sum + Number(szi), 0);
      assert.ok(headers!['X-Positions-Coverage']! >= longSize / 1000);
    }
  }
  await assert.rejects(harness.ask(cohortBias, { path: { coin: 'nocoin' } }), /no coin|nocoin/i);
});

test('both vocabularies are taken, answers are the same; what is no cohort of the kind is a 422 that names those that are', async () => {
  const ask = async (tier: string, tierType = 'pnl') =>
    (await harness.ask(cohortTrades, { path: { tierType, tier }, query: 'since=30d', tier: 'pro' })).body;
  assert.deepEqual(await ask('apex'), await ask('money_printer'));
  assert.deepEqual(await ask('blown_out'), await ask('giga_rekt'));
  assert.deepEqual(await ask('flyweights', 'size'), await ask('fish', 'size'));
  for (const [tier, tierType] of [
    ['whale', 'pnl'],
    ['apex', 'size'],
    ['Apex', 'pnl'],
    ['', 'pnl'],
  ] as const) {
    await assert.rejects(ask(tier, tierType), (problem: Problem) => {
      assert.equal(problem.fields.status, 422);
      const [fault] = problem.fields.errors!;
      assert.equal(fault!.location, 'path.tier');
      assert.match(
        fault!.message,
        tierType === 'pnl' ? /money_printer.*blown_out/ : /leviathan.*strawweights/,
      );
      return true;
    });
  }
  await assert.rejects(ask('apex', 'age'), /pnl, size/);
});

test('the examples of the reference are bodies', () => {
  for (const endpoint of [cohortSummary, cohortTrades, cohortPositions, cohortBias])
    checkBody(endpoint, endpoint.example);
});
