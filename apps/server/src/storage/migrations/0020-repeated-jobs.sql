-- A file that is sent again with the same Idempotency-Key is the same job, for as long as that is kept.
alter table jobs add column idempotency bytea unique, add column request_hash bytea;
