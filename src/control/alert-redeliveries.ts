import { sql } from 'kysely';
import { deliveryOf, refuseUnknown } from './alert-deliveries.ts';
import { findAlert } from './alert-rules.ts';
import type { AlertStore } from './alert-store.ts';
import type { Change } from './change.ts';
import { ControlError } from './control-error.ts';

type Changing = <T>(make: (change: Change) => Promise<T>) => Promise<T>;

export function createAlertRedeliveries(change: Changing) {
  return {
    resendAlerts: (id, which) =>
      change(async ({ tx, now }) => {
        await refuseUnknown(tx, id);
        const again = await tx
          .updateTable('alert_deliveries')
          .set({ state: 'pending', attempts: 0, first_attempt_at: null, next_at: now, ended_at: null })
          .where('rule_id', '=', id)
          .$if('delivery' in which, (query) =>
            query.where('id', '=', (which as { delivery: string }).delivery),
          )
          .$if('sinceMs' in which, (query) =>
            query.where('created_at', '>=', new Date((which as { sinceMs: number }).sinceMs)),
          )
          .returning('id')
          .execute();
        if (again.length === 0 && 'delivery' in which)
          throw new ControlError(
            'unknown_alert',
            `alert ${id} has no message ${which.delivery.slice(0, 60)}; its list of deliveries has their ids`,
          );
        return again.length;
      }),
    rewindAlert: (id, { place, token }) =>
      change(async ({ tx }) => {
        await refuseUnknown(tx, id);
        const moved = await tx
          .updateTable('alert_rules')
          .set({ place, token, fired_ms: null, held_back: 0, revision: sql<number>`revision + 1` })
          .where('id', '=', id)
          .where('place', '>=', place)
          .returning('id')
          .executeTakeFirst();
        if (moved === undefined)
          throw new ControlError(
            'invalid_input',
            `alert ${id} has not reached that position: later events are sent without a request`,
          );
        // Pending messages are made again from there.
        await tx
          .deleteFrom('alert_deliveries')
          .where('rule_id', '=', id)
          .where('state', '=', 'pending')
          .where('place', '>', place)
          .execute();
        return findAlert(tx, id);
      }),
    skipDelivery: (id, delivery) =>
      change(async ({ tx, now }) => {
        await refuseUnknown(tx, id);
        const waiting = await tx
          .selectFrom('alert_deliveries')
          .select('id')
          .where('rule_id', '=', id)
          .where('state', '=', 'pending')
          .$if(delivery !== undefined, (query) => query.where('id', '=', delivery!))
          .orderBy('place')
          .orderBy('part')
          .limit(1)
          .executeTakeFirst();
        if (waiting === undefined)
          throw new ControlError(
            'unknown_alert',
            `alert ${id} has no message${delivery === undefined ? '' : ` ${delivery.slice(0, 60)}`} that is pending; its list of deliveries has the state of each`,
          );
        const row = await tx
          .updateTable('alert_deliveries')
          .set({ state: 'skipped', ended_at: now })
          .where('id', '=', waiting.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await tx.updateTable('alert_rules').set({ throttled_until: null }).where('id', '=', id).execute();
        return deliveryOf(row);
      }),
  } satisfies Partial<AlertStore>;
}
