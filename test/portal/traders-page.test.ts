/** The ranking of traders: choices persist, and it is readable on a phone. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signedUsd } from '../../portal/src/format/numbers.ts';
import { openBrowser, type PortalBrowser, settled } from './browser.ts';
import { openSite, type Site } from './site.ts';

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

it('columns are chosen, stand in the address and are there on the next visit; a selection is saved as a list', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open('/traders?order=volume&fills=10');
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  assert.equal(await head('Account value').count(), 0);
  await page.getByText('Columns', { exact: true }).click();
  const chips = page.getByRole('group', { name: 'Columns' });
  await chips.getByRole('button', { name: 'Account value' }).click();
  await head('Account value').waitFor();
  await chips.getByRole('button', { name: 'Fees' }).click();
  await head('Fees').waitFor({ state: 'detached' });
  await page.waitForURL(/traders\.columns=/);
  await page.getByRole('button', { name: 'Save as list' }).click();
  await page.keyboard.type('Big and busy');
  await page.keyboard.press('Enter');
  await reader.open('/traders');
  await head('Account value').waitFor();
  const list = page
    .getByRole('navigation', { name: 'Your lists' })
    .getByRole('link', { name: 'Big and busy' });
  await list.click();
  await page.waitForURL(/order=volume/);
  await settled(page);
  assert.equal(await list.getAttribute('aria-current'), 'page');
  assert.equal(
    await page.getByRole('button', { name: 'Volume' }).first().getAttribute('aria-pressed'),
    'true',
  );
  await page.getByRole('button', { name: 'Delete Big and busy' }).click();
  await list.waitFor({ state: 'detached' });
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.close();
});

it('a head sorts where the service has its order, which stands in the address', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open('/traders');
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const first = page.getByRole('group', { name: 'Traders', exact: true }).locator('tbody tr').first();
  for (const [name, order] of [
    ['Trades', 'trades'],
    ['Last trade', 'recent'],
    ['Volume', 'volume'],
  ] as const) {
    await head(name).getByRole('button').click();
    await page.waitForURL(new RegExp(`[?&]order=${order}(&|$)`));
    await settled(page);
    assert.equal(await head(name).getAttribute('aria-sort'), 'descending');
    const { traders } = await site.ask<{ traders: { address: string }[] }>(
      `/pulse/leaderboard?sort=${order}&limit=1`,
    );
    assert.equal(await first.locator('a').first().getAttribute('href'), `/trader/${traders[0]!.address}`);
  }
  await head('PnL').getByRole('button').click();
  await page.waitForURL((url) => !url.search.includes('order='));
  await head('PnL').getByRole('button').click();
  await page.waitForURL(/order=losers/);
  assert.equal(await head('PnL').getAttribute('aria-sort'), 'ascending');
  assert.equal(await head('Net PnL').getByRole('button').count(), 0);
  // The definition of a head goes with the pointer and the focus.
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await settled(page);
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.close();
});

it('on a phone the first column stays while a table is scrolled, and choices are one line', async () => {
  const reader = await browser.visit(site.url, { width: 'phone' });
  const { page } = reader;
  await reader.open('/traders?traders.columns=pnl,volume,winRate,fills,net,fees,worth');
  const table = page.getByRole('group', { name: 'Traders', exact: true });
  const cell = table.locator('tbody tr').first().locator('td:not(.wide)').first();
  const before = (await cell.boundingBox())!.x;
  await table.evaluate((one) => {
    (one as unknown as { scrollLeft: number }).scrollLeft = 200;
  });
  assert.ok((await table.evaluate((one) => (one as unknown as { scrollLeft: number }).scrollLeft)) > 100);
  assert.equal((await cell.boundingBox())!.x, before);
  for (const place of [
    page.locator('.panel-actions').last(),
    page.getByRole('navigation', { name: 'Lists of traders' }),
  ]) {
    const { height, width } = (await place.boundingBox())!;
    assert.ok(height < 44 && width <= 390, `${height} px high, ${width} px wide`);
  }
  assert.deepEqual([reader.takeFaults(), await reader.axe(), await reader.overflow()], [[], [], 0]);
  await reader.close();
});

it('each row of the leaderboard, and of what is followed, has a curve of its PnL, which one call brings', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/pulse/traders/curves')) requests.push(request.url());
  });
  await reader.open('/traders');
  const rows = page.getByRole('group', { name: 'Traders' }).getByRole('row');
  await rows
    .getByRole('img', { name: /^Realized PnL of 30 days/ })
    .first()
    .waitFor();
  const { traders } = await site.ask<{ traders: { address: string }[] }>('/pulse/leaderboard?limit=25');
  const addresses = traders.map(({ address }) => address);
  const { curves } = await site.ask<{ curves: { address: string; values: number[] | null }[] }>(
    `/pulse/traders/curves?addresses=${addresses.join(',')}`,
  );
  for (const { address, values } of curves) {
    const curve = rows.filter({ has: page.getByTitle(address) }).getByRole('img', { name: /^Realized/ });
    const name = values && `Realized PnL of 30 days: ${signedUsd(values.at(-1))}`;
    assert.deepEqual([await curve.count(), await curve.first().getAttribute('aria-label')], [1, name]);
  }
  assert.equal(requests.length, 1);
  await page.evaluate(
    (wallets) => localStorage.setItem('followed', JSON.stringify({ wallets })),
    addresses.slice(0, 3),
  );
  await reader.open('/');
  const followed = page.getByRole('table', { name: 'Wallets you follow' });
  await followed
    .getByRole('img', { name: /^Realized PnL of 30 days/ })
    .nth(2)
    .waitFor();
  assert.equal(requests.length, 2);
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.close();
});
