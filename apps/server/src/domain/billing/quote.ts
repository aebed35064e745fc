import type { BillingConfig } from './billing-schema.ts'
import { isFree, toPrice, type Period, type Plan } from '../plan/plans.ts'
import { toShare, toTax, type OrderLine } from './order-lines.ts'
import { addPeriods } from './periods.ts'

/** What an account has at this moment. */
export type Holding = {
  readonly plan: Plan
  readonly period: Period
  /** Undefined for the free plan and for one the operator gave. */
  readonly paid: Paid | undefined
}

export type Paid = {
  readonly until: Date
  readonly price: number
  /** Day of the month on which the periods end, where it is not that of `until`. */
  readonly day?: number
}

export type Wanted = { readonly plan: Plan; readonly period: Period }

/**
 * What choosing a plan means: nothing for the same one; an end or a change when the paid time ends; or an order that is
 * paid now.
 */
export type Quote =
  | { readonly kind: 'same' }
  | { readonly kind: 'free' }
  | { readonly kind: 'later'; readonly at: Date }
  | { readonly kind: 'subscribe'; readonly lines: readonly OrderLine[] }
  | { readonly kind: 'upgrade'; readonly lines: readonly OrderLine[]; readonly coversUntil: Date }

/**
 * A larger plan, or a year instead of a month, counts at once: the rest of the paid time is taken off its price. A
 * smaller plan, or a month instead of a year, begins when the paid time ends.
 */
export function toQuote(holding: Holding | undefined, { plan, period }: Wanted, now: Date): Quote {
  if (holding?.plan.id === plan.id && (isFree(plan) || holding.period === period)) return { kind: 'same' }
  const paid = holding?.paid
  if (!holding || !paid || paid.until <= now)
    return isFree(plan) ? { kind: 'free' } : { kind: 'subscribe', lines: [toPlanLine(plan, period)] }
  const isShorter = holding.period === 'yearly' && period === 'monthly'
  if (isShorter || plan.requestsPerMonth < holding.plan.requestsPerMonth) return { kind: 'later', at: paid.until }
  const isPart = holding.period === period
  const until = isPart ? paid.until : addPeriods(now, period)
  const { day } = paid
  const unused = toRest(paid.price, { ...paid, period: holding.period, now })
  const price = toPrice(plan, period)
  const amount = isPart ? toRest(price, { until, period, now, ...(day !== undefined && { day }) }) : price
  const lines: OrderLine[] = [
    { kind: 'plan', plan: plan.name, period, price, amount, ...(isPart && { until: until.toISOString().slice(0, 10) }) },
    // Never more than what it is taken off from: nothing is paid out here.
    { kind: 'unused', plan: holding.plan.name, amount: -Math.min(unused, amount) },
  ]
  return { kind: 'upgrade', lines, coversUntil: until }
}

export function toPlanLine(plan: Plan, period: Period): OrderLine {
  const price = toPrice(plan, period)
  return { kind: 'plan', plan: plan.name, period, price, amount: price }
}

/** Sums of an order in minor units. */
export function toSums(lines: readonly OrderLine[], tax: BillingConfig['tax']): { net: number; tax: number; total: number } {
  const net = lines.reduce((sum, { amount }) => sum + amount, 0)
  const taxAmount = tax ? toTax(net, tax.percent) : 0
  return { net, tax: taxAmount, total: net + taxAmount }
}

type Rest = { readonly until: Date; readonly period: Period; readonly now: Date; readonly day?: number }

/** The part of a period's price that belongs to the time that is left. */
function toRest(price: number, { until, period, now, day = until.getUTCDate() }: Rest): number {
  const wholeMs = until.getTime() - addPeriods(until, period, { count: -1, day }).getTime()
  const restMs = Math.min(wholeMs, Math.max(0, until.getTime() - now.getTime()))
  return toShare(price, restMs, wholeMs)
}
