-- Inputs of tools that are kept for a link, sealed by the browser: the key is in the link, so nobody can read them here.
create table kept_inputs (
  id text primary key,
  sealed bytea not null,
  -- SHA-256 of the word by which who has it kept can remove it.
  removal_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on kept_inputs (expires_at);
