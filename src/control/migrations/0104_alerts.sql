-- Rules that send stored events to an address, and their messages: a stop between the two loses nothing.
create table alert_rules (
  id text primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  -- Feed and filter, as a subscription of streams has them.
  subscription jsonb not null,
  url text not null,
  format text not null check (format in ('json', 'discord', 'slack', 'telegram')),
  cool_down_ms bigint not null,
  -- What messages are signed with: unlike a key it cannot be kept as its hash.
  secret text not null,
  -- Signs, too, until then.
  old_secret text,
  old_secret_until timestamptz,
  state text not null check (state in ('active', 'paused', 'off')),
  reason text,
  -- Position in the log up to which everything is in alert_deliveries, with the token of its batch.
  place bigint not null,
  token text not null,
  -- Time of the newest event that was sent, unix milliseconds; those held back since.
  fired_ms bigint,
  held_back bigint not null,
  -- Nothing is sent before then: its receiver asked for that.
  throttled_until timestamptz,
  created_at timestamptz not null,
  -- Counts changes of the rule: a process that follows an earlier revision stores nothing more of it.
  revision integer not null default 0
);
create index alert_rules_account on alert_rules (account_id);

create table alert_deliveries (
  id text primary key,
  rule_id text not null references alert_rules (id) on delete cascade,
  -- The order of a rule's messages.
  place bigint not null,
  part integer not null,
  body text not null,
  events integer not null,
  state text not null check (state in ('pending', 'delivered', 'skipped')),
  attempts integer not null,
  first_attempt_at timestamptz,
  next_at timestamptz not null,
  status integer,
  fault text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index alert_deliveries_order on alert_deliveries (rule_id, place, part);
create index alert_deliveries_pending on alert_deliveries (rule_id, place, part) where state = 'pending';
create index alert_deliveries_ended on alert_deliveries (ended_at) where state <> 'pending';
