/** The page of a trader: answered in one screen, its parts by their own addresses, and the reasons of unknown figures. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { percent, signedUsd, usd } from '../../portal/src/format/numbers.ts';
import { openBrowser, type PortalBrowser, settled, type Visitor } from './browser.ts';
import { figureIn, tableCells } from './page-deeds.ts';
import { openSite, type Site } from './site.ts';
import { who } from './site-world.ts';

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

const path = `/trader/${who.winner}`;
const watchShift = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { globalThis.shift += value; }))
    .observe({ type: 'layout-shift', buffered: true });
`;

async function openWatched(reader: Visitor): Promise<number> {
  await reader.page.addInitScript(watchShift);
  await reader.page.goto(path);
  await reader.page.locator('[aria-label="At a glance"] .verdict[aria-busy=false]').waitFor();
  await reader.page.locator('.panel[aria-label="Open positions"] table').waitFor();
  return reader.page.evaluate('shift');
}

async function boxOf(page: Page, selector: string) {
  const { y, height } = (await page.locator(selector).first().boundingBox())!;
  return { top: y, bottom: y + height };
}

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name, exact: true });

it('whether a wallet makes money, five figures, the chart and what it holds are one screen, and nothing jumps', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  const shift = await openWatched(reader);
  assert.ok(shift < 0.05, `shift ${shift}`);
  assert.equal(await page.evaluate('scrollY'), 0);
  for (const selector of [
    '.verdict p',
    '[aria-label="At a glance"] .figures',
    '[aria-label="Net PnL by day"]',
    '[aria-label="Open positions"] thead',
  ]) {
    const { bottom } = await boxOf(page, selector);
    assert.ok(bottom <= 900, `${selector} ends at ${bottom}`);
  }
  const figures = page.locator('[aria-label="At a glance"] .figure');
  assert.deepEqual(await figures.locator('dt').allTextContents(), [
    'Account value',
    'Net PnL',
    'Return',
    'Max drawdown',
    'Sample',
  ]);
  const tops = await figures.evaluateAll((all) =>
    all.map((one) => (one as unknown as { offsetTop: number }).offsetTop),
  );
  assert.equal(new Set(tops).size, 1, 'one line');
  type Skill = { netPerDay: { value: number | null; days: number } };
  const { netPerDay } = await site.ask<Skill>(`/pulse${path}/skill`);
  const { total } = await site.ask<{ total: { netPnl: number | null } }>(`/pulse${path}/pnl`);
  const said = (await page.locator('.verdict p').textContent())!;
  assert.match(said, /^(It made|It lost|It neither|Whether it makes money is not known: \w)/);
  for (const { value } of [netPerDay, { value: total.netPnl }]) {
    if (value !== null) assert.ok(said.includes(signedUsd(value)), said);
  }
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.close();
});

it('on a phone the chart begins within the first screen, and nothing jumps', async () => {
  const reader = await browser.visit(site.url, { width: 'phone' });
  const shift = await openWatched(reader);
  assert.ok(shift < 0.05, `shift ${shift}`);
  const { top } = await boxOf(reader.page, '[aria-label="Net PnL by day"] .chart');
  assert.ok(top < 844, `chart at ${top}`);
  const header = await boxOf(reader.page, '.top-bar');
  assert.ok(header.bottom <= 36, `header ends at ${header.bottom}: with the banner of 20 px it may take 56`);
  const search = reader.page.getByRole('combobox', { name: /^Search/ });
  assert.equal(await search.isVisible(), false);
  await reader.page.getByRole('button', { name: 'Menu' }).click();
  await search.waitFor();
  await reader.page.getByRole('button', { name: 'Menu' }).click();
  assert.equal(await reader.overflow(), 0);
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.close();
});

it('each part has its own address, which a reload and going back keep, and asks for what it shows alone', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  const asked = new Set<string>();
  page.on('request', (request) => {
    const found = /\/api\/public\/v1\/(.*?)(?:\?|$)/.exec(request.url())?.[1];
    if (found?.includes(who.winner)) asked.add(found.replace(/\/?0x[0-9a-f]{40}/, ''));
  });
  const asks = async () => {
    await settled(page);
    await reader.walk();
    const found = [...asked].sort();
    asked.clear();
    return found;
  };
  await reader.open(path);
  assert.deepEqual(await asks(), [
    'market/positions',
    'pulse/trader',
    'pulse/trader/pnl',
    'pulse/trader/skill',
  ]);
  await part(page, 'Positions').click();
  await page.waitForURL(`**${path}?tab=positions`);
  await page.getByRole('region', { name: 'Positions', exact: true }).waitFor();
  assert.ok(!(await asks()).some((one) => /trades|skill|daily|entities|builders/.test(one)));
  await part(page, 'Trades').click();
  await page.getByRole('region', { name: 'Trades', exact: true }).waitFor();
  assert.ok(!(await asks()).some((one) => /skill|pnl|daily|entities|builders|positions/.test(one)));
  await page.reload();
  await page.getByRole('region', { name: 'Trades', exact: true }).waitFor();
  assert.equal(await part(page, 'Trades').getAttribute('aria-current'), 'page');
  await page.goBack();
  await page.getByRole('region', { name: 'Positions', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('region', { name: 'At a glance' }).waitFor();
  assert.equal(await part(page, 'Overview').getAttribute('aria-current'), 'page');
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('figures are the API’s, each once; one that is not known is a marked dash with its reason on hover and focus', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  interface Judged {
    netPnl?: number;
    positionWinRate?: number;
    accountValue?: { totalUsd: number | null };
  }
  type Figure = { value: number | null };
  const trader = await site.ask<Judged>(`/pulse${path}`);
  const skill = await site.ask<Record<'return' | 'profitFactor', Figure>>(`/pulse${path}/skill`);
  await reader.open(path);
  const worth = trader.accountValue?.totalUsd;
  for (const [name, value, shown] of [
    ['Net PnL', trader.netPnl, signedUsd(trader.netPnl)],
    ['Account value', worth, usd(worth)],
    ['Return', skill.return.value, percent(skill.return.value)],
  ] as const) {
    const text = (await figureIn(page, name).textContent())!;
    if (typeof value === 'number') assert.equal(text, shown, name);
    else assert.match(text, /^–\?not known: \w/, name);
  }
  const marks = page.locator('[aria-label="At a glance"] .unknown');
  assert.ok((await marks.count()) > 0, 'a world with an unknown figure');
  const reason = (await marks.first().locator('.sr').textContent())!.replace('not known: ', '');
  const tip = page.getByRole('tooltip');
  await marks.first().hover();
  await tip.getByText(reason, { exact: true }).waitFor();
  await page.mouse.move(0, 0);
  await tip.waitFor({ state: 'hidden' });
  await marks.first().focus();
  await tip.getByText(reason, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'hidden' });
  assert.match((await page.locator('.verdict').textContent())!, /Figures marked \? become known once \w/);
  const heights = await page
    .locator('.figure')
    .evaluateAll((all) => all.map((one) => (one as unknown as { offsetHeight: number }).offsetHeight));
  assert.ok(Math.max(...heights) < 60, `two lines a figure: ${heights}`);
  const open = page.getByRole('group', { name: 'Open positions', exact: true });
  for (const name of ['ROE', 'Funding received']) await open.getByRole('columnheader', { name }).waitFor();
  await reader.open(`${path}?tab=skill`);
  assert.equal(await figureIn(page, 'Win rate, positions').textContent(), percent(trader.positionWinRate));
  const factor = (await tableCells(page, 'Skill, after costs')).find(([name]) => name === 'Profit factor')!;
  assert.ok(factor[1]!.startsWith(skill.profitFactor.value?.toFixed(2) ?? '–?not known: '), factor[1]);
  await reader.open(`${path}?tab=costs`);
  assert.equal(await figureIn(page, 'Realized PnL, before costs').count(), 1);
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.close();
});
