/** An archive without a source: data derived from fills are available, all other data are permanently unavailable. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointHarness, openEndpointHarness } from '../../test/endpoint-harness.ts';
import { type FillDraft, seededNumbers, walletOf } from '../../test/source-fills.ts';
import { candleIntervals, intervalMs } from '../domain/intervals.ts';
import { hourMs, minuteMs } from '../kernel/clock.ts';
import type { Problem } from '../kernel/problem.ts';
import type { MarketReadError } from '../market/market.ts';
import { asset } from './assets/assets.ts';
import { orderbook } from './market/orderbook.ts';
import { price } from './market/price.ts';
import { candlesRecent } from './pulse/candles-recent.ts';
import { marketOverview } from './pulse/market-overview.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const below = seededNumbers(41);

interface Match {
  time: number;
  px: number;
  sz: number;
}
/** Matches of 60 hours, several in one millisecond; of some, only the taker's fill is stored. */
const matches: Match[] = [];
for (let time = nowMs - 60 * hourMs; time <= nowMs - 3 * minuteMs; time += below(3) * 7 * minuteMs)
  matches.push({ time, px: 100 + below(500) / 10, sz: 1 + below(9) });

const fills = matches.flatMap(({ time, px, sz }, n): FillDraft[] => {
  const of = { coin: 'BTC', time, px: String(px), sz: String(sz), tid: n + 1, block: n + 1 };
  const maker = { ...of, wallet: walletOf(2), side: 'A' as const, crossed: false };
  return [{ ...of, wallet: walletOf(1) }, ...(n % 5 === 0 ? [] : [maker])];
});
const settled: FillDraft = {
  wallet: walletOf(1),
  coin: 'BTC',
  time: nowMs - minuteMs,
  px: '1',
  sz: '5',
  side: 'A',
  dir: 'Settlement',
  tid: 9_999,
};

let harness: EndpointHarness;
before(async () => {
  harness = await openEndpointHarness({ given: { fills: [...fills, settled] }, nowMs });
});
after(() => harness.close());

test('candles of every interval are made of fills, each match once, up to the newest trade', async () => {
  for (const interval of candleIntervals) {
    const length = intervalMs[interval];
    const start = ({ time }: Match) => Math.floor(time / length) * length;
    const limit = 60;
    const from = start(matches.at(-1)!) - (limit - 1) * length;
    const expected = [...Map.groupBy(matches, start)]
      .filter(([time]) => length >= hourMs || time >= from)
      .map(([timeMs, all]) => ({
        coin: 'BTC',
        interval,
        timeMs,
        open: all[0]!.px,
        close: all.at(-1)!.px,
        high: Math.max(...all.map(({ px }) => px)),
        low: Math.min(...all.map(({ px }) => px)),
        volume: all.reduce((sum, { sz }) => sum + sz, 0),
        tradeCount: all.length,
      }));
    const query = `interval=${interval}&limit=${limit}`;
    const params = { path: { symbol: 'btc' }, query, tier: 'pro' } as const;
    const { body, headers } = await harness.ask(candlesRecent, params);
    assert.deepEqual(body, expected.slice(-limit), interval);
    assert.deepEqual(headers, { 'X-Candles-From-Fills': body!.length, 'X-Candles-Incomplete': 0 });
  }
});

test('the price of a market is that of its newest trade, and says so; what is not in fills is empty', async () => {
  const { body } = await harness.ask(price, { path: { symbol: 'BTC' } });
  const newest = matches.at(-1)!;
  assert.deepEqual(
    [body.markPrice, body.basis, body.observedAt, body.indexPrice, body.fundingRate],
    [String(newest.px), 'trade', new Date(newest.time).toISOString(), '', ''],
  );
  const recent = matches.filter(({ time }) => Math.floor(time / hourMs) * hourMs > nowMs - 24 * hourMs);
  const usd = recent.reduce((sum, { px, sz }) => sum + px * sz, 0);
  assert.ok(Math.abs(Number(body.volume24h) - usd) < 1e-6);
  const before = matches[matches.length - recent.length - 1]!;
  assert.ok(Math.abs(Number(body.change24h) - (newest.px / before.px - 1) * 100) < 1e-3);
  const { markets } = (await harness.ask(marketOverview, {})).body;
  assert.deepEqual(
    markets!.map(({ coin, markPx, prevDayPx, unknownFields }) => [coin, markPx, prevDayPx, unknownFields]),
    [['BTC', newest.px, before.px, ['midPx', 'oraclePx', 'fundingRate']]],
  );
});

test('an asset has the volume of its fills, and the longs that are known of it', async () => {
  const { asset: found } = (await harness.ask(asset, { path: { canonical: 'btc' } })).body;
  const { markets } = (await harness.ask(marketOverview, {})).body;
  assert.deepEqual(
    [found.totalVolume24h, found.totalOpenInterest, found.venues![0]!.markPx],
    [markets![0]!.volume24h, markets![0]!.openInterest, markets![0]!.markPx],
  );
  assert.ok(found.totalVolume24h > 0);
});

test('what only the exchange has is not available, and a repeat is not asked for', async () => {
  await assert.rejects(
    harness.ask(orderbook, { path: { symbol: 'BTC' } }),
    (error: MarketReadError) => error.failure === 'unavailable',
  );
  const untraded = { mark: () => undefined };
  const market = { ...harness.sources.market, ...untraded };
  await assert.rejects(
    harness.ask(price, { path: { symbol: 'BTC' }, instead: { market } }),
    ({ fields }: Problem) =>
      fields.status === 404 && fields.code === 'NOT_AVAILABLE' && /No trade of BTC/.test(fields.detail),
  );
});
