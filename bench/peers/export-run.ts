/** Writes a store's fills and lifecycles as CSV, in the order of time, as both peers load them. Started by peers.ts. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { openChdb } from '../../src/analytics/chdb.ts';
import { tellResult } from '../child.ts';

export interface ExportTask {
  /** A data directory that no process has open. */
  dir: string;
  /** A directory that the Postgres server's user may read. */
  shareDir: string;
}

const { dir, shareDir } = JSON.parse(process.argv[2]!) as ExportTask;
/** Bytes in the input format of Postgres. */
const wallet = "concat('\\\\x', lower(hex(wallet)))";
const ms = (column: string) => `toUnixTimestamp64Milli(${column})`;
const ratio = (cost: string, size: string) => `if(${size} = 0, 0, toFloat64(${cost}) / toFloat64(${size}))`;

/** The columns of tables.ts. */
const selects = {
  fills: `
    SELECT ${wallet}, ${ms('time')}, seq, coin, side, dir, px, sz, start_position, closed_pnl, fee * fee_px, tid
    FROM fills_by_time ORDER BY time, seq`,
  lifecycles: `
    SELECT ${wallet}, coin, id, num, side, ${ms('opened')}, ${ms('last')}, is_closed, is_censored, fills, peak_size,
      ${ratio('entry_cost', 'opened_size')} AS entry_vwap, ${ratio('exit_cost', 'closed_size')}, toFloat64(peak_size) * entry_vwap, pnl, fees
    FROM lifecycles FINAL WHERE NOT deleted ORDER BY last`,
};

const store = await openChdb({ dir: join(dir, 'analytics') });
for (const [name, select] of Object.entries(selects)) {
  const file = join(shareDir, `${name}.csv`);
  await store.command(`INSERT INTO FUNCTION file('${file}', 'CSV') ${select}`);
  chmodSync(file, 0o644);
}
chmodSync(shareDir, 0o755);
tellResult({});
await store.close();
process.exit(0);
