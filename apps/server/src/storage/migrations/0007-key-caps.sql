-- Units of a key's own cap, leased like those of the account's month.
create table key_quotas (
  key_id uuid not null references keys on delete cascade,
  month date not null,
  leased bigint not null default 0 check (leased >= 0),
  primary key (key_id, month)
);
create table key_leases (
  id uuid primary key,
  key_id uuid not null references keys on delete cascade,
  month date not null,
  units integer not null check (units > 0),
  used integer not null default 0 check (used >= 0),
  expires_at timestamptz not null,
  closed_at timestamptz
);
create index on key_leases (expires_at) where closed_at is null;
