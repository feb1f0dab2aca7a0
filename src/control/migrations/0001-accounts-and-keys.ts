import { type Kysely, sql } from 'kysely';

/** Accounts, the tiers they are entitled to, and the hashes of their keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      id uuid primary key default gen_random_uuid(),
      name text not null unique check (char_length(name) between 1 and 64),
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table entitlements (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references accounts (id),
      tier text not null check (tier in ('free', 'starter', 'pro', 'enterprise')),
      source text not null check (source in ('manual')),
      valid_from timestamptz not null,
      valid_until timestamptz check (valid_until > valid_from)
    )`.execute(db);
  await sql`create index entitlements_account on entitlements (account_id)`.execute(db);
  await sql`
    create table api_keys (
      id text primary key,
      account_id uuid not null references accounts (id),
      name text check (char_length(name) between 1 and 64),
      -- SHA-256 of the key in hex. The key itself is stored nowhere.
      hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
      -- The check keeps a whole key from ever being written here by mistake.
      prefix text not null check (char_length(prefix) <= 13),
      created_at timestamptz not null,
      expires_at timestamptz,
      revoked_at timestamptz,
      -- Unique: a key is replaced once, also when two processes try at the same moment.
      rotated_from text unique references api_keys (id),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index api_keys_account on api_keys (account_id)`.execute(db);
  await sql`create index api_keys_created on api_keys (created_at desc, id)`.execute(db);
}
