import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { openChdb } from '../src/analytics/chdb.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { postgresInstallations, startPostgres } from '../test/postgres-harness.ts';
import type { ColdEndpoint } from './cold-requests.ts';
import { percentile } from './results.ts';

/** Times of one endpoint's question, one client, ms. */
export interface PostgresTimes {
  p50Ms: number;
  p99Ms: number;
}

const columns = `wallet bytea, time timestamptz, seq int, coin text, side text, px numeric, sz numeric, start_position numeric,
  dir text, closed_pnl numeric, fee numeric, fee_px numeric, tid bigint`;
/** Indexes that users of Postgres would create. */
const indexes = [
  '(wallet, time desc, seq desc)',
  '(coin, wallet)',
  '(time)',
  '(closed_pnl desc, time) where closed_pnl > 0',
  '(closed_pnl, time) where closed_pnl < 0',
];

/**
 * The same fills in Postgres, with the indexes that its users would make, and how long each endpoint's question takes there.
 *
 * @param dataDir a data directory that no process has open
 * @param shareDir a directory that the server's user may read
 */
export async function timesInPostgres(
  dataDir: string,
  shareDir: string,
  endpoints: readonly ColdEndpoint[],
  requests: number,
): Promise<Record<string, PostgresTimes>> {
  const [installation] = await postgresInstallations();
  const server = await startPostgres(installation!);
  const pool = new Pool({ connectionString: await server.createDatabase(), max: 1 });
  try {
    const file = join(shareDir, 'fills.tsv');
    const store = await openChdb({ dir: join(dataDir, 'analytics') });
    await store.command(`
      INSERT INTO FUNCTION file('${file}', 'TSV')
      SELECT concat('\\\\x', lower(hex(wallet))), toString(time), seq, coin, toString(side), px, sz, start_position, dir, closed_pnl,
        fee, fee_px, tid FROM fills`);
    await store.close();
    chmodSync(shareDir, 0o755);
    chmodSync(file, 0o644);
    await pool.query("set time zone 'UTC'");
    await pool.query(`create table fills (${columns})`);
    await pool.query(`copy fills from '${file}'`);
    for (const index of indexes) await pool.query(`create index on fills ${index}`);
    await pool.query('analyze fills');
    const found: Record<string, PostgresTimes> = {};
    for (const { name, postgres } of endpoints) {
      const times: number[] = [];
      const endMs = monotonicMs() + 20_000;
      for (let n = 0; n < requests && monotonicMs() < endMs; n++) {
        const startMs = monotonicMs();
        await pool.query(postgres(n));
        times.push(monotonicMs() - startMs);
      }
      found[name] = { p50Ms: percentile(times, 50), p99Ms: percentile(times, 99) };
    }
    return found;
  } finally {
    await pool.end();
    await server.stop();
  }
}
