import type { Envelope } from '@octet/core/envelope.ts'
import { readEnvelope, toHeaders, toOwnFailure } from '../api/call.ts'
import type { CountedPoint } from './points-map.tsx'

/** Where the networks of an AS are used: a sample of them, grouped by place. */
export type Footprint = {
  readonly all: number
  readonly shown: number
  readonly countries: number
  readonly points: readonly CountedPoint[]
}

const MAX_SAMPLES = 600

/** Looks up the first address of evenly chosen networks of an AS. Throws an `Error` with the server's words. */
export async function loadFootprint(asn: number, signal: AbortSignal): Promise<Footprint> {
  const { networks } = await askJson<{ networks: string[] }>(`/v1/ranges/asn/${asn}`, { signal })
  const step = Math.max(1, networks.length / MAX_SAMPLES)
  const sample = Array.from({ length: Math.min(MAX_SAMPLES, networks.length) }, (_, i) => networks[Math.floor(i * step)] ?? '')
  const records = await askJson<Readonly<Record<string, Found>>>(
    '/v1/ip/batch?format=json&fields=country_code,latitude,longitude',
    { method: 'POST', body: sample.map((network) => network.split('/')[0]).join('\n'), signal },
  )
  const found = Object.values(records).filter(({ latitude }) => typeof latitude === 'number')
  const places = Map.groupBy(found, ({ latitude, longitude }) => `${latitude},${longitude}`)
  return {
    all: networks.length,
    shown: sample.length,
    countries: new Set(found.map(({ country_code }) => country_code)).size,
    points: [...places.values()].flatMap((same) => {
      const [first] = same
      return first ? [{ latitude: first.latitude, longitude: first.longitude, count: same.length }] : []
    }),
  }
}

type Found = { readonly country_code: string | null; readonly latitude: number; readonly longitude: number }

async function askJson<T>(path: string, options: RequestInit): Promise<T> {
  const headers = { ...toHeaders(), ...(options.body ? { 'content-type': 'text/plain' } : {}) }
  const answer: Envelope<T> = await fetch(path, { ...options, headers })
    .then(readEnvelope<T>)
    .catch((error: unknown) => toOwnFailure(error) as Envelope<T>)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data
}
