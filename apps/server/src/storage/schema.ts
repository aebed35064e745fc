import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { DownloadTables } from './download-schema.ts'
import type { DataTables } from './data-schema.ts'
import type { PointTables } from './point-schema.ts'
import type { BillingTables } from './billing-schema.ts'
import type { PeopleTables } from './people-schema.ts'
import type { StatusTables } from './status-schema.ts'

/** A column the database fills when it is left out. */
type Time = ColumnType<Date, Date | undefined, Date>

/** Tables as `migrations/` makes them. */
export type Schema = DownloadTables &
  PointTables &
  PeopleTables &
  BillingTables &
  DataTables &
  StatusTables & {
    accounts: {
      id: string
      email: string
      password_hash: string
      phone: string | null
      lang: 'en' | 'zh'
      reg_type: Generated<number>
      channel: Generated<string>
      role: Generated<'user' | 'operator'>
      /** Until when the news of its monitors have been seen. */
      news_seen_at: Time
      epoch: Generated<number>
      /** How often the address was registered before it was confirmed. */
      sign_ups: Generated<number>
      totp_secret: string | null
      totp_step: ColumnType<number, number | undefined, number>
      confirmed_at: Date | null
      disabled_at: Date | null
      created_at: Time
    }
    links: { hash: Buffer; account_id: string; purpose: LinkPurpose; expires_at: Date; email: string | null }
    sessions: {
      id: Generated<string>
      hash: Buffer
      cookie_hash: Buffer | null
      account_id: string
      epoch: number
      agent: Generated<string>
      address: Generated<string>
      expires_at: Date
      created_at: Time
    }
    recovery_codes: { hash: Buffer; account_id: string }
    mails: {
      id: Generated<number>
      account_id: string | null
      recipient: string
      kind: string
      subject: string
      text: string
      html: string
      state: Generated<'waiting' | 'sent' | 'kept' | 'failed'>
      attempts: Generated<number>
      next_at: Time
      error: string | null
      created_at: Time
      sent_at: Date | null
    }
    keys: {
      id: string
      account_id: string
      name: string
      hash: Buffer
      prefix: string
      last4: string
      scopes: string[]
      cidrs: Generated<string[]>
      origins: Generated<string[]>
      allow_query: Generated<boolean>
      cap_month: number | null
      expires_at: Date | null
      revoked_at: Date | null
      last_used_at: Date | null
      created_at: Time
    }
    subscriptions: {
      account_id: string
      product: 'api' | 'database'
      plan_id: string
      period: 'monthly' | 'yearly'
      overage: Generated<boolean>
      started_at: Time
      ends_at: Date | null
      cancel_at_end: Generated<boolean>
      order_id: string | null
      next_plan_id: string | null
      next_period: 'monthly' | 'yearly' | null
      overage_cap: Generated<number>
      past_due_since: Date | null
    }
    quotas: {
      account_id: string
      month: string
      quota: number
      leased: Generated<number>
      included: Generated<number>
      extra_price: number | null
      billed_thousands: Generated<number>
      /** Units that were used and given back. */
      returned: Generated<number>
    }
    leases: {
      id: string
      account_id: string
      month: string
      units: number
      used: Generated<number>
      expires_at: Date
      closed_at: Date | null
    }
    key_quotas: { key_id: string; month: string; leased: Generated<number>; returned: Generated<number> }
    key_leases: {
      id: string
      key_id: string
      month: string
      units: number
      used: Generated<number>
      expires_at: Date
      closed_at: Date | null
    }
    usage: { account_id: string; key_id: string; hour: Date; product: string; status: number; requests: number }
    usage_batches: { id: string; written_at: Time }
    audit: {
      id: Generated<number>
      account_id: string | null
      action: string
      detail: JSONColumnType<Record<string, unknown>, string | undefined>
      address: string | null
      created_at: Time
    }
  }

export type LinkPurpose = 'confirm' | 'reset' | 'second_factor' | 'email'
