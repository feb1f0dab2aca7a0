import { type Kysely, sql } from 'kysely';
import type { ControlDatabase } from './schema.ts';

export interface UsageAddition {
  accountId: string;
  /** A UTC day `2026-11-21` or a calendar month `2026-11`. */
  period: string;
  requests: number;
}

export interface UsageCounts {
  /** Requests counted for an account in each of the periods, in their order; 0 where none were. */
  readUsage(accountId: string, periods: readonly string[]): Promise<number[]>;
  /**
   * Adds to counts, all of them or none; each account and period at most once. Additions of several processes add up.
   * @returns what the counts came to, in the order of the additions
   */
  addUsage(additions: readonly UsageAddition[]): Promise<number[]>;
  /** Forgets the counts of periods before a UTC day `2026-11-21`. */
  forgetUsage(before: string): Promise<void>;
}

export function createUsageCounts(db: Kysely<ControlDatabase>): UsageCounts {
  return {
    readUsage: (accountId, periods) => readUsage(db, accountId, periods),
    addUsage: (additions) => addUsage(db, additions),
    async forgetUsage(before) {
      await db.deleteFrom('account_usage').where('period', '<', before).execute();
    },
  };
}

async function readUsage(
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

async function addUsage(db: Kysely<ControlDatabase>, additions: readonly UsageAddition[]): Promise<number[]> {
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
