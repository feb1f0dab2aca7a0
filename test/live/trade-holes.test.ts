/** Holes in trades over several lives of a feed, with a real store. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { listGaps } from '../../src/coverage/gap-list.ts';
import { type CoverageLedger, createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createFactWriter } from '../../src/ingest/facts/fact-writer.ts';
import type { FeedName } from '../../src/ingest/live/connector-state.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import { openTradeFeed, type TradeFeed } from '../../src/ingest/live/trades/feed.ts';
import type { InfoClient } from '../../src/ingest/sources/hyperliquid/info-client.ts';
import { fixedClock, minuteMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { WireCandle } from '../../src/wire/candle.ts';
import type { WireTrade } from '../../src/wire/trade.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { until } from '../until.ts';

const startMs = Date.UTC(2026, 4, 1, 12);
const user = `0x${'a1'.repeat(20)}`;
/** Trade n is made n seconds after the start. */
const timeOf = (n: number) => startMs + n * 1_000;
const trades = (from: number, to: number, coin = 'BTC'): WireTrade[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    coin,
    side: 'B',
    px: '1',
    sz: '1',
    users: [user, user],
    time: timeOf(from + i),
    tid: from + i,
  }));

let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

/** What `recentTrades` returns, and candles of a minute. */
interface Answers {
  recent: () => WireTrade[] | undefined;
  candles?: () => WireCandle[];
}

interface Life {
  feed: TradeFeed;
  /** Until all that it has to do is done, by a look at the store. */
  /** Holes that were closed or given up. */
  concluded(): number;
  /** Nothing of what it was about to store is stored after this. */
  end(): Promise<void>;
}

/** A feed as a process has it. @param isKilled It does not live to note what became of a hole. */
async function live(store: AnalyticsStore, answers: Answers, isKilled = false): Promise<Life> {
  const log = createLog({ level: 'silent' });
  const clock = fixedClock(timeOf(1_000));
  const watch = createFeedWatch({});
  const writer = (name: string) =>
    createFactWriter({ analytics: store, dir: join(harness.dir, name), log, flushMs: 5 });
  const tradeRows = writer('trades');
  const book = createCoverageLedger({
    analytics: store,
    clock,
    onLost: (feed) => watch.lost(feed as FeedName),
  });
  const never = new Promise<void>(() => undefined);
  const ledger: CoverageLedger = isKilled ? { ...book, lose: () => never, heal: () => never } : book;
  const stop = new AbortController();
  const info = {
    async ask({ type }: { type: string }) {
      const data = type === 'recentTrades' ? answers.recent() : answers.candles?.();
      if (data === undefined) throw new Error('no answer');
      return { data, rejected: [] };
    },
  } as unknown as InfoClient;
  const feed = await openTradeFeed({
    analytics: store,
    facts: tradeRows,
    info,
    ledger,
    watch,
    clock,
    log,
    signal: stop.signal,
    snapshotMs: 5,
    onTrade: () => undefined,
  });
  return {
    feed,
    concluded() {
      const { gapsFilled = 0, gapsRecorded = 0 } =
        watch.status(0).find(({ name }) => name === 'trades') ?? {};
      return gapsFilled + gapsRecorded;
    },
    async end() {
      stop.abort();
      await feed.close();
      await tradeRows.close();
      await book.close();
    },
  };
}

/** The recorded gaps, in seconds after the start. */
async function gapsOf(store: AnalyticsStore): Promise<string[]> {
  const gaps = await listGaps(store, { feed: 'trades' });
  const secondsOf = (ms = 0) => (ms - startMs) / 1_000;
  return gaps
    .map(
      ({ coin, fromMs, toMs, state, reason }) =>
        `${coin} ${secondsOf(fromMs)}-${secondsOf(toMs)} ${state === 'open' ? state : reason}`,
    )
    .sort();
}

const storedTids = query({
  name: 'stored_tids',
  params: {},
  row: Type.Object({ tid: Type.String() }),
  sql: 'SELECT toString(tid) AS tid FROM trades FINAL ORDER BY trades.tid',
});

/** Three trades, and a process that seen later ones, read what lies between and was killed before it could note what became of it. */
async function killedHaving(database: string, recent: WireTrade[]): Promise<AnalyticsStore> {
  const store = await harness.open(database);
  const first = await live(store, { recent: () => undefined });
  first.feed.take(trades(1, 3), startMs);
  await first.end();
  const killed = await live(store, { recent: () => recent }, true);
  killed.feed.begun('BTC');
  killed.feed.take(trades(20, 22), startMs);
  const isStored = async () =>
    (await store.rows(storedTids, {})).some(({ tid }) => tid === String(recent.at(-1)!.tid));
  await until('the hole is stored', isStored);
  await killed.end();
  assert.deepEqual(await gapsOf(store), ['BTC 3-20 open']);
  return store;
}

