/** Latency of every endpoint for a single client, in a process of its own. Started by ../whole.ts. */
import { readFileSync } from 'node:fs';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { createMeter } from '../../src/kernel/progress-meter.ts';
import { collectGarbage } from '../../test/garbage.ts';
import { tellResult } from '../child.ts';
import type { MixedEndpoint } from '../mixed-requests.ts';
import { percentile } from '../results.ts';
import { fetchBytes } from '../service.ts';

export interface EndpointTimes {
  id: string;
  /** Latency of new pages; undefined if no page was answered. */
  cold: { p50Ms: number; p99Ms: number } | undefined;
  /** The same pages again, within the second for which they are fresh. */
  warmP99Ms: number;
  pages: number;
  /** Answers that are not 200, by status. */
  failed: Record<string, number>;
}

export interface EndpointTask {
  url: string;
  key: string;
  /** A file with a list of {@link MixedEndpoint} as JSON. */
  file: string;
  /** Maximum pages of an endpoint. */
  pages: number;
}

const again = 3;
const { url, key, file, pages } = JSON.parse(process.argv[2]!) as EndpointTask;
const endpoints = JSON.parse(readFileSync(file, 'utf8')) as MixedEndpoint[];
const cold = endpoints.map((): number[] => []);
const warm = endpoints.map((): number[] => []);
const failed = endpoints.map((): Record<string, number> => ({}));
const meter = createMeter(process.stderr);

async function timed(path: string): Promise<{ status: number; ms: number }> {
  const startMs = monotonicMs();
  const { status } = await fetchBytes(url + path, { 'x-api-key': key, 'accept-encoding': 'gzip' });
  return { status, ms: monotonicMs() - startMs };
}

async function askCold(n: number, path: string): Promise<void> {
  const { status, ms } = await timed(path);
  if (status === 200) cold[n]!.push(ms);
  else failed[n]![status] = (failed[n]![status] ?? 0) + 1;
}

// Each once: the first statements open files and fill the engine's caches of marks. Of an endpoint with one page it is all there is.
for (const [n, { usual, others }] of endpoints.entries())
  await (others.length === 0 ? askCold(n, usual) : timed(usual));
// In turns, so that whatever else the machine does falls on all.
for (let page = 0; page < pages; page++) {
  for (const [n, { id, others, usual }] of endpoints.entries()) {
    const share = (page + n / endpoints.length) / pages;
    meter.update({ current: id, share });
    const path = others[page] ?? usual;
    if (path !== usual) await askCold(n, path);
    collectGarbage();
    for (let k = 0; k < again; k++) warm[n]!.push((await timed(path)).ms);
  }
}
meter.end();
const times = endpoints.map(({ id }, n): EndpointTimes => {
  const of = cold[n]!;
  const found = of.length === 0 ? undefined : { p50Ms: percentile(of, 50), p99Ms: percentile(of, 99) };
  return { id, cold: found, warmP99Ms: percentile(warm[n]!, 99), pages: of.length, failed: failed[n]! };
});
tellResult({ times });
process.exit(0);
