import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planSubscriptions } from './connector.ts';
import type { Markets } from './markets/directory.ts';

const markets: Markets = {
  universes: new Map([['', ['BTC', 'ETH']]]),
  perps: ['BTC', 'ETH'],
  spot: ['@107'],
  outcomes: ['#10', '#11'],
  tokens: new Map(),
};
const streamed = [`0x${'ab'.repeat(20)}`];

test('within the limit everything is followed', () => {
  const { subscriptions, unplanned } = planSubscriptions({
    markets,
    streamed,
    dayVolume: () => 0,
    limit: 1_000,
  });
  assert.equal(subscriptions.length, 3 + 1 + 4 * 5);
  assert.deepEqual(unplanned, {});
});

test('beyond the limit trades stand before books, books before candles, the busiest markets first, and the rest is reported', () => {
  const dayVolumes = new Map([
    ['ETH', 5],
    ['@107', 9],
  ]);
  const { subscriptions, unplanned } = planSubscriptions({
    markets,
    streamed,
    dayVolume: (coin) => dayVolumes.get(coin) ?? 0,
    limit: 12,
  });
  const reported = subscriptions.map((entry) => {
    const fast = 'fast' in entry ? ' fast' : '';
    return 'coin' in entry ? `${entry.type} ${entry.coin}${fast}` : entry.type;
  });
  assert.deepEqual(reported, [
    'allDexsAssetCtxs',
    'fastAssetCtxs',
    'outcomeMetaUpdates',
    'userFills',
    'trades @107',
    'trades ETH',
    'trades BTC',
    'trades #10',
    'trades #11',
    'l2Book @107',
    'l2Book @107 fast',
    'l2Book ETH',
  ]);
  assert.deepEqual(unplanned, { l2Book: 7, candle: 5 });
});
