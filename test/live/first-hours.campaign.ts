/**
 * The first hours on an exchange with 5,000 unread wallets, within the real limit of 1,200 weight a minute. Every answer over all positions
 * that reports its coverage must match exactly the positions read by then.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { dexes } from '../../packages/exchange-simulator/src/market.ts';
import { requestReads } from '../../src/analytics/gathered-reads.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { liveData, withMarketData } from '../../src/app/live-data.ts';
import { openSources } from '../../src/app/sources.ts';
import { createChangeFeed } from '../../src/changes/change-feed.ts';
import { createWalletIndex } from '../../src/domain/wallet-index.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import { openInterest } from '../../src/endpoints/exchange/oi.ts';
import { activeTraders } from '../../src/endpoints/exchange/volume.ts';
import { longShort } from '../../src/endpoints/live/long-short.ts';
import { riskOverview } from '../../src/endpoints/live/risk-overview.ts';
import { parseRequest } from '../../src/endpoints/parse-request.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { type Connector, startConnector } from '../../src/ingest/live/connector.ts';
import { dayMs, hourMs, minuteMs, rfc3339 } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import { createMarket } from '../../src/market/open-market.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { campaignSeed } from '../size.ts';
import { inVirtualTime } from '../virtual/store.ts';
import { createVirtualTime } from '../virtual/time.ts';
import { openVirtualWorld, type VirtualWorld } from '../virtual/world.ts';
import { createToldPositions, type ToldPositions } from './told-positions.ts';

const wallets = 5_000;
const weightPerMinute = 1_200;
/** Minutes after the start at which the answers are compared. */
const moments = [1, 5, 10, 30, 60, 120];
/** Step of the exchange's time. */
const stepMs = 1_000;
/** Share of data still in flight to the store. */
const tolerance = 0.03;

let harness: StoreHarness;
let store: AnalyticsStore;
let world: VirtualWorld;
const time = createVirtualTime();
const reported: ToldPositions = createToldPositions();
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('first_hours');
  world = openVirtualWorld(
    time,
    {
      seed: `first hours ${campaignSeed}`,
      wallets,
      coins: 20,
      fillsPerSecond: 2,
      tickMs: 60_000,
      historyMs: 6 * hourMs,
      weightPerMinute,
    },
    reported.note,
  );
});
after(async () => {
  await world.close();
  await store.close();
  await harness.stop();
});

/** Reads the store as a server does, and requests the answers; the exchange is stopped meanwhile. */
async function look(connector: Connector, memory: ReturnType<typeof createMarketMemory>) {
  const { clock } = world;
  const alive = setInterval(() => undefined, 1_000);
  const onError = (error: unknown) => assert.fail(String(error));
  const opened = new AsyncDisposableStack();
  const feed = createChangeFeed({ store, onError });
  opened.defer(feed.close);
  try {
    const port = createMarket({ memory, clock, reads: () => connector.reads, hasSource: true });
    const ofFeeds = liveData(connector, clock.nowMs);
    const { sources, positions } = openSources(
      {
        store,
        feed,
        market: { port, memory, useFills: () => undefined },
        wallets: createWalletIndex(),
        clock,
        onError,
        onClose: (_, close) => opened.defer(close),
      },
      { analytics: requestReads(store), live: withMarketData(ofFeeds, port, clock) },
    );
    await positions.ready;
    async function ask<E extends AnyEndpoint>(endpoint: E) {
      const context = { tier: 'free', windowDays: 30, nowMs: clock.nowMs() } as const;
      const params = parseRequest(endpoint, {}, '', context);
      const signal = AbortSignal.timeout(60_000);
      return (await endpoint.run({ params, sources, clock, signal } as never)) as Awaited<
        ReturnType<E['run']>
      >;
    }
    const [risk, balance] = [await ask(riskOverview), await ask(longShort)];
    const [interest, traders] = [await ask(openInterest), await ask(activeTraders)];
    return { risk, balance, interest, traders, market: port, positions: positions.count() };
  } finally {
    clearInterval(alive);
    await opened.disposeAsync();
  }
}

const near = (actual: number, expected: number, about: string) =>
  assert.ok(
    Math.abs(actual - expected) <= tolerance * Math.max(expected, actual) + 1e-6,
    `${about}: ${actual}, expected ${expected}`,
  );

/** Long notional of everybody by the exchange's own books, USD. */
function allLongs(): number {
  const { exchange } = world.record;
  const all = exchange.wallets.flatMap((_, wallet) =>
    dexes.flatMap((_, dex) => exchange.account(wallet, dex).positions),
  );
  return all.reduce(
    (sum, { market, szi }) => sum + (szi > 0 ? (szi * exchange.context(market).markPx) / 1e6 : 0),
    0,
  );
}

