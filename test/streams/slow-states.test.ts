/** A client that cannot take a state gets the newest one once it can, also where no other state follows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedClock } from '../../src/kernel/clock.ts';
import { createMarketMemory } from '../../src/market/market-memory.ts';
import type { Observation } from '../../src/market/observation.ts';
import { createStateHub } from '../../src/streams/state-hub.ts';
import type { StateTexts } from '../../src/streams/state-topic.ts';
import { until } from '../until.ts';

const startMs = Date.UTC(2026, 2, 14, 12);
const book = (timeMs: number, px: string): Observation => ({
  kind: 'book',
  state: { coin: 'BTC', timeMs, observedAtMs: timeMs, bids: [{ px, sz: '1', orders: 1 }], asks: [] },
});

test('the newest book waits for a client that reads slowly, with how many it missed', async () => {
  const memory = createMarketMemory({ clock: fixedClock(startMs) });
  const hub = createStateHub({
    market: { ...memory, hasSource: true } as never,
    watched: () => assert.fail('books need no sources'),
    clock: fixedClock(startMs),
    store: { rows: async () => [] },
    newest: () => undefined,
    onError: assert.ifError,
  });
  const got: { px: string; skipped: number | undefined }[] = [];
  let isOpen = false;
  let refusals = 0;
  const receiver = {
    take(texts: StateTexts, skipped: number) {
      if (!isOpen) refusals += 1;
      else {
        const message = JSON.parse(texts.own(skipped));
        got.push({ px: message.data.bbo[0].px, skipped: message.skipped });
      }
      return isOpen;
    },
  };
  memory.take([book(startMs, '99')]);
  const end = hub.follow({ type: 'bbo', of: { coin: 'BTC' }, id: 'one' }, receiver, false);
  try {
    assert.equal(refusals, 1);
    for (const [i, px] of ['100', '101'].entries()) {
      memory.take([book(startMs + i + 1, px)]);
      const before = refusals;
      await until(`a look at ${px}`, () => refusals > before + 1);
    }
    // Nothing new comes from here on.
    isOpen = true;
    await until('the newest state', () => got.length > 0);
    assert.deepEqual(got, [{ px: '101', skipped: 2 }]);
    memory.take([book(startMs + 9, '102')]);
    await until('the next state', () => got.length > 1);
    assert.deepEqual(got[1], { px: '102', skipped: undefined });
  } finally {
    end();
    hub.close();
  }
});
