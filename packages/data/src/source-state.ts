import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { toSourceFolder } from './find-sources.ts'

const file = z.object({
  url: z.string(),
  name: z.string(),
  sizeBytes: z.number().int(),
  sha256: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
})

const stateSchema = z.object({
  /** When it was last asked for, and when its present files came; RFC 3339. */
  checkedAt: z.string(),
  fetchedAt: z.string().nullable(),
  /** Date of the data, YYYY-MM-DD. */
  date: z.string().nullable(),
  rows: z.number().int(),
  /** Rows by family; states of before do not say. */
  families: z.object({ 4: z.number().int(), 6: z.number().int() }).optional(),
  /** Since when what comes is much smaller than the present files. */
  shrunkSince: z.string().optional(),
  files: z.array(file),
  /** Why the last attempt came to nothing; null when it went well. */
  lastError: z.object({ at: z.string(), reason: z.string() }).nullable(),
})

/** What is known of a fetched source: kept beside its files as `state.json`. */
export type SourceState = z.infer<typeof stateSchema>

const NAME = 'state.json'

/** The state of a source; undefined when it has never been asked for, or when the file is damaged. */
export async function readState(varFolder: string, id: string): Promise<SourceState | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(join(toSourceFolder(varFolder, id), NAME), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError)
      return undefined
    throw error
  }
}

/** Writes the state into a folder, whole or not at all. */
export async function writeState(folder: string, state: SourceState): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${NAME}.new`)
  {
    await using written = await open(path, 'w')
    await written.writeFile(`${JSON.stringify(state, undefined, 2)}\n`)
    await written.sync()
  }
  await rename(path, join(folder, NAME))
}
