import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectorState, feedStatus } from '../../../test/connector-state.ts';
import type { Log } from '../../kernel/log.ts';
import { connectorFault, createConnectorLog } from './connector-report.ts';
import type { ConnectorState } from './connector-state.ts';

test('live data are fresh while every feed is seen in time and no connection is away for long, and else it is said what is not', () => {
  const nowMs = 10 * 60_000;
  const quiet = feedStatus('roles', { ageMs: Number.POSITIVE_INFINITY, staleMs: Number.POSITIVE_INFINITY });
  const trades = feedStatus('trades', { ageMs: 130_000 });
  const never = feedStatus('books', { ageMs: Number.POSITIVE_INFINITY });
  const lost = { open: 1, total: 4, lossReason: 'Unexpected server response: 404', disconnects: 3 };
  const cases: [ConnectorState, string | undefined][] = [
    [connectorState([feedStatus('trades'), quiet]), undefined],
    [connectorState([trades, quiet]), 'nothing new from the exchange: trades since 130 s'],
    [connectorState([trades, never]), 'nothing new from the exchange: trades since 130 s, books since 600 s'],
    [connectorState([never], { startedMs: nowMs - 30_000 }), undefined],
    [
      connectorState([feedStatus('trades')], {
        connected: false,
        connections: { ...lost, awayMs: 10_000 },
      }),
      undefined,
    ],
    [
      connectorState([], {
        connected: false,
        connections: { ...lost, awayMs: 10_001 },
      }),
      '1 of 4 connections to the exchange are open: Unexpected server response: 404',
    ],
    [
      connectorState([], {
        ready: false,
        connected: false,
        connections: { open: 0, total: 4, awayMs: 5, disconnects: 0 },
      }),
      '0 of 4 connections to the exchange are open: connecting',
    ],
    [
      connectorState([], {
        ready: false,
        subscriptions: { planned: 9, unacknowledged: 7, refused: 0, unplanned: {} },
      }),
      'subscribing to the exchange: 7 feeds to go',
    ],
  ];
  for (const [state, expected] of cases) assert.equal(connectorFault(state, nowMs), expected);
});

test('interruptions are logged once, and gaps that stay are a warning', () => {
  const lines: [string, object][] = [];
  const at = (level: string) => (fields: object) => void lines.push([level, fields]);
  const report = createConnectorLog({ info: at('info'), warn: at('warn') } as unknown as Log);
  const calm = connectorState([feedStatus('trades')]);
  const cut = connectorState([feedStatus('trades', { gapsFilled: 2 })], {
    connections: { open: 3, total: 4, awayMs: 0, disconnects: 1 },
  });
  const lost = connectorState([feedStatus('trades', { gapsFilled: 2, gapsRecorded: 1 })], {
    connections: cut.connections,
  });
  for (const state of [calm, cut, cut, lost, lost]) report(state);
  assert.deepEqual(lines, [
    ['info', { disconnects: 1, gapsFilled: 2, connections: '3 of 4' }],
    ['warn', { gapsRecorded: 1, connections: '3 of 4' }],
  ]);
});

test("a clock that is not the exchange's is reported once, and again when it was right meanwhile", () => {
  const lines: string[] = [];
  const report = createConnectorLog({ warn: (line: string) => void lines.push(line) } as unknown as Log);
  const late = (tradesMs: number, booksMs: number) =>
    report(
      connectorState([
        feedStatus('trades', { lagMs: tradesMs }),
        feedStatus('books', { lagMs: booksMs }),
        feedStatus('fills', { lagMs: 9e6 }),
      ]),
    );
  report(connectorState([feedStatus('trades')]));
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
