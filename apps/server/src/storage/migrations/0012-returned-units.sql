-- Units that are given back when a job fails through a fault of ours. Those that were leased stay as they are, so that an
-- older server goes on counting beside this one; what was given back is counted apart.
alter table quotas add column returned bigint not null default 0 check (returned >= 0);
alter table key_quotas add column returned bigint not null default 0 check (returned >= 0);

alter table jobs
  -- Units that the job has cost and the month they were charged to; null until they are, and for jobs of older versions.
  add column charged_units integer check (charged_units > 0),
  add column charged_month date,
  add column is_our_fault boolean not null default false,
  add column returned_units integer not null default 0 check (returned_units >= 0);
