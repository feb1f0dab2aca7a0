import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataText } from './data-text.ts';

test('an object is a line, a list a table with its columns named once', () => {
  const data = {
    totals: { longs: 2, notional: 408.305444, by: { side: 'long' } },
    positions: [
      { coin: 'BTC', pnl: -0.1 + -0.2, at: Date.UTC(2026, 4, 20), members: [{ id: 1 }, { id: 2 }] },
      { coin: 'ETH', pnl: null, name: 'a | «b»' },
    ],
    none: [],
  };
  assert.deepEqual(dataText(data), [
    'totals: longs=2, notional=408.305, by.side=long',
    'positions, 2 rows: coin|pnl|at|members|name',
    'BTC|-0.3|2026-05-20T00:00:00Z|[id=1; id=2]|',
    "ETH|null|||«a / 'b'»",
    'none: none',
  ]);
});

test('rows that share few fields name them each', () => {
  const stories = [
    { type: 'loss', wallet: 'w' },
    { type: 'whale', notional: 5, coin: 'SOL', side: 'long', since: 'Monday' },
    { type: 'quiet' },
  ];
  assert.deepEqual(dataText({ stories }), [
    'stories, 3 rows:',
    'type=loss, wallet=w',
    'type=whale, notional=5, coin=SOL, side=long, since=Monday',
    'type=quiet',
  ]);
});
