-- The last attempts to hand each message to its receiver, the newest first.
alter table jobs add column webhook_deliveries jsonb not null default '[]';
alter table monitor_calls add column deliveries jsonb not null default '[]';
create index on monitor_calls (monitor_id, created_at);
