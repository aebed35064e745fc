-- Read every few seconds by themselves, in tables that only grow.
create index on jobs (expires_at);
create index on subscriptions (ends_at) where order_id is not null;
create index on quotas (month);
create index on quotas (month) where extra_price is not null;

-- What a provider said of a payment before it was known whose it is; asked for with each payment.
create index on billing_events ((body->>'paymentRef')) where order_id is null;

-- Lists of the operator. The hours of use lie on the disk in about their order.
create index on audit (action, id desc);
create index on usage using brin (hour);

-- The other side of a key: what goes, or is let go of, with an account.
create index on mails (account_id);
create index on recovery_codes (account_id);
create index on corrections (account_id);
create index on key_leases (key_id);
create index on monitor_calls (monitor_id);
