-- Monitors that no run can judge any more, as where all their points are gone: so many runs in a row, and whether it has been told.
alter table monitors
  add column silent_runs integer not null default 0,
  add column is_silence_told boolean not null default false;
alter table monitor_events drop constraint monitor_events_kind_check;
alter table monitor_events add constraint monitor_events_kind_check check (kind in ('bad', 'good', 'silent'));
