import type { OperatorConfig } from '../../config.ts'

export type Plan = OperatorConfig['plans'][number]

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

  /** The plan nobody pays for, when the operator has one. */
  get free(): Plan | undefined {
    return [...this.#plans.values()].find(({ monthlyPrice }) => monthlyPrice === 0)
  }
}
