import type { Kysely } from 'kysely';
import type { LimitOverrides, OverrideChanges } from '../domain/limit-overrides.ts';
import type { Tier, TierLimits } from '../domain/tier.ts';
import type { AgentGrants } from './agent-grants.ts';
import type { Attempts } from './attempts.ts';
import type { BillingState } from './billing-state.ts';
import type { SubscriptionFact } from './billing-subscription.ts';
import type { JobRuns } from './job-runs.ts';
import type { KeyMode } from './key-format.ts';
import type { Payments } from './payments.ts';
import type { PaymentSummary, PaymentsListOptions } from './payments-list.ts';
import type { InvitationLink, OperatorInvitation, People } from './people.ts';
import type { ControlDatabase } from './schema.ts';
import type { WriterLeases } from './writer-leases.ts';

export { ControlError, type ControlFault } from './control-error.ts';

/**
 * How long any process may answer from a remembered key, in milliseconds, as far as {@link ControlStore.isCurrent}
 * lets it.
 */
export const keyCacheLifeMs = 1_000;

/**
 * For so long a process may use what it remembers after the store has confirmed that it missed no change, in milliseconds
 * from the moment it asked. Where several processes share a store, what changes a key or its account returns
 * when each of them has forgotten what it remembered: when all have said so, and at the latest after {@link changeWaitMs}. So
 * afterwards no instance accepts the old key, or serves the old tier (docs/contract.md#keys).
 */
export const confirmationLifeMs = 90;

/** The longest that a change to keys waits for the other processes: a confirmation, and the rounding of timers. */
export const changeWaitMs = 100;

export interface CreateKeyRequest {
  /** Created where it does not exist. Default `default`. */
  accountName?: string;
  /**
   * Given to the account where it is better than what it has; never takes a better one away. Default: as it is,
   * `free` at first.
   */
  tier?: Tier;
  /** Default `live`. */
  mode?: KeyMode;
  /** A note to tell keys apart, at most 64 characters. */
  name?: string;
  /** The key stops working here. Unix milliseconds. */
  expiresAtMs?: number;
  /** Id of the person who makes it. Default: an operator. */
  madeBy?: string | undefined;
}

/** A key just made: the only moment its text exists. */
export interface IssuedKey {
  id: string;
  /** The key itself, to be shown once. */
  key: string;
  account: string;
  accountId: string;
  tier: Tier;
}

export type KeyStatus = 'active' | 'revoked' | 'expired';

/** A key as lists show it. */
export interface KeySummary {
  id: string;
  account: string;
  tier: Tier;
  name?: string;
  /** The key's first 13 characters. */
  prefix: string;
  status: KeyStatus;
  createdAtMs: number;
  expiresAtMs?: number;
  revokedAtMs?: number;
  /** Id of the key that this one replaced. */
  rotatedFrom?: string;
  /** To the minute. */
  lastUsedAtMs?: number;
  /** E-mail address of the person who made it, or `operator`; absent for keys made before this was noted. */
  madeBy?: string;
  /** Its maker has left the account, it is active, and no owner has decided yet whether it stays. */
  isLeftBehind?: true;
}

/** What authentication needs to know about a key. */
export interface KeyRecord {
  keyId: string;
  accountId: string;
  /** The best tier among the account's entitlements that hold now. */
  tier: Tier;
  /** Limits of the account's own, where it has some and its tier lets them hold. */
  overrides?: LimitOverrides;
  billing: BillingState;
  /** Unix milliseconds at which time alone changes tier or billing: the record holds until then. */
  changesAtMs?: number;
  status: KeyStatus;
  expiresAtMs?: number;
  lastUsedAtMs?: number;
}

export interface AccountSummary {
  id: string;
  name: string;
  tier: Tier;
  billing: BillingState;
  activeKeys: number;
  createdAtMs: number;
}

