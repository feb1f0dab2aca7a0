import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectorState, feedStatus } from '../../test/connector-state.ts';
import { answering, emptyAccounts } from '../../test/node-info-state.ts';
import { noLiveData } from '../endpoints/live-data.ts';
import { fixedClock } from '../kernel/clock.ts';
import type { MarketObserved } from '../market/market.ts';
import { liveData, withMarketData } from './live-data.ts';

test('the blocks of an answer name the newest datum of a feed, and that it is there only while it is fresh', () => {
  assert.deepEqual(liveData({ state: () => undefined }).availability(), noLiveData.availability());
  assert.deepEqual(liveData({ state: () => undefined }).freshness(), noLiveData.freshness());
  const newestMs = Date.UTC(2026, 4, 1);
  const feeds = [
    feedStatus('fills', { newestMs, staleMs: 60_000 }),
    feedStatus('positions', { newestMs, ageMs: 70_000 }),
  ];
  const { availability, freshness } = liveData({ state: () => connectorState(feeds) });
  assert.deepEqual([availability().liquidations, availability().historicalClearinghouse], [true, false]);
  assert.equal(freshness().liquidations, '2026-05-01T00:00:00.000Z');
  assert.equal(freshness().livePositions, '2026-05-01T00:00:00.000Z');
});

test('a feed without times is as new as when it was seen, and not at hand while the exchange is away for long', () => {
  const nowMs = Date.UTC(2026, 4, 1, 12);
  const blocks = (ageMs: number, connected: boolean) => {
    const fills = feedStatus('fills', { ageMs, staleMs: Number.POSITIVE_INFINITY, newestMs: nowMs - ageMs });
    const state = connectorState([feedStatus('positions', { ageMs: 2_000 }), fills], { connected });
    return liveData({ state: () => state }, () => nowMs);
  };
  assert.equal(blocks(0, true).freshness().longShort, '2026-05-01T11:59:58.000Z');
  const userActions = (ageMs: number, connected: boolean) =>
    blocks(ageMs, connected).availability().userActions;
  const hour = 3_600_000;
  assert.deepEqual(
    [userActions(hour, true), userActions(60_000, false), userActions(hour, false)],
    [true, true, false],
  );
});

test("account states of a node are as fresh as the newest that was stored, and the exchange's while the node is away for long", () => {
  const nowMs = Date.UTC(2026, 4, 1, 12);
  const minuteMs = 60_000;
  const blocks = (storedAgoMs: number, feedAgeMs?: number) => {
    const storedMs = nowMs - storedAgoMs;
    const accounts = { ...emptyAccounts, states: 1, storedMs, newestMs: storedMs - 500 };
    const feeds =
      feedAgeMs === undefined
        ? []
        : [feedStatus('positions', { ageMs: feedAgeMs, newestMs: nowMs - feedAgeMs })];
    const nodeInfo = () => ({ server: answering, accounts });
    const state = () => (feedAgeMs === undefined ? undefined : connectorState(feeds));
    const { availability, freshness } = liveData({ state, nodeInfo }, () => nowMs);
    return [availability().historicalClearinghouse, freshness().livePositions];
  };
  assert.deepEqual(blocks(1_000), [true, '2026-05-01T11:59:58.500Z']);
  assert.deepEqual(blocks(16 * minuteMs), [false, '2026-05-01T11:43:59.500Z']);
  assert.deepEqual(blocks(1_000, 200), [true, '2026-05-01T11:59:58.500Z']);
  assert.deepEqual(blocks(16 * minuteMs, 200), [true, '2026-05-01T11:59:59.800Z']);
});

test('prices are at hand for two minutes after the newest was observed and candles for five; what never was is neither', () => {
  const nowMs = Date.UTC(2026, 4, 1, 12);
  const blocks = (observed: MarketObserved) =>
    withMarketData(noLiveData, { observed: () => observed }, fixedClock(nowMs));
  const atHand = (observed: MarketObserved) => {
    const { markPrices, liveCandles } = blocks(observed).availability();
    return [markPrices, liveCandles];
  };
  assert.deepEqual(atHand({}), [false, false]);
  assert.deepEqual(blocks({}).freshness(), noLiveData.freshness());
  assert.deepEqual(atHand({ marks: nowMs - 119_999, candles: nowMs - 299_999 }), [true, true]);
  assert.deepEqual(atHand({ marks: nowMs - 120_000, candles: nowMs - 300_000 }), [false, false]);
  const { markPrices, liveCandles } = blocks({ marks: nowMs - 3_600_000, candles: nowMs - 1 }).freshness();
  assert.deepEqual([markPrices, liveCandles], ['2026-05-01T11:00:00.000Z', '2026-05-01T11:59:59.999Z']);
});
