import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Claim } from '../domain/corrections/corrections.ts'
import type { Database, Queries } from '../storage/database.ts'
import { listAccepted, writeAlone } from '../storage/queries/corrections.ts'
import { repeat } from './repeat.ts'

const PERIOD_MS = 600_000
/** Ids of the corrections that this machine has written, so that a line taken out by hand stays out. */
const WRITTEN = 'written-corrections'

export type CorrectionJobOptions = {
  readonly database: Database
  /** The operator's overrides on this machine. */
  readonly overridesFile: string
  readonly log: Logger
}

/**
 * Writes accepted corrections behind the operator's overrides, each once, on every machine: whichever of them the operator
 * was talking to, and also where the folder is new or the database has come from a backup. Processes may share the folder.
 */
export function startCorrectionJob({ database, overridesFile, log }: CorrectionJobOptions): AsyncDisposable {
  const { ask, stop } = repeat(() => database.run((queries) => writeAlone(queries, (own) => writeAccepted(own, overridesFile))), {
    everyMs: PERIOD_MS,
    onError(error) {
      if (!isAppError(error)) log.error({ err: error }, 'accepted corrections cannot be written')
    },
  })
  database.listen('octet_corrections', ask)
  ask()
  return { [Symbol.asyncDispose]: stop }
}

async function writeAccepted(queries: Queries, overridesFile: string): Promise<void> {
  const accepted = await listAccepted(queries)
  const folder = dirname(overridesFile)
  const writtenFile = join(folder, WRITTEN)
  const written = new Set((await readText(writtenFile)).split('\n'))
  const added = accepted.filter(({ id }) => !written.has(id))
  if (added.length === 0) return
  await mkdir(folder, { recursive: true })
  const text = await readText(overridesFile)
  const there = new Set(text.split('\n'))
  const lines = added.map(({ network, claim }) => toLine(network, claim as Claim)).filter((line) => !there.has(line))
  const isOpen = text !== '' && !text.endsWith('\n') // by an editor that ends no last line
  if (lines.length > 0) await appendFile(overridesFile, `${isOpen ? '\n' : ''}${lines.join('\n')}\n`)
  await appendFile(writtenFile, added.map(({ id }) => `${id}\n`).join(''))
}

function toLine(network: string, { country_code, region_code = '', city_name = '' }: Claim): string {
  return `${network},${country_code},${region_code},${city_name},`
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
