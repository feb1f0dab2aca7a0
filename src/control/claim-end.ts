import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** No claim or lease is taken or renewed for longer: one that ends later was written by a clock that was ahead. */
const longestMs = 10 * 60_000;

type Column = 'job_runs.expires_at' | 'writer_lease.expires_at' | 'payments.expires_at';

/** When something ends that is held from now on, by the clock of the database. */
export const fromNow = (ms: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1000})`;

const isAhead = (column: RawBuilder<unknown>) =>
  sql<boolean>`${column} > clock_timestamp() + make_interval(secs => ${longestMs / 1000})`;

/** Whether somebody holds it. */
export function isHeld(column: Column): RawBuilder<boolean> {
  const end = sql.ref(column);
  return sql<boolean>`coalesce(${end} > clock_timestamp() and not (${isAhead(end)}), false)`;
}

/** Whether no process does. */
export function isFree(column: Column): RawBuilder<SqlBool> {
  return sql<SqlBool>`not (${isHeld(column)})`;
}

/**
 * Of a statement's RETURNING: who held the row before, where that claim was void as it lay in the future; else null.
 * @param before that one row: a subquery sees it as it was when the statement began
 */
export function voidedHolder(before: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(
    select before.holder from ${before} as before where ${isAhead(sql.ref('before.expires_at'))})`;
}
