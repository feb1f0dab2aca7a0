import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { type ChangeFeed, createChangeFeed } from '../../src/changes/change-feed.ts';
import type { RunningView } from '../../src/changes/view.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import type { Connector } from '../../src/ingest/live/connector.ts';
import { dayMs, hourMs, monotonicMs } from '../../src/kernel/clock.ts';
import { type Market, MarketReadError } from '../../src/market/market.ts';
import { createMarketMemory, type MarketMemory } from '../../src/market/market-memory.ts';
import { createMarket } from '../../src/market/open-market.ts';
import { followStoredMarket } from '../../src/market/stored-market.ts';
import type { StoreHarness } from '../ingest/store-harness.ts';
import { openLiveWorld, startTestConnector, testPace } from '../live/live-world.ts';
import {
  byCoin,
  contextNumbers,
  levelNumbers,
  trueContext,
  trueLevels,
  trueListing,
} from './market-truth.ts';

const patienceMs = 120_000;

/** Waits until `differs` returns nothing. */
async function settles(differs: () => unknown): Promise<void> {
  const deadlineMs = monotonicMs() + patienceMs;
  let difference = differs();
  while (difference !== undefined && monotonicMs() < deadlineMs) {
    await delay(20);
    difference = differs();
  }
  assert.equal(difference, undefined);
}

const onError = (error: unknown) => assert.fail(String(error));

