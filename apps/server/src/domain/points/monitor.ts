import type { MeasurementRequest } from './measurement-request.ts'

/** What a monitor measures: the body of `POST /v1/measurements`. */
export type MonitorRequest = MeasurementRequest

/** When a run is bad. */
export type MonitorRules = {
  /** A point is bad at this loss or more; null does not judge by loss. */
  readonly lossPercent: number | null
  /** A point is bad when its mean time is this or more; null does not judge by time. */
  readonly latencyMs: number | null
  /** A point is bad when the measurement failed there, a DNS answer is no answer, or an HTTP status is 400 or more. */
  readonly onFailure: boolean
  /** A run is bad when so many points are. */
  readonly minPoints: number
  /** So many runs in a row must say the same before the state changes, so that nothing flaps. */
  readonly confirmations: number
}
