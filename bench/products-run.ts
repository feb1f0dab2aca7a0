/** Builders, outcomes, entities and editions over a filled store in a process that does nothing else, started by products.ts. */
import { join } from 'node:path';
import { openChdb } from '../src/analytics/chdb.ts';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { lookBack } from '../src/domain/window.ts';
import type { AnyEndpoint } from '../src/endpoints/endpoint.ts';
import { parseRequest } from '../src/endpoints/parse-request.ts';
import { dayMs, monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';
import { startMemorySources } from './memory-sources.ts';
import { type ProductData, productEndpoints, productRequest } from './product-requests.ts';

export interface ProductsTask extends ProductData {
  /** A filled data directory. */
  dir: string;
  /** Requests of each endpoint in a round; each endpoint has its own run. */
  requests: number;
  /** Hours of rewards of every builder. */
  rewardHours: number;
  /** Ids of endpoints; default: all of the groups. */
  only?: readonly string[];
}

export interface ProductsRun {
  /** Open positions in memory. */
  positions: number;
  /** By endpoint: duration of each request by round, and the processor time of all, including the engine's. */
  endpoints: { id: string; ms: number[][]; cpuSeconds: number }[];
}

/** Rounds of all endpoints: a disturbance of the machine affects only one round of each. */
const rounds = 3;

const task = JSON.parse(process.argv[2]!) as ProductsTask;
const { dir, nowMs, requests } = task;
let passedMs = 0;
const clock = { nowMs: () => nowMs + passedMs };

// Keeps the process alive: the modules' own timers do not.
setInterval(() => undefined, 1_000);
const store = await openChdb({ dir: join(dir, 'analytics') });
await insertFacts(store);
const started = await startMemorySources({ store, clock });
const { sources } = started;
// As in the service, slow first computations run before the first request.
started.start();
const month = lookBack(30 * dayMs, clock.nowMs());
await Promise.all([
  sources.archetypes.closers(),
  sources.tallies.all(),
  sources.builderPeriod('month'),
  sources.builderCoverage(''),
  sources.exchangeDay(),
  sources.knownOutcomes(),
  sources.outcomeDays(month),
  sources.owners(),
]);

const endpoints = productEndpoints(task.only);
const found = endpoints.map(({ id }): ProductsRun['endpoints'][number] => ({ id, ms: [], cpuSeconds: 0 }));
for (let round = 0; round < rounds; round++) {
  for (const [i, endpoint] of endpoints.entries()) await askRound(endpoint, round, found[i]!);
}
const { positions } = sources;
const open = positions.coins().reduce((sum, coin) => sum + positions.ofCoin(coin).count, 0);
tellResult({ positions: open, endpoints: found } satisfies ProductsRun);
await started.close();
await store.close();
process.exit(0);

async function askRound(
  endpoint: AnyEndpoint,
  round: number,
  to: ProductsRun['endpoints'][number],
): Promise<void> {
  const ms: number[] = [];
  const cpu = process.cpuUsage();
  for (let n = round * requests; n < (round + 1) * requests; n++) {
    // Windows end elsewhere each time.
    passedMs += 7_919;
    ms.push(await timed(endpoint, n));
  }
  const { user, system } = process.cpuUsage(cpu);
  to.ms.push(ms);
  to.cpuSeconds += (user + system) / 1e6;
}

async function timed(endpoint: AnyEndpoint, n: number): Promise<number> {
  const startMs = monotonicMs();
  await ask(endpoint, n);
  return monotonicMs() - startMs;
}

/** Makes the answer as the pipeline does, its text included. */
async function ask(endpoint: AnyEndpoint, n: number): Promise<number> {
  const { path, query } = productRequest(endpoint, n, task);
  const params = parseRequest(endpoint, path, query, { tier: 'pro', windowDays: 90, nowMs: clock.nowMs() });
  const signal = AbortSignal.timeout(60_000);
  const answer = await endpoint.run({ params, sources, clock, signal } as never);
  return JSON.stringify(answer.body).length;
}

/** Inserts the exchange's published facts other than fills. */
async function insertFacts(store: AnalyticsStore): Promise<void> {
  const time = `fromUnixTimestamp64Milli(${nowMs - 80 * dayMs}, 'UTC')`;
  const wallet = (salt: string) => `toFixedString(substring(SHA1(toString(${salt})), 1, 20), 20)`;
  const ids = `FROM (SELECT number + 1 AS n FROM numbers(${task.outcomes}))`;
  const terms = "'class:priceBinary|underlying:BTC|expiry:20260901-0600|targetPrice:78213|period:1d'";
  await store.command(
    `INSERT INTO outcomes (outcome, time, name, description, side_names, quote_token) SELECT n, ${time}, 'Recurring', ${terms}, ['Yes', 'No'], 'USDH' ${ids}`,
  );
  await store.command(`
    INSERT INTO outcome_questions
    SELECT n, ${time}, 'Question', 'Which?', true, n * 4, [n * 4 + 1, n * 4 + 2], [n * 4 + 3]
    FROM (SELECT number + 1 AS n FROM numbers(${Math.floor(task.outcomes / 5)}))`);
  await store.command(
    `INSERT INTO outcome_settlements SELECT n, ${time} + n, n % 2, '' ${ids} WHERE n % 2 = 0`,
  );
  await store.command(`
    INSERT INTO sub_accounts (wallet, time, master, name)
    SELECT ${wallet('n')}, ${time}, ${wallet('n % 500')}, 'own' FROM (SELECT number + 1000 AS n FROM numbers(5000))`);
  await store.command(`
    INSERT INTO builder_rewards
    SELECT unhex(concat(repeat('b', 32), lower(hex(toUInt32(1 + number % ${task.builders}))))),
      fromUnixTimestamp64Milli(${nowMs - 20 * dayMs}, 'UTC') + intDiv(number, ${task.builders}) * 3600, intDiv(number, ${task.builders}) * 10
    FROM numbers(${task.builders * task.rewardHours})`);
  await store.command(`
    INSERT INTO daily_editions
    SELECT toDate(${time}) + number, ${time} + toIntervalDay(number), concat('{"text":"', repeat('x', 8000), '"}') FROM numbers(80)`);
}
