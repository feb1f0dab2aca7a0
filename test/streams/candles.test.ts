/** Feeds of candles, through the real server: of the exchange's minutes, of marks, and of stored fills. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candleIntervals as answeredIntervals } from '../../src/domain/intervals.ts';
import { dayMs, minuteMs } from '../../src/kernel/clock.ts';
import { newestCandles } from '../../src/market/candles.ts';
import type { MarketCandle, Observation } from '../../src/market/observation.ts';
import { bucketAt } from '../../src/streams/candles/candle-values.ts';
import { candleIntervals } from '../../src/wire/candle.ts';
import type { CandleDraft } from '../given-market.ts';
import { seededNumbers } from '../source-fills.ts';
import { until } from '../until.ts';
import { draft, type Message, nowMs, openStreamWorld, sub } from './stream-world.ts';

const below = seededNumbers(5);
const ohlc = () => {
  const [open, close, ...more] = Array.from({ length: 4 }, () => 100 + below(50)) as [number, number];
  const prices = [open, close, ...more];
  return {
    open: `${open}`,
    close: `${close}`,
    high: `${Math.max(...prices)}`,
    low: `${Math.min(...prices)}`,
  };
};
const minuteOf = (coin: string, time: number): CandleDraft & { trades: number; volume: string } => ({
  coin,
  interval: '1m',
  time,
  ...ohlc(),
  volume: `${1 + below(9)}.25`,
  trades: 1 + below(5),
});
/** A minute as it streams in. */
function streamed(
  { coin, time, open, high, low, close, volume, trades }: ReturnType<typeof minuteOf>,
  observedAtMs: number,
): Observation {
  const state = { coin, interval: '1m', openMs: time, closeMs: time + minuteMs - 1, observedAtMs };
  return { kind: 'candle', state: { ...state, open, high, low, close, volume, trades } as MarketCandle };
}

/** The plain rule: first, highest, lowest and last of the minutes in a span. */
function plainCandle(minutes: readonly CandleDraft[], coin: string, interval: string, atMs: number) {
  const { fromMs, untilMs } = bucketAt(interval, atMs);
  const own = minutes
    .filter((one) => one.coin === coin && one.time >= fromMs && one.time < untilMs)
    .sort((a, b) => a.time - b.time);
  const quarters = own.reduce((sum, { volume }) => sum + Number(volume) * 4, 0);
  const decimal = (value: number) => (Number.isInteger(value) ? `${value}.0` : `${value}`);
  return {
    t: fromMs,
    T: untilMs - 1,
    s: coin,
    i: interval,
    o: `${own[0]!.open}.0`,
    c: `${own.at(-1)!.close}.0`,
    h: `${Math.max(...own.map(({ high }) => Number(high)))}.0`,
    l: `${Math.min(...own.map(({ low }) => Number(low)))}.0`,
    v: decimal(quarters / 4),
    n: own.reduce((sum, { trades }) => sum + trades!, 0),
  };
}

/** Both fills of a match. */
function trade(offsetMs: number, px: string, sz: string) {
  const taker = draft(1, offsetMs, { px, sz, crossed: true });
  return [taker, { ...draft(2, offsetMs, { px, sz, crossed: false, side: 'A' }), tid: taker.tid! }];
}

/** The candles of a longer interval that end by a time. */
function longerCandles(of: readonly CandleDraft[], interval: '1h' | '1d', untilMs: number): CandleDraft[] {
  const starts = new Set(of.map(({ coin, time }) => `${coin} ${bucketAt(interval, time).fromMs}`));
  return [...starts].flatMap((key) => {
    const [coin, time] = [key.split(' ')[0]!, Number(key.split(' ')[1])];
    if (time >= untilMs) return [];
    const { o, h, l, c, v, n } = plainCandle(of, coin, interval, time);
    return [{ coin, interval, time, open: o, high: h, low: l, close: c, volume: v, trades: n }];
  });
}

const minutes: ReturnType<typeof minuteOf>[] = [];
for (const coin of ['BTC', 'ETH'])
  for (let at = nowMs - 15 * 24 * 60 * minuteMs; at < nowMs; at += minuteMs * (1 + below(300)))
    minutes.push(minuteOf(coin, at));
/** Hours that are over came by REST. */
const hours = longerCandles(minutes, '1h', nowMs);

