import { Type } from 'typebox';
import { type AnyQuery, query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { type Rollup, rollups } from './rollups.ts';

/** How far an audit has come. */
export interface AuditProgress {
  /** The table being recomputed. */
  table: string;
  tablesDone: number;
  tables: number;
}

/** One stored value that its recomputation from raw fills does not give. */
export interface AuditDifference {
  table: string;
  /** The row's key, readable: `wallet=0x… day=2026-05-01`. */
  key: string;
  column: string;
  stored: string;
  recomputed: string;
}

/** What an audit found. */
export interface AuditReport {
  /** The first differences, at most {@link auditDifferenceLimit}. */
  differences: AuditDifference[];
  /** All differences, the ones left out above included. */
  differencesTotal: number;
  tables: number;
  rowsCompared: number;
  fills: number;
  seconds: number;
}

/** Differences one audit reports in full; a broken rollup differs in every row. */
export const auditDifferenceLimit = 1000;

const limits = { deadlineMs: 600_000, maxRows: 10_000, maxMemoryBytes: 8 * 2 ** 30 };
const fillsPerSlice = 20_000_000;
const slicesLimit = 256;

const wallets = { from: 'Wallet', to: 'Wallet' } as const;
const inSlice = 'wallet >= {from:Wallet} AND wallet <= {to:Wallet}';

const fillCount = query({
  name: 'audit_fill_count',
  params: {},
  row: Type.Object({ fills: Type.String() }),
  sql: 'SELECT count() AS fills FROM fills',
});

const storedTwice = query({
  name: 'audit_stored_twice',
  params: wallets,
  row: Type.Object({ key: Type.String(), stored: Type.String(), recomputed: Type.String() }),
  limits,
  sql: `
    SELECT concat('wallet=0x', lower(hex(wallet))) AS key, toString(count()) AS stored,
      toString(uniqExact(coin, time, tid, oid)) AS recomputed
    FROM fills WHERE ${inSlice} GROUP BY wallet HAVING stored != recomputed ORDER BY key LIMIT 1000`,
});

const auditRow = Type.Object({
  key: Type.String(),
  stored: Type.Array(Type.String()),
  recomputed: Type.Array(Type.String()),
});

const auditCount = Type.Object({ compared: Type.String(), differing: Type.String() });

/** Both sides of a rollup as one row per key; a side without the key has empty values. */
function comparison({ table, key, columns }: Rollup): string {
  const names = Object.keys(columns);
  const texts = (side: 'stored' | 'recomputed') =>
    `[${names.map((name) => `toString(${columns[name]![side]})`).join(', ')}]`;
  const keys = key.map(({ column }) => column).join(', ');
  const fromFills = key.map(({ column, fromFill }) => `${fromFill} AS ${column}`).join(', ');
  return `
    SELECT ${keys}, anyIf(texts, origin = 1) AS stored, anyIf(texts, origin = 2) AS recomputed FROM (
      SELECT 1 AS origin, ${keys}, ${texts('stored')} AS texts FROM ${table} WHERE ${inSlice} GROUP BY ${keys}
      UNION ALL
      SELECT 2 AS origin, ${fromFills}, ${texts('recomputed')} AS texts FROM fills WHERE ${inSlice} GROUP BY ${keys})
    GROUP BY ${keys}`;
}

function auditQueries(rollup: Rollup): { count: AnyQuery; rows: AnyQuery } {
  const readable = rollup.key.map((part) => part.readable).join(", ' ', ");
  const both = comparison(rollup);
  return {
    count: query({
      name: `audit_${rollup.table}_count`,
      params: wallets,
      row: auditCount,
      limits,
      sql: `SELECT count() AS compared, countIf(stored != recomputed) AS differing FROM (${both})`,
    }),
    rows: query({
      name: `audit_${rollup.table}`,
      params: wallets,
      row: auditRow,
      limits,
      sql: `
        SELECT concat(${readable}, '') AS key, stored, recomputed
        FROM (${both}) WHERE stored != recomputed ORDER BY key LIMIT ${auditDifferenceLimit}`,
    }),
  };
}

/**
 * Recomputes every rollup from raw fills and compares value by value, exactly. Slice by slice over the
 * wallets, so that memory stays bounded however many there are.
 * @throws DOMException `AbortError` where the signal aborts; AnalyticsError where the engine fails.
 */
export async function audit(
  store: AnalyticsStore,
  onProgress: (progress: AuditProgress) => void,
  signal: AbortSignal,
): Promise<AuditReport> {
  const startMs = monotonicMs();
  const options = { lane: 'job', signal } as const;
  const [{ fills } = { fills: '0' }] = await store.rows(fillCount, {}, options);
  const slices = walletSlices(Math.ceil(Number(fills) / fillsPerSlice));
  const report = { differences: [] as AuditDifference[], differencesTotal: 0, rowsCompared: 0 };
  const tables = rollups.length + 1;

  async function compare(rollup: Rollup, slice: { from: string; to: string }): Promise<void> {
    const { count, rows } = auditQueries(rollup);
    const [counted] = (await store.rows(count, slice, options)) as { compared: string; differing: string }[];
    report.rowsCompared += Number(counted!.compared);
    if (Number(counted!.differing) === 0) return;
    const found = (await store.rows(rows, slice, options)) as {
      key: string;
      stored: string[];
      recomputed: string[];
    }[];
    const columns = Object.keys(rollup.columns);
    for (const { key, stored, recomputed } of found) {
      for (const [i, column] of columns.entries()) {
        const sides = { stored: stored[i] ?? 'absent', recomputed: recomputed[i] ?? 'absent' };
        if (sides.stored !== sides.recomputed) note({ table: rollup.table, key, column, ...sides });
      }
    }
    // Rows beyond the listed ones differ in at least one column each.
    report.differencesTotal += Math.max(0, Number(counted!.differing) - found.length);
  }

  function note(difference: AuditDifference): void {
    report.differencesTotal += 1;
    if (report.differences.length < auditDifferenceLimit) report.differences.push(difference);
  }

  for (const [tablesDone, rollup] of rollups.entries()) {
    onProgress({ table: rollup.table, tablesDone, tables });
    for (const slice of slices) {
      signal.throwIfAborted();
      await compare(rollup, slice);
    }
  }
  onProgress({ table: 'fills', tablesDone: rollups.length, tables });
  for (const slice of slices) {
    signal.throwIfAborted();
    const twice = await store.rows(storedTwice, slice, options);
    for (const sides of twice) note({ table: 'fills', column: 'distinct fills', ...sides });
  }
  return { ...report, tables, fills: Number(fills), seconds: (monotonicMs() - startMs) / 1000 };
}

/** Ranges of addresses that together hold all of them: a power of two, at most {@link slicesLimit}. */
function walletSlices(wanted: number): { from: string; to: string }[] {
  let count = 1;
  while (count < wanted && count < slicesLimit) count *= 2;
  const width = 256 / count;
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  return Array.from({ length: count }, (_, i) => ({
    from: `0x${byte(i * width)}${'00'.repeat(19)}`,
    to: `0x${byte((i + 1) * width - 1)}${'ff'.repeat(19)}`,
  }));
}
