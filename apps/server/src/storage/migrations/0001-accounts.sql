-- People, their sessions and one-time links, the mail to them, keys, plans and use.
-- Secrets are stored as SHA-256 (sessions, links, keys) or argon2id (passwords); times are UTC.

create table accounts (
  id uuid primary key,
  email text not null unique check (char_length(email) <= 254),
  password_hash text not null,
  phone text,
  lang text not null check (lang in ('en', 'zh')),
  reg_type smallint not null default 0,
  channel text not null default '',
  role text not null default 'user' check (role in ('user', 'operator')),
  unread integer not null default 0 check (unread >= 0),
  -- Sessions of an older epoch are dead: logged out everywhere.
  epoch integer not null default 0,
  totp_secret text,
  -- The last time step a code was accepted for, so that none counts twice (RFC 6238 §5.2).
  totp_step bigint not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

create table links (
  hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset', 'second_factor')),
  expires_at timestamptz not null
);
create index on links (account_id, purpose);

create table sessions (
  hash bytea primary key,
  -- The half that only the browser's HttpOnly cookie holds; null for callers without cookies.
  cookie_hash bytea,
  account_id uuid not null references accounts on delete cascade,
  epoch integer not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index on sessions (account_id);

create table recovery_codes (
  hash bytea primary key,
  account_id uuid not null references accounts on delete cascade
);

create table mails (
  id bigint generated always as identity primary key,
  account_id uuid references accounts on delete cascade,
  recipient text not null,
  kind text not null,
  subject text not null,
  text text not null,
  html text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index on mails (next_at) where state = 'waiting';
create index on mails (recipient, created_at);

create table keys (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  scopes text[] not null,
  cidrs text[] not null default '{}',
  origins text[] not null default '{}',
  allow_query boolean not null default true,
  cap_month bigint check (cap_month > 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index on keys (account_id);

create table subscriptions (
  account_id uuid not null references accounts on delete cascade,
  product text not null check (product in ('api', 'database')),
  plan_id text not null,
  period text not null check (period in ('monthly', 'yearly')),
  overage boolean not null default false,
  started_at timestamptz not null default now(),
  ends_at timestamptz,
  cancel_at_end boolean not null default false,
  primary key (account_id, product)
);

-- One row per account and calendar month (UTC). `leased` never exceeds `quota`: units are charged before they are used.
create table quotas (
  account_id uuid not null references accounts on delete cascade,
  month date not null,
  quota bigint not null check (quota >= 0),
  leased bigint not null default 0 check (leased >= 0),
  primary key (account_id, month)
);

create table leases (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  month date not null,
  units integer not null check (units > 0),
  used integer not null default 0 check (used >= 0),
  expires_at timestamptz not null,
  closed_at timestamptz
);
create index on leases (account_id, month);
create index on leases (expires_at) where closed_at is null;

create table usage (
  account_id uuid not null references accounts on delete cascade,
  key_id uuid not null,
  hour timestamptz not null,
  product text not null,
  status smallint not null,
  requests bigint not null,
  primary key (account_id, key_id, hour, product, status)
);

-- A batch that was written once is never added again.
create table usage_batches (
  id uuid primary key,
  written_at timestamptz not null default now()
);

create table audit (
  id bigint generated always as identity primary key,
  account_id uuid,
  action text not null,
  detail jsonb not null default '{}',
  address text,
  created_at timestamptz not null default now()
);
create index on audit (account_id, created_at);
