-- How often an address was registered before it was confirmed: the passwords may be different people's.
alter table accounts add column sign_ups integer not null default 1;
