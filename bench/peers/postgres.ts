import { join } from 'node:path';
import { Client } from 'pg';
import { postgresInstallations, startPostgres } from '../../test/postgres-harness.ts';
import { postgres } from './dialect.ts';
import type { Peer } from './peer.ts';
import { fillColumns, lifecycleColumns, postgresIndexes, rollups, typedColumns } from './tables.ts';

/** Usual settings on a machine of some GiB. */
const serverSettings = [
  'shared_buffers=2GB',
  'effective_cache_size=8GB',
  'max_wal_size=8GB',
  'wal_level=minimal',
  'max_wal_senders=0',
];
const sessionSettings = {
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
};

/**
 * Fills and lifecycles in Postgres, with indexes and rollups.
 *
 * @param shareDir where `export-run.ts` wrote them; the server's user may read it
 */
export async function openPostgres(shareDir: string): Promise<Peer> {
  const [installation] = await postgresInstallations();
  const server = await startPostgres(installation!, serverSettings);
  const client = new Client({ connectionString: await server.createDatabase() });
  await client.connect();
  for (const [name, value] of Object.entries(sessionSettings)) await client.query(`set ${name} = '${value}'`);
  for (const [name, columns] of Object.entries({ fills: fillColumns, lifecycles: lifecycleColumns })) {
    const typed = typedColumns(columns, postgres).map((column) => column.join(' '));
    await client.query(`create table ${name} (${typed.join(', ')})`);
    await client.query(`copy ${name} from '${join(shareDir, name)}.csv' csv`);
  }
  for (const [name, select] of Object.entries(rollups(postgres))) {
    await client.query(`create table ${name} as ${select}`);
  }
  for (const index of postgresIndexes) await client.query(`create index on ${index}`);
  // Also sets the visibility map, which index-only scans need.
  await client.query('vacuum analyze');
  return {
    dialect: postgres,
    ask: async (sql) => (await client.query(sql)).rows,
    async close() {
      await client.end();
      await server.stop();
    },
  };
}
