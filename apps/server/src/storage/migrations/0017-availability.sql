-- When the parts of the service were seen to work: one row for the whole deployment, whichever server moves it.
create table beats (
  is_only boolean primary key default true check (is_only),
  -- The first moment that is known of.
  since timestamptz not null,
  -- Until when what happened is written down, and until when it was the time before.
  at timestamptz not null,
  before timestamptz not null
);
-- Times between `since` and `at` in which a part did not work. All others it did.
create table lapses (
  id bigint generated always as identity primary key,
  -- Null where no server ran: that is every part.
  part text,
  state text not null check (state in ('failing', 'stopped', 'unchecked')),
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at)
);
create index on lapses (ended_at);
