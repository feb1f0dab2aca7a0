/** What a stop finds half done. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createFactWriter } from '../../src/ingest/facts/fact-writer.ts';
import { createFeedWatch } from '../../src/ingest/live/coverage/feed-watch.ts';
import { openTradeFeed } from '../../src/ingest/live/trades/feed.ts';
import type { InfoClient } from '../../src/ingest/sources/hyperliquid/info-client.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { WireTrade } from '../../src/wire/trade.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';

let harness: StoreHarness;
let store: AnalyticsStore;
before(async () => {
  harness = await chdbHarness();
  store = await harness.open('stop');
});
after(async () => {
  await store.close();
  await harness.stop();
});

const timeMs = Date.UTC(2026, 4, 1);
const user = `0x${'a1'.repeat(20)}`;
const tradeOf = (tid: number): WireTrade => ({
  coin: 'BTC',
  side: 'B',
  px: '1',
  sz: '1',
  time: timeMs + tid,
  tid,
  users: [user, user],
});

/** A trade feed and its end, as a connector has them; what it gathers of trades is stored when it ends. */
async function openFeed() {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', to: { write: (line: string) => void lines.push(line) } });
  const clock = fixedClock(timeMs);
  const watch = createFeedWatch({});
  const openWriter = (name: string, flushMs: number) =>
    createFactWriter({ analytics: store, log, dir: join(harness.dir, name), flushMs });
  const ledger = createCoverageLedger({ analytics: store, clock });
  const feed = await openTradeFeed({
    analytics: store,
    facts: openWriter('trades', 3_600_000),
    ledger,
    info: {} as InfoClient,
    watch,
    clock,
    log,
    snapshotMs: 3_600_000,
    signal: new AbortController().signal,
    onTrade: () => undefined,
  });
  return {
    feed,
    lines,
    async close() {
      await feed.close();
      await ledger.close();
    },
  };
}

const openHoles = query({
  name: 'test_open_holes',
  params: {},
  row: Type.Object({ holes: Type.Integer(), all: Type.Integer(), trades: Type.Integer() }),
  sql: `
    SELECT toInt32(countIf(state IN ('open', 'lost'))) AS holes, toInt32(count()) AS all,
      (SELECT toInt32(count()) FROM trades FINAL) AS trades FROM coverage FINAL WHERE state != 'replaced' AND is_gap`,
});

test('a hole that was filled just before a stop is stored as filled, behind the trades that fill it', async () => {
  const first = await openFeed();
  first.feed.take([tradeOf(1)], timeMs);
  await first.close();

  const second = await openFeed();
  second.feed.begun('BTC');
  second.feed.take([tradeOf(5)], timeMs);
  second.feed.take([5, 4, 3, 2, 1].map(tradeOf), timeMs);
  await second.close();
  assert.deepEqual([...first.lines, ...second.lines], []);
  assert.deepEqual(await store.rows(openHoles, {}), [{ holes: 0, all: 1, trades: 5 }]);
});
