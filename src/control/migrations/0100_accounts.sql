-- Accounts, the tiers they are entitled to, the hashes of their keys, what they used, and the lists of wallets that they keep.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 1 and 64),
  created_at timestamptz not null,
  limit_overrides jsonb,
  -- The person who signed up for it: each has one account of their own, whatever its name.
  opened_by text unique,
  -- The billing provider's name of the account, once it has bought a plan on the pages.
  billing_customer text unique
);

create table entitlements (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id),
  tier text not null check (tier in ('free', 'starter', 'pro', 'enterprise')),
  source text not null check (source in ('manual', 'stripe')),
  valid_from timestamptz not null,
  -- Equal where it ends in the second in which it began: it was valid for no time at all.
  valid_until timestamptz check (valid_until >= valid_from),
  -- The provider's id of the subscription.
  subscription text unique,
  standing text check (standing in ('active', 'past_due', 'ended')),
  constraint entitlements_subscription_check check (
    (source = 'manual') = (subscription is null) and (subscription is null) = (standing is null)
  )
);
create index entitlements_account on entitlements (account_id);

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
  last_used_at timestamptz,
  -- A person's id, or `operator`: the owners of an account see which keys a person leaves behind.
  made_by text,
  kept_by text
);
create index api_keys_account on api_keys (account_id);
create index api_keys_created on api_keys (created_at desc, id);

-- How many changes to keys have been made, in one row: each change counts it up in its own transaction.
create table key_changes (version bigint not null);
insert into key_changes (version) values (0);

-- Requests counted per account in each UTC day and calendar month.
create table account_usage (
  account_id uuid not null references accounts (id),
  -- A day 2026-11-21 or a month 2026-11. In the order of bytes a month comes before its days.
  period text collate "C" not null check (period ~ '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$'),
  requests bigint not null check (requests >= 0),
  primary key (account_id, period)
);
create index account_usage_period on account_usage (period);

-- Wallets that an account keeps under a name, for streams and alerts.
create table wallet_lists (
  account_id uuid not null references accounts (id),
  name text not null,
  -- Lower case, in order, each once.
  wallets jsonb not null,
  -- Another one with each change: also where a list is deleted and made again.
  version text not null,
  changed_at timestamptz not null,
  primary key (account_id, name)
);
