import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { duckdb } from './dialect.ts';
import type { Peer } from './peer.ts';
import { duckdbIndexes, fillColumns, lifecycleColumns, rollups, typedColumns } from './tables.ts';

/** PnL from which a fill is a large one. */
const largePnl = 1_000;

/**
 * Fills and lifecycles in a DuckDB file: each in both orders that the queries need, with rollups.
 *
 * @param shareDir output of `export-run.ts`
 * @param dir an empty directory
 */
export async function openDuckdb(shareDir: string, dir: string): Promise<Peer> {
  const instance = await DuckDBInstance.create(join(dir, 'peer.duckdb'));
  const connection = await instance.connect();
  const read = (name: string, columns: typeof fillColumns) => {
    const types = typedColumns(columns, { money: duckdb.money, bytes: 'varchar' }).map(
      ([column, type]) => `'${column}': '${type}'`,
    );
    return `
      select unhex(substring(wallet, 3)) as wallet, * exclude (wallet)
      from read_csv('${join(shareDir, name)}.csv', header = false, columns = {${types.join(', ')}})`;
  };
  const tables = {
    fills_by_time: `${read('fills', fillColumns)} order by time_ms, seq`,
    fills: 'select * from fills_by_time order by wallet, time_ms, seq',
    large_fills: `select * from fills where abs(closed_pnl) >= ${largePnl} order by closed_pnl`,
    lifecycles_by_close: `${read('lifecycles', lifecycleColumns)} order by last_ms, wallet, id`,
    lifecycles: 'select * from lifecycles_by_close order by wallet, last_ms',
    ...rollups(duckdb),
  };
  for (const [name, select] of Object.entries(tables))
    await connection.run(`create table ${name} as ${select}`);
  for (const [at, index] of duckdbIndexes.entries()) await connection.run(`create index i${at} on ${index}`);
  await connection.run('checkpoint');
  return {
    dialect: duckdb,
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
