import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../../kernel/log.ts';
import type { WirePerpContext } from '../../../wire/asset-context.ts';
import { createFeedWatch } from '../coverage/feed-watch.ts';
import { noMarkets } from './directory.ts';
import { createMarketSampler } from './sampler.ts';

const context: WirePerpContext = {
  funding: '0',
  openInterest: '1',
  prevDayPx: '1',
  dayNtlVlm: '7',
  premium: null,
  oraclePx: '1',
  markPx: '1',
  midPx: null,
  impactPxs: null,
};

test('contexts count as many as they are, in a frame of all dexes as in an answer about spot', () => {
  const watch = createFeedWatch({});
  const sampler = createMarketSampler({
    facts: { write: async () => undefined },
    ledger: { lose: async () => undefined, cover: async () => undefined },
    lastMinutes: {},
    watch,
    log: createLog({ level: 'silent' }),
    markets: () => ({ ...noMarkets, universes: new Map([['', ['BTC', 'ETH']]]) }),
    onTurn: () => undefined,
  });
  sampler.takeContexts(
    {
      ctxs: [
        ['', [context, context]],
        ['xyz', [undefined]],
      ],
    },
    1.75e12,
  );
  sampler.takeSpotContexts([{ ...context, coin: '@1' }], 1.75e12);
  const counts = new Map(watch.status(1.75e12).map(({ name, received }) => [name, received]));
  assert.deepEqual([counts.get('contexts'), counts.get('spotContexts')], [3, 1]);
  assert.deepEqual([sampler.dayVolume('BTC'), sampler.dayVolume('@1'), sampler.dayVolume('x')], [7, 7, 0]);
});

for (const { name, stored, written } of [
  {
    name: 'a store without contexts gets the first at once, and the last of its minute',
    written: ['1', '3'],
  },
  { name: 'a store that has some gets the last of each minute', stored: 29_166_665, written: ['3'] },
]) {
  test(name, async () => {
    const marks: string[] = [];
    const sampler = createMarketSampler({
      facts: {
        write: async (_, rows) => void marks.push(...rows.map((row) => (row as { mark_px: string }).mark_px)),
      },
      ledger: { lose: async () => undefined, cover: async () => undefined },
      lastMinutes: stored === undefined ? {} : { contexts: stored },
      watch: createFeedWatch({}),
      log: createLog({ level: 'silent' }),
      markets: () => ({ ...noMarkets, universes: new Map([['', ['BTC']]]) }),
      onTurn: () => undefined,
    });
    for (const [at, markPx] of ['1', '2', '3', '4'].entries()) {
      // The fourth comes in the minute behind.
      sampler.takeContexts({ ctxs: [['', [{ ...context, markPx }]]] }, 29_166_667 * 60_000 + at * 20_000);
      await sampler.settled();
    }
    assert.deepEqual(marks, written);
  });
}