export interface AccountEntitlement {
  id: string;
  tier: Tier;
  /** `manual`: granted by an operator; else the billing provider. */
  source: 'manual' | 'stripe';
  validFromMs: number;
  validUntilMs?: number;
  /** The provider's id of the subscription. */
  subscription?: string;
}

export interface AccountDetail extends AccountSummary {
  /** What the account may do, its own numbers included where they hold. */
  limits: Readonly<TierLimits>;
  /** As they were set; without effect unless the tier is Enterprise. */
  overrides?: LimitOverrides;
  /** The newest 1,000, newest first; ended ones too. */
  entitlements: AccountEntitlement[];
}

export interface ListAccountsOptions {
  /** Part of the name, in any case. */
  nameContains?: string;
  /** 1 to 10,000; default 1,000. */
  limit?: number;
}

export interface GrantRequest {
  /** Created where it does not exist. */
  accountName: string;
  tier: Tier;
  /** Unix milliseconds; default now. */
  validFromMs?: number;
  /** Unix milliseconds, after `validFromMs` and now; default without end. */
  validUntilMs?: number;
}

export interface BillingOutcome {
  /** False where the event was known already. */
  isNew: boolean;
  /** The account as it is afterwards; absent before the provider told whose subscription it is. */
  account?: AccountDetail;
}

/** Requests to add to an account's count of one period. */
export interface UsageAddition {
  accountId: string;
  /** A UTC day `2026-11-21` or a calendar month `2026-11`. */
  period: string;
  requests: number;
}

export interface ListKeysOptions {
  accountName?: string;
  /** 1 to 10,000; default 1,000. */
  limit?: number;
}

export interface RotateOptions {
  /** How long the old key still works beside the new one, 0 to 7 days in milliseconds. Default 0. */
  overlapMs?: number;
  /** Id of the person who makes the new key. Default: an operator. */
  madeBy?: string | undefined;
}

/**
 * The control port: accounts, their tiers and their keys. Two adapters (`pglite.ts`, `postgres.ts`),
 * one conformance suite (`test/conformance/control.ts`).
 *
 * Calls reject with a {@link ControlError} where the input or the state is at fault, and with the
 * driver's error where the database is.
 */
