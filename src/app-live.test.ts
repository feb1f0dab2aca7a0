import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveData } from './app-live.ts';
import { noLiveData } from './endpoints/live-data.ts';
import { connectorFault, createConnectorLog } from './ingest/live/connector-report.ts';
import type { ConnectorState, FeedName, FeedStatus } from './ingest/live/connector-state.ts';
import type { Log } from './kernel/log.ts';

function feed(name: FeedName, change: Partial<FeedStatus> = {}): FeedStatus {
  const counts = { received: 0, gapsFilled: 0, gapsRecorded: 0 };
  return { name, ageMs: 500, staleMs: 60_000, lagMs: undefined, newestMs: 0, ...counts, ...change };
}

function stateWith(feeds: FeedStatus[], change: Partial<ConnectorState> = {}): ConnectorState {
  return {
    startedMs: 0,
    ready: true,
    connected: true,
    feeds,
    weight: { used: 0, limit: 1_200, spent: { markets: 0, histories: 0, wallets: 0, roles: 0 } },
    requests: { waiting: 0, inFlight: 0, answered: 0, throttled: 0, failed: 0 },
    connections: { open: 4, total: 4, disconnects: 0 },
    subscriptions: { planned: 9, unacknowledged: 0, refused: 0, leftOut: {} },
    wallets: { tracked: 0, complete: 0, behind: 0, leftOut: 0, missingFills: 0 },
    unusable: [],
    ...change,
  };
}

test('live data are fresh while every feed is heard in time, and else it is said which is not', () => {
  const nowMs = 10 * 60_000;
  const quiet = feed('roles', { ageMs: Number.POSITIVE_INFINITY, staleMs: Number.POSITIVE_INFINITY });
  const trades = feed('trades', { ageMs: 130_000 });
  const never = feed('books', { ageMs: Number.POSITIVE_INFINITY });
  const cases: [ConnectorState, string | undefined][] = [
    [stateWith([feed('trades'), quiet]), undefined],
    [stateWith([trades, quiet]), 'nothing new from the exchange: trades since 130 s'],
    [stateWith([trades, never]), 'nothing new from the exchange: trades since 130 s, books since 600 s'],
    [stateWith([never], { startedMs: nowMs - 30_000 }), undefined],
    [
      stateWith([], {
        connected: false,
        connections: { open: 1, total: 4, lossReason: 'Unexpected server response: 404', disconnects: 3 },
      }),
      '1 of 4 connections to the exchange are open: Unexpected server response: 404',
    ],
    [
      stateWith([], { connected: false, connections: { open: 0, total: 4, disconnects: 0 } }),
      '0 of 4 connections to the exchange are open: connecting',
    ],
    [
      stateWith([], {
        ready: false,
        subscriptions: { planned: 9, unacknowledged: 7, refused: 0, leftOut: {} },
      }),
      'subscribing to the exchange: 7 feeds to go',
    ],
  ];
  for (const [state, expected] of cases) assert.equal(connectorFault(state, nowMs), expected);
});

test('the blocks of an answer tell the newest datum of a feed, and that it is there only while it is fresh', () => {
  assert.deepEqual(liveData(() => undefined).availability(), noLiveData.availability());
  assert.deepEqual(liveData(() => undefined).freshness(), noLiveData.freshness());
  const newestMs = Date.UTC(2026, 4, 1);
  const feeds = [feed('contexts', { newestMs }), feed('positions', { newestMs, ageMs: 70_000 })];
  const { availability, freshness } = liveData(() => stateWith(feeds));
  assert.deepEqual([availability().markPrices, availability().historicalClearinghouse], [true, false]);
  assert.equal(freshness().markPrices, '2026-05-01T00:00:00.000Z');
  assert.equal(freshness().livePositions, '2026-05-01T00:00:00.000Z');
  assert.equal(freshness().liveCandles, '');
});

test('a feed that tells no times is as new as when it was heard, and not at hand while the exchange is away for long', () => {
  const nowMs = Date.UTC(2026, 4, 1, 12);
  const never = feed('candles', { ageMs: Number.POSITIVE_INFINITY, staleMs: Number.POSITIVE_INFINITY });
  const blocks = (ageMs: number, connected: boolean) => {
    const fills = feed('fills', { ageMs, staleMs: Number.POSITIVE_INFINITY, newestMs: nowMs - ageMs });
    const state = stateWith([feed('contexts', { ageMs: 2_000 }), fills, never], { connected });
    return liveData(
      () => state,
      () => nowMs,
    );
  };
  const { markPrices, liveCandles } = blocks(0, true).freshness();
  assert.deepEqual([markPrices, liveCandles], ['2026-05-01T11:59:58.000Z', '']);
  assert.equal(blocks(0, true).availability().markPrices, true);
  assert.equal(blocks(0, true).availability().liveCandles, false);
  const userActions = (ageMs: number, connected: boolean) =>
    blocks(ageMs, connected).availability().userActions;
  const hour = 3_600_000;
  assert.deepEqual(
    [userActions(hour, true), userActions(60_000, false), userActions(hour, false)],
    [true, true, false],
  );
});

test('interruptions are logged once, and gaps that stay are a warning', () => {
  const lines: [string, object][] = [];
  const at = (level: string) => (fields: object) => void lines.push([level, fields]);
  const tell = createConnectorLog({ info: at('info'), warn: at('warn') } as unknown as Log);
  const calm = stateWith([feed('trades')]);
  const cut = stateWith([feed('trades', { gapsFilled: 2 })], {
    connections: { open: 3, total: 4, disconnects: 1 },
  });
  const lost = stateWith([feed('trades', { gapsFilled: 2, gapsRecorded: 1 })], {
    connections: cut.connections,
  });
  for (const state of [calm, cut, cut, lost, lost]) tell(state);
  assert.deepEqual(lines, [
    ['info', { disconnects: 1, gapsFilled: 2, connections: '3 of 4' }],
    ['warn', { gapsRecorded: 1, connections: '3 of 4' }],
  ]);
});

test("a clock that is not the exchange's is told once, and again when it was right meanwhile", () => {
  const lines: string[] = [];
  const tell = createConnectorLog({ warn: (line: string) => void lines.push(line) } as unknown as Log);
  const late = (tradesMs: number, booksMs: number) =>
    tell(
      stateWith([
        feed('trades', { lagMs: tradesMs }),
        feed('books', { lagMs: booksMs }),
        feed('fills', { lagMs: 9e6 }),
      ]),
    );
  tell(stateWith([feed('trades')]));
  late(500, 40_000);
  assert.deepEqual(lines, [], 'one of them is as it should be');
  late(-4_000, -3_900);
  late(-4_100, -3_900);
  late(500, 600);
  late(30_000, 20_000);
  assert.deepEqual(lines, [
    "this machine's clock is 4 s behind the exchange's: set it right",
    "data of the exchange come 20 s after their time: they are late, or this machine's clock is ahead",
  ]);
});
