-- Who fetched which database file, from where; and links for browsers, which cannot send a token with a download.

create table downloads (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Null when it was not a key.
  key_id uuid,
  product text not null,
  format text not null,
  build text not null,
  name text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  address text not null,
  started_at timestamptz not null default now(),
  -- When the last byte was sent; a download that goes on where another broke off finishes that one.
  finished_at timestamptz
);
create index on downloads (account_id, started_at desc);

create table download_links (
  hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  product text not null,
  format text not null,
  build text not null,
  expires_at timestamptz not null
);
create index on download_links (expires_at);
