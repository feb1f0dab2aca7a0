import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drift } from './drift.ts';
import { readNodeTwap, readTwapHistory, readTwapLine, type TwapStatus } from './twap.ts';

// Lines as a node wrote them (2025-12-04 and 2026-01-28), and the fields that came in August 2026.
const state = {
  coin: 'HYPE',
  user: '0x9D6a5ab97a8eed617bde9968d9ab6fcf72fde1b8',
  side: 'A',
  sz: '108.36',
  executedSz: '0.0',
  executedNtl: '0.0',
  minutes: 10,
  reduceOnly: false,
  randomize: false,
  timestamp: 1764867622417,
};
const event = { time: '2025-12-04T17:00:22.417074898', twap_id: 1430699, state, status: 'activated' };
const withPrices = { ...state, minutes: 10_080, trigger: { px: '35.5', above: true }, stopPx: '41.25' };

function read(value: unknown): TwapStatus {
  const found = readNodeTwap(value);
  return typeof found === 'string' ? assert.fail(found) : found;
}

test('a status of a node and one of the API are one record', () => {
  const found = read(event);
  assert.deepEqual(
    [found.timeMs, found.twapId, found.status, found.state.user],
    [1764867622417, 1430699, 'activated', state.user.toLowerCase()],
  );
  const history = { time: 1764867622, twapId: 1430699, state, status: { status: 'activated' } };
  const api = readTwapHistory(history);
  assert.deepEqual('data' in api && { ...api.data, timeMs: found.timeMs }, found);
});

test('an order has its trigger, its stop price and up to seven days', () => {
  const { trigger, stopPx, minutes } = read({
    ...event,
    state: withPrices,
    status: 'waitingForTrigger',
  }).state;
  assert.deepEqual([trigger, stopPx, minutes], [{ px: '35.5', above: true }, '41.25', 10_080]);
  const { odd, state: without } = read({ ...event, state: { ...withPrices, stopPx: 'none' } });
  assert.equal(without.stopPx, undefined);
  assert.match(odd[0]!, /stopPx/);
});

test('an error has its reason, in each form', () => {
  for (const status of [
    { error: 'Insufficient margin' },
    { status: 'error', description: 'Insufficient margin' },
  ]) {
    const found = read({ ...event, status });
    assert.deepEqual([found.status, found.description], ['error', 'Insufficient margin']);
  }
});

test('unknown fields and statuses are counted, and the record is kept', (t) => {
  // Other tests of the process may have filled the names that are counted.
  const counted: string[] = [];
  t.mock.method(drift, 'count', (payload: string, field: string) => counted.push(`${payload} ${field}`));
  t.mock.method(drift, 'countValue', (payload: string, field: string, value: unknown) =>
    counted.push(`${payload} ${field} ${value}`),
  );
  assert.equal(
    read({ ...event, status: 'pausedByMoon', venue: 1, state: { ...state, urgency: 2 } }).status,
    'pausedByMoon',
  );
  assert.deepEqual(counted.sort(), [
    'twap state urgency',
    'twap status status pausedByMoon',
    'twap status venue',
  ]);
});

test('what is no status has its reason', () => {
  for (const [value, reason] of [
    [null, /event/],
    [{ ...event, time: 'soon' }, /time/],
    [{ ...event, twap_id: -1 }, /twap id/],
    [{ ...event, status: 7 }, /status/],
    [{ ...event, state: { ...state, sz: 'much' } }, /sz/],
  ] as const)
    assert.match(String(readNodeTwap(value)), reason);
});

test('a line is recognised by its shape', () => {
  const block = (events: unknown[]) => JSON.stringify({ block_time: event.time, block_number: 7, events });
  const kinds = [
    JSON.stringify(event),
    block([event]),
    block([]),
    block([['0x1', {}]]),
    'null',
    '{"inner":{}}',
  ];
  assert.deepEqual(
    kinds.map((text) => readTwapLine(text).kind),
    ['event', 'block', 'block', 'fault', 'fault', 'fault'],
  );
});
