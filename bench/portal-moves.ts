import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { monotonicMs } from '../src/kernel/clock.ts';
import { connectOperations } from '../src/operate/own-or-connect.ts';
import { winningEvent } from './generate-fills.ts';
import type { Results } from './results.ts';
import { fetchBytes, type Service } from './service.ts';

const leaderPath = '/api/public/v1/pulse/leaderboard?limit=1';

export interface MovesTask {
  service: Service;
  dataDir: string;
  workDir: string;
  browser: Browser;
  /** Fills to store, one after the other. */
  fills: number;
}

/**
 * Delay of a fill on an open page: from the end of its import, which mostly consists of starting its thread, until the trader's number of
 * fills has changed. The delay from an exchange frame to the store is measured by the part `lag`.
 */
export async function measureMoves(results: Results, task: MovesTask): Promise<readonly number[]> {
  const { service, dataDir, workDir, browser, fills } = task;
  const operations = (await connectOperations(dataDir))!;
  const { body } = await fetchBytes(service.url + leaderPath, { 'x-api-key': service.key });
  const { traders } = JSON.parse(body.toString()) as { traders: { address: string; lastTradeAt: string }[] };
  const { address, lastTradeAt } = traders[0]!;
  const page = await browser.newPage();
  const took: number[] = [];
  try {
    await page.goto(`${service.url}/trader/${address}?tab=trades`);
    const shown = page.locator('.figure').filter({ has: page.getByText('Trades', { exact: true }) });
    const number = shown.locator('dd');
    for (let i = 1; i <= fills; i++) {
      await number.waitFor();
      const before = Number((await number.textContent())!.replaceAll(',', ''));
      const path = join(workDir, `moves-${i}.jsonl`);
      const timeMs = Date.parse(lastTradeAt) + i * 1_000;
      writeFileSync(path, `${winningEvent({ wallet: address, winUsd: 1, timeMs, id: i })}\n`);
      await operations.importPaths(
        { paths: [path] },
        { onProgress: () => undefined, signal: new AbortController().signal },
      );
      const storedMs = monotonicMs();
      await number.getByText((before + 1).toLocaleString('en-US'), { exact: true }).waitFor();
      took.push(monotonicMs() - storedMs);
    }
  } finally {
    await page.close();
  }
  results.hold('portal', 'a new fill shows on an open page, slowest', 'ms', Math.max(...took), '≤', 5_000);
  return took;
}
