import type { ColumnType, Generated } from 'kysely';

/** A time that is never changed after the row was written. */
type Once = ColumnType<Date, Date, never>;

export interface AccountsTable {
  id: Generated<string>;
  name: ColumnType<string, string, never>;
  created_at: Once;
}

/** A tier given to an account for a time. The effective tier is the best one that holds now. */
export interface EntitlementsTable {
  id: Generated<string>;
  account_id: string;
  tier: string;
  source: 'manual';
  valid_from: Once;
  valid_until: Date | null;
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
}

export interface AccountUsageTable {
  account_id: string;
  /** A UTC day `2026-11-21` or a calendar month `2026-11`. */
  period: string;
  /** A bigint: drivers may read it as text. */
  requests: ColumnType<string | number, number, number>;
}

export interface ControlDatabase {
  accounts: AccountsTable;
  entitlements: EntitlementsTable;
  api_keys: ApiKeysTable;
  account_usage: AccountUsageTable;
}
