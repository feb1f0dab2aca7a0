import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import {
  exactAmount,
  type LiquidationCell,
  liquidationBucketMs,
} from '../../views/liquidations/liquidation-sums.ts';
import { noLiveData } from '../live-data.ts';
import { liquidationSummary } from './liquidation-summary.ts';
import { riskSources, riskSourcesExample } from './risk-sources.ts';

const nowMs = Date.parse('2026-03-15T12:30:00Z');
const window = { fromMs: nowMs - 3 * hourMs, toMs: nowMs };
const valuation = { byMark: 0, byTrade: 0, unvalued: 0 };
const nothingSeen = { newestMs: 0, newestStateMs: 0, freshStateShare: 0, valuation };
const sources = riskSources(noLiveData, nothingSeen, nowMs);
const at = (text: string) => Date.parse(text);

const cell = (coin: string, start: string, more: Partial<LiquidationCell>): LiquidationCell => ({
  coin,
  bucketStartMs: at(start),
  longEvents: 0,
  shortEvents: 0,
  longNotional: exactAmount('0'),
  shortNotional: exactAmount('0'),
  knownEvents: 0,
  closedPnl: exactAmount('0'),
  penaltyFees: exactAmount('0'),
  ...more,
});
const sumsOf = (cells: LiquidationCell[], wallets: number) => ({ byCoin: cells, byBucket: cells, wallets });
const cells = [
  cell('BTC', '2026-03-15T10:00:00Z', {
    longEvents: 2,
    longNotional: exactAmount('0.1'),
    shortEvents: 1,
    shortNotional: exactAmount('0.2'),
    knownEvents: 2,
    closedPnl: exactAmount('-0.3'),
    penaltyFees: exactAmount('0.1'),
  }),
  cell('ETH', '2026-03-15T10:00:00Z', {
    shortEvents: 1,
    shortNotional: exactAmount('1000'),
    knownEvents: 1,
    closedPnl: exactAmount('-10.5'),
    penaltyFees: exactAmount('2'),
  }),
  cell('BTC', '2026-03-15T12:00:00Z', { longEvents: 1, longNotional: exactAmount('0.3') }),
];

test('totals, coins and buckets are the exact sums of the cells; what no victim has is in no mean', () => {
  const body = liquidationSummary({ window, sums: sumsOf(cells, 4), sources, nowMs });
  assert.deepEqual([body.count, body.longEvents, body.shortEvents, body.wallets], [5, 3, 2, 4]);
  assert.equal(body.totalNotional, 1000.6);
  assert.equal(body.longNotional, 0.4, 'decimals are added, not floats');
  assert.equal(body.totalClosedPnl, -10.8);
  assert.equal(body.avgClosedPnl, -3.6);
  assert.equal(body.avgPenaltyFee, 0.7);
  assert.deepEqual(
    body.byCoin!.map(({ coin, count, totalNotional }) => [coin, count, totalNotional]),
    [
      ['ETH', 1, 1000],
      ['BTC', 4, 0.6],
    ],
  );
  assert.ok(!('coin' in body) && !('byCohort' in body));
  assert.deepEqual([body.since, body.generatedAt], ['2026-03-15T09:30:00.000Z', '2026-03-15T12:30:00.000Z']);
});

test('the timeline has every bucket of the window, empty ones too', () => {
  const { timeline, bucketSizeMs } = liquidationSummary({
    window,
    sums: sumsOf(cells, 4),
    coin: 'BTC',
    sources,
    nowMs,
  });
  assert.equal(bucketSizeMs, hourMs);
  assert.deepEqual(
    timeline!.map(({ bucketStart, count }) => [new Date(bucketStart).getUTCHours(), count]),
    [
      [9, 0],
      [10, 4],
      [11, 0],
      [12, 1],
    ],
  );
});

test('buckets grow with the window, at its bounds', () => {
  const sizeOf = (windowMs: number) => liquidationBucketMs({ fromMs: nowMs - windowMs, toMs: nowMs });
  assert.deepEqual(
    [7 * dayMs, 7 * dayMs + 1, 42 * dayMs, 42 * dayMs + 1, 365 * dayMs].map((ms) => sizeOf(ms) / hourMs),
    [1, 6, 6, 24, 24],
  );
});

test('a summary of nothing is zeros, and a source that was never heard has no time', () => {
  const body = liquidationSummary({ window, sums: sumsOf([], 0), sources, nowMs });
  assert.deepEqual([body.count, body.avgClosedPnl, body.totalNotional], [0, 0, 0]);
  assert.deepEqual(body.freshness, {});
  assert.equal(body.availability.markPrices, false);
  const heard = { ...noLiveData.freshness(), markPrices: riskSourcesExample.freshness.markPrices! };
  assert.deepEqual(riskSources({ ...noLiveData, freshness: () => heard }, nothingSeen, nowMs).freshness, {
    markPrices: riskSourcesExample.freshness.markPrices,
  });
});
