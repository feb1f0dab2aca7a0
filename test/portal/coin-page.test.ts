/** Actions of a trader on the page of a coin. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { candleOf } from '../../portal/src/coin/candle-of.ts';

import {
  type Bar,
  exponentialAverage,
  relativeStrength,
  volumeWeighted,
} from '../../portal/src/coin/indicators.ts';
import { columnsOf } from '../../portal/src/coin/level-columns.ts';
import { tapeRows, tapeStart, withTrades } from '../../portal/src/coin/tape.ts';
import { liquidationLevelHours } from '../../src/jobs/liquidation-level-hours.ts';
import { positionSnapshot } from '../../src/jobs/position-snapshot.ts';
import { fixedClock } from '../../src/kernel/clock.ts';
import { walletOf } from '../source-fills.ts';
import { until } from '../until.ts';
import { openBrowser, type PortalBrowser, settled } from './browser.ts';
import { openSite, type Site } from './site.ts';
import { nowMs, who } from './site-world.ts';

const opened = new AsyncDisposableStack();
let site: Site;
let browser: PortalBrowser;
before(async () => {
  site = await openSite();
  opened.defer(() => site.close());
  browser = await openBrowser();
  opened.defer(() => browser.close());
});
after(() => opened.disposeAsync());

it('trades come as they happen, by the side that took, and stand still under the pointer', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  const minute = { timeMs: nowMs - 6 * 3_600_000, tradeCount: 1 };
  await page.route('**/candles/recent/BTC?interval=1m*', (route) => route.fulfill({ json: [minute] }));
  await reader.open('/coin/BTC?interval=1h');
  const tape = page.getByRole('region', { name: 'Trades', exact: true });
  await tape.scrollIntoViewIfNeeded();
  await tape.getByRole('img', { name: 'Comes as it happens' }).waitFor();
  // Of five hours ago, within the minutes that are shown at once.
  await tape.getByTitle(who.winner).first().waitFor();
  const trade = (n: number, taker: number, maker: number) => {
    const shared = { coin: 'BTC', time: nowMs - 1_000 + n, tid: 880_000 + n, oid: 880_000 + n, sz: '2' };
    return [
      { ...shared, wallet: walletOf(maker), side: 'A' as const, crossed: false },
      { ...shared, wallet: walletOf(taker), side: 'B' as const, crossed: true },
    ];
  };
  await site.engine.add(trade(1, 11, 12));
  await tape.getByTitle(walletOf(11)).waitFor();
  assert.equal(await tape.getByTitle(walletOf(12)).count(), 0, 'each trade stands once');
  await tape.getByRole('group', { name: 'Trades' }).hover();
  await site.engine.add(trade(2, 13, 14));
  await tape.getByText('Paused, 1 newer').waitFor();
  assert.equal(await tape.getByTitle(walletOf(13)).count(), 0);
  await page.getByRole('heading', { level: 1 }).hover();
  await tape.getByTitle(walletOf(13)).waitFor();
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('another market is found and opened by keys alone, and keeps what was chosen of the page', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open('/coin/BTC?interval=1h');
  await page.keyboard.press('m');
  const list = page.getByRole('listbox', { name: 'Markets' });
  await list.getByRole('option', { name: /^BTC/ }).waitFor();
  await page.keyboard.type('et');
  await list.getByRole('option', { name: /^BTC/ }).waitFor({ state: 'detached' });
  assert.match((await list.getByRole('option').first().textContent())!, /^ETH.*\$/);
  assert.deepEqual(await reader.axe(), []);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/coin/ETH?interval=1h');
  await page.getByRole('heading', { name: 'ETH', exact: true }).waitFor();
  await settled(page);
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('the book joins its levels to steps of price, and the address keeps them', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open('/coin/BTC');
  await reader.walk();
  const rows = page.locator('.book .level');
  const cells = async () => (await rows.allTextContents()).map((text) => text.trim().split(/\s+/).join(' '));
  const before = await cells();
  assert.equal(before.length, 5);
  await page.getByRole('combobox', { name: 'Price step' }).selectOption('1');
  await page.waitForURL(/step=1/);
  await rows.nth(3).waitFor({ state: 'visible' });
  const prices = await rows.locator('td:first-child').allTextContents();
  assert.deepEqual(prices, ['102.00', '101.00', '99.000', '98.000']);
  await reader.open(page.url());
  await reader.walk();
  assert.deepEqual(await rows.locator('td:first-child').allTextContents(), prices);
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('indicators are switched by chips that the address keeps; liquidations are drawn behind the candles', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open('/coin/BTC?interval=1h');
  const chips = page.getByRole('group', { name: 'Lines' });
  const canvases = page.locator('.candles canvas');
  const plain = await canvases.count();
  await page.getByText('Behind the candles: liquidations by time').waitFor();
  for (const name of ['EMA 21', 'VWAP', 'RSI 14']) await chips.getByRole('button', { name }).click();
  await chips.getByRole('button', { name: 'Liquidations' }).click();
  await page.waitForURL(/lines=volume%2Cema%2Cvwap%2Crsi/);
  await page.getByText('Behind the candles').waitFor({ state: 'detached' });
  assert.ok((await canvases.count()) > plain, 'a pane of its own for the RSI');
  await reader.open(page.url());
  assert.equal(await chips.getByRole('button', { pressed: true }).count(), 4);
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.close();
});

it('levels over time are drawn under the candles with a legend, and hours that were not recorded are named', async () => {
  const { store: analytics, sources } = site.engine;
  for (const ago of [5, 4, 2]) {
    const hour = nowMs - ago * 3_600_000;
    const clock = fixedClock(hour + 1_000);
    const { positions, market } = sources;
    const parts = [liquidationLevelHours];
    const run = positionSnapshot({ analytics, positions, market, clock, parts });
    await run({ untilMs: hour, signal: new AbortController().signal });
  }
  for (const look of [{}, { width: 'phone', theme: 'light' }] as const) {
    const reader = await browser.visit(site.url, look);
    const { page } = reader;
    // Those of the site lie far from its positions.
    const candles = Array.from({ length: 12 }, (_, i) => {
      const at = { timeMs: nowMs - (12 - i) * 1_800_000, interval: '30m', symbol: 'BTC' };
      return { ...at, open: 90, high: 112, low: 74, close: 100, volume: 3, tradeCount: 2 };
    });
    await page.route('**/candles/recent/BTC?*', (route) => route.fulfill({ json: candles }));
    await reader.open('/coin/BTC?interval=1h&lines=volume');
    const bluePixels = () => page.locator('.candles canvas').evaluateAll(countBlue);
    await page.locator('.candles canvas').first().waitFor();
    // Edges of letters.
    assert.ok((await bluePixels()) < 100);
    await page
      .getByRole('group', { name: 'Lines' })
      .getByRole('button', { name: 'Levels over time' })
      .click();
    // Three bought at 100, which would be liquidated at 80, at a mark of 101.
    await page.getByText(/^up to \$303.* between 79\./).waitFor();
    await page.getByText('3 of 6 hours not recorded').waitFor();
    await until('levels are drawn', async () => (await bluePixels()) > 500);
    assert.deepEqual([reader.takeFaults(), await reader.axe(), await reader.overflow()], [[], [], 0]);
    await reader.close();
  }
});

interface Canvas {
  width: number;
  height: number;
  getContext(kind: '2d'): { getImageData(...box: number[]): { data: Uint8ClampedArray } };
}

/** In the browser: pixels in the colour of levels, which neither candles nor their scales have. */
function countBlue(canvases: readonly unknown[]): number {
  let found = 0;
  for (const canvas of canvases as Canvas[]) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3]! > 0 && data[at + 2]! - data[at]! > 40 && data[at + 2]! - data[at + 1]! > 20)
        found += 1;
    }
  }
  return found;
}

