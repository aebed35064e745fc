import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import type { ProbeStep } from '@octet/core/probe/ping.ts'
import type { Tone } from '../net/chip.tsx'

/** A row of `GET /v1/points`. */
export type PointRow = {
  readonly id: string
  readonly name: string
  readonly nameZh?: string | null
  readonly status: 'ready' | 'busy' | 'unwell' | 'offline'
  readonly isOwn: boolean
  readonly continent: string | null
  readonly country: string | null
  readonly city: string | null
  readonly cityZh?: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly asn: number | null
  readonly network: string | null
  readonly step: ProbeStep | null
  readonly version: string | null
  readonly tasks: readonly MeasurementType[]
  readonly tags: readonly string[]
  readonly load: { readonly cpuPercent: number; readonly jobs: number } | null
  readonly lastSeenAt: string | null
}

export const STATUS_TONES: Readonly<Record<PointRow['status'], Tone>> = {
  ready: 'ok',
  busy: 'warn',
  unwell: 'bad',
  offline: 'plain',
}

/** What a filter looks in. */
export function fitsFilter(point: PointRow, words: string): boolean {
  const { name, nameZh, country, city, cityZh, network, asn, tags } = point
  const text = [name, nameZh, country, city, cityZh, network, asn === null ? '' : `AS${asn}`, ...tags].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
