/** Every page in a real browser: its requests, its content, and that the content matches the API. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { percent, share, signedUsd, usd } from '../../portal/src/format/numbers.ts';
import { walletOf } from '../source-fills.ts';
import { openBrowser, type PortalBrowser, settled, type Visitor } from './browser.ts';
import { answerBetween, figureIn, pageDeeds, type Trader, tableCells } from './page-deeds.ts';
import { emptyPaths, openSite, type Site } from './site.ts';
import { hostile, nowMs, outcomeId, settledId, who } from './site-world.ts';

const opened = new AsyncDisposableStack();
let site: Site;
let browser: PortalBrowser;
let visitor: Visitor;
let lifecycleId: number;

before(async () => {
  site = await openSite();
  opened.defer(() => site.close());
  browser = await openBrowser();
  opened.defer(() => browser.close());
  visitor = await browser.visit(site.url);
  const path = `/pulse/trader/${who.winner}/lifecycles?limit=1`;
  lifecycleId = (await site.ask<{ lifecycles: { id: number }[] }>(path)).lifecycles[0]!.id;
});
after(() => opened.disposeAsync());

const cellsOf = (name: string) => tableCells(visitor.page, name);
const figureOf = (name: string) => figureIn(visitor.page, name);

it('on a phone a page of what there is not says so, is as accessible, and none is wider than the screen', async () => {
  const asking = await browser.visit(site.url, { width: 'phone', theme: 'light', expected: /\b404\b/ });
  for (const path of emptyPaths) {
    await asking.open(path);
    const said = (await asking.page.locator('main').textContent()) ?? '';
    assert.deepEqual(
      [path, asking.takeFaults(), await asking.axe(), await asking.overflow()],
      [path, [], [], 0],
    );
    assert.match(said, /no |not |None|alone|written|whole number|digits/i, path);
  }
  await asking.close();
});

describe('numbers on pages are those of the API', () => {
  it('of the leaderboard', async () => {
    const { traders } = await site.ask<{ traders: Trader[] }>('/pulse/leaderboard?sort=volume&limit=500');
    await visitor.open('/traders?order=volume');
    const shown = (await cellsOf('Traders')).map(([, , pnl, , ...rest]) => [pnl, ...rest.slice(0, 3)]);
    const reported = traders.map((row) => [
      signedUsd(row.totalPnl),
      usd(row.totalVolume),
      percent(row.winRate),
      String(row.totalTrades),
    ]);
    assert.deepEqual(shown, reported.slice(0, 25));
  });

  it('of the boards, which this world has too few days for', async () => {
    const params = '/boards/net?windowDays=30&limit=25';
    const { rows, reason } = await site.ask<{ rows: object[]; reason: string }>(params);
    assert.deepEqual(rows, []);
    await visitor.open('/boards');
    const words = {
      'no-fills': /No wallet traded in this period/,
      unread: /are read so far.*Ranks appear once 90 % are read/,
      'no-sample': /No wallet has this figure/,
    };
    const text = (await visitor.page.locator('main').textContent()) ?? '';
    assert.match(text, words[reason as keyof typeof words]);
  });

  it('of a trader', async () => {
    const trader = await site.ask<Trader>(`/pulse/trader/${who.winner}`);
    const open = async (tab: string) => {
      await visitor.open(`/trader/${who.winner}?tab=${tab}`);
      await visitor.walk();
    };
    await open('overview');
    assert.match(
      (await figureOf('Net PnL').textContent())!,
      trader.netPnl === undefined
        ? /^–\?not known: \w/
        : new RegExp(`^\\${signedUsd(trader.netPnl).replaceAll(/[$.]/g, '\\$&')}$`),
    );
    await open('skill');
    assert.equal(await figureOf('Win rate, trades').textContent(), percent(trader.winRate));
    await open('costs');
    assert.equal(await figureOf('Realized PnL, before costs').textContent(), signedUsd(trader.totalPnl));
    const { total } = await site.ask<{ total: Record<string, number | null> }>(
      `/pulse/trader/${who.winner}/pnl`,
    );
    const known = ['realizedPnl', 'fees', 'funding', 'netPnl', 'unrealizedPnl', 'totalReturnUsd'].flatMap(
      (part) => (total[part] === null ? [] : [signedUsd(part === 'fees' ? -total[part]! : total[part]!)]),
    );
    assert.ok(known.length > 1);
    const amounts = visitor.page.locator('.waterfall li > span:nth-child(2)');
    assert.deepEqual(
      (await amounts.allTextContents()).filter((text) => !text.startsWith('–')),
      known,
    );
    await open('positions');
    const { lifecycles } = await site.ask<{ lifecycles: { realizedPnl: number; coin: string }[] }>(
      `/pulse/trader/${who.winner}/lifecycles?status=all&limit=200`,
    );
    const shown = (await cellsOf('Positions')).map(([, , coin, , pnl]) => [coin, pnl]);
    assert.deepEqual(
      shown,
      lifecycles.map(({ coin, realizedPnl }) => [coin, signedUsd(realizedPnl)]),
    );
  });

  it('of a position, an outcome and the builders', async () => {
    const { lifecycle } = await site.ask<{ lifecycle: { realizedPnl: number } }>(
      `/pulse/lifecycle/${lifecycleId}`,
    );
    await visitor.open(`/lifecycle/${lifecycleId}`);
    assert.equal(await figureOf('PnL').textContent(), signedUsd(lifecycle.realizedPnl));
    const outcome = await site.ask<{ notionalUsdh: number }>(`/hip4/outcomes/${outcomeId}/summary`);
    await visitor.open(`/outcome/${outcomeId}`);
    assert.equal(await figureOf('Volume').textContent(), usd(outcome.notionalUsdh));
    const { builders } = await site.ask<{ builders: { revenueUsd: number }[] }>('/builders/leaderboard');
    await visitor.open('/builders');
    assert.deepEqual(
      (await cellsOf('Builders')).map((cells) => cells[1]),
      builders.map(({ revenueUsd }) => usd(revenueUsd)),
    );
  });
});

it('the overview shows the story of the newest edition, and leads to where its receipt is looked up', async () => {
  type Story = { headline: string; receipt: Record<string, unknown> };
  const { hero, stories } = await site.ask<{ hero: Story; stories: Story[] }>('/pulse/daily/latest');
  await visitor.open('/');
  const [reported] = await visitor.page.locator('.hero').allTextContents();
  const parts = hero.headline.split(/0x[0-9a-f]{40}/);
  assert.ok(
    reported?.startsWith(parts[0]!) && reported.endsWith(parts.at(-1)!),
    `${reported}: ${hero.headline}`,
  );
  const others = visitor.page.locator('.panel', { has: visitor.page.locator('.hero') }).locator('li');
  assert.ok((await others.count()) >= Math.min(2, stories.length - 1));
  await visitor.page.locator('.hero a').click();
  await visitor.page.waitForURL((url) => url.pathname !== '/');
  const shown = decodeURIComponent(new URL(visitor.page.url()).pathname);
  const looked = Object.values(hero.receipt).map(String);
  assert.ok(
    looked.some((value) => shown.endsWith(value)),
    `${shown}: ${JSON.stringify(hero.receipt)}`,
  );
  await settled(visitor.page);
  assert.deepEqual(visitor.takeFaults(), []);
});

it('names of sub-accounts and texts of outcomes that would run are shown as they are written', async () => {
  for (const [path, texts] of [
    [`/trader/${who.winner}?tab=related`, [hostile.subAccount]],
    ['/outcomes', [hostile.outcome]],
    [`/outcome/${hostile.outcomeId}`, [hostile.outcome, hostile.description]],
  ] as const) {
    await visitor.open(path);
    await visitor.walk();
    for (const text of texts) await visitor.page.getByText(text, { exact: true }).first().waitFor();
    assert.deepEqual(visitor.takeFaults(), []);
  }
  assert.equal(await visitor.page.evaluate('window.attacked'), undefined);
});

/** Keeps what charts write: they draw on canvases. */
const keepTexts = `{
  globalThis.chartTexts = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    chartTexts.push(text);
    return write.call(this, text, ...rest);
  };
}`;

