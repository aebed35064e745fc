import type { Plan } from './plan-schema.ts'

export type { Plan } from './plan-schema.ts'
export type Period = 'monthly' | 'yearly'

/** The plans of the operator's file. */
export class Plans {
  readonly #plans: ReadonlyMap<string, Plan>

  constructor(plans: readonly Plan[]) {
    this.#plans = new Map(plans.map((plan) => [plan.id, plan]))
  }

  find(id: string): Plan | undefined {
    return this.#plans.get(id)
  }

  get ids(): string[] {
    return [...this.#plans.keys()]
  }

  /** All of them, in the operator's order. */
  get all(): Plan[] {
    return [...this.#plans.values()]
  }

  /** The plan nobody pays for, when the operator has one. */
  get free(): Plan | undefined {
    return this.all.find(isFree)
  }
}

export const isFree = ({ monthlyPrice }: Plan): boolean => monthlyPrice === 0

/** Requests beyond a plan that can be had of those that were agreed to: none where the plan has no price for them. */
export const toExtraUnits = ({ extraPer1000 }: Plan, agreed: number): number => (extraPer1000 === undefined ? 0 : agreed)

/** Price of one period in minor units, without tax. A year costs ten months unless the plan says otherwise. */
export function toPrice({ monthlyPrice, yearlyPrice = 10 * monthlyPrice }: Plan, period: Period): number {
  return period === 'yearly' ? yearlyPrice : monthlyPrice
}
