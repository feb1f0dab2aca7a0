import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fixedClock } from '../../kernel/clock.ts';
import type { WireFill } from '../../wire/fill.ts';
import { readFrame } from '../../wire/frame.ts';
import { createExchangeClock } from '../fills-ahead.ts';
import type { DataFrame } from '../sources/hyperliquid/feed.ts';
import type { Unusable } from '../sources/hyperliquid/unusable.ts';
import { createFrameRouter } from './frame-router.ts';
import { noMarkets } from './markets/directory.ts';

const context = {
  funding: '0',
  openInterest: '1',
  prevDayPx: '1',
  dayNtlVlm: '1',
  premium: null,
  oraclePx: '1',
  markPx: '1',
  midPx: null,
  impactPxs: null,
};
type Parts = Parameters<typeof createFrameRouter>[0];

/** A router that knows two markets of the first dex, and counts urgent requests. */
function routerOf() {
  const hurried = { outcomes: 0, markets: 0 };
  const listed = { markets: { ...noMarkets, universes: new Map([['', ['BTC', 'ETH']]]) } };
  const taker = { takeContexts: () => undefined };
  const parts = { listed, sampler: taker, observer: taker } as unknown as Parts;
  const router = createFrameRouter(parts, {
    clock: fixedClock(0),
    hurryOutcomes: () => void hurried.outcomes++,
    hurryMarkets: () => void hurried.markets++,
  });
  const take = (message: unknown) => router.onFrame(readFrame(JSON.stringify(message)) as DataFrame, 0);
  return { hurried, take, listed };
}

test('more contexts than markets are known make the lists be read at once, and once for each new one', () => {
  const { hurried, take } = routerOf();
  const contexts = (...counts: [dex: string, count: number][]) =>
    take({
      channel: 'allDexsAssetCtxs',
      data: { ctxs: counts.map(([dex, count]) => [dex, Array.from({ length: count }, () => context)]) },
    });
  contexts(['', 2]);
  assert.equal(hurried.markets, 0);
  contexts(['', 3]);
  contexts(['', 3]);
  assert.equal(hurried.markets, 1, 'the lists may not have it yet');
  contexts(['', 3], ['xyz', 1]);
  assert.equal(hurried.markets, 2, 'a dex was added');
  contexts(['', 4], ['xyz', 1]);
  assert.equal(hurried.markets, 3);
});

test('an outcome that is created is followed at once, one that is settled is only looked up', () => {
  const { hurried, take } = routerOf();
  take({ channel: 'outcomeMetaUpdates', data: [{ outcomeSettled: 5 }] });
  assert.deepEqual(hurried, { outcomes: 1, markets: 0 });
  const spec = { outcome: 6, name: 'x', description: '', sideSpecs: [{ name: 'Yes' }, { name: 'No' }] };
  take({ channel: 'outcomeMetaUpdates', data: [{ outcomeCreated: spec }] });
  assert.deepEqual(hurried, { outcomes: 2, markets: 1 });
});

test("fills ahead of this clock and of the exchange's go to quarantine; those ahead of one of them are taken", async () => {
  const file = new URL('../../../test/fixtures/fills/user_fills.json', import.meta.url);
  const [fill] = JSON.parse(readFileSync(file, 'utf8')) as WireFill[];
  const nowMs = Date.UTC(2026, 4, 2);
  const taken: number[] = [];
  const kept: Unusable[] = [];
  const own = fixedClock(nowMs);
  const taker = { takeBook: () => undefined };
  const parts = {
    observer: taker,
    sampler: taker,
    exchangeClock: createExchangeClock(own),
    quarantine: { keep: async (found: Unusable[]) => void kept.push(...found) },
    intake: {
      store: async ({ fills }: { fills: WireFill[] }) => taken.push(...fills.map(({ time }) => time)),
    },
    directory: { track: () => undefined },
    watch: { seen: () => undefined },
  } as unknown as Parts;
  const hurry = { hurryOutcomes: () => undefined, hurryMarkets: () => undefined };
  const router = createFrameRouter(parts, { clock: own, ...hurry });
  const take = (message: unknown) => router.onFrame(readFrame(JSON.stringify(message)) as DataFrame, 0);
  const reported = [nowMs, nowMs + 240_000, nowMs + 600_000];
  const fills = reported.map((time) => ({ ...fill, time }));
  const user = `0x${'b2'.repeat(20)}`;
  take({ channel: 'userFills', data: { user, fills } });
  assert.deepEqual(taken.splice(0), reported.slice(0, 2));
  assert.match(kept[0]!.reason, /more than five minutes ahead of the clock/);
  assert.equal(kept[0]!.subject, user);
  // This machine's clock is ten minutes behind.
  take({ channel: 'l2Book', data: { coin: 'BTC', time: nowMs + 600_000, levels: [[], []] } });
  take({ channel: 'userFills', data: { user, fills } });
  assert.deepEqual(taken, reported);
});
