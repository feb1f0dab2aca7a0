import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { faultProfiles } from '../../packages/exchange-simulator/src/faults/fault-rates.ts';
import type { SimulatedWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { createFactWriter } from '../../src/ingest/facts/fact-writer.ts';
import type { Connector } from '../../src/ingest/live/connector.ts';
import { createQuarantine, type Quarantine } from '../../src/ingest/live/coverage/quarantine.ts';
import { rawJson } from '../../src/ingest/sources/chunk-builder.ts';
import type { Unusable } from '../../src/ingest/sources/hyperliquid/unusable.ts';
import { rawCharactersLimit } from '../../src/ingest/sources/line-batch.ts';
import { monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { readFrame } from '../../src/wire/frame.ts';
import type { WireTrade } from '../../src/wire/trade.ts';
import { chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { until } from '../until.ts';
import { openLiveWorld, startTestConnector } from './live-world.ts';

const log = createLog({ level: 'silent' });
let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

const quarantined = query({
  name: 'test_quarantine',
  params: {},
  row: Type.Object({
    source: Type.String(),
    event: Type.Integer(),
    reason: Type.String(),
    raw: Type.String(),
    at: Type.String(),
  }),
  sql: `
    SELECT source, event, reason, raw, toString(toUnixTimestamp64Milli(time)) AS at
    FROM quarantine FINAL ORDER BY source, event, raw`,
  limits: { maxRows: 100_000 },
});
const storedTrades = query({
  name: 'test_trades',
  params: {},
  row: Type.Object({ tid: Type.String() }),
  sql: 'SELECT toString(tid) AS tid FROM trades FINAL',
  limits: { maxRows: 100_000 },
});

function openConnector(world: SimulatedWorld, store: AnalyticsStore): Promise<Connector> {
  return startTestConnector(world, {
    analytics: store,
    batches: createBatchStore(store),
    journalDir: join(harness.dir, 'journal'),
    // Closing a connection loses frames that cannot be counted.
    feedTiming: { silenceMs: 60_000 },
    limits: { connections: 2 },
  });
}

/** Waits until the count is as expected and stays so; the exchange is stopped. */
async function settled(what: string, count: () => number, expected: () => number): Promise<void> {
  const startMs = monotonicMs();
  while (count() !== expected()) {
    if (monotonicMs() - startMs > 120_000) assert.fail(`${what}: ${count()} of ${expected()} after 2 min`);
    await delay(20);
  }
}

/** Usable trades of a message with unusable ones. */
function usableOf(message: string): WireTrade[] {
  const frame = readFrame(message);
  return 'channel' in frame && frame.channel === 'trades' ? frame.data : [];
}

/** What of a message cannot be used, as it should be in quarantine. */
function unusableOf(message: string) {
  const frame = readFrame(message);
  if ('fault' in frame) {
    const { fault, from = 'websocket' } = frame;
    return [
      { source: `hyperliquid ${from}`, event: -1, reason: fault, raw: message.slice(0, rawCharactersLimit) },
    ];
  }
  const user = frame.channel === 'userFills' ? ` ${frame.data.user}` : '';
  return frame.rejected.map(({ reason, value }) => ({
    source: `hyperliquid ${frame.channel}${user}`,
    event: 0,
    reason,
    raw: rawJson(value),
  }));
}

test('whatever the exchange says that cannot be used is in quarantine once, with its reason, and the rest of it is stored', async () => {
  const { none } = faultProfiles;
  const world = await openLiveWorld({
    seed: 'quarantine',
    fillsPerSecond: 0.5,
    faults: {
      ...none,
      frames: { ...none.frames, malformed: 0.5 },
      requests: { ...none.requests, garbled: 0.3 },
    },
  });
  const store = await harness.open('said');
  const connector = await openConnector(world, store);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= connector.close());
  try {
    const said = () => {
      const { records } = world.faults.log;
      const broken = records.filter(({ kind }) => kind === 'malformed').map((record) => record.broken!);
      const elements = new Set(
        broken.flatMap(unusableOf).flatMap(({ event, raw }) => (event === 0 ? raw : [])),
      );
      const usable = broken.flatMap(usableOf);
      return { broken, elements, usable, garbled: records.filter(({ kind }) => kind === 'garbled') };
    };
    const isEnough = ({ elements, usable, garbled }: ReturnType<typeof said>) =>
      elements.size > 10 && usable.length > 0 && garbled.length > 3;
    const stop = world.run(1_200);
    await until('enough that cannot be used', () => isEnough(said()), { deadlineMs: 120_000, everyMs: 50 });
    stop();
    world.faults.end();
    const { broken, garbled, usable } = said();
    const count = () => connector.state().unusable.reduce((sum, { unusable }) => sum + unusable, 0);
    await settled('what cannot be used', count, () => broken.length + garbled.length);
    assert.ok(connector.state().unusable.every(({ dropped }) => dropped === 0));
    await close();

    const rows = await store.rows(quarantined, {});
    assert.ok(
      rows.every(
        ({ at }) => Number(at) > world.clock.nowMs() - 86_400_000 && Number(at) <= world.clock.nowMs(),
      ),
    );
    const answers = rows.filter(({ reason }) => reason === 'the answer is no JSON');
    const garbledTypes = new Set(garbled.map(({ about }) => about));
    assert.deepEqual(new Set(answers.map(({ source }) => source.split(' ')[1])), garbledTypes);
    const reported = rows
      .filter((row) => !answers.includes(row))
      .map(({ source, event, reason, raw }) => JSON.stringify({ source, event, reason, raw }));
    const expected = new Set(broken.flatMap(unusableOf).map((row) => JSON.stringify(row)));
    assert.deepEqual(new Set(reported), expected);
    assert.equal(reported.length, expected.size);
    const tids = new Set((await store.rows(storedTrades, {})).map(({ tid }) => tid));
    assert.deepEqual(
      usable.filter(({ tid }) => !tids.has(String(tid))),
      [],
    );
  } finally {
    await close();
    await world.close();
    await store.close();
  }
});

/** Opens the quarantine of a store, as a process does. */
function openQuarantine(
  store: AnalyticsStore,
  options: Partial<Parameters<typeof createQuarantine>[0]> = {},
): Quarantine {
  const writer = createFactWriter({
    analytics: store,
    dir: join(harness.dir, 'quarantine'),
    log,
    flushMs: 1,
  });
  return createQuarantine({ writer, clock: systemClock, log, ...options });
}

const rubbish = (count: number): Unusable[] =>
  Array.from({ length: count }, (_, i) => ({
    feed: 'trades',
    subject: '',
    part: 'element',
    reason: 'trade.px is missing, should be a decimal',
    text: JSON.stringify({ tid: i }),
  }));

test('a text is one row however often it comes, by one process or several; the newest time counts', async () => {
  const store = await harness.open('repeats');
  const [first] = rubbish(1) as [Unusable];
  for (const atMs of [1_000, 2_000]) {
    const quarantine = openQuarantine(store, { clock: { nowMs: () => atMs } });
    for (let i = 0; i < 5; i++) await quarantine.keep([first, { ...first, subject: 'BTC' }]);
    assert.deepEqual(quarantine.state(), [{ feed: 'trades', unusable: 10, dropped: 0 }]);
    await quarantine.close();
  }
  const rows = await store.rows(quarantined, {});
  assert.deepEqual(
    rows.map(({ source, at }) => [source, at]),
    [
      ['hyperliquid trades', '2000'],
      ['hyperliquid trades BTC', '2000'],
    ],
  );
  await store.close();
});

test('a feed that sends nothing but rubbish stores a bounded part of it and a count of what was dropped; others are not held back', async () => {
  const store = await harness.open('flood');
  const quarantine = openQuarantine(store, { burstCharacters: 20_000, charactersPerMinute: 600 });
  const flood = 30_000;
  for (const found of rubbish(flood)) void quarantine.keep([found]);
  await quarantine.keep([{ ...rubbish(1)[0]!, feed: 'candle' }]);
  const [trades, candle] = quarantine.state();
  assert.equal(candle!.dropped, 0);
  assert.equal(trades!.unusable, flood);
  await quarantine.close();

  const rows = await store.rows(quarantined, {});
  const kept = rows.filter(({ source, event }) => source === 'hyperliquid trades' && event === 0);
  assert.ok(kept.length > 50 && kept.length < 100, `${kept.length} rows`);
  assert.equal(trades!.dropped, flood - kept.length);
  const [count, ...more] = rows.filter(({ event }) => event === -2);
  assert.deepEqual(more, []);
  assert.match(count!.reason, new RegExp(`^${trades!.dropped} more could not be used and were dropped`));
  await store.close();
});
