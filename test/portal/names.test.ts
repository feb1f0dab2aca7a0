/** Names of markets, wallets, builders and cohorts: the same on every page, with what sets them apart, and copied by a click or a key. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openBrowser, type PortalBrowser, settled } from './browser.ts';
import { portalModule } from './portal-module.ts';
import { openSite, type Site } from './site.ts';
import { who } from './site-world.ts';

type CoinNames = typeof import('../../portal/src/names/coin-name.ts');
type Letters = typeof import('../../portal/src/names/letter.ts');

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

it('a market is called as people call it, its dex or side beside it', async () => {
  const { coinName, coinText } = await portalModule<CoinNames>('names/coin-name.ts');
  const sides = [
    { index: 0, name: 'Over' },
    { index: 1, name: '' },
  ];
  const outcome = { outcomeId: 529, name: 'Recurring', displayName: 'BTC above 64,000', sides };
  const textOf = (coin: string, known = {}) => coinText(coinName(coin, known));
  assert.equal(textOf('BTC'), 'BTC');
  assert.equal(textOf('xyz:GOLD'), 'GOLD (xyz)');
  assert.equal(coinName('xyz:GOLD').badgeTitle, 'Perp on the dex xyz');
  assert.equal(textOf('@151', { pair: 'UETH/USDC' }), 'UETH/USDC');
  assert.equal(textOf('@151'), '@151');
  assert.equal(textOf('#5290', { outcome }), 'BTC above 64,000 (Over)');
  assert.equal(textOf('#5291', { outcome }), 'BTC above 64,000 (No)');
  assert.equal(textOf('#5290'), '#5290');
});

it('an icon follows from the name alone', async () => {
  const { hueOf, letterOf } = await portalModule<Letters>('names/letter.ts');
  assert.deepEqual(['kPEPE', '@151', '…', 'äpfel'].map(letterOf), ['K', '1', '·', 'Ä']);
  assert.equal(hueOf('BTC'), hueOf('BTC'));
  const hues = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB'].map(hueOf);
  assert.equal(new Set(hues).size, hues.length);
  assert.ok(hues.every((hue) => hue >= 0 && hue < 360));
});

it('a coin and an address are copied by mouse and by key, and that is announced', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  const copied = () => page.evaluate('navigator.clipboard.readText()');
  const announced = () => page.locator('[aria-live=polite]').filter({ hasText: 'Copied' }).waitFor();
  await reader.open('/market');
  const coin = page.locator('.name').filter({ has: page.getByRole('link', { name: 'BTC', exact: true }) });
  await coin.first().hover();
  await coin.first().getByRole('button', { name: 'Copy coin BTC' }).click();
  await announced();
  assert.equal(await copied(), 'BTC');
  await reader.open(`/trader/${who.winner}`);
  const address = page.locator('.page-head').getByRole('button', { name: 'Copy address' });
  await address.focus();
  await page.keyboard.press('Enter');
  await announced();
  assert.equal(await copied(), who.winner);
  assert.deepEqual([reader.takeFaults(), await reader.axe()], [[], []]);
  await reader.close();
});

it('a copy that the browser refuses is announced as such', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
  await reader.open(`/trader/${who.winner}`);
  await page.locator('.page-head').getByRole('button', { name: 'Copy address' }).click();
  await page.locator('[aria-live=polite]').filter({ hasText: 'Not copied' }).waitFor();
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('the label that a visitor gave a wallet stands for it in tables and in the search', async () => {
  const reader = await browser.visit(site.url);
  const { page } = reader;
  await reader.open(`/trader/${who.winner}`);
  await page.getByRole('button', { name: 'Label' }).click();
  await page.keyboard.type('Big fish');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Big fish' }).waitFor();
  await reader.open('/traders');
  const named = page
    .getByRole('group', { name: 'Traders', exact: true })
    .getByRole('link', { name: 'Big fish' });
  assert.equal(await named.getAttribute('title'), who.winner);
  await page.keyboard.press('/');
  await page.keyboard.type(who.winner);
  await page.getByRole('option', { name: 'Big fish' }).first().waitFor();
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});

it('on a phone names leave every page as wide as the screen', async () => {
  const reader = await browser.visit(site.url, { width: 'phone' });
  for (const path of [
    '/market',
    '/coin/BTC',
    '/liquidations',
    '/builders',
    '/cohorts',
    `/trader/${who.winner}`,
  ]) {
    await reader.open(path);
    await reader.walk();
    await settled(reader.page);
    assert.equal(await reader.overflow(), 0, path);
  }
  assert.deepEqual(reader.takeFaults(), []);
  await reader.close();
});
