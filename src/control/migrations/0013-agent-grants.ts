import { type Kysely, sql } from 'kysely';

/** What people have allowed agents to ask in the name of an account (OAuth 2.1); secrets stand here as their SHA-256 alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table agent_grants (
    id text primary key,
    user_id text not null references portal."user" ("id") on delete cascade,
    account_id uuid not null references accounts (id),
    client text not null,
    client_name text not null,
    redirect_uri text not null,
    challenge text not null,
    code_hash text not null unique,
    code_expires_at timestamptz not null,
    refresh_hash text unique,
    spent_hash text,
    created_at timestamptz not null,
    expires_at timestamptz not null)`.execute(db);
  await sql`create index agent_grants_user on agent_grants (user_id)`.execute(db);
  await sql`create index agent_grants_spent on agent_grants (spent_hash)`.execute(db);
}
