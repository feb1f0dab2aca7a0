/** The whole service over HTTP on two shards; a shard is lost and returns. No answer has half of the data, and none needs a restart. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openCluster } from '../../src/analytics/cluster/cluster.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { serve } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { openPostgres } from '../../src/control/postgres.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { openSink } from '../../src/ingest/sink.ts';
import { type ClickHouseCluster, startClickHouseCluster } from '../clickhouse-harness.ts';
import { exampleParameters, targetOf } from '../clients/served-catalogue.ts';
import { rowsOf } from '../fill-rows.ts';
import { givenFills, storeFacts } from '../given-facts.ts';
import { type PostgresServer, postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { until } from '../until.ts';
import { everyWay, givenFacts, nowMs } from './bodies.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-lost-shard-'));
const given = givenFacts(250);
const targetsOf = (ways: readonly string[]) =>
  catalogue.flatMap((endpoint) => {
    const target = targetOf(endpoint, exampleParameters(endpoint));
    return ways.map((way) => (way === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${way}`));
  });
/** Requests sent while both shards were up, and requests that no client sent before. */
const [seen, all] = [targetsOf(everyWay.slice(0, 2)), targetsOf(everyWay)];

interface Told {
  status: number;
  body: string;
  retryAfter: string | null;
}

let servers: ClickHouseCluster;
let postgres: PostgresServer;
let running: Awaited<ReturnType<typeof serve>>;
let key: string;

before(async () => {
  const [installation] = await postgresInstallations();
  [servers, postgres] = await Promise.all([startClickHouseCluster(), startPostgres(installation!)]);
  const url = servers.urls.join(',');
  const store = await openCluster({ url, cluster: servers.cluster });
  await migrateAnalytics(store);
  const journal = openJournal(join(root, 'journal'));
  const sink = openSink({ store: createBatchStore(store), journal, batchFills: 1_000 });
  await sink.add({ fills: rowsOf(givenFills(given)), rejected: [], blocks: 0, bytesRead: 0, file: 'test' });
  await sink.flush();
  await storeFacts(store, root, given, nowMs);
  await store.close();

  const postgresUrl = await postgres.createDatabase();
  const bounds = {
    TIDEMARK_LIMITS: 'off',
    TIDEMARK_MAX_LOOP_DELAY_MS: '60000',
    TIDEMARK_LOG_LEVEL: 'silent',
  };
  const stores = { TIDEMARK_CLICKHOUSE_URL: url, TIDEMARK_CLICKHOUSE_CLUSTER: servers.cluster };
  const env = { ...bounds, ...stores, TIDEMARK_POSTGRES_URL: postgresUrl };
  const now = new Date(nowMs).toISOString();
  running = await serve(loadConfig({ data: join(root, 'data'), port: '0', now }, env));
  const control = await openPostgres({ url: postgresUrl });
  ({ key } = await control.createKey({ accountName: 'test', tier: 'enterprise' }));
  await control.close();
});
after(async () => {
  await running?.stop();
  await postgres?.stop();
  await servers?.stop();
  rmSync(root, { recursive: true, force: true });
});

async function ask(target: string): Promise<Told> {
  const answer = await fetch(running.address + target, { headers: { 'X-API-Key': key } });
  const { status, headers } = answer;
  return { status, body: await answer.text(), retryAfter: headers.get('retry-after') };
}

async function ready(): Promise<string> {
  const answer = await fetch(`${running.address}/ready`);
  return `${answer.status} ${await answer.text()}`;
}

/** What no store knows: no process reads an exchange here. */
const needsExchange = /is too far behind|The exchange is still being prepared/;
const isSettled = ({ status, body }: Told) => status < 500 || needsExchange.test(body);

/** Repeats requests until the store refuses none: boards are built, lifecycles folded, servers reconnected. */
async function wholeAnswers(targets: readonly string[]): Promise<Map<string, Told>> {
  const reported = new Map<string, Told>();
  const left = () => targets.filter((target) => !reported.has(target) || !isSettled(reported.get(target)!));
  try {
    await until(
      'every endpoint answers',
      async () => {
        for (const words of await servers.revive()) console.error(words);
        for (const target of left()) reported.set(target, await ask(target));
        return left().length === 0;
      },
      { deadlineMs: 120_000, everyMs: 500 },
    );
  } catch (error) {
    assert.fail(
      `${error}; ${left().length} do not: ${JSON.stringify(reported.get(left()[0]!))}; /ready ${await ready()}`,
    );
  }
  return reported;
}

/** Checks for an earlier answer, as stale as permitted, or a later answer. A failure names its request. */
function assertWhole(found: Told, whole: readonly (Told | undefined)[], target: string): void {
  const isIt = (reported: Told | undefined) =>
    reported?.status === found.status && (found.status !== 200 || reported.body === found.body);
  assert.ok(whole.some(isIt), `${target}: ${JSON.stringify([found, ...whole]).slice(0, 2_000)}`);
}

for (const shard of [0, 1]) {
  test(`while shard ${shard + 1} is gone answers are whole or refused with Retry-After; when it is back all of them come again`, async (t) => {
    const first = await wholeAnswers(seen);
    await servers.kill(shard);
    const without = new Map<string, Told>();
    for (const target of all) without.set(target, await ask(target));
    const readyWithout = await ready();
    const whole = await wholeAnswers(all);

    const counts = { 200: 0, 503: 0, others: 0, again: 0 };
    for (const [target, reported] of without) {
      const { status, retryAfter } = reported;
      counts[status === 200 || status === 503 ? status : 'others'] += 1;
      if (status === 503) assert.ok(Number(retryAfter) > 0, `${target}: 503 without Retry-After`);
      else assertWhole(reported, [first.get(target), whole.get(target)], target);
      if (status === 200 && first.has(target)) counts.again += 1;
    }
    t.diagnostic(`${all.length} requests without it: ${JSON.stringify(counts)}; /ready ${readyWithout}`);
    assert.ok(counts[503] > 50 && counts.again > 50, JSON.stringify(counts));
  });
}
