import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Maximum duration of claims and leases: a later end was written by a fast clock. */
const longestMs = 10 * 60_000;

type Column = 'job_runs.expires_at' | 'writer_lease.expires_at' | 'payments.expires_at';

/** End of a claim taken or renewed now, by the database clock. */
export const fromNow = (ms: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1000})`;

const isAhead = (column: RawBuilder<unknown>) =>
  sql<boolean>`${column} > clock_timestamp() + make_interval(secs => ${longestMs / 1000})`;

export function isHeld(column: Column): RawBuilder<boolean> {
  const end = sql.ref(column);
  return sql<boolean>`coalesce(${end} > clock_timestamp() and not (${isAhead(end)}), false)`;
}

export function isFree(column: Column): RawBuilder<SqlBool> {
  return sql<SqlBool>`not (${isHeld(column)})`;
}

/**
 * For RETURNING: the previous holder if its claim was void because its end was too far in the future; otherwise null.
 * @param before that one row: a subquery sees the row as of the statement's start
 */
export function voidedHolder(before: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(
    select before.holder from ${before} as before where ${isAhead(sql.ref('before.expires_at'))})`;
}
