-- Monitors that their owners show to others, under an id of its own that can be taken back.
alter table monitors
  add column shown_id text unique,
  add column shown_title text check (char_length(shown_title) between 1 and 80),
  add column shows_target boolean not null default false,
  -- What the last runs came to, the newest first: {at, kind, ms}.
  add column recent_runs jsonb not null default '[]';
-- What all runs of a day came to, of UTC.
create table monitor_days (
  monitor_id uuid not null references monitors on delete cascade,
  day date not null,
  good integer not null default 0,
  bad integer not null default 0,
  unknown integer not null default 0,
  primary key (monitor_id, day)
);
