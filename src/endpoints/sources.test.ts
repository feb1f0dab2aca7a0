import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CoinSpellings } from '../domain/coin-spelling.ts';
import { noLiveData } from './live-data.ts';
import { noSources, sourcesOf } from './sources.ts';

test('what a process has replaces what stands in for it, and the rest stays', () => {
  const coins: CoinSpellings = { resolve: (text) => text.toUpperCase(), nearest: () => [] };
  const sources = sourcesOf({ coins });
  assert.equal(sources.coins.resolve('btc'), 'BTC');
  assert.equal(sources.live, noLiveData);
});

test('asking a source that the process was started without is a fault that names it', () => {
  assert.throws(() => noSources.analytics.rows, /no source of analytics/);
  assert.throws(() => sourcesOf({}).boards.board, /no source of boards/);
});
