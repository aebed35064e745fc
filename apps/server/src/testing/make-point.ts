import { findCountry } from '@octet/core/geo/countries.ts'
import { measurementTypes } from '@octet/core/probe/measurement.ts'
import type { Point } from '../domain/points/point.ts'

/** A connected point for tests; its continent follows from its country. */
export function makePoint(said: Partial<Point> & { readonly id: string }): Point {
  return {
    name: said.id,
    nameZh: null,
    owner: null,
    node: 'aaaa',
    address: '192.0.2.1',
    version: '0.1.0',
    step: 'tcp',
    tasks: measurementTypes,
    tags: [],
    status: 'ready',
    load: { cpuPercent: 1, memoryBytes: 1, jobs: 0 },
    checks: { loopLagMs: 0, breaksPerHour: 0 },
    connectedAt: 0,
    continent: said.country ? (findCountry(said.country)?.continent ?? null) : null,
    country: null,
    city: null,
    cityZh: null,
    latitude: null,
    longitude: null,
    asn: null,
    network: null,
    ...said,
  }
}
