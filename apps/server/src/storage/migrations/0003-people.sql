-- Passkeys, what a session is shown with, a new address before it is confirmed, messages to the operator, the
-- operator's first link and switches of tools.

create table passkeys (
  -- Id of the credential, base64url (WebAuthn Level 2 §4).
  id text primary key,
  account_id uuid not null references accounts on delete cascade,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on passkeys (account_id);

-- Challenges that a passkey has been asked to sign: each counts once, for five minutes.
create table challenges (
  hash bytea primary key,
  -- Null for a log-in, where nobody knows yet who it is.
  account_id uuid references accounts on delete cascade,
  expires_at timestamptz not null
);

alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column agent text not null default '',
  add column address text not null default '';

alter table accounts
  -- Since when an operator has locked the account.
  add column disabled_at timestamptz;

alter table links
  -- The new address that the link proves.
  add column email text check (char_length(email) <= 254),
  drop constraint links_purpose_check,
  add constraint links_purpose_check check (purpose in ('confirm', 'reset', 'second_factor', 'email'));

-- Links that make an operator; nobody is known by them yet.
create table operator_links (
  hash bytea primary key,
  expires_at timestamptz not null
);

create table messages (
  id bigint generated always as identity primary key,
  account_id uuid references accounts on delete set null,
  category text not null check (category in ('custom', 'support', 'feedback')),
  name text not null,
  email text not null,
  text text not null,
  lang text not null check (lang in ('en', 'zh')),
  state text not null default 'open' check (state in ('open', 'done')),
  created_at timestamptz not null default now()
);
create index on messages (state, id);

create table tool_switches (
  tool_id text primary key,
  is_off boolean not null,
  changed_at timestamptz not null default now()
);

create index on audit (id desc);
create index on mails (id desc);
create index on accounts (created_at desc);
