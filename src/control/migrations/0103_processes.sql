-- What the processes that share the database must know of each other. Times are by the clock of the database: theirs may differ.

-- The processes that keep keys in memory.
create table instances (
  id text primary key,
  seen_at timestamptz not null
);

-- The process that may write fills into stores that several share, and the last report of the one that reads the exchange. One row.
create table writer_lease (
  -- Counts the holders: what an earlier one still tries to write is recognized by it.
  epoch bigint not null,
  holder text not null,
  -- Null where no process holds it.
  expires_at timestamptz,
  live_report jsonb,
  live_epoch bigint,
  live_at timestamptz
);
insert into writer_lease (epoch, holder) values (0, '');

-- How far each scheduled job has come, and which process runs it now: one of them does, and continues after a stop.
create table job_runs (
  job text primary key,
  -- End of the newest period that was done, unix milliseconds; null before the first one.
  done_to_ms bigint,
  -- Counts the holders: what an earlier one still reports is recognized by it.
  claim bigint not null,
  holder text not null,
  -- Null where no process runs it.
  expires_at timestamptz
);

-- What every process that shares the store signs with: made once, by the first process that needs it.
create table secrets (
  name text primary key,
  -- 32 random bytes in hex. Signs what lives for minutes; neither keys nor passwords follow from it.
  value text not null check (value ~ '^[0-9a-f]{64}$')
);