test('candles of all intervals begin with what is stored, follow the minutes of the exchange, and are closed with all of them', async (t) => {
  const late = { ...minuteOf('BTC', nowMs), trades: 9 };
  const market = { candles: [...minutes, ...hours, late] };
  const world = await openStreamWorld({ fills: [draft(1, -60_000)], market });
  t.after(() => world.close());
  const early = { ...late, trades: 2, volume: '1.25' };
  world.memory.take([streamed(early, nowMs + 500)]);
  const client = await world.connect('key-pro-a', '/ws');
  for (const interval of candleIntervals) {
    const { channel } = await client.ask(sub({ type: 'candle', coin: 'btc', interval }));
    assert.equal(channel, 'subscriptionResponse');
  }
  const first = await client.wait('candle', candleIntervals.length);
  const known = [...minutes, early];
  const byInterval = new Map(first.map(({ data }) => [data.i, data]));
  for (const interval of candleIntervals)
    assert.deepEqual(byInterval.get(interval), plainCandle(known, 'BTC', interval, nowMs), interval);

  const all = await world.connect('key-pro-a', '/api/public/v1/stream');
  await all.ask(sub({ type: 'allCandles', interval: '1m', source: 'TRADE' }));
  await all.wait('allCandles', 1);
  // The minute is over: the store has more of it than was seen here.
  const next = minuteOf('BTC', nowMs + minuteMs);
  world.memory.take([streamed(next, nowMs + minuteMs + 2_500)]);
  const [, closed, open] = (await all.wait('allCandles', 3)) as [Message, Message, Message];
  assert.deepEqual(closed.data, [{ ...plainCandle([late], 'BTC', '1m', nowMs), closed: true }]);
  assert.deepEqual(open.data, [plainCandle([next], 'BTC', '1m', nowMs + minuteMs)]);
  assert.deepEqual([closed.seq, open.seq], [nowMs + minuteMs - 1, nowMs + minuteMs + 2_500]);
  const day = () => client.got.filter(({ data }) => data.i === '1d').at(-1)!.data;
  const whole = plainCandle([...minutes, late, next], 'BTC', '1d', nowMs);
  await until('a day with all minutes', () => day().n >= whole.n, { everyMs: 5 });
  assert.deepEqual(day(), whole);
});

test('candles of marks are those of minutes that are stored, and of marks as they come', async (t) => {
  const contexts = [40, 90, 60].map((mark, i) => ({
    coin: 'BTC',
    time: nowMs - (3 - i) * minuteMs,
    markPx: `${mark}`,
  }));
  const world = await openStreamWorld({ fills: [draft(1, -60_000)], market: { contexts } });
  t.after(() => world.close());
  const markAt = (markPx: string, observedAtMs: number) =>
    world.memory.take([
      {
        kind: 'context',
        state: {
          coin: 'BTC',
          dex: '',
          observedAtMs,
          markPx,
          oraclePx: '1',
          prevDayPx: '1',
          dayNotional: '1',
        },
      },
    ]);
  markAt('70', nowMs + 100);
  const client = await world.connect('key-free-a');
  await client.ask(sub({ type: 'candle', coin: 'BTC', interval: '1d', source: 'mark', snapshot: false }));
  await client.ask(sub({ type: 'candle', coin: 'BTC', interval: '1h', source: 'mark' }));
  const [first] = (await client.wait('candle', 1)) as [Message];
  const { fromMs, untilMs } = bucketAt('1h', nowMs);
  const of = { t: fromMs, T: untilMs - 1, s: 'BTC', i: '1h', v: '0.0', n: 0 };
  assert.deepEqual(first.data, { ...of, o: '70.0', c: '70.0', h: '70.0', l: '70.0' });
  markAt('55.5', nowMs + 900);
  const third = (await client.wait('candle', 3)) as Message[];
  assert.deepEqual(third.map(({ data }) => [data.i, data.o, data.c, data.l]).sort(), [
    ['1d', '40.0', '55.5', '40.0'],
    ['1h', '70.0', '55.5', '55.5'],
    ['1h', '70.0', '70.0', '70.0'],
  ]);
});

