-- Units that a job has answered, so that those of a file that is stopped go back as far as it was not answered; and files that
-- are given back whole, with columns added: where their addresses stand (a column, from 1) and what parts their cells.
alter table jobs
  add column answered_units integer not null default 0 check (answered_units >= 0),
  add column address_column integer check (address_column > 0),
  add column delimiter text check (delimiter in (',', ';', E'\t', '|', ' ')),
  drop constraint jobs_format_check,
  add constraint jobs_format_check check (format in ('csv', 'ndjson', 'table')),
  add constraint jobs_table_check check ((format = 'table') = (address_column is not null and delimiter is not null));
