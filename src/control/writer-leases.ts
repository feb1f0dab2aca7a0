import { type Kysely, sql } from 'kysely';
import { fromNow, isFree, isHeld, voidedHolder } from './claim-end.ts';
import type { ControlDatabase } from './schema.ts';

/**
 * The right to write fills, which one process at a time holds of all that share the store, and what the one that reads the
 * exchange reports to the others. A lease ends where it is not renewed in time, by the clock of the database.
 */
export interface WriterLeases {
  /**
   * Takes the lease where no process holds it.
   *
   * @param request.holder who that is, for people
   * @param request.ttlMs how long it holds unless renewed
   * @param request.above the epoch is greater than this and than that of every holder before
   * @returns the epoch, and the previous holder if its lease was void (its end too far in the future); or the current holder
   */
  take(request: {
    holder: string;
    ttlMs: number;
    above: number;
  }): Promise<{ epoch: number; voidedHolder?: string } | LeaseHolder>;
  /**
   * Holds the lease for another `ttlMs` from now on.
   *
   * @param request.report what a reader of the exchange reports to the others, as JSON; default: a writer that reads no exchange
   * @returns false where another process holds it
   */
  renew(request: { epoch: number; ttlMs: number; report?: unknown }): Promise<boolean>;
  /**
   * Gives the lease back, in order: no process reads the exchange then, and none should. Without effect for one that
   * was lost.
   */
  release(epoch: number): Promise<void>;
  /** The last report of a reader of the exchange; undefined where there was none. */
  lastReport(): Promise<ReaderReport | undefined>;
}

export interface LeaseHolder {
  heldBy: string;
  /** When it ends, for comparison alone: another value later says that the holder lives. */
  until: string;
}

/** Status of the process that reads the exchange. */
export interface ReaderReport {
  /**
   * - `reading`: it holds the lease.
   * - `silent`: its lease ran out, or another process holds it and has not reported anything yet.
   * - `ended`: it gave the lease back.
   */
  state: 'reading' | 'silent' | 'ended';
  ageMs: number;
  /** As it was given to {@link WriterLeases.renew}. */
  report: unknown;
}

export function createWriterLeases(db: Kysely<ControlDatabase>): WriterLeases {
  return {
    async take({ holder, ttlMs, above }) {
      for (;;) {
        const [taken] = await db
          .updateTable('writer_lease')
          .set({
            epoch: sql<number>`greatest(epoch, ${above}::bigint) + 1`,
            holder,
            expires_at: fromNow(ttlMs),
          })
          .where(isFree('writer_lease.expires_at'))
          .returning(['epoch', voidedHolder(sql.table('writer_lease')).as('voided')])
          .execute();
        if (taken !== undefined) {
          const { epoch, voided } = taken;
          return { epoch: Number(epoch), ...(voided !== null && { voidedHolder: voided }) };
        }
        const held = await db
          .selectFrom('writer_lease')
          .select(['holder', sql<string>`expires_at::text`.as('until')])
          .where(isHeld('writer_lease.expires_at'))
          .executeTakeFirst();
        // Else it ended between the two.
        if (held !== undefined) return { heldBy: held.holder, until: held.until };
      }
    },
    async renew({ epoch, ttlMs, report }) {
      const reported =
        report === undefined
          ? {}
          : { live_report: JSON.stringify(report), live_epoch: epoch, live_at: sql<Date>`clock_timestamp()` };
      const renewed = await db
        .updateTable('writer_lease')
        .set({ expires_at: fromNow(ttlMs), ...reported })
        .where('epoch', '=', epoch)
        .where('expires_at', 'is not', null)
        .returning('epoch')
        .execute();
      return renewed.length === 1;
    },
    async release(epoch) {
      await db
        .updateTable('writer_lease')
        .set({ expires_at: null, live_epoch: sql<number>`nullif(live_epoch, ${epoch}::bigint)` })
        .where('epoch', '=', epoch)
        .execute();
    },
    async lastReport() {
      const row = await db
        .selectFrom('writer_lease')
        .select(['live_report', 'live_epoch'])
        .select(sql<boolean>`live_epoch = epoch and ${isHeld('writer_lease.expires_at')}`.as('reading'))
        .select(sql<string>`extract(epoch from clock_timestamp() - live_at) * 1000`.as('age_ms'))
        .where('live_report', 'is not', null)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const state = row.live_epoch === null ? 'ended' : row.reading ? 'reading' : 'silent';
      return { state, ageMs: Math.round(Number(row.age_ms)), report: row.live_report };
    },
  };
}
