import type { Period, PricedPlan } from '../billing/billing-data.ts'

/** What a plan costs in a month with so many requests; undefined when it stops before. Minor units without tax. */
export type Cost =
  | { readonly plan: PricedPlan; readonly base: number; readonly extra: number; readonly total: number }
  | undefined

/** Cost of a month with a plan: a twelfth of the year where it is paid by the year, and each started 1,000 extra requests. */
export function toCost(plan: PricedPlan, { requests, period }: { requests: number; period: Period }): Cost {
  const over = Math.max(0, requests - plan.requestsPerMonth)
  if (over > 0 && plan.extraPer1000 === null) return undefined
  const base = period === 'yearly' ? Math.round(plan.yearlyPrice / 12) : plan.monthlyPrice
  const extra = Math.ceil(over / 1_000) * (plan.extraPer1000 ?? 0)
  return { plan, base, extra, total: base + extra }
}

/** The cheapest of the plans that are enough. */
export function findCheapest(costs: readonly Cost[]): Cost {
  return costs.reduce((best, cost) => (cost && (!best || cost.total < best.total) ? cost : best), undefined)
}

/** Requests for a step of the slider: 1, 2, 5 times powers of ten from 1,000 to 100 million. */
export const REQUEST_STEPS: readonly number[] = [3, 4, 5, 6, 7]
  .flatMap((power) => [1, 2, 5].map((head) => head * 10 ** power))
  .concat(1e8)

/** How much a year saves at most, in per cent. */
export function toBestSaving(plans: readonly PricedPlan[]): number {
  const shares = plans
    .filter(({ isFree }) => !isFree)
    .map(({ monthlyPrice, yearlyPrice }) => 1 - yearlyPrice / (12 * monthlyPrice))
  return Math.floor(100 * Math.max(0, ...shares))
}
