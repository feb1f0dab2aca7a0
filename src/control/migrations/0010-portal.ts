import { type Kysely, sql } from 'kysely';

/**
 * People, how they sign in, and which accounts they belong to. The tables in the schema `portal` are those that better-auth's own
 * migrations plan for `src/portal/auth.ts`, written down so that what runs is what was reviewed; a test compares the two.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...signInTables, ...ownTables]) await sql.raw(statement).execute(db);
}

const now = 'timestamptz not null default current_timestamp';
const ofUser = 'text not null references portal."user" ("id") on delete cascade';

const signInTables = [
  'create schema if not exists portal',
  `create table portal."user" (
    "id" text primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null,
    "image" text, "createdAt" ${now}, "updatedAt" ${now})`,
  `create table portal."session" (
    "id" text primary key, "expiresAt" timestamptz not null, "token" text not null unique, "createdAt" ${now},
    "updatedAt" timestamptz not null, "ipAddress" text, "userAgent" text, "userId" ${ofUser})`,
  `create table portal."account" (
    "id" text primary key, "accountId" text not null, "providerId" text not null, "userId" ${ofUser},
    "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz, "scope" text, "password" text, "createdAt" ${now},
    "updatedAt" timestamptz not null)`,
  `create table portal."verification" (
    "id" text primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null,
    "createdAt" ${now}, "updatedAt" ${now})`,
  `create table portal."passkey" (
    "id" text primary key, "name" text, "publicKey" text not null, "userId" ${ofUser}, "credentialID" text not null,
    "counter" integer not null, "deviceType" text not null, "backedUp" boolean not null, "transports" text,
    "createdAt" timestamptz, "aaguid" text)`,
  'create index "session_userId_idx" on portal."session" ("userId")',
  'create index "account_userId_idx" on portal."account" ("userId")',
  'create index "verification_identifier_idx" on portal."verification" ("identifier")',
  'create index "passkey_userId_idx" on portal."passkey" ("userId")',
  'create index "passkey_credentialID_idx" on portal."passkey" ("credentialID")',
];

const ownTables = [
  // Of a person who signed up by themselves: each has one account of their own, whatever its name.
  'alter table accounts add column opened_by text unique',
  `create table members (
    account_id uuid not null references accounts (id),
    user_id ${ofUser},
    role text not null check (role in ('owner', 'member')),
    created_at timestamptz not null,
    primary key (account_id, user_id))`,
  'create index members_user on members (user_id)',
  `create table invitations (
    id text primary key,
    -- SHA-256 of what stands in the link.
    hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
    -- Null: its user gets an account of their own.
    account_id uuid references accounts (id),
    role text not null check (role in ('owner', 'member')),
    note text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Claimed by somebody who is signing up, or used.
    used_at timestamptz,
    used_by text)`,
  'create index invitations_account on invitations (account_id)',
  // Attempts that failed, or mails that were sent, within a while: what is counted is known by its SHA-256 alone.
  `create table attempts (
    subject text primary key check (subject ~ '^[0-9a-f]{64}$'),
    count integer not null,
    since timestamptz not null)`,
  'create index attempts_since on attempts (since)',
];
