import type { Derived } from '../../src/analytics/derived/derived.ts';

/**
 * The rows of a derived table as SQL, one per key: rows in several parts, or on several shards, are summed. The values are in the order of
 * its columns.
 */
export function storedRows({ table, columns, combined, audit }: Derived): string {
  if (!combined) return `SELECT ${columns.join(', ')} FROM ${table}`;
  const keys = audit.key.map(({ column }) => column).join(', ');
  const sums = Object.values(audit.columns).map(({ stored }) => stored);
  return `SELECT ${keys}, ${sums.join(', ')} FROM ${table} GROUP BY ${keys}`;
}
