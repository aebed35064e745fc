-- Until when an account has seen what its monitors tell: what came later is unread, and counted when it is asked for. The column
-- `unread` stays for servers of before this, which read it.
alter table accounts add column news_seen_at timestamptz not null default now();
