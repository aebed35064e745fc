-- One renewal per period, beside those that were given up: who takes a cancellation back is asked once more.
drop index orders_account_id_covers_from_idx;
create unique index on orders (account_id, covers_from) where kind = 'renewal' and state = 'open';
