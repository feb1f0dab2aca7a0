import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { usd } from '../../portal/src/format/numbers.ts';
import { until } from '../until.ts';
import { settled, type Visitor } from './browser.ts';
import type { Site } from './site.ts';

/** A trader in the API's form. */
export interface Trader {
  address: string;
  totalPnl: number;
  totalVolume: number;
  winRate: number;
  totalTrades: number;
  netPnl?: number;
}

/** Cells of a table's rows, by the table's name for who cannot see it. */
export function tableCells(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole('group', { name, exact: true }).locator('tbody tr');
  return rows.evaluateAll((found) =>
    found.map((row) =>
      [...(row as unknown as { cells: { textContent: string }[] }).cells].map(({ textContent }) =>
        textContent.trim(),
      ),
    ),
  );
}

/** Where a page shows a figure, by the figure's name. */
export function figureIn(page: Page, name: string) {
  const named = page.getByText(name, { exact: true });
  return page.locator('.figure').filter({ has: named }).locator('dd');
}

/** What people do on pages, whichever page it is. */
export function pageDeeds(world: () => { site: Site; visitor: Visitor }): void {
  describe('on any page', () => {
    it('a head of the leaderboard asks the API for that order, pages go on to the last trader, and the CSV has all of them', async () => {
      const { site, visitor } = world();
      const { page } = visitor;
      const { traders, matching } = await site.ask<{ traders: Trader[]; matching: number }>(
        '/pulse/leaderboard?sort=volume&limit=500',
      );
      assert.ok(matching === traders.length && matching > 25, 'a world of more than one page');
      await visitor.open('/traders');
      await page.getByRole('columnheader', { name: 'Volume' }).getByRole('button').click();
      await page.waitForURL('**/traders?order=volume');
      await settled(page);
      const shown = async () =>
        (await tableCells(page, 'Traders')).map(([rank, , , , volume]) => [rank, volume]);
      const reported = traders.map(({ totalVolume }, at) => [String(at + 1), usd(totalVolume)]);
      await until('the order of the API', async () =>
        isDeepStrictEqual(await shown(), reported.slice(0, 25)),
      );
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      const day = new Date().toISOString().slice(0, 10);
      assert.equal(saved.suggestedFilename(), `tidemark-traders-leaderboard-allTime-${day}.csv`);
      const [head, ...lines] = readFileSync(await saved.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      assert.match(head!, /^rank,address,pnl,volume,/);
      assert.deepEqual(
        lines.map((line) => line.split(',').slice(0, 4)),
        traders.map((row, at) => [
          String(at + 1),
          row.address,
          String(row.totalPnl),
          String(row.totalVolume),
        ]),
      );
      await page.getByRole('button', { name: 'Next page' }).click();
      await until('the second page', async () => isDeepStrictEqual(await shown(), reported.slice(25, 50)));
      // Opens the link as another visitor.
      await visitor.open(page.url());
      assert.deepEqual(await shown(), reported.slice(25, 50));
      assert.deepEqual(visitor.takeFaults(), []);
    });

    it('a table that is sorted has its order in the address, and its CSV has its rows in that order', async () => {
      const { visitor } = world();
      const { page } = visitor;
      await visitor.open('/traders?list=coin-alpha-map');
      const unsorted = await tableCells(page, 'PnL by coin');
      await page.getByRole('columnheader', { name: 'Coin' }).getByRole('button').click();
      const sorted = await tableCells(page, 'PnL by coin');
      assert.notDeepEqual(sorted, unsorted);
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      const [, ...lines] = readFileSync(await saved.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      assert.deepEqual(
        lines.map((line) => line.split(',')[0]),
        sorted.map(([coin]) => coin),
      );
      await visitor.open(page.url());
      assert.deepEqual(await tableCells(page, 'PnL by coin'), sorted);
      assert.deepEqual(visitor.takeFaults(), []);
    });

    it('a search needs no mouse', async () => {
      const { visitor } = world();
      const { page } = visitor;
      await visitor.open('/status');
      await page.keyboard.press('/');
      await page.keyboard.type('money');
      await page.getByRole('option', { name: 'Smart money' }).waitFor();
      const options = await page.getByRole('option').allTextContents();
      const steps = options.findIndex((text) => text.startsWith('Smart money'));
      for (let i = 0; i < steps; i++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/cohorts?type=pnl&tier=smart_money');
      await settled(page);
      assert.equal(await page.locator('h1').textContent(), 'Cohorts');
      assert.deepEqual(visitor.takeFaults(), []);
    });

    it('a call that fails is shown with its request id, and shown again once it succeeds', async () => {
      const { site, visitor } = world();
      const { page } = visitor;
      site.areBoardsBroken = true;
      const [answer] = await Promise.all([
        page.waitForResponse((response) => /\/api\/.*period=month/.test(response.url())),
        page.goto('/traders?period=month'),
      ]);
      assert.equal(answer.status(), 500);
      const note = page.getByRole('alert').filter({ hasText: answer.headers()['x-request-id']! });
      await note.waitFor();
      site.areBoardsBroken = false;
      await note.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('group', { name: 'Traders', exact: true }).waitFor();
      assert.equal(await note.count(), 0);
      assert.ok(visitor.takeFaults().every((fault) => /\b500\b/.test(fault)));
    });
  });
}

/**
 * Delivers the answer of the markets to the overview's parts at the worst moment: between their drawing and their first read of known
 * answers. It is requested only once, so that no later answer makes up for it.
 */
export const answerBetween = `{
  const held = [];
  let isOpen = false;
  const Observer = IntersectionObserver;
  globalThis.IntersectionObserver = class extends Observer {
    constructor(changed, options) {
      super((...args) => (isOpen ? changed(...args) : held.push(() => changed(...args))), options);
    }
  };
  const ask = fetch;
  globalThis.fetch = async (url, ...rest) => {
    if (!String(url).endsWith('/market-overview')) return ask(url, ...rest);
    if (isOpen) return new Promise(() => undefined);
    const answer = await ask(url, ...rest);
    const text = await answer.text();
    isOpen = true;
    for (const release of held) release();
    return new Response(text, answer);
  };
}`;
