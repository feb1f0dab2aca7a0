import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../kernel/clock.ts';
import { gathered } from '../kernel/gathered.ts';
import type { Rng } from '../kernel/rng.ts';
import {
  changeOverrides,
  createAccount,
  endEntitlement,
  grantTier,
  setOverrides,
} from './account-changes.ts';
import { accountDetail, accountId, listAccounts } from './accounts.ts';
import { createAgentGrants } from './agent-grants.ts';
import { createAlertDeliveries } from './alert-deliveries.ts';
import { createAlertRedeliveries } from './alert-redeliveries.ts';
import { createAlertRules } from './alert-rules.ts';
import { createAttempts } from './attempts.ts';
import type { Change } from './change.ts';
import { createJobRuns } from './job-runs.ts';
import { findByHashes, listKeys, recordUse } from './key-summary.ts';
import { createKey, revokeKey, rotateKey } from './keys.ts';
import { changeMember, claim, invite, openOwnAccount, redeem } from './members.ts';
import { appliedMigrations } from './migration.ts';
import { createPayments } from './payments.ts';
import { listPayments } from './payments-list.ts';
import { readPeople } from './people.ts';
import type { ControlDatabase } from './schema.ts';
import type { ControlStore } from './store.ts';
import { applyBilling } from './subscriptions.ts';
import { createUsageCounts } from './usage.ts';
import { createWalletLists } from './wallet-lists.ts';
import { createWriterLeases } from './writer-leases.ts';

const secretBytes = 32;

/** See `ControlStore.secret`. Of two processes that ask for a new one at once the first one's stays. */
async function sharedSecret(db: Kysely<ControlDatabase>, rng: Rng, name: string): Promise<Buffer> {
  const value = Buffer.from(rng.bytes(secretBytes)).toString('hex');
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const found = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(found.value, 'hex');
}

/** What differs between the databases that can carry the control port. */
export interface SqlStoreParts {
  kind: ControlStore['kind'];
  db: Kysely<ControlDatabase>;
  clock: Clock;
  rng: Rng;
  migrate(): Promise<string[]>;
  /** Awaited before each look-up of a key, whose answer may be remembered. */
  present(): Promise<void>;
  isCurrent(): boolean;
  becomesCurrent(): Promise<boolean>;
  /**
   * Notifies other processes which keys change, inside the transaction, so that they hear of it exactly where it commits.
   * @returns to be called after the commit: resolves when no other process answers from what it remembered before.
   */
  announce(
    tx: Transaction<ControlDatabase>,
    hashes: readonly (string | undefined)[],
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface SqlStore extends ControlStore {
  /** Passes on a change that another process made. */
  seen(hash: string | undefined): void;
}

/** Look-ups of keys: the embedded database answers one statement after the other. */
const keyLookups = { pglite: { most: 500, atOnce: 1 }, postgres: { most: 500, atOnce: 4 } } as const;

export function createSqlStore(parts: SqlStoreParts): SqlStore {
  const { db, clock, rng } = parts;
  const listeners = new Set<(hash: string | undefined) => void>();
  const seen = (hash: string | undefined) => {
    for (const listener of listeners) listener(hash);
  };

  /** Runs a change in one transaction; listeners hear of it after the commit and before the caller. */
  async function change<T>(make: (change: Change) => Promise<T>): Promise<T> {
    const changed: (string | undefined)[] = [];
    // Under the account's row lock, read committed sees what the previous holder of the lock wrote.
    const run = db.transaction().setIsolationLevel('read committed');
    const { result, settled } = await run.execute(async (tx) => {
      const now = new Date(clock.nowMs());
      const result = await make({ tx, now, rng, changed: (hash) => changed.push(hash) });
      return { result, settled: changed.length > 0 ? await parts.announce(tx, changed) : undefined };
    });
    for (const hash of changed) seen(hash);
    await settled?.();
    return result;
  }

  return {
    kind: parts.kind,
    writers: createWriterLeases(db),
    jobs: createJobRuns(db),
    payments: createPayments(db),
    people: {
      ...readPeople(db, () => clock.nowMs()),
      openOwnAccount: (userId, email) => change((made) => openOwnAccount(made, userId, email)),
      changeMember: (request) => change((made) => changeMember(made, request)),
      claim: (token, claimedBy) => change((made) => claim(made, token, claimedBy)),
      redeem: (token, userId, claimedBy) => change((made) => redeem(made, token, userId, claimedBy)),
    },
    attempts: createAttempts(db, clock),
    agentGrants: createAgentGrants(db, clock, rng),
    alerts: {
      ...createAlertRules(db, change, clock),
      ...createAlertDeliveries(db, change, clock),
      ...createAlertRedeliveries(change),
    },
    lists: createWalletLists(db, change),
    signIn: { db, transaction: parts.kind === 'postgres' },
    listPayments: (options = {}) => listPayments(db, options),
    migrate: () => parts.migrate(),
    version: async () => (await appliedMigrations(db)).at(-1),
    createKey: (request = {}) => change((made) => createKey(made, request)),
    listKeys: (options = {}) => listKeys(db, options, clock.nowMs()),
    revokeKey: (id) => change((made) => revokeKey(made, id)),
    rotateKey: (id, options = {}) => change((made) => rotateKey(made, id, options)),
    listAccounts: (options = {}) => listAccounts(db, options, new Date(clock.nowMs())),
    findAccount: async (name) => accountDetail(db, await accountId(db, name), new Date(clock.nowMs())),
    createAccount: (name) => change((made) => createAccount(made, name)),
    async invite({ accountName, ...invitation }) {
      const of = accountName === undefined ? undefined : await accountId(db, accountName);
      return await change((made) => invite(made, of, invitation));
    },
    grantTier: (request) => change((made) => grantTier(made, request)),
    endEntitlement: (id) => change((made) => endEntitlement(made, id)),
    setOverrides: (name, overrides) => change((made) => setOverrides(made, name, overrides)),
    changeOverrides: (name, changes) => change((made) => changeOverrides(made, name, changes)),
    applyBilling: (fact, graceMs) => change((made) => applyBilling(made, fact, graceMs)),
    secret: (name) => sharedSecret(db, rng, name),
    findByHash: gathered(async (hashes: readonly string[]) => {
      await parts.present();
      return await findByHashes(db, hashes, clock.nowMs());
    }, keyLookups[parts.kind]),
    isCurrent: parts.isCurrent,
    becomesCurrent: parts.becomesCurrent,
    recordUse: (keyId, usedAtMs) => recordUse(db, keyId, new Date(usedAtMs)),
    ...createUsageCounts(db),
    onKeysChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seen,
    close: () => parts.close(),
  };
}