interface Look {
  found: Awaited<ReturnType<typeof look>>;
  minutes: number;
  startMs: number;
  /** Coverage at the previous check. */
  before: number;
}

/** @returns the current coverage */
function check(t: TestContext, { found, minutes, startMs, before }: Look): number {
  const { risk, balance, interest, traders, market, positions } = found;
  const nowMs = world.clock.nowMs();
  const open = reported
    .open()
    .map((one) => ({ ...one, usd: one.size * Number(market.mark(one.coin)?.px ?? 0) }));
  const longs = open.filter(({ size }) => size > 0).reduce((sum, { usd }) => sum + usd, 0);
  const coverage = risk.headers?.['X-Positions-Coverage'];
  const about = `after ${minutes} min`;
  t.diagnostic(
    `${about}: ${reported.wallets()} wallets read, ${positions} positions, coverage ${coverage?.toFixed(3)}, ${traders.body.activeTraders} traders`,
  );
  // Coverage: the published positions as a share of those in the exchange's books.
  assert.ok(coverage !== undefined, `${about}: nothing says how much is known`);
  near(coverage, longs / allLongs(), `${about}, coverage`);
  assert.ok(coverage >= before * (1 - tolerance), `${about}: ${coverage} are fewer than ${before}`);
  near(positions, open.length, `${about}, open positions`);
  assert.equal(risk.body.longPositions + risk.body.shortPositions, positions, about);
  assert.equal(balance.body.sampleSize, positions, about);
  for (const { headers } of [balance, interest])
    assert.equal(headers?.['X-Positions-Coverage'], coverage, about);
  assert.equal(risk.headers?.['X-Data-Basis'] === undefined, positions === 0, about);
  assert.ok(
    balance.body.tradersTracked <= reported.wallets(),
    `${about}: more wallets are tracked than were read`,
  );
  // The exchange's own figures are complete from the first minute on.
  near(interest.body.totalGrossUsd, 2 * allLongs(), `${about}, open interest`);
  near(risk.body.totalOI, allLongs(), `${about}, total open interest`);
  // States are available if half of the known positions are fresh; a position that was never observed has no time.
  const usdOf = (of: typeof open) => of.reduce((sum, { usd }) => sum + Math.abs(usd), 0);
  const fresh = usdOf(open.filter(({ stateMs }) => nowMs - stateMs < 30 * minuteMs)) / usdOf(open);
  const { availability, freshness } = risk.body;
  if (Math.abs(fresh - 0.5) > tolerance) {
    assert.equal(availability.historicalClearinghouse, fresh > 0.5, `${about}: ${fresh} is fresh`);
  }
  const newest = Math.max(...open.map(({ stateMs }) => stateMs));
  const shown = Date.parse(freshness.historicalClearinghouse ?? rfc3339(0));
  assert.ok(
    Math.abs(shown - newest) <= 5_000,
    `${about}: states of ${rfc3339(shown)}, expected ${rfc3339(newest)}`,
  );
  // Of a day no more than the time since the start was read, and the answer's window says so.
  const everybody = reported.traders();
  near(traders.body.activeTraders, everybody.count, `${about}, active traders`);
  const servedMs = traders.window!.fromMs;
  assert.ok(
    servedMs >= Math.min(everybody.firstMs, startMs) && servedMs <= nowMs,
    `${about}: ${rfc3339(servedMs)}`,
  );
  assert.ok(servedMs > nowMs - dayMs, `${about}: it is said to be a whole day`);
  return coverage;
}

test('the answer about all positions covers the part that was read, says so, and grows', async (t: TestContext) => {
  await time.run(async () => {
    const { clock } = world;
    const startMs = clock.nowMs();
    const memory = createMarketMemory({ clock });
    const own = inVirtualTime(store, time);
    const connector = await startConnector({
      infoUrl: `${world.url}/info`,
      feedUrl: world.wsUrl,
      clock,
      memory,
      ...world.way,
      analytics: own,
      batches: createBatchStore(own),
      journalDir: join(harness.dir, 'journal'),
      log: createLog({ level: 'silent' }),
      limits: { weightPerMinute },
    });
    const stop = time.every(stepMs, () => world.advance(stepMs));
    let coverage = 0;
    for (const minutes of moments) {
      await time.pause(minutes * minuteMs - (clock.nowMs() - startMs));
      const found = await time.outside(look(connector, memory));
      coverage = check(t, { found, minutes, startMs, before: coverage });
    }
    stop();
    assert.ok(world.use().peakWeight <= weightPerMinute, 'the limit was kept');
    await connector.close();
  });
});
