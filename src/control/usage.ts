import { type Kysely, sql } from 'kysely';
import type { ControlDatabase } from './schema.ts';
import type { UsageAddition } from './store.ts';

/** Counts of an account in the given periods; see `ControlStore.readUsage`. */
export async function readUsage(
  db: Kysely<ControlDatabase>,
  accountId: string,
  periods: readonly string[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('account_usage')
    .select(['period', 'requests'])
    .where('account_id', '=', accountId)
    .where('period', 'in', periods)
    .execute();
  const counts = new Map(rows.map((row) => [row.period, Number(row.requests)]));
  return periods.map((period) => counts.get(period) ?? 0);
}

/** Adds to counts in one statement; see `ControlStore.addUsage`. */
export async function addUsage(
  db: Kysely<ControlDatabase>,
  additions: readonly UsageAddition[],
): Promise<number[]> {
  if (additions.length === 0) return [];
  const rows = await db
    .insertInto('account_usage')
    .values(additions.map(({ accountId, period, requests }) => ({ account_id: accountId, period, requests })))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'period'])
        .doUpdateSet({ requests: sql`account_usage.requests + excluded.requests` }),
    )
    .returning(['account_id', 'period', 'requests'])
    .execute();
  const counts = new Map(rows.map((row) => [`${row.account_id} ${row.period}`, Number(row.requests)]));
  return additions.map(({ accountId, period }) => counts.get(`${accountId} ${period}`) ?? 0);
}
