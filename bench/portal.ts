import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { requirePortal } from '../scripts/portal.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { cpuSeconds, nodeCommand, startChild } from './child.ts';
import type { CrowdRun, CrowdTask } from './portal-crowd-run.ts';
import { lookAt, type PageLook } from './portal-look.ts';
import { measureMoves } from './portal-moves.ts';
import { percentile, type Results } from './results.ts';
import { fetchBytes, importedDir, type Service, startService } from './service.ts';

const paths = ['/', '/market', '/coin/BTC', '/traders', '/docs/reference'];
const visitors = 200;
/** Visitors come from addresses of their own, as behind a proxy, and are more than the usual bound of all of them takes. */
const behindProxy = {
  TIDEMARK_TRUSTED_PROXIES: '127.0.0.1',
  TIDEMARK_GUEST_REQUESTS_PER_MINUTE: '1000000',
};
const probePath = '/api/public/v1/pulse/leaderboard?limit=20';
const probeEveryMs = 20;

/** Time until pages are usable with an empty cache, delay of a new fill, and cost of 200 simultaneous visitors. */
export async function benchPortal(results: Results, workDir: string, quick: boolean): Promise<object> {
  // Stale pages would be measured as the current ones.
  await requirePortal();
  const [fills, looks, seconds] = quick ? [10_000, 1, 4] : [200_000, 7, 60];
  const dataDir = importedDir(workDir, 'portal', fills);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
  const service = await startService(dataDir, [], behindProxy);
  try {
    const pages = await measurePages(results, service, browser, looks);
    const moves = await measureMoves(results, { service, dataDir, workDir, browser, fills: looks });
    await browser.close();
    const crowd = await measureCrowd(results, service, seconds);
    return { looks, seconds, visitors, pages, moves, crowd };
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function measurePages(results: Results, { url }: Service, browser: Browser, looks: number) {
  const found: Record<string, PageLook[]> = Object.fromEntries(paths.map((path) => [path, []]));
  const cold = await lookAt(browser, url + paths[0]);
  results.measure('portal', '/: usable, the first look after a start', 'ms', [cold.usableMs]);
  // Alternates the pages, because the first loads after a start are slower and no page should get all of them.
  for (let i = 0; i < looks; i++) {
    for (const path of paths) found[path]!.push(await lookAt(browser, url + path));
  }
  for (const [path, all] of Object.entries(found)) reportPage(results, path, all);
  const first = found['/']!;
  const median = (pick: (look: PageLook) => number) => percentile(first.map(pick), 50);
  results.hold(
    'portal',
    'first page usable, empty cache',
    'ms',
    median(({ usableMs }) => usableMs),
    '≤',
    1_000,
  );
  results.hold(
    'portal',
    'script of the first page',
    'kB',
    median(({ scriptBytes }) => scriptBytes) / 1_000,
    '≤',
    250,
  );
  const shift = Math.max(...Object.values(found).flatMap((all) => all.map(({ layoutShift }) => layoutShift)));
  results.hold('portal', 'largest layout shift of any page', '', shift, '≤', 0.1);
  return found;
}

function reportPage(results: Results, path: string, all: readonly PageLook[]): void {
  const measure = (name: string, unit: string, pick: (look: PageLook) => number) =>
    results.measure('portal', `${path}: ${name}`, unit, all.map(pick));
  measure('largest contentful paint', 'ms', ({ largestPaintMs }) => largestPaintMs);
  measure('usable', 'ms', ({ usableMs }) => usableMs);
  measure('blocking time', 'ms', ({ blockingMs }) => blockingMs);
  measure('layout shift', '', ({ layoutShift }) => layoutShift);
  measure('script', 'kB', ({ scriptBytes }) => scriptBytes / 1_000);
}

/** The same probe without visitors and with them, and the processor time of the service in both. */
async function measureCrowd(results: Results, service: Service, seconds: number) {
  const alone = await probed(service, seconds);
  const task: CrowdTask = { url: service.url, visitors, seconds };
  const crowd = startChild(nodeCommand, [
    join(import.meta.dirname, 'portal-crowd-run.ts'),
    JSON.stringify(task),
  ]);
  await crowd.line(/^arrived$/);
  const beside = await probed(service, seconds);
  const [, reported] = await crowd.line(/^RESULT (.*)$/);
  const params = JSON.parse(reported!) as CrowdRun;
  results.measure('portal', `${visitors} visitors: requests`, '/s', [params.requests / seconds]);
  const unchanged = (params.unchanged / params.requests) * 100;
  results.measure('portal', `${visitors} visitors: unchanged answers`, '%', [unchanged]);
  const [before, with200] = [alone.cores, beside.cores];
  if (before !== undefined && with200 !== undefined)
    results.hold('portal', `${visitors} visitors cost`, 'cores', with200 - before, '≤', 0.5);
  results.hold('portal', 'p99 of the API beside them, of its own', '×', beside.p99Ms / alone.p99Ms, '≤', 2);
  return { alone, beside, asked: params };
}

async function probed({ url, key, child }: Service, seconds: number) {
  const times: number[] = [];
  const [startMs, startCpu] = [monotonicMs(), cpuSeconds(child.pid)];
  while (monotonicMs() - startMs < seconds * 1_000) {
    const requestedMs = monotonicMs();
    await fetchBytes(url + probePath, { 'x-api-key': key });
    times.push(monotonicMs() - requestedMs);
    await delay(probeEveryMs);
  }
  const endCpu = cpuSeconds(child.pid);
  const lastedSeconds = (monotonicMs() - startMs) / 1_000;
  const cores =
    startCpu === undefined || endCpu === undefined ? undefined : (endCpu - startCpu) / lastedSeconds;
  return { cores, p50Ms: percentile(times, 50), p99Ms: percentile(times, 99), probes: times.length };
}
