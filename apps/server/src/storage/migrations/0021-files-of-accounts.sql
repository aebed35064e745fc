-- Names of files, by which their owners know them again, and links to results for browsers, which cannot send a token with a
-- download.
alter table jobs add column name text;

create table job_links (
  hash bytea primary key,
  job_id uuid not null references jobs on delete cascade,
  expires_at timestamptz not null
);
create index on job_links (expires_at);
create index on job_links (job_id);
