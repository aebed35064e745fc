import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const outcome = z.object({
  id: z.string(),
  outcome: z.enum(['updated', 'unchanged', 'refused', 'unreachable']),
  reason: z.string().nullable(),
  rows: z.number().int(),
})

const reportSchema = z.object({
  startedAt: z.string(),
  endedAt: z.string(),
  sources: z.array(outcome).readonly(),
  /** The new build; null when nothing had changed or it failed. */
  build: z.string().nullable(),
  /** Why nothing new was published although it should have been. */
  error: z.string().nullable(),
})

/** What the last update of the sources, or the last look at the mirrored instance, came to. */
export type LastUpdate = z.output<typeof reportSchema>

const NAME = 'last-update.json'

/** The last update of a var folder; undefined before the first one, or when the file is damaged. */
export async function readLastUpdate(varFolder: string): Promise<LastUpdate | undefined> {
  try {
    return reportSchema.parse(JSON.parse(await readFile(join(varFolder, 'sources', NAME), 'utf8')))
  } catch (error) {
    const isNone =
      (error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError
    if (isNone) return undefined
    throw error
  }
}

/** Notes an update, whole or not at all. */
export async function writeLastUpdate(varFolder: string, report: LastUpdate): Promise<void> {
  const folder = join(varFolder, 'sources')
  await mkdir(folder, { recursive: true })
  const fresh = join(folder, `${NAME}.${process.pid}.new`)
  {
    await using file = await open(fresh, 'w')
    await file.writeFile(`${JSON.stringify(reportSchema.parse(report), undefined, 2)}\n`)
    await file.sync()
  }
  await rename(fresh, join(folder, NAME))
}
