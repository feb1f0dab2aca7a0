/** Data derived from a node's fills alone: candles equal the exchange's own, to the digit; open interest equals its books. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Market } from '../../packages/exchange-simulator/src/market.ts';
import { blockLine } from '../../packages/exchange-simulator/src/node-line.ts';
import type { RecordedCandle } from '../../packages/exchange-simulator/src/record/candle-history.ts';
import { createExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { isPerp } from '../../src/domain/coin-name.ts';
import { isMarketTrade } from '../../src/domain/fill.ts';
import { candleIntervals } from '../../src/domain/intervals.ts';
import { volume } from '../../src/endpoints/exchange/volume.ts';
import { coinOiHistory, oiHistory } from '../../src/endpoints/live/official-oi.ts';
import { historicalOi } from '../../src/endpoints/market/historical-oi.ts';
import { candlesRecent } from '../../src/endpoints/pulse/candles-recent.ts';
import type { SourceFill } from '../../src/ingest/source-fill.ts';
import { hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';

const startMs = Date.UTC(2026, 4, 1, 3);
const nowMs = startMs + 26 * hourMs + 17 * minuteMs;
const fills: SourceFill[] = [];
const record = createExchangeRecord({
  seed: 'candles',
  wallets: 100,
  coins: 4,
  startMs,
  fillsPerSecond: 0.1,
  tickMs: 60_000,
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
    coin: market.coin,
    interval,
    timeMs: candle.openMs,
    tradeCount: candle.trades,
    open: px(candle.open),
    high: px(candle.high),
    low: px(candle.low),
    close: px(candle.close),
    volume: candle.volume / 10 ** market.szDecimals,
  };
}

/** The most traded market of each kind, a market of a builder's dex, and both sides of an outcome. */
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
      const params = { path: { symbol: market.coin }, query, tier: 'pro' } as const;
      const { body, headers } = await harness.ask(candlesRecent, params);
      const [first] = body!;
      const expected = own.filter(({ timeMs }) => timeMs >= first!.timeMs);
      assert.deepEqual(body, expected, `${market.coin} ${interval}`);
      assert.equal(headers!['X-Candles-From-Fills'], body!.length);
    };
    await Promise.all(candleIntervals.map(check));
  }
});

/** Long open interest of a coin at a moment, in coins: each wallet's position after its last fill before, else before its next fill. */
function longsAt(coin: string, atMs: number): number {
  const positions = new Map<string, number>();
  for (const { wallet, fill } of fills) {
    if (fill.coin !== coin) continue;
    const before = Number(fill.startPosition);
    if (fill.time < atMs) positions.set(wallet, before + (fill.side === 'B' ? 1 : -1) * Number(fill.sz));
    else if (!positions.has(wallet)) positions.set(wallet, before);
  }
  return [...positions.values()].reduce((sum, size) => sum + Math.max(0, size), 0);
}

test('open interest at the start of each hour, worked back from fills, is what was held then', async () => {
  const perps = record.exchange.markets.filter(({ kind }) => kind === 'perp');
  const total = new Map<number, number>();
  for (const market of perps) {
    const { coin } = market;
    const hours = record.candles
      .page(market, '1h', { fromMs: 0, toMs: nowMs })
      .map((one) => shown(market, '1h', one));
    if (hours.length === 0) continue;
    const { body, headers } = await harness.ask(coinOiHistory, { path: { coin }, query: 'hours=48' });
    assert.equal(body.history!.length, 27, coin);
    for (const { timestamp, openInterest } of body.history!) {
      const px = hours.findLast(({ timeMs }) => timeMs < Number(timestamp))?.close ?? hours[0]!.open;
      const usd = longsAt(coin, Number(timestamp)) * px;
      assert.ok(Math.abs(openInterest - usd) < 1e-4, `${coin} ${timestamp}: ${openInterest}, not ${usd}`);
      total.set(Number(timestamp), (total.get(Number(timestamp)) ?? 0) + usd);
    }
    assert.deepEqual(headers, { 'X-Data-Basis': 'fills' });
    const historical = await harness.ask(historicalOi, { query: `coin=${coin}&since=47h` });
    assert.deepEqual([historical.body.history, historical.headers], [body.history, headers]);
  }
  const { history } = (await harness.ask(oiHistory, { query: 'hours=48' })).body;
  assert.deepEqual(
    history!.map(({ timestamp }) => timestamp),
    [...total.keys()],
  );
  for (const { timestamp, openInterest } of history!)
    assert.ok(Math.abs(openInterest - total.get(Number(timestamp))!) < 1e-3);
  assert.ok(Math.max(...total.values()) > 0);
});

test('volume, matches and traders of 24 hours count each match of the record once', async () => {
  const day = fills.filter(
    ({ fill }) => fill.time > nowMs - 24 * hourMs && isPerp(fill.coin) && isMarketTrade(fill.dir),
  );
  const matches = new Map(day.map(({ fill }) => [`${fill.coin} ${fill.time} ${fill.tid}`, fill]));
  const { body } = await harness.ask(volume, {});
  const sum = (value: (one: { matches: number; volumeUsd: number }) => number) =>
    body.byDex!.reduce((all, one) => all + value(one), 0);
  assert.equal(
    sum((one) => one.matches),
    matches.size,
  );
  const usd = [...matches.values()].reduce((all, { px, sz }) => all + Number(px) * Number(sz), 0);
  assert.ok(Math.abs(sum((one) => one.volumeUsd) - usd) < 1e-3 && usd > 0);
  const ofHl = day.filter(({ fill }) => !fill.coin.includes(':'));
  const native = body.byDex!.find(({ dex }) => dex === 'hl')!;
  assert.equal(native.traders, new Set(ofHl.map(({ wallet }) => wallet)).size);
});