export interface ControlStore {
  readonly kind: 'pglite' | 'postgres';
  /** Who may write fills where several processes share the store. */
  readonly writers: WriterLeases;
  /** Scheduled jobs: which of the processes runs each, and how far it is. */
  readonly jobs: JobRuns;
  /** What callers without a key have paid for. */
  readonly payments: Payments;
  /** Who signs in, and to which accounts they belong. */
  readonly people: People;
  /** How often something was tried of late. */
  readonly attempts: Attempts;
  /** What people have allowed agents to do. */
  readonly agentGrants: AgentGrants;
  /** For the library that signs people in, which keeps its tables in the schema `portal`. */
  readonly signIn: SignInDatabase;
  /**
   * Brings the schema up to date and returns the names of the migrations that ran. Safe to call from several
   * processes at once.
   */
  migrate(): Promise<string[]>;
  /** Name of the newest migration in the database; undefined in an empty one. */
  version(): Promise<string | undefined>;
  /**
   * Issues a key.
   * @throws ControlError `key_limit` where the account has as many active keys as its tier allows.
   */
  createKey(request?: CreateKeyRequest): Promise<IssuedKey>;
  /** The newest keys, newest first. */
  listKeys(options?: ListKeysOptions): Promise<KeySummary[]>;
  /**
   * Makes a key invalid at once, on every instance. Revoking twice changes nothing.
   * @throws ControlError `unknown_key`, naming the nearest ids.
   */
  revokeKey(id: string): Promise<KeySummary>;
  /**
   * Issues a key in the place of another one, with its name, mode and expiry. The old one is invalid at once or after the overlap.
   * An overlap that still runs from an earlier rotation ends, so that an account has at most two keys per allowed key.
   * @throws ControlError `unknown_key`, `inactive_key` (revoked, expired or already replaced).
   */
  rotateKey(id: string, options?: RotateOptions): Promise<IssuedKey>;
  /** Payments for calls without a key, newest first. */
  listPayments(options?: PaymentsListOptions): Promise<PaymentSummary[]>;
  /** Accounts by name. */
  listAccounts(options?: ListAccountsOptions): Promise<AccountSummary[]>;
  /** @throws ControlError `unknown_account`, naming the nearest. */
  findAccount(name: string): Promise<AccountDetail>;
  /** Makes an account, on Free and without keys; one that exists stays as it is. */
  createAccount(name: string): Promise<AccountDetail>;
  /** Lets somebody sign up, once, also where sign-up is closed. @throws ControlError `unknown_account` */
  invite(request: OperatorInvitation): Promise<InvitationLink>;
  /**
   * Entitles an account to a tier. The best of its entitlements that hold at a moment counts, so this never takes anything away.
   * @throws ControlError `invalid_input`
   */
  grantTier(request: GrantRequest): Promise<AccountDetail>;
  /**
   * Ends what {@link grantTier} gave, at once; what has ended already stays as it is.
   * @throws ControlError `unknown_entitlement`; `invalid_input` for that of a subscription, which ends at its provider.
   */
  endEntitlement(id: string): Promise<AccountDetail>;
  /**
   * Gives an Enterprise account numbers of its own in the place of all it had; undefined takes them away.
   * @throws ControlError `unknown_account`; `invalid_input` for a number out of bounds or an account of another tier.
   */
  setOverrides(accountName: string, overrides: LimitOverrides | undefined): Promise<AccountDetail>;
  /**
   * Changes some of these numbers and leaves the others, also where several do so at once.
   * @throws ControlError as {@link setOverrides}
   */
  changeOverrides(accountName: string, changes: OverrideChanges): Promise<AccountDetail>;
  /**
   * Notes one event of a billing provider and lets the subscription's entitlement follow from all that are known of it,
   * in the order in which they happened: a repeated or late event changes nothing that a newer one has decided.
   * @param graceMs how long a tier stays after a payment failed
   */
  applyBilling(fact: SubscriptionFact, graceMs: number): Promise<BillingOutcome>;
  /**
   * A secret that all processes on this store share: 32 random bytes, made at its first use.
   * @param name of what is signed with it, so that no two uses share one
   */
  secret(name: string): Promise<Buffer>;
  /** The key with this SHA-256 (hex), in whatever state it is. */
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /**
   * Whether answers of `findByHash` that were remembered may still be used: false while a change in another process may have
   * gone unseen. Always true where no other process shares the store.
   */
  isCurrent(): boolean;
  /**
   * The same after a short wait, where a confirmation may be had: for many keys at once that is cheaper than to look
   * each up.
   */
  becomesCurrent(): Promise<boolean>;
  /** Notes that a key was used; keeps the later of two times. */
  recordUse(keyId: string, usedAtMs: number): Promise<void>;
  /** Requests counted for an account in each of the periods, in their order; 0 where none were. */
  readUsage(accountId: string, periods: readonly string[]): Promise<number[]>;
  /**
   * Adds to counts, all of them or none; each account and period at most once. Additions of several processes add up.
   * @returns what the counts came to, in the order of the additions
   */
  addUsage(additions: readonly UsageAddition[]): Promise<number[]>;
  /** Forgets the counts of periods before a UTC day `2026-11-21`. */
  forgetUsage(before: string): Promise<void>;
  /**
   * Calls `listener` with the hash of a key whose answer may have changed, or with undefined where any may have,
   * for changes made through this store, and as soon as known for those of other processes.
   * @returns a function that ends it.
   */
  onKeysChanged(listener: (hash: string | undefined) => void): () => void;
  close(): Promise<void>;
}

/** The database as a library gets it that speaks to it itself. */
export interface SignInDatabase {
  db: Kysely<ControlDatabase>;
  /** False where a transaction would hold up all others: there is one connection. */
  transaction: boolean;
}
