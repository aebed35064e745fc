-- Money: orders (which are invoices once they have a number), what providers say, and the ledger.
-- Amounts are integers in the smallest unit of the currency. None of these rows goes with a deleted account.

alter table subscriptions
  -- The order that pays for the plan; null for the free plan and for one that the operator gave.
  add column order_id uuid,
  -- What the next period will be, where it differs.
  add column next_plan_id text,
  add column next_period text check (next_period in ('monthly', 'yearly')),
  -- Extra requests a month that the owner agreed to pay at most.
  add column overage_cap bigint not null default 0 check (overage_cap >= 0),
  add column past_due_since timestamptz;

alter table quotas
  -- The largest quota of the month; what is used beyond it is extra.
  add column included bigint not null default 0,
  -- Price of 1,000 extra requests, where they were agreed to in this month.
  add column extra_price bigint check (extra_price >= 0),
  -- Thousands of extra requests that are on an invoice already.
  add column billed_thousands bigint not null default 0;

-- Who has been told that a month is nearly, or wholly, used.
create table quota_alerts (
  account_id uuid not null references accounts on delete cascade,
  month date not null,
  quota bigint not null,
  percent smallint not null,
  told_at timestamptz not null default now(),
  primary key (account_id, month, quota, percent)
);

-- Secrets and counters of this installation.
create table billing_settings (
  name text primary key,
  value text not null
);

-- An account as a provider knows it, and what it may charge later.
create table payers (
  account_id uuid not null,
  provider text not null,
  customer_ref text,
  method_ref text,
  updated_at timestamptz not null default now(),
  primary key (account_id, provider)
);

create table orders (
  id uuid primary key,
  seq bigint generated always as identity unique,
  account_id uuid not null,
  email text not null,
  lang text not null check (lang in ('en', 'zh')),
  kind text not null check (kind in ('subscribe', 'upgrade', 'renewal', 'overage')),
  plan_id text not null,
  period text not null check (period in ('monthly', 'yearly')),
  provider text not null,
  is_sandbox boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- [{kind, …, quantity, amount}], amounts without tax.
  lines jsonb not null,
  net bigint not null check (net >= 0),
  tax bigint not null check (tax >= 0),
  tax_name text,
  -- Paid from what the account had in credit.
  credit bigint not null default 0 check (credit >= 0),
  total bigint not null check (total = net + tax),
  due bigint generated always as (total - credit) stored check (due >= 0),
  -- What it pays for; a new subscription's time starts with the payment.
  covers_from timestamptz,
  covers_until timestamptz,
  month date,
  invoice_number text unique,
  invoiced_at timestamptz,
  state text not null default 'open' check (state in ('open', 'void', 'uncollectible')),
  checkout_url text,
  -- What the provider said, each fact on its own, so that their order does not matter.
  paid_at timestamptz,
  payment_ref text,
  failures integer not null default 0,
  failed_at timestamptz,
  failure text,
  action_at timestamptz,
  action_url text,
  refunded bigint not null default 0 check (refunded >= 0),
  dispute text check (dispute in ('open', 'won', 'lost')),
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default now()
);
create index on orders (account_id, seq);
create index on orders (payment_ref);
create index on orders (next_attempt_at) where next_attempt_at is not null;
-- One renewal per period and one bill per thousand, however many processes look.
create unique index on orders (account_id, covers_from) where kind = 'renewal';

-- Every word of a provider once.
create table billing_events (
  provider text not null,
  id text not null,
  kind text not null,
  order_id uuid,
  body jsonb not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (provider, id)
);

-- Money given back and money in dispute, by the provider's own id.
create table refunds (
  provider text not null,
  id text not null,
  order_id uuid not null references orders,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now(),
  primary key (provider, id)
);
create table disputes (
  provider text not null,
  id text not null,
  order_id uuid not null references orders,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('open', 'won', 'lost')),
  created_at timestamptz not null default now(),
  primary key (provider, id)
);

create function ledger_sum(amounts bigint[]) returns numeric language sql immutable
  as $$ select coalesce(sum(amount), 0) from unnest(amounts) as amount $$;

-- Double entry. One booking is one row, so that it is whole or not there; its amounts add up to 0.
create table ledger (
  id bigint generated always as identity primary key,
  -- What is booked, such as invoice:<order>; nothing is booked twice.
  source text not null unique,
  order_id uuid,
  account_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  accounts text[] not null,
  amounts bigint[] not null,
  created_at timestamptz not null default now(),
  check (cardinality(accounts) >= 2 and cardinality(accounts) = cardinality(amounts)),
  check (array_position(accounts, null) is null and array_position(amounts, null) is null),
  check (ledger_sum(amounts) = 0)
);
create index on ledger (account_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to';
end $$;
create trigger ledger_is_append_only before update or delete on ledger for each row execute function refuse_change();

-- What the sandbox will say, and when.
create table sandbox_events (
  id bigint generated always as identity primary key,
  body text not null,
  due_at timestamptz not null
);
