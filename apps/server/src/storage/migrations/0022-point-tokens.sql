-- A point whose token is being changed: the one before works until the new one has joined, or until it expires.
alter table points add column old_token_hash bytea unique, add column old_token_until timestamptz;
