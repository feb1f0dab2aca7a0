import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { systemClock } from '../kernel/clock.ts';
import type { AuditReport } from './audit.ts';

export interface StoredAudit {
  /** Unix milliseconds. */
  finishedMs: number;
  differences: number;
  /** The first difference as text. */
  first: string;
}

const newest = query({
  name: 'newest_audit',
  params: {},
  row: Type.Object({ finished_ms: Type.String(), differences: Type.String(), first: Type.String() }),
  sql: `
    SELECT toString(toUnixTimestamp64Milli(finished)) AS finished_ms, toString(differences) AS differences, first_difference AS first
    FROM audits ORDER BY finished DESC LIMIT 1`,
});

export async function newestAudit(store: AnalyticsStore): Promise<StoredAudit | undefined> {
  const [row] = await store.rows(newest, {}, { lane: 'job' });
  if (row === undefined) return undefined;
  return { finishedMs: Number(row.finished_ms), differences: Number(row.differences), first: row.first };
}

/** Stores an audit's result, for `/ready` and the next start. */
export async function recordAudit(
  store: AnalyticsStore,
  report: AuditReport,
  nowMs = systemClock.nowMs(),
): Promise<void> {
  const { fills, rowsCompared, differencesTotal, differences } = report;
  const [one] = differences;
  const first =
    one === undefined
      ? ''
      : `${one.table} ${one.key} ${one.column}: stored ${one.stored}, recomputed ${one.recomputed}`;
  // Hex digits keep the raw text out of the SQL statement.
  const text = `unhex('${Buffer.from(first.slice(0, 500)).toString('hex')}')`;
  await store.command(
    `INSERT INTO audits SELECT fromUnixTimestamp64Milli(${nowMs}, 'UTC'), ${fills}, ${rowsCompared}, ${differencesTotal}, ${text}`,
  );
}
