import type { Continent } from '@octet/core/geo/countries.ts'
import type { MeasurementType, RowPoint } from '@octet/core/probe/measurement.ts'
import type { ProbeStep } from '@octet/core/probe/ping.ts'
import type { PointChecks, PointLoad } from '@octet/core/probe/point-protocol.ts'

/** Where a point is: found in the address data, or said by its owner. */
export type PointPlace = {
  readonly continent: Continent | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly city: string | null
  /** The city in Chinese. */
  readonly cityZh: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly asn: number | null
  readonly network: string | null
}

export type PointStatus = 'ready' | 'busy' | 'unwell'

/** A connected monitoring point, as every thread and process knows it. */
export type Point = PointPlace & {
  readonly id: string
  readonly name: string
  /** Of a point that nobody has named. */
  readonly nameZh: string | null
  /** The account whose private point it is; null for points of the operator, which everybody may use. */
  readonly owner: string | null
  /** Which thread holds the connection. */
  readonly node: string
  /** Where it connects from; never shown, only matched against networks. */
  readonly address: string
  readonly version: string
  readonly step: ProbeStep
  readonly tasks: readonly MeasurementType[]
  readonly tags: readonly string[]
  readonly status: PointStatus
  readonly load: PointLoad
  readonly checks: PointChecks
  /** Milliseconds since 1970. */
  readonly connectedAt: number
}

const MAX_LAG_MS = 250
const MAX_BREAKS = 10
const BUSY_JOBS = 40
const BUSY_CPU_PERCENT = 90

/** Whether a point measures well at this moment. */
export function toStatus(load: PointLoad, checks: PointChecks): PointStatus {
  if (checks.loopLagMs > MAX_LAG_MS || checks.breaksPerHour > MAX_BREAKS) return 'unwell'
  return load.jobs >= BUSY_JOBS || load.cpuPercent > BUSY_CPU_PERCENT ? 'busy' : 'ready'
}

/** The part of a point that stands in results. */
export function toRowPoint(point: Point): RowPoint {
  const { id, name, nameZh, continent, country, city, cityZh, latitude, longitude, asn, network, tags } = point
  return { id, name, nameZh, continent, country, city, cityZh, latitude, longitude, asn, network, tags: [...tags] }
}
