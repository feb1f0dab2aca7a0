import type { ColumnType, Generated } from 'kysely';
import type { LimitOverrides } from '../domain/limit-overrides.ts';
import type { AlertDeliveryState, AlertFormat, AlertState } from './alert-store.ts';
import type { SubscriptionFact } from './billing-subscription.ts';

/** JSON: read as a value, written as text. */
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Drivers may read it as text. */
type BigInteger = ColumnType<string | number, number, number>;

/** A time that is never changed after the row was written. */
type Once = ColumnType<Date, Date, never>;

export interface AccountsTable {
  id: Generated<string>;
  name: ColumnType<string, string, never>;
  created_at: Once;
  /** Of Enterprise; kept and without effect on any other tier. */
  limit_overrides: Json<LimitOverrides>;
  /** The person whose own account it is; null where an operator made it. */
  opened_by: ColumnType<string | null, string | undefined, never>;
  /** Customer id at the billing provider. */
  billing_customer: ColumnType<string | null, undefined, string>;
}

export interface EntitlementsTable {
  id: Generated<string>;
  account_id: string;
  tier: string;
  source: 'manual' | 'stripe';
  valid_from: Once;
  valid_until: Date | null;
  /** The provider's id of the subscription that gives it; null where an operator does. */
  subscription: ColumnType<string | null, string | undefined, never>;
  standing: ColumnType<string | null, string | undefined, string>;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  name: string | null;
  hash: ColumnType<string, string, never>;
  prefix: ColumnType<string, string, never>;
  created_at: Once;
  expires_at: Date | null;
  revoked_at: Date | null;
  rotated_from: string | null;
  last_used_at: Date | null;
  /** Id of the person who made it, or `operator`; null for keys that are older than this column. */
  made_by: ColumnType<string | null, string, never>;
  /** The owner who decided that it stays although its maker has left. */
  kept_by: ColumnType<string | null, undefined, string>;
}

export interface AccountUsageTable {
  account_id: string;
  /** A UTC day `2026-11-21` or a calendar month `2026-11`. */
  period: string;
  requests: ColumnType<string | number, number, number>;
}

/** An event of a billing provider: the entitlement of a subscription follows from all of its events. */
export interface BillingEventsTable {
  id: string;
  subscription: string;
  occurred_at: Once;
  fact: ColumnType<SubscriptionFact, string, never>;
}

/** A process that remembers keys. */
export interface InstancesTable {
  id: string;
  seen_at: Date;
}

/** One row: how many changes to keys have been made. */
export interface KeyChangesTable {
  version: ColumnType<string | number, number, number>;
}

/** One row: who may write fills, and the last report of the reader of the exchange. Instants by the clock of the database. */
export interface WriterLeaseTable {
  epoch: ColumnType<string | number, number, number>;
  holder: string;
  expires_at: Date | null;
  live_report: Json<unknown>;
  live_epoch: ColumnType<string | number | null, number, number | null>;
  live_at: Date | null;
}

export interface JobRunsTable {
  job: string;
  done_to_ms: ColumnType<string | number | null, number | undefined, number>;
  claim: ColumnType<string | number, number, number>;
  holder: string;
  expires_at: Date | null;
}

/** One row an authorization to pay for a call without a key. */
export interface PaymentsTable {
  id: string;
  proof: string;
  network: string;
  asset: string;
  payer: string;
  nonce: string;
  pay_to: string;
  /** A numeric: drivers read it as text. */
  amount: string;
  endpoint: string;
  request: string;
  payload: Json<unknown>;
  valid_until: Date;
  state: 'claimed' | 'settling' | 'settled' | 'uncertain' | 'refused';
  claim: ColumnType<string | number, number, number>;
  /** By the clock of the database. */
  expires_at: Date;
  answer_headers: Json<string[]>;
  answer_body: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
  transaction: ColumnType<string | null, string | undefined, string | null>;
  reason: ColumnType<string | null, string | undefined, string | null>;
  created_at: Once;
  ended_at: ColumnType<Date | null, Date | undefined, Date | null>;
}

/** What the processes that share the store sign with. */
export interface SecretsTable {
  name: string;
  value: string;
}

export interface MembersTable {
  account_id: string;
  user_id: string;
  role: 'owner' | 'member';
  created_at: Once;
}

export interface InvitationsTable {
  id: string;
  hash: ColumnType<string, string, never>;
  account_id: string | null;
  role: 'owner' | 'member';
  note: string | null;
  created_at: Once;
  expires_at: Date;
  /** The sign-up request that has reserved the invitation, and since when. */
  claimed_by: ColumnType<string | null, undefined, string | null>;
  claimed_at: ColumnType<Date | null, undefined, Date | null>;
  used_at: Date | null;
  used_by: ColumnType<string | null, undefined, string>;
}

/** Secrets are stored as their SHA-256. */
export interface AgentGrantsTable {
  id: string;
  user_id: string;
  account_id: string;
  client: string;
  client_name: string;
  redirect_uri: string;
  challenge: string;
  code_hash: string;
  code_expires_at: Date;
  refresh_hash: ColumnType<string | null, undefined, string>;
  family_hash: ColumnType<string | null, undefined, string>;
  created_at: Once;
  expires_at: Date;
}

/** Counted attempts, by the SHA-256 of what they are about. */
export interface AttemptsTable {
  subject: string;
  count: number;
  since: Date;
}

export interface WalletListsTable {
  account_id: string;
  name: string;
  wallets: ColumnType<readonly string[], string, string>;
  version: string;
  changed_at: Date;
}

/** Secrets are stored in the clear, since messages are signed with them. */
export interface AlertRulesTable {
  id: string;
  account_id: string;
  name: string;
  subscription: ColumnType<Readonly<Record<string, unknown>>, string, string>;
  url: string;
  format: AlertFormat;
  cool_down_ms: BigInteger;
  secret: string;
  old_secret: string | null;
  old_secret_until: Date | null;
  state: AlertState;
  reason: string | null;
  place: BigInteger;
  token: string;
  revision: Generated<number>;
  fired_ms: ColumnType<string | number | null, number | null, number | null>;
  held_back: BigInteger;
  throttled_until: Date | null;
  created_at: Once;
}

export interface AlertDeliveriesTable {
  id: string;
  rule_id: string;
  place: BigInteger;
  part: number;
  body: string;
  events: number;
  state: AlertDeliveryState;
  attempts: number;
  first_attempt_at: Date | null;
  next_at: Date;
  status: number | null;
  fault: string | null;
  created_at: Once;
  ended_at: Date | null;
}

/** People, as better-auth keeps them; as much of it as is read here. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  createdAt: Date;
}

export interface SessionTable {
  id: string;
  userId: string;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface ControlDatabase {
  accounts: AccountsTable;
  entitlements: EntitlementsTable;
  api_keys: ApiKeysTable;
  account_usage: AccountUsageTable;
  billing_events: BillingEventsTable;
  instances: InstancesTable;
  key_changes: KeyChangesTable;
  writer_lease: WriterLeaseTable;
  job_runs: JobRunsTable;
  payments: PaymentsTable;
  secrets: SecretsTable;
  members: MembersTable;
  invitations: InvitationsTable;
  attempts: AttemptsTable;
  agent_grants: AgentGrantsTable;
  alert_rules: AlertRulesTable;
  alert_deliveries: AlertDeliveriesTable;
  wallet_lists: WalletListsTable;
  'portal.user': UserTable;
  'portal.session': SessionTable;
}
