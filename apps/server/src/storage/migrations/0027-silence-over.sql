-- A silence that was told ends with a message of its own, which says how long it was.
alter table monitors add column silent_since timestamptz;
alter table monitor_events drop constraint monitor_events_kind_check;
alter table monitor_events add constraint monitor_events_kind_check check (kind in ('bad', 'good', 'silent', 'heard'));
