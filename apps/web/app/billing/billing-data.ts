/** What `GET /v1/plans` gives. Amounts are minor units without tax. */
export type Prices = {
  readonly currency: string
  readonly tax: { readonly name: string; readonly percent: number } | null
  readonly plans: readonly PricedPlan[]
  readonly providers: readonly Provider[]
  readonly claims: readonly { readonly value: string; readonly label: { readonly en: string; readonly zh: string } }[]
}

export type Provider = { readonly id: string; readonly isSandbox: boolean }
export type Period = 'monthly' | 'yearly'

export type PricedPlan = {
  readonly id: string
  readonly name: string
  readonly requestsPerMonth: number
  readonly keys: number
  readonly requestsPerSecond: number
  readonly namesAtOnce: number
  readonly monthlyPrice: number
  readonly yearlyPrice: number
  readonly extraPer1000: number | null
  readonly isFree: boolean
  readonly databases: readonly ('geolocation' | 'privacy' | 'asn')[]
}

/** What `GET /v1/billing/subscription` gives. */
export type Subscription = {
  readonly plan: string | null
  readonly name: string | null
  readonly state: 'none' | 'free' | 'active' | 'past_due' | 'cancelled'
  readonly period: Period | null
  readonly started_at: string | null
  readonly expires_at: string | null
  readonly is_paid: boolean
  readonly cancel_at_end: boolean
  readonly next: { readonly plan: string; readonly name: string; readonly period: Period } | null
  readonly overage: {
    readonly is_on: boolean
    readonly cap: number
    readonly extra_per_1000: number | null
    readonly requests: number
    readonly amount: number
  }
  readonly usage: { readonly quota: number; readonly used: number; readonly resets_at: string }
  readonly currency: string
}

/** An order, which is an invoice once it has a number. */
export type Order = {
  readonly id: string
  readonly kind: 'subscribe' | 'upgrade' | 'renewal' | 'overage'
  readonly state: OrderState
  readonly message: string
  readonly failure: string | null
  readonly failed_at: string | null
  readonly action_url: string | null
  readonly plan: string
  readonly period: Period
  readonly provider: string
  readonly is_sandbox: boolean
  readonly currency: string
  readonly lines: readonly {
    readonly text: string
    readonly quantity: number
    readonly unit_price: number
    readonly amount: number
  }[]
  readonly net: number
  readonly tax: number
  readonly tax_name: string | null
  readonly total: number
  readonly credit: number
  readonly due: number
  readonly refunded: number
  readonly invoice: string | null
  readonly invoiced_at: string | null
  readonly paid_at: string | null
  readonly covers_from: string | null
  readonly covers_until: string | null
}

/** An invoice as it is shown alone: with who sells. */
export type Invoice = Order & { readonly seller: { readonly name: string; readonly lines: readonly string[] } }

export type OrderState = 'open' | 'action' | 'failed' | 'paid' | 'refunded' | 'disputed' | 'void' | 'uncollectible'

export type Quote = {
  readonly kind: 'same' | 'free' | 'later' | 'subscribe' | 'upgrade'
  readonly at: string | null
  readonly lines: readonly { readonly text: string; readonly amount: number }[]
  readonly net: number
  readonly tax: number
  readonly total: number
  readonly currency: string
}

export type LedgerEntry = {
  readonly id: number
  readonly kind: string
  readonly invoice: string | null
  readonly currency: string
  readonly lines: readonly { readonly account: string; readonly amount: number }[]
  readonly balance: number
  readonly created_at: string
}