function differing(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Guarantees of both adapters of the market port: each is compared with the exchange itself. */
export function marketSuite(openHarness: () => Promise<StoreHarness>): void {
  describe('the market port', () => {
    let harness: StoreHarness;
    let world: SimulatedWorld;
    let store: AnalyticsStore;
    let connector: Connector;
    let feed: ChangeFeed;
    let followed: { memory: MarketMemory; stored: RunningView };
    let adapters: { name: string; market: Market }[];

    async function follow(isBehind: () => boolean) {
      const memory = createMarketMemory({ clock: world.clock });
      const stored = await followStoredMarket({ analytics: store, feed, memory, isBehind, onError });
      return { memory, stored };
    }

    function connect(memory: MarketMemory): Promise<Connector> {
      return startTestConnector(world, {
        analytics: store,
        batches: createBatchStore(store),
        journalDir: join(harness.dir, 'journal'),
        memory,
        // Wallets are not the subject here.
        limits: { trackedWallets: 2 },
        pace: { ...testPace, handOverMs: 100, candlesMs: 2_000 },
        // A busy machine must not take a connection for silent: faults are not the subject either.
        feedTiming: { pingMs: 1_000, silenceMs: 20_000, reconnectMs: 10 },
      });
    }

    before(async () => {
      harness = await openHarness();
      store = await harness.open('market');
      world = await openLiveWorld({ seed: 'market', historyMs: hourMs });
      const memory = createMarketMemory({ clock: world.clock });
      connector = await connect(memory);
      feed = createChangeFeed({ store, pollMs: 100, onError });
      followed = await follow(() => true);
      const portOf = (own: MarketMemory, reads: Parameters<typeof createMarket>[0]['reads']) =>
        createMarket({ memory: own, clock: world.clock, reads, hasSource: false });
      adapters = [
        { name: 'connector', market: portOf(memory, () => connector.reads) },
        { name: 'store', market: portOf(followed.memory, () => undefined) },
      ];
    });
    after(async () => {
      await followed.stored.close();
      await feed.close();
      await connector.close();
      await world.close();
      await store.close();
      await harness.stop();
    });

    /** The same has to hold of both. */
    async function ofBoth(check: (market: Market) => void): Promise<void> {
      for (const { name, market } of adapters) {
        await settles(() => {
          const difference = differing(() => check(market));
          return difference && `${name}: ${difference}`;
        });
      }
    }

    test('lists every market with dex, collateral, decimals, margin tiers and symbols', async () => {
      const expected = trueListing(world.record.exchange);
      assert.deepEqual([...new Set(expected.map(({ kind }) => kind))].sort(), [
        'hip3',
        'outcome',
        'perp',
        'spot',
      ]);
      assert.ok(expected.some(({ marginTiers }) => marginTiers.length > 1));
      await ofBoth(({ listing }) => {
        assert.deepEqual(byCoin(listing.all()), expected);
        assert.deepEqual(listing.dexes(), ['', 'flx', 'xyz']);
      });
    });

    test('returns the newest context, mark and book of every market as the exchange has them', async () => {
      const { exchange } = world.record;
      const open = exchange.markets.filter((market) => market.open);
      await ofBoth((market) => {
        for (const each of open) {
          const { coin } = each;
          const context = market.context(coin);
          assert.ok(context, `a context of ${coin}`);
          assert.deepEqual(contextNumbers(context), trueContext(exchange, each), coin);
          assert.equal(context.dex, coin.includes(':') ? coin.split(':')[0] : '');
          const mark = market.mark(coin)!;
          assert.deepEqual(
            [Number(mark.px), mark.basis, mark.ageMs],
            [trueContext(exchange, each)[0], 'context', world.clock.nowMs() - context.observedAtMs],
          );
          const book = market.book(coin);
          assert.ok(book, `a book of ${coin}`);
          assert.deepEqual(levelNumbers(book), trueLevels(exchange, each), coin);
          assert.equal(book.timeMs, exchange.timeMs);
        }
        assert.equal([...market.contexts()].length, open.length);
      });
    });

    test('returns the newest candle, the open one included, and what was observed last', async () => {
      const { exchange, candles } = world.record;
      const traded = exchange.markets.filter((market) => market.open && candles.newest(market, '1m'));
      assert.ok(traded.length > 3);
      await ofBoth((market) => {
        for (const each of traded) {
          for (const interval of ['1m', '1h', '1d']) {
            const { openMs, closeMs, trades } = candles.newest(each, interval)!;
            const reported = market.candle(each.coin, interval);
            assert.deepEqual(
              [reported?.openMs, reported?.closeMs, reported?.trades],
              [openMs, closeMs, trades],
              each.coin,
            );
          }
        }
        const { marks, spot, books, candles: minutes, trades } = market.observed();
        for (const atMs of [marks, spot, books, minutes, trades]) assert.equal(atMs, world.clock.nowMs());
      });
    });

    test('follows the exchange: states become newer, settled outcomes leave, new ones come', async () => {
      const outcomesBefore = trueListing(world.record.exchange).filter(({ kind }) => kind === 'outcome');
      // The day's outcomes are settled at six.
      world.advance(2 * hourMs);
      const expected = trueListing(world.record.exchange);
      const isListed = new Set(expected.map(({ coin }) => coin));
      assert.ok(outcomesBefore.some(({ coin }) => !isListed.has(coin)));
      const nowMs = world.clock.nowMs();
      await ofBoth((market) => {
        assert.deepEqual(byCoin(market.listing.all()), expected);
        assert.equal(market.observed().marks, nowMs);
        for (const { coin } of outcomesBefore) {
          if (!isListed.has(coin)) assert.equal(market.context(coin) ?? market.book(coin), undefined, coin);
        }
      });
      const [ofConnector, ofStore] = adapters.map(({ market }) => market);
      await settles(() =>
        differing(() => assert.deepEqual(byCoin(ofStore!.contexts()), byCoin(ofConnector!.contexts()))),
      );
    });

    test('a process that reads no exchange says so where it is asked to read; one that does reads all dexes', async () => {
      const [ofConnector, ofStore] = adapters.map(({ market }) => market);
      const wallet = world.truth.active()[0]!;
      await assert.rejects(
        ofStore!.readWallet(wallet),
        (error: unknown) => error instanceof MarketReadError && error.failure === 'unavailable',
      );
      const { wallet: of, accounts } = await ofConnector!.readWallet(wallet);
      assert.equal(of, wallet);
      assert.deepEqual(
        accounts.map(({ dex }) => dex),
        ['', 'flx', 'xyz'],
      );
    });

    test('what was stored is known after the connector has ended, to a process that begins then', async () => {
      const expected = trueListing(world.record.exchange);
      await connector.close();
      const later = await follow(() => false);
      assert.deepEqual(byCoin(later.memory.listing.all()), expected);
      assert.deepEqual(byCoin(later.memory.contexts()), byCoin(adapters[0]!.market.contexts()));
      assert.equal(later.memory.listing.resolve('tsla'), 'xyz:TSLA');
      await later.stored.close();
    });

    test('a market that left the lists while no process read them is delisted at the next start', async () => {
      const before = trueListing(world.record.exchange);
      world.advance(dayMs);
      const expected = trueListing(world.record.exchange);
      assert.notDeepEqual(before, expected);
      const memory = createMarketMemory({ clock: world.clock });
      connector = await connect(memory);
      for (const listing of [memory.listing, followed.memory.listing]) {
        await settles(() => differing(() => assert.deepEqual(byCoin(listing.all()), expected)));
      }
    });
  });
}
