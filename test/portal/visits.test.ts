/** Pages of coins and traders for a visitor who stays for a while, and returns. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { price, signedUsd } from '../../portal/src/format/numbers.ts';
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

it('a coin has its price in the tab, the newest candle in figures, averages, and its book in coins or USD', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open('/coin/BTC?interval=1h');
  await reader.walk();
  const { markPrice } = await site.ask<{ markPrice: string }>('/market/price/BTC');
  assert.ok((await page.title()).startsWith(`${price(markPrice)} BTC – `), await page.title());
  const [newest] = (
    await site.ask<{ close: number; high: number }[]>(
      '/pulse/market/candles/recent/BTC?interval=1h&limit=360',
    )
  ).slice(-1);
  const legend = await page.locator('.candle-legend dd').allTextContents();
  assert.deepEqual([legend[1], legend[3]], [price(newest!.high), price(newest!.close)]);
  await page.getByRole('group', { name: 'Lines' }).getByRole('button', { name: 'MA 20, 50' }).click();
  await page.waitForURL(/lines=volume%2Cliquidations%2Cma/);
  const total = page.locator('.book .up-level td').nth(2);
  const coins = await total.textContent();
  await page.getByRole('group', { name: 'Sizes in' }).getByRole('button', { name: 'USD' }).click();
  await page.waitForURL(/book=usd/);
  assert.notEqual(await total.textContent(), coins);
  assert.match((await total.textContent())!, /^\$/);
  await settled(page);
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('what a trader bought and sold stands on the candles of the coin it trades most, or another', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open(`/trader/${who.winner}?tab=trades&chartSince=30d`);
  await reader.walk();
  const tokens = await site.ask<{ coin: string; volume: number }[]>(`/pulse/trader/${who.winner}/tokens`);
  const [most] = tokens.toSorted((a, b) => b.volume - a.volume);
  const panel = page.getByRole('region', { name: 'Trades on the chart' });
  assert.equal(await panel.getByRole('combobox', { name: 'Coin' }).inputValue(), most!.coin);
  const fills = await site.ask<object[] | null>(
    `/pulse/trader/${who.winner}/trades?coin=${most!.coin}&since=30d&limit=500`,
  );
  const said = fills?.length ? `${fills.length} trades, summed per candle` : 'No price history of';
  await panel.getByText(said).waitFor();
  for (const { coin } of tokens.slice(0, 2)) {
    await panel.getByRole('combobox', { name: 'Coin' }).selectOption(coin);
    await settled(page);
  }
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('a chart whose trades are refused says why, and keeps its candles', async () => {
  const reader = await browser.visit(site.url, { expected: /403/ });
  const { page } = reader;
  const message = 'Your plan shows the last 7 days.';
  const refused = { status: 403, json: { error: message, code: 'TIER_TOO_LOW' } };
  await page.route('**/trades?*', (route) => route.fulfill(refused));
  await reader.open(`/trader/${who.winner}?tab=trades&chartSince=30d`);
  await reader.walk();
  const panel = page.getByRole('region', { name: 'Trades on the chart' });
  await panel.getByRole('alert').getByText(message).waitFor();
  assert.equal(await panel.getByText('Loading trades.').count(), 0);
  assert.ok((await panel.locator('canvas').count()) > 0);
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('a new fill is shown as it happens, and the panel says that it would be', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open(`/trader/${who.winner}?tab=trades`);
  const panel = page.getByRole('region', { name: 'Trades', exact: true });
  // Only visible panels are followed.
  await panel.scrollIntoViewIfNeeded();
  await panel.getByRole('img', { name: 'Comes as it happens' }).waitFor();
  const fill = { wallet: who.winner, coin: 'ETH', time: nowMs - 500, tid: 777_000_001, oid: 777_000_001 };
  await site.engine.add([fill]);
  // Without the stream, the next poll comes after 15 s.
  await panel.getByRole('button', { name: 'Copy trade ID' }).first().waitFor();
  await panel.getByText('777000001').waitFor({ timeout: 14_000 });
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('what a visitor follows, has named and has seen stands first on the overview, and survives a visit', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open('/');
  const panel = page.getByRole('region', { name: 'What you follow' });
  assert.equal(await panel.count(), 0, 'nothing for a first visit');
  await reader.open('/coin/BTC');
  await page.getByRole('button', { name: 'Follow' }).click();
  await reader.open(`/trader/${who.winner}`);
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.getByRole('button', { name: 'Label' }).click();
  await page.getByRole('textbox', { name: /name for this wallet/ }).fill('<b>Whale</b>');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: '<b>Whale</b>', exact: true }).waitFor();
  await reader.open('/');
  const { totalPnl } = await site.ask<{ totalPnl: number }>(`/pulse/trader/${who.winner}`);
  const row = panel.getByRole('row').filter({ hasText: '<b>Whale</b>' });
  await row.getByText(signedUsd(totalPnl)).first().waitFor();
  await panel.getByRole('table', { name: 'Coins you follow' }).getByRole('link', { name: 'BTC' }).waitFor();
  await page.goto(`${site.url}/trader/${who.winner}`);
  const star = page.getByRole('button', { name: 'Following' });
  assert.equal(await star.getAttribute('aria-pressed'), 'true');
  await star.click();
  await reader.open('/');
  assert.equal(await panel.getByRole('table', { name: 'Wallets you follow' }).count(), 0);
  await panel.getByText('Recently viewed:').waitFor();
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});
