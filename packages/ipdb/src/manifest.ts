import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { MANIFEST } from './data-folder.ts'

export { MANIFEST, PREVIOUS_MANIFEST } from './data-folder.ts'

/** One file of a build. */
const builtFile = z.object({ name: z.string(), sizeBytes: z.number().int(), sha256: z.string().regex(/^[\da-f]{64}$/) })

/** One source of a build, as shown on pages and in downloads. */
const usedSource = z.object({
  id: z.string(),
  title: z.object({ en: z.string(), zh: z.string() }),
  homepage: z.string(),
  /** Date of the source's data, YYYY-MM-DD; null when it does not say. */
  date: z.string().nullable(),
  /** Version of the npm package it was read from; none where its files were fetched or come with the program. */
  version: z.string().optional(),
  rows: z.number().int(),
  licence: z.object({
    name: z.string(),
    url: z.string(),
    attribution: z.object({ en: z.string(), zh: z.string() }),
    mayRedistribute: z.boolean(),
  }),
  /** SHA-256 of each file it was read from, by name. */
  sha256: z.record(z.string(), z.string()),
})

/** What has been published: the files that belong together, their checksums, and what they were made from. */
export const manifestSchema = z.object({
  format: z.literal(1),
  build: z.string(),
  /** When it was built, RFC 3339. */
  date: z.string(),
  /** Number of the rules it was built by; none in builds of before they were counted. */
  rules: z.number().int().optional(),
  files: z.array(builtFile).min(1),
  sources: z.array(usedSource),
  /** Ranges of the table. */
  rows: z.object({ v4: z.number().int(), v6: z.number().int() }),
  /** How long the build took, on the clock and on the processor, and how much memory the process held at most. */
  cost: z.object({ seconds: z.number(), cpuSeconds: z.number().optional(), peakMegabytes: z.number() }).optional(),
})

export type Manifest = z.infer<typeof manifestSchema>
export type UsedSource = z.infer<typeof usedSource>

/** What tells a file from the one that takes its place; empty when there is none. */
export function readMark(path: string): Promise<string> {
  return stat(path).then(
    ({ mtimeMs, ino, size }) => `${mtimeMs} ${ino} ${size}`,
    () => '',
  )
}

/** Reads a manifest of a data folder; undefined when there is none. Throws when it is not a manifest. */
export async function readManifestFile(folder: string, name = MANIFEST): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${join(folder, name)} is not a manifest of this version`, { cause })
  }
}
