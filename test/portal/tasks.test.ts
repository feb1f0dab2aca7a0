/** Common tasks of visitors, each in at most four clicks from the overview. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { signedUsd, usd } from '../../portal/src/format/numbers.ts';
import { openBrowser, type PortalBrowser, settled } from './browser.ts';
import { figureIn } from './page-deeds.ts';
import { openSite, type Site } from './site.ts';
import { builder, outcomeId, who } from './site-world.ts';

const mostClicks = 4;
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

interface Walk {
  page: Page;
  /** Clicks and counts; tests must not click in any other way. Resolves when the resulting loads have finished. */
  click(place: Locator): Promise<void>;
  /** Clicks a link in the bar at the head of each page. */
  open(name: string): Promise<void>;
  panel(name: string | RegExp): Locator;
}

/** A task of a first-time visitor. */
function task(name: string, walk: (walk: Walk) => Promise<void>): void {
  it(`${name} in at most ${mostClicks} clicks`, async () => {
    const visitor = await browser.visit(site.url);
    const { page } = visitor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    let clicks = 0;
    const click = async (place: Locator) => {
      clicks += 1;
      await place.click();
      await settled(page);
    };
    await visitor.open('/');
    await walk({
      page,
      click,
      open: (to) =>
        click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: to, exact: true })),
      panel: (of) => page.getByRole('region', { name: of, exact: typeof of === 'string' }),
    });
    assert.ok(clicks <= mostClicks, `${clicks} clicks`);
    assert.deepEqual(visitor.takeFaults(), []);
    await visitor.close();
  });
}

task('a wallet is found by the PnL on a picture', async ({ page, open, click, panel }) => {
  const { totalPnl } = await site.ask<{ totalPnl: number }>(`/pulse/trader/${who.winner}`);
  await open('Traders');
  const input = page.getByRole('textbox', { name: 'Find the trader with a PnL' });
  await input.fill(usd(totalPnl));
  await input.press('Enter');
  const found = panel('Leaderboard').locator('tr.chosen');
  await found.getByText(signedUsd(totalPnl)).first().waitFor();
  await click(found.getByRole('link', { name: /^0x/ }));
  await page.waitForURL(`**/trader/${who.winner}`);
});

task('what is liquidated down to a price is seen', async ({ page, click, panel }) => {
  await click(panel('Totals').getByRole('link', { name: /^BTC / }));
  const chart = panel('Liquidations by price').getByRole('img');
  await chart.scrollIntoViewIfNeeded();
  const { width } = (await chart.boundingBox())!;
  await chart.hover({ position: { x: width * 0.15, y: 40 } });
  await panel('Liquidations by price')
    .getByText(/until there$/)
    .waitFor();
  await page.getByRole('heading', { name: 'BTC', exact: true }).waitFor();
});

task('a wallet is followed', async ({ page, click, panel }) => {
  await click(panel('What you follow').or(panel('Top PnL today')).last().getByRole('link', { name: 'More' }));
  await click(page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'All time' }));
  await click(panel('Leaderboard').getByRole('button', { name: `Follow ${who.winner}` }));
  await click(page.getByRole('link', { name: 'Tidemark', exact: true }));
  await panel('What you follow').getByTitle(who.winner).waitFor();
});

task('a wallet is named', async ({ page, open, click, panel }) => {
  await open('Traders');
  await click(panel('Leaderboard').getByTitle(who.winner));
  await click(page.getByRole('button', { name: 'Label' }));
  await page.keyboard.type('The winner');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'The winner', exact: true }).waitFor();
});

task('two traders are compared', async ({ page, open, click, panel }) => {
  await open('Traders');
  for (const one of [who.winner, who.steady])
    await click(panel('Leaderboard').getByRole('button', { name: `Compare ${one}` }));
  const compared = page.getByRole('region', { name: 'Comparison' });
  await compared.getByText('Win rate, positions').waitFor();
  assert.equal(await compared.getByRole('columnheader').count(), 3);
});

task('two traders are compared from their own pages', async ({ page, click }) => {
  for (const one of [who.winner, who.loser]) {
    await page.getByRole('combobox', { name: /^Search/ }).fill(one);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/trader/${one}`);
    await click(page.getByRole('button', { name: '+ Compare' }));
  }
  await click(page.getByRole('link', { name: 'Compare 2' }));
  await page.getByRole('region', { name: 'Comparison' }).getByText('Win rate, positions').waitFor();
});

task('the trades of a wallet are saved as a file', async ({ page, open, click, panel }) => {
  await open('Traders');
  await click(panel('Leaderboard').getByTitle(who.winner));
  await click(
    page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name: 'Trades' }),
  );
  const fills = panel('Trades');
  await fills.scrollIntoViewIfNeeded();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    click(fills.getByRole('button', { name: 'CSV' })),
  ]);
  const [head, ...rows] = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.match(head!, /^time,coin,direction,price,size/);
  assert.ok(rows.length > 10);
});

task('who is long a coin is seen', async ({ click, panel }) => {
  await click(panel('Totals').getByRole('link', { name: /^BTC / }));
  const positions = panel('Largest positions');
  await positions.scrollIntoViewIfNeeded();
  const long = positions
    .getByRole('row')
    .filter({ has: positions.page().getByText('long', { exact: true }) });
  await long.getByTitle(who.winner).waitFor();
});

task('what a cohort holds is seen', async ({ page, open, click }) => {
  await open('Cohorts');
  const [first] = await site
    .ask<{ pnlTier: string; longCount: number; shortCount: number }[]>('/live/cohort-bias/BTC')
    .then((rows) => rows.filter(({ longCount }) => longCount > 0));
  await click(page.locator(`.table-scroll a[href$="tier=${first!.pnlTier}"]`).first());
  const held = page.getByRole('region', { name: /: open positions$/ });
  await held.scrollIntoViewIfNeeded();
  await held.getByTitle(who.winner).waitFor();
});

task('yesterday’s edition is read', async ({ page, click }) => {
  await click(page.getByRole('link', { name: 'Yesterday’s edition' }));
  await page.getByRole('heading', { name: 'Edition of 2026-05-19' }).waitFor();
});

task('the revenue of a builder is seen', async ({ page, open, click, panel }) => {
  const { builders } = await site.ask<{ builders: { builder: string; revenueUsd: number }[] }>(
    '/builders/leaderboard',
  );
  await open('Builders');
  await click(panel('Revenue').getByTitle(builder).first());
  await page.waitForURL(`**/builder/${builder}`);
  await figureIn(page, 'Revenue').first().waitFor();
  assert.ok(builders[0]!.revenueUsd > 0);
  assert.match((await figureIn(page, 'Revenue').first().textContent())!, /^\$\d/);
});

task('the odds of an outcome are seen', async ({ page, open, click }) => {
  await open('Outcomes');
  await click(page.locator(`a[href="/outcome/${outcomeId}"]`).first());
  await figureIn(page, 'Yes').first().waitFor();
  assert.match((await figureIn(page, 'Yes').first().textContent())!, /%$/);
});

task('the call behind what is seen is copied', async ({ page, click, panel }) => {
  await click(panel('Movers').getByRole('button', { name: 'API' }));
  const dialog = page.getByRole('dialog', { name: 'The call behind this' });
  await click(dialog.getByRole('button', { name: 'Copy code' }));
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
  assert.match(copied, /^curl -H "X-API-Key: \$TIDEMARK_KEY"/);
  assert.match(copied, /\/pulse\/market-overview'$/);
});