test('a hole that was filled by a process that was killed before it could note that is no gap', async () => {
  const store = await killedHaving('filled', trades(2, 40));
  const next = await live(store, { recent: () => trades(61, 160) });
  assert.deepEqual(await gapsOf(store), [], 'before anything is read');
  next.feed.begun('BTC');
  await until('a gap of the disconnect', async () =>
    (await gapsOf(store)).some((gap) => gap.endsWith('disconnect')),
  );
  await next.end();
  assert.deepEqual(await gapsOf(store), ['BTC 40-61 disconnect']);
  await store.close();
});

test('of a hole that such a process filled in part the rest is a gap, and no more than the rest', async () => {
  const store = await killedHaving('part', trades(10, 40));
  const next = await live(store, { recent: () => trades(35, 60) });
  next.feed.begun('BTC');
  await until('a gap of the disconnect', async () =>
    (await gapsOf(store)).some((gap) => gap.endsWith('disconnect')),
  );
  await next.end();
  assert.deepEqual(await gapsOf(store), ['BTC 3-10 disconnect']);
  await store.close();
});

/** Candles of minutes with these counts of trades. */
const candles = (coin: string, ...counts: number[]): WireCandle[] =>
  counts.map((n, minute) => {
    const t = startMs + minute * minuteMs;
    return { t, T: t + minuteMs - 1, s: coin, i: '1m', n, o: '1', h: '1', l: '1', c: '1', v: '1' };
  });

test('a new coin has a gap where its candles have more trades than are stored, and none where they have as many', async () => {
  const store = await harness.open('new_coins');
  const first = await live(store, { recent: () => undefined });
  first.feed.take(trades(1, 3), startMs);
  await first.end();
  const reported: Record<string, WireCandle[]> = {
    // Trades 100 to 150 are of two minutes.
    WHOLE: candles('WHOLE', 0, 20, 31),
    LATE: candles('LATE', 0, 25, 31),
    OLD: candles('OLD', 7, 25, 31),
    // It does not reach the trades that were published.
    SHORT: candles('SHORT', 5),
    NONE: [],
  };
  for (const [coin, answer] of Object.entries(reported)) {
    const next = await live(store, { recent: () => trades(100, 150, coin), candles: () => answer });
    next.feed.begun(coin);
    await until('a gap is concluded', () => next.concluded() > 0);
    await next.end();
  }
  assert.deepEqual(await gapsOf(store), [
    'LATE 60-100 disconnect',
    `NONE ${150 - 86_400}-100 disconnect`,
    'OLD 0-100 disconnect',
    `SHORT ${150 - 86_400}-100 disconnect`,
  ]);
  await store.close();
});

test('the last trades of a coin that has ended are stored, or recorded as missing, before it is forgotten', async () => {
  const store = await harness.open('ended_coins');
  const listed = (...coins: string[]) => new Set(['BTC', ...coins]);
  const first = await live(store, { recent: () => undefined });
  first.feed.take(trades(1, 3), startMs);
  await first.end();

  // Processes that were killed after they had seen a coin, and before a trade of it was stored.
  const silent = await live(store, { recent: () => undefined });
  await silent.feed.retain(listed('SILENT'));
  await silent.feed.retain(listed());
  const gaps = [`SILENT ${3 - 86_400}-1000 disconnect`];
  assert.deepEqual(await gapsOf(store), gaps);
  await silent.end();

  const next = await live(store, { recent: () => trades(4, 9, 'ENDED') });
  await next.feed.retain(listed('ENDED'));
  await next.feed.retain(listed());
  const tids = (await store.rows(storedTids, {})).map(({ tid }) => Number(tid));
  assert.deepEqual(tids, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(await gapsOf(store), gaps);
  await next.end();
  await store.close();
});

test('of a coin that has ended its candles show what is missing where its trades are no longer served', async () => {
  const store = await harness.open('forgotten_coins');
  const first = await live(store, { recent: () => undefined });
  for (const coin of ['WHOLE', 'LATE', 'FORGOTTEN']) first.feed.take(trades(1, 10, coin), startMs);
  await first.end();
  const reported = { WHOLE: [10, 0, 0], LATE: [10, 0, 4], FORGOTTEN: [] };
  for (const [coin, counts] of Object.entries(reported)) {
    const next = await live(store, { recent: () => [], candles: () => candles(coin, ...counts) });
    const others = Object.keys(reported).filter((other) => other !== coin);
    await next.feed.retain(new Set(others));
    await next.end();
  }
  assert.deepEqual(await gapsOf(store), ['FORGOTTEN 10-1000 disconnect', 'LATE 120-179.999 disconnect']);
  await store.close();
});
