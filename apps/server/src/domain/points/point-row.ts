import * as z from 'zod'
import { measurementTypes, rowPointSchema } from '@octet/core/probe/measurement.ts'

/** A point as it is shown; of one that is not connected only what is stored is known. */
export const pointRow = rowPointSchema.extend({
  status: z.enum(['ready', 'busy', 'unwell', 'offline']),
  isOwn: z.boolean(),
  step: z.string().nullable(),
  version: z.string().nullable(),
  tasks: z.array(z.enum(measurementTypes)),
  load: z.object({ cpuPercent: z.number(), jobs: z.number() }).nullable(),
  lastSeenAt: z.string().nullable(),
})
export type PointRow = z.infer<typeof pointRow>