it('a settled outcome has its question and its chart, which ends with the payout', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await page.addInitScript(keepTexts);
  await reader.open(`/outcome/${settledId}`);
  await reader.walk();
  await page.getByRole('heading', { name: 'Rates in May: Decrease', exact: true }).waitFor();
  const chart = page.getByRole('img', { name: 'Chance of the first side over time' });
  await chart.locator('canvas').first().scrollIntoViewIfNeeded();
  await page.waitForFunction(`chartTexts.includes(${JSON.stringify(share(0.25, 1))})`);
  await page
    .getByText(`paid ${share(0.25, 1)}`)
    .first()
    .waitFor();
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

for (const [timezone, zone] of [
  ['America/New_York', 'UTC−4'],
  ['Asia/Tokyo', 'UTC+9'],
] as const) {
  it(`in ${timezone} a UTC day is drawn under its own date, and other times say their zone`, async () => {
    const reader = await browser.visit(site.url, { timezone });
    const { page } = reader;
    await page.addInitScript(keepTexts);
    const days = await site.ask<{ date: string }[]>(`/pulse/trader/${who.winner}/daily`);
    const labelsOf = async (chart: string): Promise<string[]> => {
      const place = page.getByRole('img', { name: chart }).locator('canvas').first();
      await place.scrollIntoViewIfNeeded();
      await page.evaluate('void (chartTexts.length = 0)');
      for (const part of [0.02, 0.5, 0.93]) {
        const { width, height } = (await place.boundingBox())!;
        await place.hover({ position: { x: width * part, y: height / 2 }, force: true });
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
      }
      const texts = (await page.evaluate('chartTexts')) as string[];
      return [...new Set(texts.filter((text) => /^\d{4}-\d\d-\d\d /.test(text)))].sort();
    };
    await reader.open(`/trader/${who.winner}?tab=skill`);
    await reader.walk();
    const labels = await labelsOf('Realized PnL summed by UTC days');
    assert.equal(labels.length, 3);
    assert.equal(labels[0], `${days[0]!.date} UTC`);
    assert.ok(
      labels.every((label) => days.some(({ date }) => label === `${date} UTC`)),
      labels.join(),
    );
    assert.ok((await page.locator('footer').textContent())?.includes(`Times in ${timezone}`));
    await reader.open('/coin/BTC?interval=1h');
    await reader.walk();
    const hours = await labelsOf('Price and volume, BTC');
    assert.ok(hours.length > 1 && hours.every((label) => label.endsWith(` ${zone}`)), hours.join());
    assert.deepEqual(reader.takeFaults(), []);
    await reader.close();
  });
}

it('a server that is away is said once, over grey figures; the page that was asked for comes by itself once it is back', async () => {
  const reader = await browser.visit(site.url, { expected: /INTERNET_DISCONNECTED/ });
  const { page } = reader;
  await reader.open('/market');
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Liquidations' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'has not been reached since' });
  await banner.waitFor();
  await page.getByRole('heading', { name: 'This page could not be shown.' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/liquidations');
  assert.equal(await page.locator('.freshness').textContent(), 'offline');
  assert.equal(await page.locator('.failure').count(), 0, 'no panel has a box of its own');
  // Shown panels stay, greyed out.
  await page.goBack();
  await page.getByRole('heading', { name: 'Market', exact: true }).waitFor();
  assert.equal(await page.locator('html.away .panel').first().isVisible(), true);
  assert.equal(await page.locator('.failure').count(), 0);
  await page.goForward();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Liquidations', exact: true }).waitFor();
  await banner.waitFor({ state: 'detached' });
  await settled(page);
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('an unknown coin or wallet is one empty state, with links to what is nearest', async () => {
  const reader = await browser.visit(site.url, { expected: /\b404\b/ });
  const { page } = reader;
  await reader.open('/coin/BT');
  await page.getByRole('list', { name: 'Nearest' }).getByRole('link', { name: 'BTC', exact: true }).click();
  await page.locator('[aria-label=Market] .figure').first().waitFor();
  await reader.open('/coin/NOPE');
  assert.match((await page.locator('main').textContent()) ?? '', /There is no .*"NOPE"/);
  assert.equal(await page.locator('main .panel').count(), 1);
  await reader.open(`/trader/${walletOf(999)}`);
  assert.match((await page.locator('main').textContent()) ?? '', /No trades of this wallet are stored/);
  assert.equal(await page.locator('main .failure').count(), 0);
  await reader.close();
});

it('a wrong password is said to be wrong, and not that a key is needed', async () => {
  const reader = await browser.visit(site.url, { expected: /\b401\b/ });
  await reader.open('/login');
  await reader.page.fill('[name=email]', 'a@example.org');
  await reader.page.fill('[name=password]', 'wrong password');
  await reader.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const said = (await reader.page.getByRole('alert').textContent()) ?? '';
  assert.match(said, /password/i);
  assert.doesNotMatch(said, /key/i);
  await reader.close();
});

it('a browser at an address without a page is led on', async () => {
  const reader = await browser.visit(site.url, { expected: /status 404: .*\/nope|console: .*404 .*\/nope/ });
  await reader.open('/nope');
  assert.equal(await reader.page.locator('main h1').textContent(), 'Page not found.');
  await reader.page.getByRole('main').getByRole('link', { name: 'Traders' }).click();
  await reader.page.getByRole('heading', { name: 'Traders', exact: true }).waitFor();
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('pages of an archive say when the data end, with a way to their last day; or as of when all of them are', async () => {
  const reader = await browser.visit(site.url);
  const endMs = Date.parse('2026-05-19T23:59:00Z');
  let more: object = { newestFillMs: endMs, live: null };
  await reader.page.route('**/portal/api/status', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...more } });
  });
  await reader.open('/market');
  const banner = reader.page.locator('.banner', { has: reader.page.locator('time') });
  assert.match((await banner.textContent()) ?? '', /No new data is coming in\. The record ends at 2026-05-/);
  await banner.getByRole('link').click();
  await reader.page.getByRole('heading', { name: 'Edition of 2026-05-19' }).waitFor();
  more = { ...more, asOf: '2026-05-19T23:59:00.000Z' };
  await reader.open('/traders');
  assert.match((await banner.textContent()) ?? '', /^As of 2026-05-/);
  more = { newestFillMs: Date.now(), live: null };
  await reader.open('/market');
  assert.equal(await banner.count(), 0);
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.page.unrouteAll({ behavior: 'wait' });
  await reader.close();
});

pageDeeds(() => ({ site, visitor }));

it('a part of a page shows an answer that another asked for, whenever it comes', async () => {
  const asking = await browser.visit(site.url);
  await asking.page.addInitScript(answerBetween);
  await asking.open('/');
  const movers = asking.page.locator('.panel[aria-label=Movers]');
  await movers.locator('.skeleton').waitFor({ state: 'detached' });
  await movers.getByRole('button', { name: 'Open interest' }).click();
  assert.match((await movers.textContent()) ?? '', /BTC|ETH/);
  assert.deepEqual(asking.takeFaults(), []);
  await asking.close();
});

it('a page that is open shows a new fill by itself', async () => {
  await visitor.open(`/trader/${who.steady}?tab=trades`);
  const fills = figureOf('Trades');
  const before = Number(await fills.textContent());
  await site.engine.add([
    { wallet: who.steady, coin: 'ETH', time: nowMs - 1_000, tid: 900_002, oid: 900_002 },
  ]);
  await fills.getByText(String(before + 1), { exact: true }).waitFor();
  assert.deepEqual(visitor.takeFaults(), []);
});
