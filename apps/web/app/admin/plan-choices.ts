export type PlanChoice = { readonly id: string; readonly name: string; readonly isLost?: boolean }

/** What an account may hold: the plans of the operator's file, and the one it has, be it gone from there. */
export function toPlanChoices(plans: readonly PlanChoice[], held: string | null): readonly PlanChoice[] {
  const isKnown = held === null || plans.some(({ id }) => id === held)
  return isKnown ? plans : [{ id: held, name: held, isLost: true }, ...plans]
}
