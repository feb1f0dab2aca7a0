import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import { findByHash, listKeys } from './key-summary.ts';
import { createKey, type KeyChange, revokeKey, rotateKey } from './keys.ts';
import { appliedMigrations } from './migration.ts';
import type { ControlDatabase } from './schema.ts';
import type { ControlStore } from './store.ts';
import { addUsage, readUsage } from './usage.ts';

/** What differs between the databases that can carry the control port. */
export interface SqlStoreParts {
  kind: ControlStore['kind'];
  db: Kysely<ControlDatabase>;
  clock: Clock;
  rng: Rng;
  migrate(): Promise<string[]>;
  /** Tells other processes, inside the transaction, so that they hear of it exactly where it commits. */
  announce(tx: Transaction<ControlDatabase>, hash: string | undefined): Promise<void>;
  /** Resolves when no other process answers from what it remembered before the commit. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface SqlStore extends ControlStore {
  /** Passes on a change that another process made. */
  heard(hash: string | undefined): void;
}

/** The control port over any database that Kysely and Postgres' SQL reach. */
export function createSqlStore(parts: SqlStoreParts): SqlStore {
  const { db, clock, rng } = parts;
  const listeners = new Set<(hash: string | undefined) => void>();
  const heard = (hash: string | undefined) => {
    for (const listener of listeners) listener(hash);
  };

  /** Runs a change in one transaction; listeners hear of it after the commit and before the caller. */
  async function change<T>(make: (change: KeyChange) => Promise<T>): Promise<T> {
    const changed: (string | undefined)[] = [];
    // Under the account's row lock, read committed sees what the previous holder of the lock wrote.
    const run = db.transaction().setIsolationLevel('read committed');
    const result = await run.execute((tx) =>
      make({
        tx,
        now: new Date(clock.nowMs()),
        rng,
        changed: async (hash) => {
          changed.push(hash);
          await parts.announce(tx, hash);
        },
      }),
    );
    for (const hash of changed) heard(hash);
    if (changed.some((hash) => hash !== undefined)) await parts.settled();
    return result;
  }

  return {
    kind: parts.kind,
    migrate: () => parts.migrate(),
    version: async () => (await appliedMigrations(db)).at(-1),
    createKey: (request = {}) => change((made) => createKey(made, request)),
    listKeys: (options = {}) => listKeys(db, options, clock.nowMs()),
    revokeKey: (id) => change((made) => revokeKey(made, id)),
    rotateKey: (id, options = {}) => change((made) => rotateKey(made, id, options.overlapMs ?? 0)),
    findByHash: (hash) => findByHash(db, hash, clock.nowMs()),
    async recordUse(keyId, usedAtMs) {
      const usedAt = new Date(usedAtMs);
      await db
        .updateTable('api_keys')
        .set({ last_used_at: usedAt })
        .where('id', '=', keyId)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', usedAt)]))
        .execute();
    },
    readUsage: (accountId, periods) => readUsage(db, accountId, periods),
    addUsage: (additions) => addUsage(db, additions),
    async forgetUsage(before) {
      await db.deleteFrom('account_usage').where('period', '<', before).execute();
    },
    onKeysChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    heard,
    close: () => parts.close(),
  };
}
