-- Monitoring points, measurements that are kept, and monitors that repeat one and tell when it turns bad.

create table points (
  id uuid primary key,
  -- Null: a point of the operator, which everybody may use. Else the private point of an account.
  account_id uuid references accounts on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  token_hash bytea not null unique,
  token_end text not null,
  tags text[] not null default '{}',
  -- What the owner says about the place; null leaves it to the address data.
  country text check (country ~ '^[A-Z]{2}$'),
  city text check (char_length(city) <= 100),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  version text,
  last_seen_at timestamptz,
  created_at timestamptz not null default now()
);
create index on points (account_id);

create table measurements (
  id text primary key,
  account_id uuid references accounts on delete cascade,
  -- SHA-256 of the caller and the Idempotency-Key: the same call again gets the same measurement.
  idempotency bytea unique,
  -- SHA-256 of what was asked for, to tell another call with the same key.
  request_hash bytea,
  -- The measurement as JSON, packed with deflate; as it was started until it has ended.
  body bytea not null,
  is_finished boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on measurements (account_id, created_at);
create index on measurements (expires_at);

create table monitors (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  -- What is measured: the body of POST /v1/measurements.
  request jsonb not null,
  every_minutes integer not null check (every_minutes between 1 and 1440),
  -- When a point's result is bad: {lossPercent, latencyMs, onFailure, minPoints, confirmations}.
  rules jsonb not null,
  wants_mail boolean not null default true,
  webhook_url text,
  webhook_secret text,
  is_active boolean not null default true,
  state text not null default 'unknown' check (state in ('unknown', 'good', 'bad')),
  state_since timestamptz not null default now(),
  -- Runs in a row that say otherwise than the state.
  streak integer not null default 0,
  next_at timestamptz not null default now(),
  last_measurement text,
  last_run_at timestamptz,
  last_words jsonb,
  created_at timestamptz not null default now()
);
create index on monitors (account_id);
create index on monitors (next_at) where is_active;

create table monitor_events (
  id bigint generated always as identity primary key,
  monitor_id uuid not null references monitors on delete cascade,
  kind text not null check (kind in ('bad', 'good')),
  words jsonb not null,
  measurement_id text,
  created_at timestamptz not null default now()
);
create index on monitor_events (monitor_id, created_at);

create table monitor_calls (
  id uuid primary key,
  monitor_id uuid not null references monitors on delete cascade,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now()
);
create index on monitor_calls (next_at) where state = 'waiting';
