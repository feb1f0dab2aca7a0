import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuSeconds, nodeCommand, pin, runScript, startChild } from './child.ts';
import type { LoadRun, LoadTask } from './load-run.ts';
import { projectDir } from './machine.ts';
import { percentile, type Results } from './results.ts';
import { fetchBytes, type Service } from './service.ts';

export const leaderboardPath = '/api/public/v1/pulse/leaderboard';
const connections = 64;

/** A stretch of load with the processor time the server spent on a request, which no slow client hides. */
export interface Round extends LoadRun {
  cpuMicrosPerRequest: number | undefined;
}

/** Requests measured against the bare server, and their limits. */
export interface BareTask {
  /** Part of the benchmark that the results belong to. */
  part: string;
  workDir: string;
  service: Service;
  seconds: number;
  rounds: number;
  bars: { share: number; p99: number };
}

export async function load(service: { url: string; pid: number }, task: Partial<LoadTask>): Promise<Round> {
  const before = cpuSeconds(service.pid);
  const full = { url: service.url, connections, seconds: 4, headers: {}, keys: [], status: 200, ...task };
  const run = await runScript<LoadRun>('load-run.ts', full, []);
  const after = cpuSeconds(service.pid);
  const requests = run.requestsPerSecond * full.seconds;
  const spent = before === undefined || after === undefined ? undefined : after - before;
  return { ...run, cpuMicrosPerRequest: spent === undefined ? undefined : (spent / requests) * 1e6 };
}

/** The leaderboard and its 304, limits counted, against a bare node:http server that sends the same bytes, in turns. */
export async function againstBare(results: Results, task: BareTask): Promise<object> {
  const { workDir, service, seconds, rounds } = task;
  const { body, etag } = await fetchBytes(service.url + leaderboardPath, { 'x-api-key': service.key });
  const bodyPath = join(workDir, 'body.json');
  writeFileSync(bodyPath, body);
  const bareChild = startChild(nodeCommand, [join(projectDir, 'bench/bare-server.ts'), bodyPath]);
  const [, bareUrl] = await bareChild.line(/ready at (\S+)/);
  const pinned = [service.child.pid, bareChild.pid].every((pid) => pin(pid, '0'));
  const found = { bare: [] as Round[], cached: [] as Round[], unchanged: [] as Round[] };
  const server = { url: service.url + leaderboardPath, pid: service.child.pid };
  const ifNoneMatch = { 'if-none-match': etag };
  try {
    // The first round of each warms it up and is not kept.
    for (let round = -1; round < rounds; round++) {
      const [some, others] = (await service.newKeys(2)) as [string, string];
      const bare = await load(
        { url: bareUrl + leaderboardPath, pid: bareChild.pid },
        { keys: [some], seconds },
      );
      const cached = await load(server, { keys: [some], seconds });
      const unchanged = await load(server, { headers: ifNoneMatch, keys: [others], seconds, status: 304 });
      if (round < 0) continue;
      found.bare.push(bare);
      found.cached.push(cached);
      found.unchanged.push(unchanged);
    }
  } finally {
    await bareChild.stop();
  }
  report(results, task, found);
  return { pinned, bodyBytes: body.length, ...found };
}

function report(
  results: Results,
  { part, bars }: BareTask,
  { bare, cached, unchanged }: Record<'bare' | 'cached' | 'unchanged', Round[]>,
): void {
  for (const [name, of] of Object.entries({
    'bare node:http': bare,
    leaderboard: cached,
    '304': unchanged,
  })) {
    const rates = of.map((run) => run.requestsPerSecond);
    const p99 = of.map((run) => run.p99Ms);
    const spent = of.map((run) => run.cpuMicrosPerRequest).filter((value) => value !== undefined);
    results.measure(part, name, 'requests/s', rates);
    results.measure(part, `${name}, p99`, 'ms', p99);
    if (spent.length > 0) results.measure(part, `${name}, processor time`, 'µs/request', spent);
  }
  const shares = (of: Round[]) => of.map((run, i) => run.requestsPerSecond / bare[i]!.requestsPerSecond);
  const slower = cached.map((run, i) => run.p99Ms / bare[i]!.p99Ms);
  results.hold(part, 'leaderboard, share of bare', '', percentile(shares(cached), 50), '≥', bars.share);
  results.hold(part, '304, share of bare', '', percentile(shares(unchanged), 50), '≥', bars.share);
  results.hold(part, 'leaderboard, p99 in those of bare', '', percentile(slower, 50), '≤', bars.p99);
}