test('without an exchange candles are made of fills of both sides, and there are none of marks', async (t) => {
  const fills = [
    ...trade(-60_000, '100', '1'),
    ...trade(-30_000, '103', '0.5'),
    ...trade(-20_000, '99.5', '2'),
  ];
  const world = await openStreamWorld(fills, {}, {}, { isArchive: true });
  t.after(() => world.close());
  const client = await world.connect('key-free-b');
  const { feeds } = client.got[0]!.data.limits;
  assert.ok(feeds.includes('candle') && !feeds.includes('bbo'));
  const mark = await client.ask(sub({ type: 'candle', coin: 'BTC', interval: '1m', source: 'mark' }));
  assert.equal(mark.data, 'feed not available from this source');
  await client.ask(sub({ type: 'candle', coin: 'BTC', interval: '1m' }));
  const [first] = (await client.wait('candle', 1)) as [Message];
  const of = { t: nowMs - minuteMs, T: nowMs - 1, s: 'BTC', i: '1m' };
  const whole = { ...of, o: '100.0', h: '103.0', l: '99.5', c: '99.5', v: '3.5', n: 3 };
  assert.deepEqual(first.data, whole);
  await world.add([...trade(-10_000, '98', '1')]);
  await client.wait('candle', 2);
  await world.add([...trade(5_000, '97', '1')]);
  const [, , closed, open] = (await client.wait('candle', 4)) as Message[];
  assert.deepEqual(closed!.data, { ...whole, l: '98.0', c: '98.0', v: '4.5', n: 4, closed: true });
  assert.deepEqual(open!.data.o, '97.0');
});

for (const isArchive of [false, true])
  test(`closed candles of ${isArchive ? 'stored fills' : 'the exchange'} equal those of the endpoint at all intervals`, async (t) => {
    // Three days and a week end at different midnights; shorter intervals end at both.
    const ends = [bucketAt('3d', nowMs).untilMs, bucketAt('1w', nowMs).untilMs].sort((a, b) => a - b);
    const last = ends.at(-1)!;
    const times = [nowMs, ...ends.flatMap((endMs) => [endMs - minuteMs, endMs])];
    for (let at = nowMs - 15 * dayMs; at < last; at += minuteMs * (1 + below(300))) times.push(at);
    const all = [...new Set(times)].sort((a, b) => a - b).map((time) => minuteOf('BTC', time));
    const matches = (fromMs: number, untilMs: number) =>
      all
        .filter(({ time }) => time >= fromMs && time < untilMs)
        .flatMap(({ time, open, volume }) => trade(time - nowMs, open!, volume));
    const candles = [
      ...all,
      ...longerCandles(all, '1h', last - dayMs),
      ...longerCandles(all, '1d', last - 3 * dayMs),
    ];
    const world = await openStreamWorld(
      isArchive ? matches(0, nowMs) : { fills: [draft(1, -60_000)], market: { candles } },
      {},
      {},
      { isArchive },
    );
    t.after(() => world.close());
    if (!isArchive) world.memory.take([streamed(all.find(({ time }) => time === nowMs)!, nowMs + 500)]);
    const client = await world.connect('key-pro-a');
    for (const interval of answeredIntervals)
      await client.ask(sub({ type: 'candle', coin: 'BTC', interval }));
    await client.wait('candle', answeredIntervals.length);
    const closed = () => client.got.filter(({ data }) => data?.closed).map(({ data }) => data);
    let storedMs = nowMs;
    for (const endMs of ends) {
      if (isArchive) {
        await world.add(matches(storedMs, endMs));
        await world.add(matches(endMs, endMs + 1));
        storedMs = endMs + 1;
      } else {
        world.memory.take([streamed(all.find(({ time }) => time === endMs)!, endMs + 2_500)]);
      }
      const ended = answeredIntervals.filter((interval) => bucketAt(interval, endMs).fromMs === endMs);
      await until(
        `the end of ${ended.join(', ')}`,
        () => ended.every((interval) => closed().some(({ i, T }) => i === interval && T === endMs - 1)),
        { everyMs: 5 },
      );
      for (const interval of ended) {
        const request = { coin: 'BTC', interval, limit: 720, nowMs: endMs + 2_500 };
        const { sources } = world.engine;
        const { candles: answer } = await newestCandles(sources, request, AbortSignal.timeout(60_000));
        const sent = closed().find(({ i, T }) => i === interval && T === endMs - 1)!;
        const [open, high, low, close, volume] = [sent.o, sent.h, sent.l, sent.c, sent.v].map(Number);
        const candle = {
          coin: sent.s,
          interval,
          timeMs: sent.t,
          open,
          high,
          low,
          close,
          volume,
          tradeCount: sent.n,
        };
        const same = answer.find(({ timeMs }) => timeMs === sent.t);
        assert.deepEqual(candle, same, `${interval} until ${endMs}`);
      }
    }
  });
