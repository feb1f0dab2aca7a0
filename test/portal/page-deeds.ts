import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { settled, type Visitor } from './browser.ts';
import type { Site } from './site.ts';

interface Trader {
  address: string;
  totalPnl: number;
  totalVolume: number;
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

/** What people do on pages, whichever page it is. */
export function pageDeeds(world: () => { site: Site; visitor: Visitor }): void {
  describe('on any page', () => {
    it('a table that is sorted has its order in the address, and its CSV has the rows of the API in that order', async () => {
      const { site, visitor } = world();
      const { page } = visitor;
      const { traders } = await site.ask<{ traders: Trader[] }>('/pulse/leaderboard?sort=pnl&limit=500');
      traders.sort((a, b) => b.totalVolume - a.totalVolume);
      await visitor.open('/traders');
      const unsorted = await tableCells(page, 'Traders');
      await page.getByRole('columnheader', { name: 'Volume' }).getByRole('button').click();
      const sorted = await tableCells(page, 'Traders');
      assert.notDeepEqual(sorted, unsorted);
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV' }).click(),
      ]);
      assert.equal(saved.suggestedFilename(), 'tidemark-leaderboard.csv');
      const [head, ...lines] = readFileSync(await saved.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      assert.match(head!, /^rank,address,pnl,volume,/);
      assert.deepEqual(
        lines.map((line) => line.split(',').slice(1, 4)),
        traders.map((row) => [row.address, String(row.totalPnl), String(row.totalVolume)]),
      );
      // The link as somebody else opens it.
      await visitor.open(page.url());
      assert.deepEqual(await tableCells(page, 'Traders'), sorted);
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
      await page.waitForURL('**/cohorts?tier=smart_money');
      await settled(page);
      assert.equal(await page.locator('h1').textContent(), 'Cohorts');
      assert.deepEqual(visitor.takeFaults(), []);
    });

    it('a call that fails is told with its request id, and shown again once it succeeds', async () => {
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
