-- Refunds that a provider was asked for. What it has not said anything of yet cannot be asked for again.
create table refund_asks (
  -- Our number, which keeps the provider from giving twice when it is asked again.
  id uuid primary key,
  order_id uuid not null references orders,
  amount bigint not null check (amount > 0),
  -- The provider's number, once it has answered.
  refund_id text,
  -- While the provider is being asked; in the past when whoever asked has died.
  busy_until timestamptz,
  created_at timestamptz not null default now()
);
create index on refund_asks (order_id);
