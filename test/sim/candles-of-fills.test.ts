/** Candles made of a node's fills are the exchange's own, to the digit. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Market } from '../../packages/exchange-simulator/src/market.ts';
import { blockLine } from '../../packages/exchange-simulator/src/node-line.ts';
import type { RecordedCandle } from '../../packages/exchange-simulator/src/record/candle-history.ts';
import { createExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { candleIntervals } from '../../src/domain/intervals.ts';
import { candlesRecent } from '../../src/endpoints/pulse/candles-recent.ts';
import type { SourceFill } from '../../src/ingest/source-fill.ts';
import { hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';

const startMs = Date.UTC(2026, 4, 1, 3);
const nowMs = startMs + 26 * hourMs + 17 * minuteMs;
const fills: SourceFill[] = [];
const record = createExchangeRecord({
  ...{ seed: 'candles', wallets: 100, coins: 4, startMs, fillsPerSecond: 0.1, tickMs: 60_000 },
});

let harness: EndpointHarness;
before(async () => {
  record.subscribe({
    block(block) {
      const { block_number, events } = JSON.parse(blockLine(block, record.exchange.wallets));
      for (const [seq, [wallet, fill]] of events.entries())
        fills.push({ wallet, fill, block: block_number, seq });
    },
  });
  record.advance(nowMs);
  harness = await openEndpointHarness({ given: { fills }, nowMs, batchFills: 700 });
});
after(() => harness.close());

/** Units of the market as the exchange writes them. */
function shown(market: Market, interval: string, candle: RecordedCandle) {
  const px = (units: number) => units / 10 ** market.pxDecimals;
  return {
    ...{ coin: market.coin, interval, timeMs: candle.openMs, tradeCount: candle.trades },
    ...{ open: px(candle.open), high: px(candle.high), low: px(candle.low), close: px(candle.close) },
    volume: candle.volume / 10 ** market.szDecimals,
  };
}

/** The most traded of each kind, one of a builder's dex, and both sides of an outcome. */
function chosen(): Market[] {
  const traded = record.exchange.markets
    .map((market) => ({ market, trades: record.candles.newest(market, '1w')?.trades ?? 0 }))
    .filter(({ trades }) => trades > 0)
    .sort((a, b) => b.trades - a.trades)
    .map(({ market }) => market);
  const first = (of: (market: Market) => boolean) => traded.find(of)!;
  const outcome = first(({ kind }) => kind === 'outcome');
  const number = Number(outcome.coin.slice(1));
  const other = first(({ coin }) => coin === `#${number % 10 === 0 ? number + 1 : number - 1}`);
  return [
    traded[0]!,
    first(({ coin }) => coin.includes(':')),
    first(({ kind }) => kind === 'spot'),
    outcome,
    other,
  ];
}

test("candles of every interval and kind of market, made of fills alone, are the exchange's own", async () => {
  for (const market of chosen()) {
    const check = async (interval: (typeof candleIntervals)[number]) => {
      const own = record.candles
        .page(market, interval, { fromMs: 0, toMs: nowMs })
        .filter(({ trades }) => trades > 0)
        .map((candle) => shown(market, interval, candle));
      const query = `interval=${interval}&limit=720`;
      const asked = { path: { symbol: market.coin }, query, tier: 'pro' } as const;
      const { body, headers } = await harness.ask(candlesRecent, asked);
      const [first] = body!;
      const expected = own.filter(({ timeMs }) => timeMs >= first!.timeMs);
      assert.deepEqual(body, expected, `${market.coin} ${interval}`);
      assert.equal(headers!['X-Candles-From-Fills'], body!.length);
    };
    await Promise.all(candleIntervals.map(check));
  }
});