it('hours stand at the candles that begin in them, and in a longer candle the newest stands', () => {
  const [from, step] = [1_000_000, 60];
  const hours = (...ago: number[]) => ago.map((n) => ({ timestamp: from + n * step, levels: [] }));
  const spans = (times: number[], ...ago: number[]) =>
    columnsOf({ history: hours(...ago), missing: [], stepMs: step }, times).map(({ first, last }) => [
      first - from,
      last - from,
    ]);
  const quarters = [-15, 0, 15, 30, 45, 60, 75, 180, 195].map((at) => from + at);
  assert.deepEqual(spans(quarters, -2, 0, 1, 2, 3), [
    [0, 45],
    [60, 75],
    [180, 195],
  ]);
  const long = [0, 240, 480].map((at) => from + at);
  assert.deepEqual(spans(long, 0, 1, 3, 4, 30), [
    [0, 0],
    [240, 240],
  ]);
});

it('indicators are what their formulas say', () => {
  const closes = [1, 2, 3, 4, 3, 5];
  const bars: Bar[] = closes.map((close, i) => ({
    timeMs: i * 60_000,
    high: close,
    low: close,
    close,
    volume: i + 1,
  }));
  const values = (points: { value: number }[]) => points.map(({ value }) => Number(value.toFixed(4)));
  assert.deepEqual(values(exponentialAverage(bars, 3)), [2, 3, 3, 4]);
  // Σ price × volume: 1, 5, 14, 30, 45, 75 over 1, 3, 6, 10, 15, 21 coins.
  assert.deepEqual(values(volumeWeighted(bars)), [1, 1.6667, 2.3333, 3, 3, 3.5714]);
  // Rises 1, 1, 1 and no fall; then (1 × 2 + 0) / 3 against (0 × 2 + 1) / 3; then (2/3 × 2 + 2) / 3 against 2/9.
  assert.deepEqual(values(relativeStrength(bars, 3)), [100, 66.6667, 83.3333]);
  assert.equal(exponentialAverage(bars.slice(0, 2), 3).length, 0);
});

it('a tape is bounded, has one row a trade, and begins where it is full', () => {
  const sides = (tid: number, crossed: boolean) => [
    walletOf(tid),
    { tid, time: tid, px: '10', sz: '1', side: 'B', crossed },
  ];
  const full = Array.from({ length: tapeRows + 5 }, (_, i) => i + 1).reduce(
    (tape, tid) => withTrades(tape, [sides(tid, true)]),
    withTrades([], undefined),
  );
  assert.deepEqual([full.length, full[0]!.tid], [tapeRows, tapeRows + 5]);
  assert.equal(withTrades(full, { state: 'lost' }), full, 'a gap is no trade');
  const [only] = withTrades(withTrades([], [sides(1, false)]), [
    [walletOf(9), { tid: 1, time: 1, px: '10', sz: '1', side: 'A', crossed: true }],
  ]);
  assert.equal(only!.wallet, walletOf(9));
  const minutes = [5, 40, 30, 30].map((tradeCount, timeMs) => ({ timeMs, tradeCount }));
  assert.deepEqual([tapeStart(minutes), tapeStart(minutes.slice(0, 2)), tapeStart([])], [2, 0, undefined]);
  assert.deepEqual(
    [0, 10, 15, 25].map((at) => candleOf([10, 20], at)),
    [undefined, 10, 10, 20],
  );
});
