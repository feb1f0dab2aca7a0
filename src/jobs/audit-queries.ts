import { Type } from 'typebox';
import type { Derived, Scope } from '../analytics/derived/derived.ts';
import { type AnyQuery, query } from '../analytics/query.ts';
import { inRange, rangeParams, type WalletRange, walletRanges } from '../analytics/wallet-ranges.ts';

/** Differences one audit reports in full; a broken rollup differs in every row. */
export const auditDifferenceLimit = 1000;

export const auditLimits = { deadlineMs: 600_000, maxRows: 10_000, maxMemoryBytes: 8 * 2 ** 30 };

/** Parameters of a slice: all of its rows are compared at once. */
export type AuditSlice = WalletRange | { month: number };

/** Approximate fills per slice. */
export const fillsPerSlice = 20_000_000;

const walletSlice = { params: rangeParams, ofTable: inRange, ofFills: inRange };
const monthSlice = (scope: Scope) => ({
  params: { month: 'UInt64' } as const,
  ofTable: `toYYYYMM(${scope}) = {month:UInt64}`,
  ofFills: 'toYYYYMM(time) = {month:UInt64}',
});

/** The slices that a table is compared in: memory stays bounded however many fills there are. */
export function slicesOf(
  { scope }: Derived,
  fills: number,
  months: readonly number[],
  sliceFills = fillsPerSlice,
): AuditSlice[] {
  if (scope === 'wallet') return walletRanges(Math.ceil(fills / sliceFills));
  return months.map((month) => ({ month }));
}

export const auditRow = Type.Object({
  key: Type.String(),
  stored: Type.Array(Type.String()),
  recomputed: Type.Array(Type.String()),
});

export const auditCount = Type.Object({ compared: Type.String(), differing: Type.String() });

/** Both sides of a table as one row per key; a side without the key has empty values. */
function comparison({ table, scope, audit: { key, columns, where } }: Derived): string {
  const { ofTable, ofFills } = scope === 'wallet' ? walletSlice : monthSlice(scope);
  const names = Object.keys(columns);
  const texts = (side: 'stored' | 'recomputed') =>
    `[${names.map((name) => `toString(${columns[name]![side]})`).join(', ')}]`;
  const keys = key.map(({ column }) => column).join(', ');
  const fromFills = key.map(({ column, fromFill }) => `${fromFill} AS ${column}`).join(', ');
  const counting = where === undefined ? '' : ` AND (${where})`;
  return `
    SELECT ${keys}, anyIf(texts, origin = 1) AS stored, anyIf(texts, origin = 2) AS recomputed FROM (
      SELECT 1 AS origin, ${keys}, ${texts('stored')} AS texts FROM ${table} WHERE ${ofTable} GROUP BY ${keys}
      UNION ALL
      SELECT 2 AS origin, ${fromFills}, ${texts('recomputed')} AS texts FROM fills WHERE ${ofFills}${counting} GROUP BY ${keys})
    GROUP BY ${keys}`;
}

/** Queries that count the compared and differing keys of a slice, and list the differing ones. */
export function auditQueries(derived: Derived): { count: AnyQuery; rows: AnyQuery } {
  const readable = derived.audit.key.map((part) => part.readable).join(", ' ', ");
  const both = comparison(derived);
  const { params } = derived.scope === 'wallet' ? walletSlice : monthSlice(derived.scope);
  const onShard = true;
  return {
    count: query({
      name: `audit_${derived.table}_count`,
      params,
      row: auditCount,
      limits: auditLimits,
      onShard,
      sql: `SELECT count() AS compared, countIf(stored != recomputed) AS differing FROM (${both})`,
    }),
    rows: query({
      name: `audit_${derived.table}`,
      params,
      row: auditRow,
      limits: auditLimits,
      onShard,
      sql: `
        SELECT concat(${readable}, '') AS key, stored, recomputed
        FROM (${both}) WHERE stored != recomputed ORDER BY key LIMIT ${auditDifferenceLimit}`,
    }),
  };
}
