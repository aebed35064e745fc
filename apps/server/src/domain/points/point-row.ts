import * as z from 'zod'
import { measurementTypes } from '@octet/core/probe/measurement.ts'

/** A point as it is shown; of one that is not connected only what is stored is known. */
export const pointRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['ready', 'busy', 'unwell', 'offline']),
  isOwn: z.boolean(),
  continent: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  asn: z.number().nullable(),
  network: z.string().nullable(),
  step: z.string().nullable(),
  version: z.string().nullable(),
  tasks: z.array(z.enum(measurementTypes)),
  tags: z.array(z.string()),
  load: z.object({ cpuPercent: z.number(), jobs: z.number() }).nullable(),
  lastSeenAt: z.string().nullable(),
})
export type PointRow = z.infer<typeof pointRow>
