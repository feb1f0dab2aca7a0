/** The whole program on servers: ClickHouse for the fills, Postgres for the keys, real processes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openChdb } from '../../src/analytics/chdb.ts';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import { type ClickHouseServer, startClickHouse } from '../clickhouse-harness.ts';
import { seedData } from '../data-template.ts';
import { generateBlocks, writeHourTree } from '../ingest/generated-fills.ts';
import { tableSums } from '../ingest/table-sums.ts';
import { type PostgresServer, postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { sized } from '../size.ts';
import { until } from '../until.ts';
import { runCommand, startCommand, startServer } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-servers-'));
const tree = join(root, 'tree');
// Without limits: a board is polled until it is built.
const now = { TIDEMARK_NOW: '2026-04-01T12:00:00Z', TIDEMARK_LOG_LEVEL: 'warn', TIDEMARK_LIMITS: 'off' };
let clickhouse: ClickHouseServer;
let postgres: PostgresServer;
let servers: Record<string, string>;

before(async () => {
  writeHourTree(tree, generateBlocks({ seed: 21, blocks: 350, wallets: 100, stepMs: 20_000 }));
  const [installation] = await postgresInstallations();
  [clickhouse, postgres] = await Promise.all([startClickHouse(), startPostgres(installation!)]);
  servers = {
    TIDEMARK_CLICKHOUSE_URL: clickhouse.url,
    TIDEMARK_POSTGRES_URL: await postgres.createDatabase(),
    TIDEMARK_IMPORT_BATCH_FILLS: '1000',
  };
});
after(async () => {
  await clickhouse?.stop();
  await postgres?.stop();
  rmSync(root, { recursive: true, force: true });
});

async function succeeds(args: string[], settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, settings);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Batches in a database; NaN while it does not exist. */
async function batchesIn(database: string): Promise<number> {
  const text = new URLSearchParams({ database, query: 'SELECT count() FROM ingest_batches' });
  const answer = await fetch(`${clickhouse.url}/?${text}`);
  return answer.ok ? Number(await answer.text()) : Number.NaN;
}

/** Answers of a server on these stores by path; polls boards until they are built. */
async function answers(data: string, settings: Record<string, string>, paths: string[]): Promise<unknown[]> {
  const key = (await succeeds(['keys', 'create', '--tier', 'pro', '--data', data], settings)).trim();
  const server = await startServer(['--data', data], { ...settings, ...now });
  try {
    const found = [];
    for (const path of paths) {
      let answer = await fetch(`${server.address}${path}`, { headers: { 'X-API-Key': key } });
      for (let tries = 0; answer.status === 503 && tries < 100; tries++) {
        await delay(100); // waits: a poll with a bound, boards are polled, by status only
        answer = await fetch(`${server.address}${path}`, { headers: { 'X-API-Key': key } });
      }
      assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`);
      const { $schema: _, ...body } = (await answer.json()) as Record<string, unknown>;
      found.push(body);
    }
    return found;
  } finally {
    server.child.kill('SIGTERM');
    const { code, stderr } = await server.ended;
    assert.equal(code, 0, stderr);
  }
}

test('on servers: migrate, import, audit and the answers are those of the embedded stores', async () => {
  const remote = join(root, 'remote');
  const embedded = join(root, 'embedded');
  seedData(embedded);
  await succeeds(['migrate', '--data', remote], servers);
  for (const [data, settings] of [
    [remote, servers],
    [embedded, {}],
  ] as const) {
    const imported = JSON.parse(await succeeds(['import', tree, '--data', data], settings));
    assert.ok(imported.fills > 2_000 && imported.quarantined > 0);
  }
  const again = JSON.parse(await succeeds(['import', tree, '--data', remote], servers));
  assert.ok(again.fills === 0 && again.duplicates > 2_000, JSON.stringify(again));
  assert.equal(await succeeds(['audit', '--data', remote], servers), '');
  const boards = ['pnl', 'losers', 'volume', 'winrate', 'score'].flatMap((sort) =>
    ['day', 'allTime'].map(
      (period) => `/api/public/v1/pulse/leaderboard?sort=${sort}&period=${period}&limit=200`,
    ),
  );
  const paths = [...boards, '/api/public/v1/pulse/stats', '/api/public/v1/pulse/most-traded'];
  assert.deepEqual(await answers(remote, servers, paths), await answers(embedded, {}, paths));

  const onServer = await openClickHouse({ url: clickhouse.url, database: 'tidemark' });
  const inDirectory = await openChdb({ dir: join(embedded, 'analytics'), readSessions: 1 });
  const { ingest_batches: _, ...sums } = await tableSums(onServer);
  const { ingest_batches: __, ...expected } = await tableSums(inDirectory);
  await Promise.all([onServer.close(), inDirectory.close()]);
  assert.deepEqual(sums, expected);
});

// Each writes its own store, and one waits for a lease to expire; test/ingest/shared-batches.test.ts and
// test/conformance/control-writers.ts cover the parts for every change.
if (sized({ check: false, campaign: true })) {
  test('of two imports at once into the same servers one writes; the other says who does, or finds all of it done', async () => {
    const settings = {
      ...servers,
      TIDEMARK_CLICKHOUSE_DATABASE: 'contended',
      TIDEMARK_IMPORT_BATCH_FILLS: '400',
    };
    const runs = await Promise.all(
      ['one', 'two'].map((name) => runCommand(['import', tree, '--data', join(root, name)], settings)),
    );
    const [winner, loser] = runs.toSorted((a, b) => (a.code ?? 1) - (b.code ?? 1));
    assert.equal(winner!.code, 0, JSON.stringify(runs));
    if (loser!.code === 0) {
      const counts = runs.map(({ stdout }) => JSON.parse(stdout).fills as number).toSorted((a, b) => a - b);
      assert.ok(counts[0] === 0 && counts[1]! > 2_000, `${counts}`);
    } else {
      assert.ok(JSON.parse(winner!.stdout).fills > 2_000);
      assert.equal(loser!.stdout, '');
      assert.match(loser!.stderr, /tidemark import \(pid \d+ on .+\) writes into these stores/);
    }
    assert.equal(await succeeds(['audit', '--data', join(root, 'one')], settings), '');
  });

  test('an import into servers that is killed is completed by the next one, of another machine too', async () => {
    const settings = {
      ...servers,
      TIDEMARK_CLICKHOUSE_DATABASE: 'killed',
      TIDEMARK_IMPORT_BATCH_FILLS: '500',
    };
    const data = join(root, 'killed');
    const { child, ended } = startCommand(['import', tree, '--data', data], settings);
    await until('it is in the middle', async () => (await batchesIn('killed')) > 1, { everyMs: 20 });
    child.kill('SIGKILL');
    assert.equal((await ended).signal, 'SIGKILL');
    // Waits until the killed writer's lease has expired.
    const elsewhere = join(root, 'elsewhere');
    const imported = JSON.parse(await succeeds(['import', tree, '--data', elsewhere], settings));
    assert.ok(
      imported.fills > 0 && imported.duplicates > 500 && imported.fills + imported.duplicates > 2_000,
    );
    assert.equal(await succeeds(['audit', '--data', data], settings), '');
  });
}
