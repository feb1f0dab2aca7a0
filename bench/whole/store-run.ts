/** Statistics of an idle store: bytes by table, the audit by slices, and positions against payments. Started by ../whole.ts. */
import { join } from 'node:path';
import { Type } from 'typebox';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { query } from '../../src/analytics/query.ts';
import { auditSlices } from '../../src/jobs/audit.ts';
import { monotonicMs } from '../../src/kernel/clock.ts';
import { tellResult } from '../child.ts';
import { type TableSize, tableSizes } from '../table-sizes.ts';
import { type PaidPositions, paidPositions } from './positions-paid.ts';

export interface StoreRun {
  tables: TableSize[];
  /** Columns of the fills table. */
  columns: { column: string; bytes: number }[];
  audit: {
    seconds: number;
    cpuSeconds: number;
    differences: number;
    rowsCompared: number;
    slices: number;
    longestMs: number;
    /** Seconds by table. */
    tables: Record<string, number>;
  };
  /** The wallet with the most fills. */
  largest: { fills: number; newestMs: number; countMs: number };
  paid: PaidPositions & { seconds: number };
  peakRssBytes: number;
}

const { dir, wallets } = JSON.parse(process.argv[2]!) as { dir: string; wallets: number };
const columnSizes = query({
  name: 'bench_column_sizes',
  params: {},
  row: Type.Object({ column: Type.String(), taken: Type.String() }),
  sql: `
    SELECT column, toString(sum(column_bytes_on_disk)) AS taken
    FROM system.parts_columns WHERE active AND database = currentDatabase() AND table = 'fills'
    GROUP BY column ORDER BY sum(column_bytes_on_disk) DESC`,
});
const largestWallet = query({
  name: 'bench_largest_wallet',
  params: {},
  row: Type.Object({ address: Type.String(), of: Type.String() }),
  sql: `
    SELECT concat('0x', lower(hex(wallet))) AS address, toString(sum(fills)) AS of
    FROM wallet_alltime GROUP BY wallet ORDER BY sum(fills) DESC LIMIT 1`,
});
const newestFills = query({
  name: 'bench_newest_of_wallet',
  params: { wallet: 'Wallet' },
  row: Type.Object({ at: Type.String() }),
  sql: 'SELECT toString(time) AS at FROM fills WHERE wallet = {wallet:Wallet} ORDER BY time DESC, seq DESC LIMIT 50',
});
const allFills = query({
  name: 'bench_all_of_wallet',
  params: { wallet: 'Wallet' },
  row: Type.Object({ gained: Type.String() }),
  limits: { deadlineMs: 600_000 },
  sql: 'SELECT toString(sum(closed_pnl)) AS gained FROM fills WHERE wallet = {wallet:Wallet}',
});
const { signal } = new AbortController();
const store = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(store);

async function audited(): Promise<StoreRun['audit']> {
  const [startMs, cpu] = [monotonicMs(), process.cpuUsage()];
  const tables: Record<string, number> = {};
  const run = auditSlices(store, signal);
  let [slices, longestMs, table, atMs] = [0, 0, '', startMs];
  for (;;) {
    const { done, value } = await run.next();
    const nowMs = monotonicMs();
    if (table !== '') {
      slices += 1;
      longestMs = Math.max(longestMs, nowMs - atMs);
      tables[table] = (tables[table] ?? 0) + (nowMs - atMs) / 1_000;
    }
    atMs = nowMs;
    if (done) {
      const { user, system } = process.cpuUsage(cpu);
      const { differencesTotal: differences, rowsCompared, seconds } = value;
      return {
        seconds,
        cpuSeconds: (user + system) / 1e6,
        differences,
        rowsCompared,
        slices,
        longestMs,
        tables,
      };
    }
    table = value.table;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = monotonicMs();
  await work();
  return monotonicMs() - startMs;
}

const tables = await tableSizes(store);
const columns = await store.rows(columnSizes, {});
const [most] = await store.rows(largestWallet, {});
const wallet = most!.address;
const newestMs = await timed(() => store.rows(newestFills, { wallet }));
const countMs = await timed(() => store.rows(allFills, { wallet }));
const audit = await audited();
const startMs = monotonicMs();
const paid = await paidPositions(store, wallets);
tellResult({
  tables,
  columns: columns.map(({ column, taken }) => ({ column, bytes: Number(taken) })),
  audit,
  largest: { fills: Number(most!.of), newestMs, countMs },
  paid: { ...paid, seconds: (monotonicMs() - startMs) / 1_000 },
  peakRssBytes: process.resourceUsage().maxRSS * 1_024,
} satisfies StoreRun);
await store.close();
process.exit(0);
