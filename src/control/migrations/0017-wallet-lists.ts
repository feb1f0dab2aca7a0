import { type Kysely, sql } from 'kysely';

/** Wallets that an account keeps under a name, so that streams and alerts can be of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wallet_lists (
      account_id uuid not null references accounts (id),
      name text not null,
      -- Lower case, in order, each once.
      wallets jsonb not null,
      -- Another one with each change: also where a list is deleted and made again.
      version text not null,
      changed_at timestamptz not null,
      primary key (account_id, name)
    )`.execute(db);
}
