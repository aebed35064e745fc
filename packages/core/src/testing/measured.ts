import type { MeasurementRow } from '../probe/measurement.ts'

/** A monitoring point of which nothing is known but its name. */
export const makeProbe = (id: string, name = id): MeasurementRow['probe'] => ({
  id,
  name,
  continent: null,
  country: null,
  city: null,
  latitude: null,
  longitude: null,
  asn: null,
  network: null,
  tags: [],
})

const probe = makeProbe('a')

/** What a point has measured of example.com. */
export const makeRow = (data: object | null, status: MeasurementRow['result']['status'] = 'finished'): MeasurementRow => ({
  target: 'example.com',
  probe,
  result: { status, data: data as Record<string, unknown> | null, error: null },
})

/** The answer of a ping. */
export const makePing = (avgMs: number | null, received: number, sent = 3) => ({
  avgMs,
  received,
  sent,
  lossPercent: (1 - received / sent) * 100,
})
