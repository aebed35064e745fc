-- Times in which monitors tell nobody, since their owner is at work: once, or every week, in the local time of a zone.
create table maintenance_windows (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  -- Null for all monitors of the account, also later ones.
  monitor_ids uuid[],
  time_zone text not null,
  -- {once: {from, until}} or {weekly: {weekdays, from, until}}.
  schedule jsonb not null,
  created_at timestamptz not null default now()
);
create index on maintenance_windows (account_id);
-- Runs within such times count as neither good nor bad.
alter table monitor_days add column maintenance integer not null default 0;
