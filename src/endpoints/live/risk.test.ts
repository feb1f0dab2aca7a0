/** Answers over open positions, compared with a plain recomputation of the test's data. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import type { PositionDraft } from '../../../test/given-facts.ts';
import { type FillDraft, seededNumbers, walletOf } from '../../../test/source-fills.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { liquidationHeatmap } from './liquidation-heatmap.ts';
import { coinLongShortNow, longShort } from './long-short.ts';
import { riskCoin } from './risk-coin.ts';
import { riskOverview } from './risk-overview.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const below = seededNumbers(29);
const marks: Record<string, number> = { BTC: 100, ETH: 40, 'xyz:GOLD': 10 };
const coins = Object.keys(marks);

interface Known {
  wallet: string;
  coin: string;
  size: number;
  entry: number;
  liquidation: number | undefined;
  /** Undefined if no state of the last 24 hours has it. */
  leverage: number | undefined;
  stateMs: number | undefined;
}

/** A state per wallet and coin; ages range from minutes to days. */
const known: Known[] = Array.from({ length: 150 }, (_, n) => {
  const coin = coins[below(3)]!;
  const stateMs = nowMs - [5 * minuteMs, 2 * hourMs, 30 * hourMs][below(3)]!;
  const px = (marks[coin]! * (40 + below(120))) / 100;
  return {
    wallet: walletOf(1 + (n % 100)),
    coin: n < 100 ? coin : `${coins[(coins.indexOf(coin) + 1) % 3]}`,
    size: (1 + below(4_000)) * (below(2) === 0 ? 1 : -1),
    entry: (marks[coin]! * (80 + below(40))) / 100,
    liquidation: below(5) === 0 ? undefined : px,
    leverage: nowMs - stateMs > 24 * hourMs ? undefined : 1 + below(20),
    stateMs,
  };
}).filter(
  (one, n, all) => all.findIndex((other) => other.wallet === one.wallet && other.coin === one.coin) === n,
);

const drafts = known.map((one): PositionDraft => {
  const { wallet, coin, size, entry, liquidation, leverage = 3, stateMs } = one;
  return {
    wallet,
    coin,
    szi: String(size),
    entryPx: String(entry),
    leverage,
    time: stateMs!,
    liquidationPx: liquidation === undefined ? null : String(liquidation),
    markPx: String(marks[coin]),
    marginUsed: '50',
  };
});
// Each wallet has one state a dex: positions of one wallet share its time.
const times = new Map<string, number>();
for (const draft of drafts) {
  const account = `${draft.wallet} ${draft.coin.includes(':')}`;
  const time = times.get(account) ?? draft.time!;
  times.set(account, time);
  draft.time = time;
}
for (const [n, one] of known.entries()) {
  one.stateMs = drafts[n]!.time!;
  one.leverage = nowMs - one.stateMs > 24 * hourMs ? undefined : drafts[n]!.leverage;
}

const dark: Known = {
  wallet: walletOf(500),
  coin: 'DARK',
  size: -4,
  entry: 3,
  liquidation: undefined,
  leverage: undefined,
  stateMs: undefined,
};
const fills: FillDraft[] = [
  {
    wallet: dark.wallet,
    time: nowMs - hourMs,
    coin: 'DARK',
    side: 'A',
    px: '3',
    sz: '4',
    startPosition: '0',
  },
  // A wallet with a cohort and a record: it won one of two.
  ...['1000', '-1'].map((closedPnl, n) => ({
    wallet: walletOf(1),
    time: nowMs - 40 * hourMs - n,
    coin: '@1',
    closedPnl,
  })),
];

let harness: EndpointHarness;
before(async () => {
  const contexts = coins.map((coin) => ({ coin, markPx: String(marks[coin]), openInterest: '1000000' }));
  contexts.push({ coin: 'ALONE', markPx: '5', openInterest: '10' });
  harness = await openEndpointHarness({ given: { fills, positions: drafts, market: { contexts } }, nowMs });
});
after(() => harness.close());

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
/** DARK has no mark: it is worth its newest trade. */
const markOf = ({ coin }: Known) => marks[coin] ?? 3;
const notional = (one: Known) => Math.abs(one.size) * markOf(one);
const pnl = (one: Known) => one.size * (markOf(one) - one.entry);
const near = (actual: number | undefined, expected: number | undefined, what = '') =>
  assert.ok(
    actual === expected || Math.abs(actual! - expected!) <= 1e-9 * Math.max(1, Math.abs(expected!)),
    `${what} ${actual} ${expected}`,
  );
const ofCoin = (coin: string) => known.filter((one) => one.coin === coin);

