import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEndpointHarness } from '../../../test/endpoint-harness.ts';
import type { CandleDraft } from '../../../test/given-market.ts';
import { type FillDraft, walletOf } from '../../../test/source-fills.ts';
import { createCoverageLedger } from '../../coverage/ledger.ts';
import { fixedClock, hourMs, minuteMs } from '../../kernel/clock.ts';
import { candlesRecent } from './candles-recent.ts';

const nowMs = Date.parse('2026-03-15T12:30:20Z');

test('beside the exchange, fills of all wallets make the candles that it has not sent, and those of tracked wallets none', async () => {
  const hour = (ago: number) => Math.floor(nowMs / hourMs) * hourMs - ago * hourMs;
  const candle = (ago: number, trades: number): CandleDraft => ({
    coin: 'ETH',
    interval: '1h',
    time: hour(ago),
    trades,
    open: '5',
    high: '5',
    low: '5',
    close: '5',
    volume: '9',
  });
  let tid = 0;
  const match = (ago: number, minute: number, px: string, block: number): FillDraft[] => {
    tid += 1;
    const of = { coin: 'ETH', time: hour(ago) + minute * minuteMs, px, sz: '2', block, tid };
    return [
      { ...of, wallet: walletOf(1) },
      { ...of, wallet: walletOf(2), side: 'A', crossed: false },
    ];
  };
  const fills = [
    // The exchange has not sent it.
    ...match(5, 0, '10', 1),
    ...match(5, 1, '12', 2),
    ...match(5, 59, '11', 3),
    // It knows as many trades as there are fills, then fewer, then nothing, of tracked wallets alone.
    ...match(4, 0, '20', 4),
    ...match(3, 0, '30', 5),
    ...match(3, 1, '31', 6),
    ...match(2, 0, '40', 0),
  ];
  const given = { fills, market: { candles: [candle(4, 1), candle(3, 1), candle(1, 7)] } };
  const mixed = await openEndpointHarness({ given, nowMs, hasSource: true });
  try {
    const ledger = createCoverageLedger({ analytics: mixed.store, clock: fixedClock(nowMs) });
    const gap = { fromMs: hour(5) + minuteMs, toMs: hour(5) + 2 * minuteMs, fromBlock: 3, toBlock: 3 };
    await ledger.record({ feed: 'node_fills', ...gap }, 'blocks that the files of the node lack');
    await ledger.close();
    const ask = (interval: string) =>
      mixed.ask(candlesRecent, { path: { symbol: 'eth' }, query: `interval=${interval}`, tier: 'pro' });
    const hours = await ask('1h');
    assert.deepEqual(
      hours.body!.map((one) => [one.timeMs, one.open, one.high, one.close, one.volume, one.tradeCount]),
      [
        [hour(5), 10, 12, 11, 6, 3],
        [hour(4), 5, 5, 5, 9, 1],
        [hour(3), 30, 31, 31, 4, 2],
        [hour(1), 5, 5, 5, 9, 7],
      ],
    );
    assert.deepEqual(hours.headers, { 'X-Candles-From-Fills': 2, 'X-Candles-Incomplete': 1 });
    const five = await ask('5m');
    const made = [hour(5), hour(5) + 55 * minuteMs, hour(4), hour(3)];
    assert.deepEqual(
      five.body!.map(({ timeMs }) => timeMs),
      made,
    );
    assert.deepEqual(five.headers, { 'X-Candles-From-Fills': 4, 'X-Candles-Incomplete': 1 });
  } finally {
    await mixed.close();
  }
});
