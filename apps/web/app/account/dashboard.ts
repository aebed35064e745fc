/** What `GET /v1/account/dashboard` gives. */
export type Dashboard = {
  readonly subscription: {
    readonly plan: string
    readonly name: string
    readonly period: string
    readonly started_at: string
    readonly ends_at: string | null
  } | null
  readonly month: {
    readonly quota: number
    /** Where calls are refused: the quota with the extra requests that are agreed to. */
    readonly limit: number
    readonly used: number
    readonly returned: number
    readonly resets_at: string
  } | null
  readonly total_requests: number
  readonly step: 'hour' | 'day'
  readonly statistics: readonly StatisticsRow[]
}

export type StatisticsRow = {
  readonly hour: string
  readonly key_id: string
  readonly product: string
  readonly status: number
  readonly requests: number
}
