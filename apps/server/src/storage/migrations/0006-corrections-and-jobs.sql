-- Corrections that people propose, look-ups of whole files, and maps that can be shared.

create table corrections (
  id uuid primary key,
  -- Given to whoever sent it, so that they can follow it without an account.
  token_hash bytea not null,
  account_id uuid references accounts on delete set null,
  network cidr not null,
  claim jsonb not null,
  evidence text not null default '',
  email text,
  -- What the data said when the correction was sent, and which build that was.
  before jsonb not null,
  build text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  note text not null default '',
  address text,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index on corrections (state, created_at);
create index on corrections using gist (network inet_ops);

create table jobs (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  key_id uuid not null,
  kind text not null check (kind in ('lookup')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  format text not null check (format in ('csv', 'ndjson')),
  lang text not null check (lang in ('en', 'zh')),
  fields text,
  exclude text,
  lines integer not null check (lines >= 0),
  done integer not null default 0,
  failed integer not null default 0,
  result_bytes bigint,
  build text,
  error text,
  webhook text,
  webhook_state text not null default 'none' check (webhook_state in ('none', 'waiting', 'sent', 'failed')),
  webhook_attempts integer not null default 0,
  webhook_next_at timestamptz,
  webhook_error text,
  created_at timestamptz not null default now(),
  -- Renewed while the job is worked on; an old one means that its worker has ended.
  seen_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index on jobs (account_id, created_at);
create index on jobs (created_at) where state in ('waiting', 'running');
create index on jobs (webhook_next_at) where webhook_state = 'waiting';

create table maps (
  id text primary key,
  report jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
