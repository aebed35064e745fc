/** A plan as `POST /v1/web_init` tells it. */
export type PlanInShort = { readonly requests_per_month: number; readonly is_free?: boolean }

/** The free plan of SPEC §1, until the site says what it has. */
const DEFAULT = '50,000'

/** How many requests a month are free here; undefined where no plan is. */
export function toFreeRequests(plans: readonly PlanInShort[] | undefined): string | undefined {
  return plans ? plans.find((plan) => plan.is_free)?.requests_per_month.toLocaleString('en') : DEFAULT
}
