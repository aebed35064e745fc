import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { OrderKind, OrderLine } from '../domain/billing/order-lines.ts'

type Time = ColumnType<Date, Date | undefined, Date>

/** Tables of `migrations/0002-billing.sql`, `0010-refund-asks.sql` and `0011-failed-refunds.sql`. */
export type BillingTables = {
  quota_alerts: { account_id: string; month: string; quota: number; percent: number; told_at: Time }
  billing_settings: { name: string; value: string }
  payers: {
    account_id: string
    provider: string
    customer_ref: string | null
    method_ref: string | null
    updated_at: Time
  }
  orders: OrderTable
  billing_events: {
    provider: string
    id: string
    kind: string
    order_id: string | null
    body: JSONColumnType<object>
    occurred_at: Date
    received_at: Time
  }
  refunds: { provider: string; id: string; order_id: string; amount: number; failed_at: Date | null; created_at: Time }
  refund_asks: {
    id: string
    order_id: string
    amount: number
    refund_id: string | null
    busy_until: Date | null
    created_at: Time
  }
  disputes: { provider: string; id: string; order_id: string; amount: number; state: DisputeState; created_at: Time }
  ledger: {
    id: GeneratedAlways<number>
    source: string
    order_id: string | null
    account_id: string | null
    currency: string
    accounts: string[]
    /** Comes as numbers, for no amount of ours reaches 2^53. */
    amounts: ColumnType<(number | string)[], number[], never>
    created_at: Time
  }
  sandbox_events: { id: GeneratedAlways<number>; body: string; due_at: Date }
}

export type DisputeState = 'open' | 'won' | 'lost'

type OrderTable = {
  id: string
  seq: GeneratedAlways<number>
  account_id: string
  email: string
  lang: 'en' | 'zh'
  kind: OrderKind
  plan_id: string
  period: 'monthly' | 'yearly'
  provider: string
  is_sandbox: boolean
  currency: string
  lines: JSONColumnType<OrderLine[]>
  net: number
  tax: number
  tax_name: string | null
  credit: number
  total: number
  due: GeneratedAlways<number>
  covers_from: Date | null
  covers_until: Date | null
  month: string | null
  invoice_number: string | null
  invoiced_at: Date | null
  state: Generated<'open' | 'void' | 'uncollectible'>
  checkout_url: string | null
  paid_at: Date | null
  payment_ref: string | null
  failures: Generated<number>
  failed_at: Date | null
  failure: string | null
  action_at: Date | null
  action_url: string | null
  refunded: Generated<number>
  dispute: DisputeState | null
  next_attempt_at: Date | null
  attempts: Generated<number>
  created_at: Time
}
