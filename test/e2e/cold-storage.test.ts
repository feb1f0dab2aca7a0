/** Old rows on an object store: real servers, the command as an operator runs it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dayMs, hourMs, utcDayStartMs } from '../../src/kernel/clock.ts';
import { type ClickHouseServer, startClickHouse } from '../clickhouse-harness.ts';
import { generateBlocks, writeHourTree } from '../ingest/generated-fills.ts';
import { type PostgresServer, postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { startS3 } from '../s3-harness.ts';
import { until } from '../until.ts';
import { runCommand } from './command.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-cold-'));
const tree = (name: string) => join(root, name);
const old = { seed: 1, blocks: 60, wallets: 20, stepMs: 60_000 };
writeHourTree(tree('old'), generateBlocks({ ...old, startMs: Date.UTC(2025, 0, 31, 23, 30) }), false);
const yesterdayMs = utcDayStartMs(Date.now()) - dayMs + 12 * hourMs;
writeHourTree(tree('new'), generateBlocks({ ...old, seed: 2, startMs: yesterdayMs }), false);

let s3: Awaited<ReturnType<typeof startS3>>;
let postgres: PostgresServer;
let clickhouse: ClickHouseServer;
let settings: Record<string, string>;
before(async () => {
  const [installation] = await postgresInstallations();
  [s3, postgres] = await Promise.all([startS3(), startPostgres(installation!)]);
  const config = join(root, 'disks.xml');
  writeFileSync(config, disks(s3));
  clickhouse = await startClickHouse(config);
  settings = {
    TIDEMARK_CLICKHOUSE_URL: clickhouse.url,
    TIDEMARK_POSTGRES_URL: await postgres.createDatabase(),
    TIDEMARK_COLD_DAYS: '90',
  };
});
after(async () => {
  await Promise.all([clickhouse?.stop(), postgres?.stop()]);
  await s3?.close();
  rmSync(root, { recursive: true, force: true });
});

/** What docs/operations.md says to write, with the address of the tests' own object store. */
const disks = ({ endpoint, env }: typeof s3) => `
<clickhouse><storage_configuration>
  <disks>
    <objects>
      <type>s3</type><endpoint>${endpoint}/archive/cold/</endpoint><region>us-east-1</region>
      <access_key_id>${env.AWS_ACCESS_KEY_ID}</access_key_id><secret_access_key>${env.AWS_SECRET_ACCESS_KEY}</secret_access_key>
      <skip_access_check>true</skip_access_check>
    </objects>
  </disks>
  <policies><tidemark>
    <volumes><default><disk>default</disk></default><cold><disk>objects</disk></cold></volumes>
    <move_factor>0</move_factor>
  </tidemark></policies>
</storage_configuration></clickhouse>`;

const tidemark = (args: string[], more: Record<string, string> = {}) =>
  runCommand([...args, '--data', join(root, 'ops')], { ...settings, ...more });

async function imported(name: string) {
  const { code, stdout, stderr } = await tidemark(['import', tree(name)]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as { fills: number; duplicates: number };
}

async function ask(sql: string): Promise<string[]> {
  const answer = await fetch(`${clickhouse.url}/?database=tidemark`, { method: 'POST', body: sql });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text.trim().split('\n');
}

/** Months of a table with the disk that they lie on. */
const places = (table: string) =>
  ask(
    `SELECT DISTINCT partition, disk_name FROM system.parts WHERE table = '${table}' AND active ORDER BY partition`,
  );

test('old fills lie on the object store, and are found, known and compared as before', async () => {
  const first = await imported('old');
  const recent = await imported('new');
  assert.ok(first.fills > 300 && recent.fills > 300);
  const month = new Date(yesterdayMs).toISOString().slice(0, 7).replace('-', '');
  for (const table of ['fills', 'fills_by_time']) {
    const expected = ['202501\tobjects', '202502\tobjects', `${month}\tdefault`];
    await until(`${table} have moved`, async () => `${await places(table)}` === `${expected}`);
  }
  assert.ok(s3.requests.some(({ method }) => method === 'PUT'));
  assert.deepEqual(await ask('SELECT count() FROM fills'), [String(first.fills + recent.fills)]);
  assert.equal((await imported('old')).fills, 0, 'all of them are known');
  const audit = await tidemark(['audit']);
  assert.equal(audit.code, 0, audit.stderr);
});

test('without days nothing moves any more', async () => {
  const { code, stderr } = await tidemark(['migrate'], { TIDEMARK_COLD_DAYS: '0' });
  assert.equal(code, 0, stderr);
  assert.deepEqual(await ask("SELECT count() FROM system.tables WHERE engine_full LIKE '%TO VOLUME%'"), [
    '0',
  ]);
});

test('a server without the policy, or without its cold volume, ends the start with what is missing', async () => {
  const named = join(root, 'ice.xml');
  writeFileSync(named, disks(s3).replace('<cold>', '<ice>').replace('</cold>', '</ice>'));
  const faults = [
    [undefined, /the ClickHouse server has no storage policy tidemark; add it/],
    [named, /the storage policy tidemark has no volume cold, but default, ice/],
  ] as const;
  for (const [file, expected] of faults) {
    const server = await startClickHouse(file);
    try {
      const { code, stderr } = await tidemark(['migrate'], { TIDEMARK_CLICKHOUSE_URL: server.url });
      assert.equal(code, 1);
      assert.match(stderr, expected);
    } finally {
      await server.stop();
    }
  }
});
