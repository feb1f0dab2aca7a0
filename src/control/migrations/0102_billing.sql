-- The events that subscriptions follow from.
create table billing_events (
  -- The provider's id of the event: a repeated delivery is stored once.
  id text primary key,
  subscription text not null,
  occurred_at timestamptz not null,
  fact jsonb not null
);
create index billing_events_subscription on billing_events (subscription, occurred_at);

-- What callers without a key have paid for, one row an authorization to pay: so that none is charged twice, or sold twice.
create table payments (
  -- SHA-256 of network, asset, payer and nonce: what the chain lets happen once.
  id text primary key,
  -- SHA-256 of the authorization with its signature.
  proof text not null,
  network text not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  pay_to text not null,
  -- In the smallest unit of the asset.
  amount numeric(78, 0) not null,
  endpoint text not null,
  -- Method, path and query that it pays for.
  request text not null,
  -- What the facilitator is sent; null once it is of no use any more.
  payload jsonb,
  valid_until timestamptz not null,
  state text not null check (state in ('claimed', 'settling', 'settled', 'uncertain', 'refused')),
  -- Counts the holders: what an earlier one still tries to write is recognized by it.
  claim bigint not null,
  -- Until when its holder has it, by the clock of the database.
  expires_at timestamptz not null,
  answer_headers jsonb,
  answer_body bytea,
  transaction text,
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index payments_created on payments (created_at);
create index payments_open on payments (expires_at) where ended_at is null;
create index payments_kept on payments (ended_at) where payload is not null or state = 'refused';
