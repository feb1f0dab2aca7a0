import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '../../../kernel/clock.ts';
import { createLog } from '../../../kernel/log.ts';
import type { WireCandle } from '../../../wire/candle.ts';
import type { CandleRow } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { createStreamedCandles } from './streamed-candles.ts';

const startMs = Date.UTC(2026, 4, 1);
const candle = (minute: number, n = 1, s = 'BTC'): WireCandle => {
  const t = startMs + minute * minuteMs;
  return { t, T: t + minuteMs - 1, s, i: '1m', n, o: '1', h: '1', l: '1', c: '1', v: '1' };
};
const inShort = (rows: readonly CandleRow[]) =>
  rows.map(({ coin, open_time, trades }) => `${coin} ${(open_time - startMs) / minuteMs} ${trades}`).join();

/** Candles in flight to a store that behaves as `answer` says. */
function open(answer: (write: string) => Promise<void> = async () => undefined) {
  const reported: string[] = [];
  const lines: string[] = [];
  const candles = createStreamedCandles({
    facts: {
      write: (_: unknown, rows: CandleRow[]) => {
        reported.push(`write ${inShort(rows)}`);
        return answer(inShort(rows));
      },
    } as unknown as FactWriter,
    watch: createFeedWatch({}),
    log: createLog({ level: 'warn', to: { write: (line: string) => void lines.push(line) } }),
    history: {
      expect: async (coins) => void reported.push(`expect ${[...coins].join()}`),
      stored: (minutes) => void reported.push(`stored ${minutes.length}`),
      interrupted: (coin) => void reported.push(`interrupted ${coin}`),
    },
  });
  const take = (...taken: WireCandle[]) => candles.take(taken, startMs);
  return { candles, take, told: reported, lines };
}

test('of a minute its newest state is stored, behind the notes of what is missing before it', async () => {
  const { candles, take, told: reported } = open();
  take(candle(0, 3), candle(0, 5), candle(0, 4), { ...candle(0, 9), i: '1h' });
  candles.flush();
  await candles.settled();
  assert.deepEqual(reported, ['expect BTC', 'write BTC 0 5', 'stored 1']);
});

test('minutes that the store does not take are read again', async () => {
  const {
    candles,
    take,
    told: reported,
    lines,
  } = open(async () => {
    throw new Error('no room on the disk');
  });
  take(candle(0), candle(0, 1, 'ETH'));
  candles.flush();
  await candles.settled();
  assert.deepEqual(reported, [
    'expect BTC,ETH',
    'write BTC 0 1,ETH 0 1',
    'interrupted BTC',
    'interrupted ETH',
  ]);
  assert.match(lines.join(), /read again/);
});

test('while the store is away an hour of minutes waits, and what is beyond is read again', async () => {
  const away = Promise.withResolvers<void>();
  const {
    candles,
    take,
    told: reported,
  } = open((rows) => (rows === 'BTC 0 1' ? away.promise : Promise.resolve()));
  take(candle(0));
  candles.flush();
  for (let minute = 1; minute <= 61; minute++) {
    take(candle(minute));
    candles.flush();
  }
  assert.deepEqual(reported.splice(0), ['expect BTC', 'interrupted BTC']);
  away.resolve();
  await candles.settled();
  const [first, ...rest] = reported;
  assert.deepEqual([first, rest.length], ['write BTC 0 1', 4]);
  assert.match(rest[2]!, /^write BTC 2 1,.*BTC 61 1$/);
});
