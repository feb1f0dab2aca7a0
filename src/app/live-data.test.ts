import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectorState, feedStatus } from '../../test/connector-state.ts';
import { noLiveData } from '../endpoints/live-data.ts';
import { liveData } from './live-data.ts';

test('the blocks of an answer tell the newest datum of a feed, and that it is there only while it is fresh', () => {
  assert.deepEqual(liveData(() => undefined).availability(), noLiveData.availability());
  assert.deepEqual(liveData(() => undefined).freshness(), noLiveData.freshness());
  const newestMs = Date.UTC(2026, 4, 1);
  const feeds = [feedStatus('contexts', { newestMs }), feedStatus('positions', { newestMs, ageMs: 70_000 })];
  const { availability, freshness } = liveData(() => connectorState(feeds));
  assert.deepEqual([availability().markPrices, availability().historicalClearinghouse], [true, false]);
  assert.equal(freshness().markPrices, '2026-05-01T00:00:00.000Z');
  assert.equal(freshness().livePositions, '2026-05-01T00:00:00.000Z');
  assert.equal(freshness().liveCandles, '');
});

test('a feed that tells no times is as new as when it was seen, and not at hand while the exchange is away for long', () => {
  const nowMs = Date.UTC(2026, 4, 1, 12);
  const never = feedStatus('candles', { ageMs: Number.POSITIVE_INFINITY, staleMs: Number.POSITIVE_INFINITY });
  const blocks = (ageMs: number, connected: boolean) => {
    const fills = feedStatus('fills', { ageMs, staleMs: Number.POSITIVE_INFINITY, newestMs: nowMs - ageMs });
    const state = connectorState([feedStatus('contexts', { ageMs: 2_000 }), fills, never], { connected });
    return liveData(
      () => state,
      () => nowMs,
    );
  };
  const { markPrices, liveCandles } = blocks(0, true).freshness();
  assert.deepEqual([markPrices, liveCandles], ['2026-05-01T11:59:58.000Z', '']);
  assert.equal(blocks(0, true).availability().markPrices, true);
  assert.equal(blocks(0, true).availability().liveCandles, false);
  const userActions = (ageMs: number, connected: boolean) =>
    blocks(ageMs, connected).availability().userActions;
  const hour = 3_600_000;
  assert.deepEqual(
    [userActions(hour, true), userActions(60_000, false), userActions(hour, false)],
    [true, true, false],
  );
});
