/** Coin risk over many open positions in a process that does nothing else, started by risk.ts. */
import { join } from 'node:path';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import type { AnyEndpoint } from '../src/endpoints/endpoint.ts';
import { openInterest } from '../src/endpoints/exchange/oi.ts';
import { liquidationHeatmap } from '../src/endpoints/live/liquidation-heatmap.ts';
import { liquidationsSummary } from '../src/endpoints/live/liquidations-summary.ts';
import { coinLongShortNow, longShort } from '../src/endpoints/live/long-short.ts';
import { riskCoin } from '../src/endpoints/live/risk-coin.ts';
import { riskCoinHistory } from '../src/endpoints/live/risk-coin-history.ts';
import { riskOverview } from '../src/endpoints/live/risk-overview.ts';
import { parseRequest } from '../src/endpoints/parse-request.ts';
import { fixedClock, monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';
import { insertLiquidations, insertPairs, insertStates, pairsEndMs } from './engine-positions.ts';
import { startMemorySources } from './memory-sources.ts';

export interface RiskTask {
  dir: string;
  /** Three a wallet, each an open position. */
  pairs: number;
  liquidations: number;
  /** Requests of each endpoint; each endpoint has its own run. */
  requests: number;
}

export interface RiskRun {
  positions: number;
  coins: number;
  /** By endpoint: duration of each request, and the processor time of all, including the engine's. */
  endpoints: { id: string; ms: number[]; cpuSeconds: number }[];
}

const { dir, pairs, liquidations, requests } = JSON.parse(process.argv[2]!) as RiskTask;
const clock = fixedClock(pairsEndMs);

// Keeps the process alive: the modules' own timers do not.
setInterval(() => undefined, 1_000);
const store = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(store);
await insertPairs(store, { pairs, step: 0, steps: 1 });
await insertStates(store, pairs);
await insertLiquidations(store, liquidations);
const started = await startMemorySources({ store, clock });
const { sources } = started;
const { positions } = sources;

started.memory.take(
  positions.coins().map((coin) => ({
    kind: 'context',
    state: {
      coin,
      dex: '',
      observedAtMs: pairsEndMs,
      markPx: '520',
      oraclePx: '520',
      prevDayPx: '500',
      openInterest: '3000',
      funding: '0',
      dayNotional: '1000000',
    },
  })),
);
// As a server does once it has started.
await Promise.all([sources.tallies.all(), sources.liquidations.week(), sources.exchangeDay()]);

const names = positions.coins();
const found: RiskRun['endpoints'] = [];
for (const endpoint of [
  riskCoin,
  riskCoinHistory,
  liquidationHeatmap,
  coinLongShortNow,
  liquidationsSummary,
  longShort,
  riskOverview,
  openInterest,
] as AnyEndpoint[]) {
  const ms: number[] = [];
  const cpu = process.cpuUsage();
  for (let n = 0; n < requests; n++) {
    const startMs = monotonicMs();
    await ask(endpoint, names[n % names.length]!);
    ms.push(monotonicMs() - startMs);
  }
  const { user, system } = process.cpuUsage(cpu);
  found.push({ id: endpoint.id, ms, cpuSeconds: (user + system) / 1e6 });
}
tellResult({ positions: positions.count(), coins: names.length, endpoints: found } satisfies RiskRun);
await started.close();
await store.close();
process.exit(0);

/** Makes the answer as the pipeline does, its text included. */
async function ask(endpoint: AnyEndpoint, coin: string): Promise<number> {
  const context = { tier: 'free', windowDays: 30, nowMs: pairsEndMs } as const;
  const query = endpoint.queryParams.includes('coin') ? `coin=${coin}` : '';
  const params = parseRequest(endpoint, { coin }, query, context);
  const signal = AbortSignal.timeout(60_000);
  const answer = await endpoint.run({ params, sources, clock, signal } as never);
  return JSON.stringify(answer.body).length;
}
