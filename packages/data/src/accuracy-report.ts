import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const score = z.object({
  tag: z.string(),
  rows: z.number().int(),
  /** Per cent with the right country. */
  country: z.number().nullable(),
  /** Per cent within 50 km of the true place. */
  within50km: z.number().nullable(),
  /** Per cent within the accuracy radius the record states, of the rows that have one: two thirds are promised. */
  withinRadius: z.number().nullable().default(null),
  /** Per cent with the right region, of the rows that name one. */
  region: z.number().nullable(),
  regionRows: z.number().int(),
})

/** How a build did on a truth file. */
export const accuracySchema = z.object({
  build: z.string(),
  /** When it was measured, RFC 3339. */
  date: z.string(),
  truth: z.object({ rows: z.number().int(), sha256: z.string() }),
  scores: z.array(score),
})

export type AccuracyReport = z.infer<typeof accuracySchema>
export type Score = z.infer<typeof score>

export const ACCURACY = 'accuracy.json'

/** The last scores in a data folder; undefined when none were taken. */
export async function readAccuracy(dataFolder: string): Promise<AccuracyReport | undefined> {
  const text = await readFile(join(dataFolder, ACCURACY), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : accuracySchema.parse(JSON.parse(text))
}
