import { type Kysely, type Selectable, sql } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import { secretsOf } from './alert-rules.ts';
import type { AlertDelivery, AlertStore } from './alert-store.ts';
import type { Change } from './change.ts';
import { ControlError } from './control-error.ts';
import type { AlertDeliveriesTable, ControlDatabase } from './schema.ts';

type Changing = <T>(make: (change: Change) => Promise<T>) => Promise<T>;

/** Maximum rules per poll for due messages. */
const dueLimit = 500;
const listLimit = { default: 100, max: 10_000 };
/** Rows per statement: the protocol bounds its parameters. */
const insertRows = 500;

export function createAlertDeliveries(db: Kysely<ControlDatabase>, change: Changing, clock: Clock) {
  return {
    storeAlerts: ({ rule, after, revision, mark, firedMs, heldBack, deliveries }) =>
      change(async ({ tx, now }) => {
        const moved = await tx
          .updateTable('alert_rules')
          .set({ ...mark, fired_ms: firedMs ?? null, held_back: heldBack })
          .where('id', '=', rule)
          .where('place', '=', after)
          .where('revision', '=', revision)
          .returning('id')
          .executeTakeFirst();
        if (moved === undefined) return false;
        const rows = deliveries.map((one) => ({
          ...one,
          rule_id: rule,
          state: 'pending' as const,
          attempts: 0,
          first_attempt_at: null,
          next_at: now,
          status: null,
          fault: null,
          created_at: now,
          ended_at: null,
        }));
        for (let from = 0; from < rows.length; from += insertRows)
          await tx
            .insertInto('alert_deliveries')
            .values(rows.slice(from, from + insertRows))
            // The rule was set back: the message is sent again under the same id.
            .onConflict((conflict) =>
              conflict
                .column('id')
                .doUpdateSet({
                  state: 'pending',
                  attempts: 0,
                  first_attempt_at: null,
                  next_at: now,
                  ended_at: null,
                })
                .where('alert_deliveries.rule_id', '=', rule),
            )
            .execute();
        return true;
      }),
    async dueDeliveries({ rule } = {}) {
      const now = new Date(clock.nowMs());
      const rows = await db
        .selectFrom('alert_rules')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('alert_deliveries')
              .select(['alert_deliveries.id as delivery', 'body', 'attempts', 'first_attempt_at', 'next_at'])
              .whereRef('rule_id', '=', 'alert_rules.id')
              .where('alert_deliveries.state', '=', 'pending')
              .orderBy('alert_deliveries.place')
              .orderBy('alert_deliveries.part')
              .limit(1)
              .as('head'),
          (join) => join.onTrue(),
        )
        .select(['delivery', 'body', 'attempts', 'first_attempt_at', 'alert_rules.id as rule', 'url'])
        .select(['secret', 'old_secret', 'old_secret_until'])
        .where('alert_rules.state', '=', 'active')
        .$if(rule !== undefined, (query) => query.where('alert_rules.id', '=', rule!))
        .where('head.next_at', '<=', now)
        .where((eb) => eb.or([eb('throttled_until', 'is', null), eb('throttled_until', '<=', now)]))
        .orderBy('head.next_at')
        .limit(dueLimit)
        .execute();
      return rows.map((row) => ({
        id: row.delivery,
        rule: row.rule,
        body: row.body,
        attempts: row.attempts,
        url: row.url,
        firstAttemptMs: row.first_attempt_at?.getTime(),
        secrets: secretsOf(row, now.getTime()),
      }));
    },
    async noteDelivery(id, outcome) {
      const now = new Date(clock.nowMs());
      const isThrottled = 'fault' in outcome && outcome.isThrottled;
      const ended =
        'fault' in outcome
          ? { fault: outcome.fault.slice(0, 500), next_at: new Date(outcome.nextMs) }
          : { state: 'delivered' as const, fault: null, ended_at: now };
      const noted = await db
        .updateTable('alert_deliveries')
        .set({ ...ended, status: outcome.status ?? null })
        .set({ first_attempt_at: sql<Date>`coalesce(first_attempt_at, ${now})` })
        .set({ attempts: sql<number>`attempts + ${sql.lit(isThrottled ? 0 : 1)}` })
        .where('id', '=', id)
        .returning('rule_id')
        .executeTakeFirst();
      if (noted === undefined) return;
      const until = isThrottled ? new Date(outcome.nextMs) : null;
      await db
        .updateTable('alert_rules')
        .set({ throttled_until: until })
        .where('id', '=', noted.rule_id)
        .$if(until === null, (query) => query.where('throttled_until', 'is not', null))
        .execute();
    },
    async alertDeliveries(id, { state, limit = listLimit.default } = {}) {
      await refuseUnknown(db, id);
      const rows = await db
        .selectFrom('alert_deliveries')
        .selectAll()
        .where('rule_id', '=', id)
        .$if(state !== undefined, (query) => query.where('state', '=', state!))
        .orderBy('place', 'desc')
        .orderBy('part', 'desc')
        .limit(Math.min(Math.max(1, limit), listLimit.max))
        .execute();
      return rows.map(deliveryOf);
    },
    async pruneDeliveries(beforeMs) {
      const gone = await db
        .deleteFrom('alert_deliveries')
        .where('state', '!=', 'pending')
        .where('ended_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  } satisfies Partial<AlertStore>;
}

export function deliveryOf(row: Selectable<AlertDeliveriesTable>): AlertDelivery {
  return {
    id: row.id,
    rule: row.rule_id,
    events: row.events,
    state: row.state,
    attempts: row.attempts,
    ...(row.status !== null && { status: row.status }),
    ...(row.fault !== null && { fault: row.fault }),
    createdAtMs: row.created_at.getTime(),
    ...(row.state === 'pending' && { nextAtMs: row.next_at.getTime() }),
    ...(row.ended_at !== null && { endedAtMs: row.ended_at.getTime() }),
  };
}

/** @throws ControlError `unknown_alert` */
export async function refuseUnknown(
  db: Pick<Kysely<ControlDatabase>, 'selectFrom'>,
  id: string,
): Promise<void> {
  const found = await db.selectFrom('alert_rules').select('id').where('id', '=', id).executeTakeFirst();
  if (found !== undefined) return;
  throw new ControlError(
    'unknown_alert',
    `there is no alert ${id.slice(0, 40)}; the list of alerts has all ids`,
  );
}
