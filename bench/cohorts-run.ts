/** Cohorts over a filled store in a process that does nothing else, started by cohorts.ts. */
import { join } from 'node:path';
import { openChdb } from '../src/analytics/chdb.ts';
import { cohortSlugs } from '../src/domain/cohort.ts';
import { defaultCutOffs } from '../src/domain/cohort-cut-offs.ts';
import { cohortBias } from '../src/endpoints/cohorts/bias-history.ts';
import { cohortDailyStats, cohortHistory } from '../src/endpoints/cohorts/days.ts';
import { cohortPositions, recentCohortPositions } from '../src/endpoints/cohorts/positions.ts';
import { cohortSummary } from '../src/endpoints/cohorts/summary.ts';
import { cohortTrades, recentCohortTrades } from '../src/endpoints/cohorts/trades.ts';
import type { AnyEndpoint } from '../src/endpoints/endpoint.ts';
import { parseRequest } from '../src/endpoints/parse-request.ts';
import { hiddenGems } from '../src/endpoints/pulse/hidden-gems.ts';
import { cohortHistory as keepHistory } from '../src/jobs/cohort-history.ts';
import { dayMs, fixedClock, monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';
import { startMemorySources } from './memory-sources.ts';

export interface CohortsTask {
  /** A filled data directory. */
  dir: string;
  nowMs: number;
  /** Requests of each endpoint; each endpoint has its own run. */
  requests: number;
}

export interface CohortsRun {
  positions: number;
  allDaysCpuSeconds: number;
  oneDayCpuSeconds: number;
  /** By endpoint: duration of each request, and the processor time of all, including the engine's. */
  endpoints: { id: string; ms: number[]; cpuSeconds: number }[];
}

const { dir, nowMs, requests } = JSON.parse(process.argv[2]!) as CohortsTask;
const clock = fixedClock(nowMs);

// Keeps the process alive: the modules' own timers do not.
setInterval(() => undefined, 1_000);
const store = await openChdb({ dir: join(dir, 'analytics') });
const historyUpTo = async (endMs: number) => {
  const parts = { analytics: store, clock: fixedClock(endMs), cutOffs: defaultCutOffs };
  const cpu = process.cpuUsage();
  await keepHistory(parts)({ signal: new AbortController().signal });
  return cpuSecondsSince(cpu);
};
const allDaysCpuSeconds = await historyUpTo(nowMs - dayMs);
const oneDayCpuSeconds = await historyUpTo(nowMs);

const started = await startMemorySources({ store, clock });
const { sources } = started;
const { positions } = sources;

const names = positions.coins();
const found: CohortsRun['endpoints'] = [];
for (const endpoint of [
  cohortSummary,
  cohortDailyStats,
  cohortHistory,
  cohortTrades,
  recentCohortTrades,
  cohortPositions,
  recentCohortPositions,
  cohortBias,
  hiddenGems,
] as AnyEndpoint[]) {
  const ms: number[] = [];
  const cpu = process.cpuUsage();
  for (let n = 0; n < requests; n++) {
    const startMs = monotonicMs();
    await ask(endpoint, n);
    ms.push(monotonicMs() - startMs);
  }
  found.push({ id: endpoint.id, ms, cpuSeconds: cpuSecondsSince(cpu) });
}
const reported = { positions: positions.count(), allDaysCpuSeconds, oneDayCpuSeconds, endpoints: found };
tellResult(reported satisfies CohortsRun);
await started.close();
await store.close();
process.exit(0);

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Builds the answer as the pipeline does, including its text. Cycles through cohorts, and alternates windows of an hour and a month. */
async function ask(endpoint: AnyEndpoint, n: number): Promise<number> {
  const tierType = n % 2 === 0 ? 'pnl' : 'size';
  const slugs = cohortSlugs(tierType);
  const path = { tierType, tier: slugs[(n >> 1) % slugs.length]!, coin: names[n % names.length]! };
  const query = endpoint.queryParams.includes('since') ? `since=${n % 3 === 0 ? '1h' : '30d'}` : '';
  const params = parseRequest(endpoint, path, query, { tier: 'pro', windowDays: 90, nowMs });
  const signal = AbortSignal.timeout(60_000);
  const answer = await endpoint.run({ params, sources, clock, signal } as never);
  return JSON.stringify(answer.body).length;
}