test('buckets, positions outside and those without a price are all positions, whatever the shape; each is in its bucket', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...coins),
      fc.integer({ min: 10, max: 100 }),
      fc.integer({ min: 1, max: 50 }),
      async (coin, count, range) => {
        const query = `buckets=${count}&range=${range}`;
        const { body, headers } = await harness.ask(liquidationHeatmap, { path: { coin }, query });
        const all = ofCoin(coin);
        const buckets = body.buckets!;
        assert.equal(buckets.length, count);
        const placed = sum(buckets.map((one) => one.longPositions + one.shortPositions));
        const [outside, without] = [headers!['X-Positions-Outside']!, headers!['X-Positions-Without-Price']!];
        assert.equal(placed + outside + without, all.length);
        assert.equal(without, all.filter(({ liquidation }) => liquidation === undefined).length);
        const [low, high] = [marks[coin]! * (1 - range / 100), marks[coin]! * (1 + range / 100)];
        const width = (high - low) / count;
        for (const [n, bucket] of buckets.entries()) {
          near(bucket.priceLow, low + n * width);
          near(bucket.priceHigh, low + (n + 1) * width);
          // A price on an edge may be in either of the two.
          const inside = all.filter(
            ({ liquidation = Number.NaN }) =>
              liquidation > bucket.priceLow + 1e-9 && liquidation < bucket.priceHigh - 1e-9,
          );
          const touching = all.filter(
            ({ liquidation = Number.NaN }) =>
              liquidation >= bucket.priceLow - 1e-9 && liquidation <= bucket.priceHigh + 1e-9,
          );
          const shown = bucket.longPositions + bucket.shortPositions;
          assert.ok(shown >= inside.length && shown <= touching.length);
          near(bucket.totalNotionalAtRisk, bucket.longNotionalAtRisk + bucket.shortNotionalAtRisk);
          // Outwards from the mark, the middle one counting on both sides.
          const [from, to] = n < count / 2 ? [n, Math.ceil(count / 2)] : [Math.floor(count / 2), n + 1];
          const between = buckets.slice(from, to);
          near(bucket.cumulativeLongNotional, sum(between.map((one) => one.longNotionalAtRisk)), 'long');
          near(bucket.cumulativeShortNotional, sum(between.map((one) => one.shortNotionalAtRisk)), 'short');
        }
        near(body.totalLongAtRisk, sum(buckets.map((one) => one.longNotionalAtRisk)));
        near(body.totalShortAtRisk, sum(buckets.map((one) => one.shortNotionalAtRisk)));
      },
    ),
    { numRuns: 25 },
  );
});

test('a coin without a mark is valued at its newest trade; an unknown coin has no snapshot', async () => {
  const is = (status: number) => (problem: Problem) => problem.fields.status === status;
  assert.equal((await harness.ask(liquidationHeatmap, { path: { coin: 'dark' } })).body.currentPrice, 3);
  for (const endpoint of [liquidationHeatmap, riskCoin, coinLongShortNow])
    await assert.rejects(harness.ask(endpoint, { path: { coin: 'NOPE' } }), is(404));
  const { body, headers } = await harness.ask(riskCoin, { path: { coin: 'dark' } });
  assert.equal(body.liquidationHeatmap.currentPrice, 3);
  assert.deepEqual(
    [body.market.shortNotional, body.market.totalOi, headers!['X-Positions-Coverage']],
    [12, 0, undefined],
  );
  assert.equal(headers!['X-Data-Basis'], 'fills');
  assert.deepEqual(body.topPositions![0]!.markPx, 3);
  assert.deepEqual(body.availability, {
    liquidations: false,
    userActions: false,
    historicalClearinghouse: false,
    liveCandles: false,
    markPrices: false,
    valuedByMark: 0,
    valuedByTrade: 1,
    unvaluedPositions: 0,
  });
  assert.deepEqual(Object.keys(body.freshness).sort(), ['livePositions', 'longShort']);
});

test('the snapshot of a coin is the sum of its positions, in every part the same', async () => {
  for (const coin of coins) {
    const { body, headers } = await harness.ask(riskCoin, { path: { coin } });
    const all = ofCoin(coin);
    const [longs, shorts] = [all.filter(({ size }) => size > 0), all.filter(({ size }) => size < 0)];
    const { market, longShort: balance } = body;
    assert.deepEqual(
      [market.totalPositions, market.uniqueWallets, market.longPositions, market.shortPositions],
      [all.length, all.length, longs.length, shorts.length],
    );
    near(market.longNotional, sum(longs.map(notional)));
    near(market.shortNotional, sum(shorts.map(notional)));
    near(market.totalUnrealizedPnl, sum(all.map(pnl)));
    near(market.totalOi, 1_000_000 * marks[coin]!);
    near(headers!['X-Positions-Coverage'], market.longNotional / market.totalOi);
    const levered = longs.filter(({ leverage }) => leverage !== undefined);
    const mean = sum(levered.map((one) => one.leverage! * notional(one))) / sum(levered.map(notional));
    near(market.avgLongLeverage, mean, 'leverage');
    assert.deepEqual([balance.longVolume, balance.shortVolume], [market.longNotional, market.shortNotional]);
    const sizes = body.sizeBreakdown!;
    assert.equal(sum(sizes.map((row) => row.positionCount)), all.length);
    near(sum(sizes.map((row) => row.longNotional)), market.longNotional);
    near(sum(sizes.map((row) => row.shortNotional)), market.shortNotional);

    const top = [...all]
      .sort((a, b) => notional(b) - notional(a) || (a.wallet < b.wallet ? -1 : 1))
      .slice(0, 20);
    assert.deepEqual(
      body.topPositions!.map(({ address, side, size, liquidationPx, leverage, marginUsed }) => ({
        address,
        side,
        size,
        liquidationPx,
        leverage,
        marginUsed,
      })),
      top.map(({ wallet: address, size, liquidation, leverage }) => ({
        address,
        side: size > 0 ? 'long' : 'short',
        size: Math.abs(size),
        liquidationPx: liquidation ?? null,
        leverage: leverage ?? null,
        marginUsed: leverage === undefined ? null : 50,
      })),
    );
    near(body.concentrationTop5, sum(top.slice(0, 5).map(notional)) / sum(all.map(notional)));
    const priced = all.filter(({ liquidation }) => liquidation !== undefined);
    const distance = ({ liquidation }: Known) => (Math.abs(liquidation! - marks[coin]!) / marks[coin]!) * 100;
    const close = priced.filter((one) => distance(one) <= 5);
    assert.equal(body.nearLiquidationPositions, close.length);
    near(body.nearLiquidationNotional, sum(close.map(notional)));
    const weighted = sum(priced.map((one) => distance(one) * notional(one)));
    near(body.avgLiquidationDistancePct, weighted / sum(priced.map(notional)));
    const heat = await harness.ask(liquidationHeatmap, { path: { coin } });
    assert.deepEqual(body.liquidationHeatmap, heat.body);
    assert.deepEqual((await harness.ask(coinLongShortNow, { path: { coin } })).body, balance);
    checkSources(all, body);
  }
});

