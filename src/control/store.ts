import type { Kysely } from 'kysely';
import type { AccountStore } from './account-store.ts';
import type { AgentGrants } from './agent-grants.ts';
import type { AlertStore } from './alert-store.ts';
import type { Attempts } from './attempts.ts';
import type { JobRuns } from './job-runs.ts';
import type { KeyStore } from './key-store.ts';
import type { Payments } from './payments.ts';
import type { PaymentSummary, PaymentsListOptions } from './payments-list.ts';
import type { People } from './people.ts';
import type { ControlDatabase } from './schema.ts';
import type { BillingFacts } from './subscriptions.ts';
import type { UsageCounts } from './usage.ts';
import type { WalletLists } from './wallet-lists.ts';
import type { WriterLeases } from './writer-leases.ts';

/**
 * The control port, of one part for each subject. Two adapters (`pglite.ts`, `postgres.ts`),
 * one conformance suite (`test/conformance/control.ts`).
 *
 * Calls reject with a {@link ControlError} where the input or the state is at fault, and with the
 * driver's error where the database is.
 */
export interface ControlStore extends KeyStore, AccountStore, BillingFacts, UsageCounts {
  readonly kind: 'pglite' | 'postgres';
  readonly writers: WriterLeases;
  readonly jobs: JobRuns;
  readonly payments: Payments;
  readonly people: People;
  readonly attempts: Attempts;
  readonly agentGrants: AgentGrants;
  readonly alerts: AlertStore;
  readonly lists: WalletLists;
  /** For the library that signs people in, which keeps its tables in the schema `portal`. */
  readonly signIn: SignInDatabase;
  /**
   * Brings the schema up to date and returns the names of the migrations that ran. Safe to call from several
   * processes at once.
   */
  migrate(): Promise<string[]>;
  /** Name of the newest migration in the database; undefined in an empty one. */
  version(): Promise<string | undefined>;
  /** Payments for calls without a key, newest first. */
  listPayments(options?: PaymentsListOptions): Promise<PaymentSummary[]>;
  /**
   * A secret that all processes on this store share: 32 random bytes, made at its first use.
   * @param name purpose of the secret, so that no two purposes share one
   */
  secret(name: string): Promise<Buffer>;
  close(): Promise<void>;
}

export interface SignInDatabase {
  db: Kysely<ControlDatabase>;
  /** False where a transaction would hold up all others: there is one connection. */
  transaction: boolean;
}
