import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkBody, type EndpointHarness, openEndpointHarness } from '../../../test/endpoint-harness.ts';
import type { CandleDraft } from '../../../test/given-market.ts';
import { seededNumbers } from '../../../test/source-fills.ts';
import { candleIntervals, intervalMs } from '../../domain/intervals.ts';
import { dayMs, hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Problem } from '../../kernel/problem.ts';
import { candlesRecent } from './candles-recent.ts';

const nowMs = Date.parse('2026-03-15T12:30:20Z');
const below = seededNumbers(11);
const dayStartMs = Math.floor(nowMs / dayMs) * dayMs;

interface Minute {
  time: number;
  prices: number[];
  volume: number;
  trades: number;
}

/** Minutes of 40 days with gaps; all candles here derive from them. */
const minutes: Minute[] = [];
for (let time = dayStartMs - 40 * dayMs; time < nowMs; time += minuteMs * (1 + below(400))) {
  minutes.push({
    time,
    prices: Array.from({ length: 4 }, () => 100 + below(50)),
    volume: 1 + below(9),
    trades: 1 + below(5),
  });
}
minutes.push({ time: Math.floor(nowMs / minuteMs) * minuteMs, prices: [1, 2, 3, 4], volume: 3, trades: 2 });

/** The plain rule: first, highest, lowest and last of the minutes in each span. */
function candlesOf(interval: keyof typeof intervalMs, parts = minutes) {
  const length = intervalMs[interval];
  return [...Map.groupBy(parts, ({ time }) => Math.floor(time / length) * length)]
    .sort(([a], [b]) => a - b)
    .map(([time, all]) => ({
      time,
      open: all[0]!.prices[0]!,
      high: Math.max(...all.map(({ prices }) => Math.max(...prices))),
      low: Math.min(...all.map(({ prices }) => Math.min(...prices))),
      close: all.at(-1)!.prices[3]!,
      volume: all.reduce((sum, { volume }) => sum + volume, 0),
      trades: all.reduce((sum, { trades }) => sum + trades, 0),
    }));
}

const drafts = (interval: '1m' | '1h' | '1d', toMs: number): CandleDraft[] =>
  candlesOf(interval)
    .filter(({ time }) => time + intervalMs[interval] <= toMs)
    .map(({ time, open, high, low, close, volume, trades }) => ({
      coin: 'BTC',
      interval,
      time,
      trades,
      volume: String(volume),
      open: String(open),
      high: String(high),
      low: String(low),
      close: String(close),
    }));

let harness: EndpointHarness;
before(async () => {
  // Hours and days were read a while ago, as they are from the exchange.
  const candles = [
    ...drafts('1d', dayStartMs - dayMs),
    ...drafts('1h', nowMs - 5 * hourMs),
    ...drafts('1m', nowMs + minuteMs),
  ];
  harness = await openEndpointHarness({ given: { market: { candles } }, nowMs });
});
after(() => harness.close());

test('candles of every interval are the first, highest, lowest and last of their minutes, the open one included', async () => {
  for (const interval of candleIntervals) {
    for (const limit of [1, 7, 50]) {
      const query = `interval=${interval}&limit=${limit}`;
      const { body } = await harness.ask(candlesRecent, { path: { symbol: 'btc' }, query, tier: 'pro' });
      const expected = candlesOf(interval).slice(-limit);
      assert.deepEqual(
        body,
        expected.map(({ time, trades, ...candle }) => ({
          coin: 'BTC',
          interval,
          timeMs: time,
          ...candle,
          tradeCount: trades,
        })),
        query,
      );
    }
  }
});

test('bounds of limit, unknown intervals and markets are reported', async () => {
  const ask = (query: string, symbol = 'BTC') =>
    harness.ask(candlesRecent, { path: { symbol }, query, tier: 'pro' });
  for (const query of ['limit=0', 'limit=721', 'interval=7m'])
    await assert.rejects(ask(query), (problem: Problem) => problem.fields.status === 422);
  await assert.rejects(ask('', 'BTCC'), (problem: Problem) => problem.fields.status === 404);
  checkBody(candlesRecent, candlesRecent.example);
});