type Shown = {
  availability: { userActions: boolean; historicalClearinghouse: boolean };
  freshness: { historicalClearinghouse?: string; livePositions?: string };
};

/** A single fresh state makes nothing available: fresh states must cover half of the notional. */
function checkSources(all: Known[], { availability, freshness }: Shown): void {
  const fresh = all.filter(({ stateMs = 0 }) => nowMs - stateMs < 30 * minuteMs);
  const isKnown = sum(fresh.map(notional)) / sum(all.map(notional)) >= 0.5;
  assert.deepEqual([availability.userActions, availability.historicalClearinghouse], [isKnown, isKnown]);
  const newest = Math.max(...all.map(({ stateMs = 0 }) => stateMs));
  assert.equal(freshness.historicalClearinghouse, new Date(newest).toISOString());
}

test('the exchange is the sum of its coins; wallets count once', async () => {
  const all = [...known, dark];
  const { body } = await harness.ask(longShort, {});
  assert.equal(body.totalLongAccounts, all.filter(({ size }) => size > 0).length);
  assert.equal(body.sampleSize, all.length);
  near(body.totalLongVolume + body.totalShortVolume, sum(all.map(notional)));
  near(sum(body.bySymbol!.map((one) => one.longVolume)), body.totalLongVolume);
  const wallets = new Set(all.map(({ wallet }) => wallet));
  assert.equal(body.tradersTracked, wallets.size);
  const volumes = body.bySymbol!.map((one) => one.longVolume + one.shortVolume);
  assert.deepEqual(
    volumes,
    volumes.toSorted((a, b) => b - a),
  );

  const overview = (await harness.ask(riskOverview, {})).body;
  assert.deepEqual(overview.longShort, body);
  assert.equal(overview.uniqueWallets, wallets.size);
  const official = sum(coins.map((coin) => 1_000_000 * marks[coin]!)) + 50;
  near(
    overview.totalOI,
    official,
    'a coin without a known holder counts, one without a context by its longs',
  );
  const ten = all.toSorted((a, b) => notional(b) - notional(a)).slice(0, 10);
  near(overview.concentrationTop10, sum(ten.map(notional)) / sum(all.map(notional)));
  assert.deepEqual(
    overview.topCrowdedCoins!.map(({ coin }) => coin),
    ['BTC', 'ETH', 'xyz:GOLD', 'DARK'],
  );
  near(
    overview.nearLiquidationNotional,
    sum(overview.topCrowdedCoins!.map((row) => row.nearLiquidationNotional)),
  );
  checkSources(all, overview);
});

test('a position comes with what its wallet is known for', async () => {
  const [mine] = known.filter(({ wallet }) => wallet === walletOf(1));
  const { body } = await harness.ask(riskCoin, { path: { coin: mine!.coin } });
  const shown = body.topPositions!.find(({ address }) => address === walletOf(1));
  if (shown === undefined) assert.fail('the test wants it among the largest');
  assert.deepEqual([shown.traderTotalPnl, shown.traderTotalTrades, shown.traderWinRate], ['999', 2, 50]);
  assert.deepEqual([shown.pnlTier, shown.sizeTier], ['humble_earner', 'shrimp']);
  assert.ok(body.topPositions!.every(({ address, pnlTier }) => address === walletOf(1) || pnlTier === null));
});

test('the examples of the reference are bodies', () => {
  for (const one of [coinLongShortNow, liquidationHeatmap, longShort, riskCoin, riskOverview])
    checkBody(one, one.example);
});
