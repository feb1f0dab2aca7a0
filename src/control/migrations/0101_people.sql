-- People, how they sign in, which accounts they belong to, and which agents they let in. The tables in the schema `portal` are those
-- that better-auth's own migrations plan for `src/portal/auth.ts`, written down so that reviewed statements run; a test
-- compares the two.
create schema if not exists portal;

create table portal."user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create table portal."session" (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references portal."user" ("id") on delete cascade
);
create index "session_userId_idx" on portal."session" ("userId");

create table portal."account" (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references portal."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on portal."account" ("userId");

create table portal."verification" (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index "verification_identifier_idx" on portal."verification" ("identifier");

create table portal."passkey" (
  "id" text primary key,
  "name" text,
  "publicKey" text not null,
  "userId" text not null references portal."user" ("id") on delete cascade,
  "credentialID" text not null,
  "counter" integer not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);
create index "passkey_userId_idx" on portal."passkey" ("userId");
create index "passkey_credentialID_idx" on portal."passkey" ("credentialID");

create table members (
  account_id uuid not null references accounts (id),
  user_id text not null references portal."user" ("id") on delete cascade,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null,
  primary key (account_id, user_id)
);
create index members_user on members (user_id);

create table invitations (
  id text primary key,
  -- SHA-256 of the secret in the link.
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  -- Null: its user gets an account of their own.
  account_id uuid references accounts (id),
  role text not null check (role in ('owner', 'member')),
  note text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, or claimed during a sign-up.
  used_at timestamptz,
  used_by text,
  -- The request that signs a person up with it at the moment: one that fails gives it back.
  claimed_by text,
  claimed_at timestamptz
);
create index invitations_account on invitations (account_id);

-- Attempts that failed, or mails that were sent, within a while: the subject is known by its SHA-256 alone.
create table attempts (
  subject text primary key check (subject ~ '^[0-9a-f]{64}$'),
  count integer not null,
  since timestamptz not null
);
create index attempts_since on attempts (since);

-- What people have allowed agents to ask in the name of an account (OAuth 2.1); of secrets only the SHA-256 is stored.
create table agent_grants (
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
  -- All refresh tokens of a grant share a part, so that any spent one is recognised, however long ago it was replaced.
  family_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index agent_grants_user on agent_grants (user_id);
create index agent_grants_family on agent_grants (family_hash);
