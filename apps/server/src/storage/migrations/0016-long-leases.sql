-- A lease lives as long as its key is never idle: at 10,000 requests a second, 2^31 units last two days and a half.
alter table leases alter column units type bigint, alter column used type bigint;
alter table key_leases alter column units type bigint, alter column used type bigint;
