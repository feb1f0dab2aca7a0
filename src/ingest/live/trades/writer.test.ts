import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../../kernel/log.ts';
import type { WireTrade } from '../../../wire/trade.ts';
import { createTradeWriter } from './writer.ts';

const user = `0x${'a1'.repeat(20)}`;
const tradeOf = (time: number): WireTrade => ({
  coin: 'BTC',
  side: 'B',
  px: '1',
  sz: '1',
  time,
  tid: time,
  users: [user, user],
});

test('while the store is away a bounded number of trades is held, and the others are recorded when it is back', async () => {
  let back = Promise.withResolvers<void>();
  const gaps: unknown[] = [];
  const recorded = Promise.withResolvers<void>();
  let written = 0;
  const writer = createTradeWriter({
    facts: {
      async write(_, rows) {
        await back.promise;
        written += rows.length;
      },
    },
    ledger: {
      async lose(at, reason) {
        gaps.push({ ...at, reason });
        recorded.resolve();
      },
    },
    log: createLog({ level: 'silent' }),
    waitingLimit: 3,
  });
  writer.write([tradeOf(1), tradeOf(2)], 10);
  writer.write([tradeOf(3)], 10);
  writer.write([tradeOf(5)], 10);
  writer.write([tradeOf(4), tradeOf(7)], 10);
  back.resolve();
  await recorded.promise;
  assert.equal(written, 3);
  assert.deepEqual(gaps, [{ feed: 'trades', coin: 'BTC', fromMs: 4, toMs: 7, reason: 'not-stored' }]);
  back = Promise.withResolvers<void>();
  back.resolve();
  writer.write([tradeOf(8)], 10);
  await back.promise;
  assert.equal(gaps.length, 1, 'once');
});
