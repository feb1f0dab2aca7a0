import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { WireFill } from '../../../wire/fill.ts';
import { type FillPage, type FillPagerOptions, fillPages } from './fill-pager.ts';
import { createPositionChain } from './position-chain.ts';

const startMs = 1_760_130_964_000;

function fillAt(time: number, tid: number, change: Partial<WireFill> = {}): WireFill {
  return {
    coin: '@1',
    px: '1',
    sz: '1',
    side: 'B',
    time,
    startPosition: '0',
    dir: 'Buy',
    closedPnl: '0',
    oid: tid,
    tid,
    crossed: true,
    fee: '0',
    ...change,
  };
}

/** `userFillsByTime` over fills in memory. */
function exchangeWith(fills: readonly WireFill[], pageFills: number): FillPagerOptions['fetchPage'] {
  return async ({ startTime, endTime }) => ({
    data: fills.filter(({ time }) => time >= startTime && time <= endTime).slice(0, pageFills),
    rejected: [],
  });
}

async function pagesOf(
  fills: readonly WireFill[],
  options: Partial<FillPagerOptions> = {},
): Promise<FillPage[]> {
  const { pageFills = 5 } = options;
  return Array.fromAsync(
    fillPages({
      fetchPage: exchangeWith(fills, pageFills),
      fromMs: startMs,
      toMs: startMs + 1e6,
      chain: createPositionChain(undefined, startMs),
      pageFills,
      ...options,
    }),
  );
}

test('every fill comes exactly once and in order, however many share a millisecond, short of a page of them', async () => {
  const steps = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (stepsMs) => {
      let time = startMs;
      let inRow = 0;
      const fills = stepsMs.map((stepMs, i) => {
        // Four in one millisecond at most: one less than a page.
        inRow = stepMs === 0 && inRow < 3 ? inRow + 1 : 0;
        if (inRow === 0) time += stepMs || 1;
        return fillAt(time, i);
      });
      const pages = await pagesOf(fills);
      assert.deepEqual(
        pages.flatMap((page) => page.fills),
        fills,
      );
      assert.deepEqual(
        pages.flatMap((page) => page.gaps),
        [],
      );
    }),
  );
});

test('a millisecond with a page of fills or more is stepped over, and recorded as a gap', async () => {
  const crowd = Array.from({ length: 7 }, (_, i) => fillAt(startMs + 3, i));
  const fills = [fillAt(startMs, 100), ...crowd, fillAt(startMs + 4, 200), fillAt(startMs + 9, 300)];
  const pages = await pagesOf(fills);
  assert.deepEqual(
    pages.flatMap((page) => page.fills.map(({ tid }) => tid)),
    [100, 0, 1, 2, 3, 4, 200, 300],
  );
  assert.deepEqual(
    pages.flatMap((page) => page.gaps),
    [{ fromMs: startMs + 3, toMs: startMs + 3, reason: 'full-millisecond' }],
  );
});

test('a fill that does not start where the one before ended is a gap between the two', async () => {
  const perp = (time: number, tid: number, startPosition: string, side: 'B' | 'A' = 'B') =>
    fillAt(time, tid, { coin: 'BTC', startPosition, side });
  const fills = [
    perp(startMs + 1, 1, '2.0'),
    perp(startMs + 2, 2, '3.00000000001', 'A'),
    perp(startMs + 3, 3, '5.0'),
    fillAt(startMs + 4, 4, { coin: '@1', startPosition: '99' }),
    fillAt(startMs + 5, 5, { coin: 'ETH', startPosition: '1' }),
  ];
  const gapsOf = async (options: Partial<FillPagerOptions>) =>
    (await pagesOf(fills, { pageFills: 3, ...options })).flatMap((page) => page.gaps);
  const broken = { coin: 'BTC', fromMs: startMs + 2, toMs: startMs + 3, reason: 'chain-break' };
  assert.deepEqual(await gapsOf({}), [broken], 'unknown positions break nothing');
  const beforeEth = { coin: 'ETH', fromMs: startMs, toMs: startMs + 5, reason: 'chain-break' };
  assert.deepEqual(await gapsOf({ chain: createPositionChain(new Map([['BTC', 2]]), startMs) }), [
    broken,
    beforeEth,
  ]);
});

test('a page of unusable records alone is no end', async () => {
  const pages = [
    { data: [fillAt(startMs, 1)], rejected: [{ index: 1, reason: 'px is missing', value: {} }] },
    { data: [fillAt(startMs, 1), fillAt(startMs + 5, 2)], rejected: [] },
    { data: [fillAt(startMs + 5, 2)], rejected: [] },
  ];
  const requests: number[] = [];
  const read = await pagesOf([], {
    pageFills: 2,
    async fetchPage({ startTime }) {
      requests.push(startTime);
      return pages.shift()!;
    },
  });
  assert.deepEqual(requests, [startMs, startMs + 1, startMs + 5]);
  assert.equal(read.flatMap(({ fills }) => fills).length, 2);
});

test('an exchange that answers the same for ever does not hold the pager', async () => {
  const always = Array.from({ length: 5 }, (_, i) => fillAt(startMs + 2, i));
  let requests = 0;
  const pages = pagesOf([], {
    fetchPage: async () => {
      requests += 1;
      return { data: always, rejected: [] };
    },
  });
  await assert.rejects(pages, /fills from \d+ on were asked for, and a page that ends at \d+ came/);
  assert.equal(requests, 3);
});
