import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import type { ControlDatabase } from './schema.ts';

/** How many attempts a window permits, counted across all processes. */
export interface AttemptRule {
  /** Distinguishes rules with the same subject. */
  name: string;
  limit: number;
  /** Starts at the first attempt. */
  windowMs: number;
}

export interface Attempts {
  /**
   * Counts one attempt.
   * @param subject an e-mail address, say; only its SHA-256 is stored
   * @returns 0 if permitted, otherwise the wait in milliseconds
   */
  take(rule: AttemptRule, subject: string): Promise<number>;
  /** Counts nothing: 0 if another attempt would pass, otherwise the wait in milliseconds. */
  waitMs(rule: AttemptRule, subject: string): Promise<number>;
  /** Resets the count, after a success. */
  forget(rule: AttemptRule, subject: string): Promise<void>;
}

/** One write in this many deletes expired rows. */
const sweepEvery = 256;
const longestWindowMs = 86_400_000;
/** Maximum clock skew between processes: a count that starts later was written by a fast clock and is void. */
const clockToleranceMs = 60_000;

export function createAttempts(db: Kysely<ControlDatabase>, clock: Clock): Attempts {
  const idOf = ({ name }: AttemptRule, subject: string) => hash('sha256', `${name} ${subject}`, 'hex');
  let writes = 0;

  async function sweep(): Promise<void> {
    writes += 1;
    if (writes % sweepEvery !== 1) return;
    const over = new Date(clock.nowMs() - longestWindowMs);
    await db.deleteFrom('attempts').where('since', '<', over).execute();
  }

  return {
    async take(rule, subject) {
      const nowMs = clock.nowMs();
      const over = new Date(nowMs - rule.windowMs);
      const now = new Date(nowMs);
      const ahead = new Date(nowMs + clockToleranceMs);
      const isOver = sql`(attempts.since <= ${over} or attempts.since > ${ahead})`;
      await sweep();
      const { count, since } = await db
        .insertInto('attempts')
        .values({ subject: idOf(rule, subject), count: 1, since: now })
        .onConflict((conflict) =>
          conflict.column('subject').doUpdateSet({
            count: sql`case when ${isOver} then 1 else least(attempts.count, 1000000) + 1 end`,
            since: sql`case when ${isOver} then ${now} else attempts.since end`,
          }),
        )
        .returning(['count', 'since'])
        .executeTakeFirstOrThrow();
      return count <= rule.limit ? 0 : since.getTime() + rule.windowMs - nowMs;
    },
    async waitMs(rule, subject) {
      const row = await db
        .selectFrom('attempts')
        .select(['count', 'since'])
        .where('subject', '=', idOf(rule, subject))
        .executeTakeFirst();
      if (row === undefined || row.count < rule.limit) return 0;
      const leftMs = row.since.getTime() + rule.windowMs - clock.nowMs();
      return leftMs > rule.windowMs + clockToleranceMs ? 0 : Math.max(0, leftMs);
    },
    async forget(rule, subject) {
      await db.deleteFrom('attempts').where('subject', '=', idOf(rule, subject)).execute();
    },
  };
}
