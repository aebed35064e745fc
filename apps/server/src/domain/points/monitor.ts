import type { Spot } from './distance.ts'
import { isMeasurementId } from './measurement-id.ts'
import { findLocationText, readLocations, type MeasurementRequest } from './measurement-request.ts'

/** What is asked of a registry, by this server and no point: when the registration of a domain ends. */
export type DomainRequest = Omit<MeasurementRequest, 'type' | 'target'> & { readonly type: 'domain'; readonly target: string }

/** What points measure: the body of `POST /v1/measurements`, and where `me` was when the monitor was added. */
export type MeasuredRequest = MeasurementRequest & { readonly self?: Spot }

export type MonitorRequest = MeasuredRequest | DomainRequest

export const USUAL_REGISTRATION_DAYS = 30

/** Registries limit how often they are asked, and registrations change rarely. */
export const DOMAIN_EVERY_MINUTES = 1_440

/** The request to be kept: nobody asks when it runs, so that `me` stays where its owner was. */
export function toMonitorRequest(request: MeasurementRequest, self: Spot | undefined): MeasuredRequest {
  const { locations } = request
  const text = findLocationText(locations)
  const isEarlier = text !== undefined && isMeasurementId(text)
  const hasMe = !isEarlier && readLocations(locations).some(({ conditions }) => conditions.some(({ field }) => field === 'me'))
  return hasMe && self ? { ...request, self: { latitude: self.latitude, longitude: self.longitude } } : request
}

/** The request as it was written. */
export function toSaid(request: MonitorRequest): MeasurementRequest | DomainRequest {
  if (request.type === 'domain') return request
  const { self: _self, ...said } = request
  return said
}

/** When a run is bad. */
export type MonitorRules = {
  /** A point is bad at this loss or more; null does not judge by loss. */
  readonly lossPercent: number | null
  /** A point is bad when its mean time is this or more; null does not judge by time. */
  readonly latencyMs: number | null
  /** A point is bad when the measurement failed there, a DNS answer is no answer, or an HTTP status is 400 or more. */
  readonly onFailure: boolean
  /** A point is bad when the certificate of the server (TLS) ends within so many days; null or left out does not judge by it. */
  readonly certificateDays?: number | null | undefined
  /** A point is bad when DNS answers anything that is not among these; null or left out takes every answer. */
  readonly answers?: readonly string[] | null | undefined
  /** A domain is bad when its registration ends within so many days, the usual where left out; null does not judge by it. */
  readonly registrationDays?: number | null | undefined
  /** A run is bad when so many points are. */
  readonly minPoints: number
  /** So many runs in a row must say the same before the state changes, so that nothing flaps. */
  readonly confirmations: number
}
