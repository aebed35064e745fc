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
  readonly startedAt: string | null
  readonly expiresAt: string | null
  readonly isPaid: boolean
  readonly cancelAtEnd: boolean
  readonly next: { readonly plan: string; readonly name: string; readonly period: Period } | null
  readonly overage: {
    readonly isOn: boolean
    readonly cap: number
    readonly extraPer1000: number | null
    readonly requests: number
    readonly amount: number
  }
  readonly usage: { readonly quota: number; readonly used: number; readonly resetsAt: string }
  readonly currency: string
}

/** An order, which is an invoice once it has a number. */
export type Order = {
  readonly id: string
  readonly kind: 'subscribe' | 'upgrade' | 'renewal' | 'overage'
  readonly state: OrderState
  readonly message: string
  readonly failure: string | null
  readonly failedAt: string | null
  readonly actionUrl: string | null
  readonly plan: string
  readonly period: Period
  readonly provider: string
  readonly isSandbox: boolean
  readonly currency: string
  readonly lines: readonly {
    readonly text: string
    readonly quantity: number
    readonly unitPrice: number
    readonly amount: number
  }[]
  readonly net: number
  readonly tax: number
  readonly taxName: string | null
  readonly total: number
  readonly credit: number
  readonly due: number
  readonly refunded: number
  readonly invoice: string | null
  readonly invoicedAt: string | null
  readonly paidAt: string | null
  readonly coversFrom: string | null
  readonly coversUntil: string | null
}

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
  readonly createdAt: string
}
