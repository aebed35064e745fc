import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { isOurFault, writeFault } from '../domain/jobs/job-fault.ts'
import { dropJobFiles, toJobFolder } from '../domain/jobs/job-files.ts'
import { KEPT_DAYS } from '../domain/jobs/jobs.ts'
import { toPlace } from '../domain/jobs/table.ts'
import { writeResult, type ResultOptions } from '../domain/jobs/write-result.ts'
import { writeTable } from '../domain/jobs/write-table.ts'
import type { IpService } from '../domain/ip-service.ts'
import type { Database } from '../storage/database.ts'
import { deleteExpired, failExpired, hasExpired, findUnworked, type Progress } from '../storage/queries/jobs.ts'
import { returnUnits } from '../storage/queries/quota.ts'
import { BusyAccounts } from './busy-accounts.ts'
import { JobHold } from './job-hold.ts'
import { nextPhase, repeat } from './repeat.ts'
import { tellWebhooks } from './tell-webhooks.ts'

const PERIOD_MS = 5_000
const PROGRESS_MS = 1_000
/** Receivers that are told at the same time, each of another account. */
const WEBHOOKS_AT_ONCE = 4
const STRAYS_MS = 3_600_000
/** What jobs leave in their folder: file and result, also unfinished. */
const FILE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:in|out)(?:\.|$)/
/** A job that was not touched for so long has lost its worker, and begins anew. */
const LOST_MS = 30_000

export type JobRunnerOptions = {
  readonly database: Database
  readonly ip: IpService
  readonly guard: Guard
  readonly varFolder: string
  readonly publicOrigin: string
  readonly log: Logger
  /** How often jobs are looked for that nobody has told of. */
  readonly everyMs?: number
}

/**
 * Answers waiting jobs one after the other, and tells webhooks. A job whose worker ended begins anew: results appear by
 * rename, so that there is never half of one. Only jobs whose file is on this machine are taken.
 */
export function startJobRunner(options: JobRunnerOptions): AsyncDisposable {
  const { database, log, everyMs = PERIOD_MS } = options
  const abort = new AbortController()
  const often = {
    everyMs,
    phase: nextPhase(),
    onError(error: unknown) {
      if (!isAppError(error) && !abort.signal.aborted) log.error({ err: error }, 'jobs cannot be worked on')
    },
  }
  // By themselves: jobs do not wait for receivers that are slow, nor do other receivers.
  const telling = { ...options, busy: new BusyAccounts() }
  const webhooks = Array.from({ length: WEBHOOKS_AT_ONCE }, () => repeat(() => tellWebhooks(telling, abort.signal), often))
  const jobs = repeat(() => workOn(options, abort.signal).finally(() => webhooks.forEach(({ ask }) => ask())), often)
  const strays = repeat(() => dropStrays(toJobFolder(options.varFolder)), { ...often, everyMs: STRAYS_MS })
  database.listen('octet_jobs', jobs.ask)
  database.listen('octet_jobs_gone', (id) => {
    if (id) void dropJobFiles(toJobFolder(options.varFolder), id).catch(often.onError)
  })
  jobs.ask()
  strays.ask()
  return {
    async [Symbol.asyncDispose]() {
      abort.abort()
      await Promise.all([jobs, strays, ...webhooks].map(({ stop }) => stop()))
    },
  }
}

async function workOn(options: JobRunnerOptions, signal: AbortSignal): Promise<void> {
  const { database, varFolder } = options
  const here = await findInputs(toJobFolder(varFolder))
  while (!signal.aborted) {
    const job = await takeOne(database, here)
    if (!job) break
    await runOne(job, options, signal) // gives it back when it was stopped meanwhile
  }
  await forgetOld(database, toJobFolder(varFolder))
}

async function findInputs(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.flatMap((name) => (name.endsWith('.in') ? [name.slice(0, -3)] : []))
}

type Held = NonNullable<Awaited<ReturnType<typeof takeOne>>>

/** The oldest job that nobody works on, marked as running. */
function takeOne(database: Database, here: readonly string[]) {
  if (here.length === 0) return Promise.resolve(undefined)
  return database.transact(async (queries) => {
    const id = await findUnworked(queries, here, LOST_MS)
    return id === undefined ? undefined : JobHold.take(database, queries, id)
  })
}

async function runOne({ job, hold }: Held, { ip, varFolder, log }: JobRunnerOptions, stopped: AbortSignal): Promise<void> {
  const folder = toJobFolder(varFolder)
  const [input, output] = [join(folder, `${job.id}.in`), join(folder, `${job.id}.out`)]
  const unfinished = `${output}.${randomUUID()}.part` // a worker that has lost the job may still write its own
  const lost = new AbortController()
  let progress: Progress = { done: 0, failed: 0, answered_units: 0 }
  const noted = repeat(async () => (await hold.note(progress)) || lost.abort(), {
    everyMs: PROGRESS_MS,
    onError() {}, // the database is away; the work goes on
  })
  const signal = AbortSignal.any([stopped, lost.signal])
  const source = createReadStream(input)
  source.on('error', () => {}) // who reads it hears of it; what failed before may never read, and the file be gone before it opens
  const result = answer(job, source, { ip, signal, onProgress: (now) => (progress = now) })
  try {
    const fault = await toFault(pipeline(result, createWriteStream(unfinished), { signal }))
    await noted.stop()
    if (lost.signal.aborted) return
    if (fault && stopped.aborted) return void (await hold.giveBack().catch(() => {}))
    if (fault && isDiskFull(fault.error)) {
      // It has been paid for, and is none the worse for waiting until there is room.
      await hold.giveBack().catch(() => {})
      throw fault.error
    }
    if (fault) {
      log.warn({ err: fault.error, job: job.id }, 'a job failed')
      const why = { error: writeFault(fault.error, job.id), is_our_fault: isOurFault(fault.error) }
      const isOurs = await hold.end({ state: 'failed', ...progress, ...why }, job.webhook)
      if (isOurs) await rm(input, { force: true })
    } else if (await hold.note(progress)) {
      await rename(unfinished, output)
      const { size } = await stat(output)
      const isOurs = await hold.end({ state: 'done', ...progress, result_bytes: size, build: ip.state.build }, job.webhook)
      if (isOurs) await rm(input, { force: true })
      else if (await hold.isRemoved()) await rm(output, { force: true })
    }
  } finally {
    source.destroy()
    await rm(unfinished, { force: true })
  }
}

type Answering = Pick<ResultOptions, 'ip' | 'signal' | 'onProgress'>

/** The result of a job, as it is made. */
function answer({ format, lang, ...job }: Held['job'], source: AsyncIterable<Uint8Array>, how: Answering) {
  const options = { ...how, lang, fields: job.fields ?? undefined, exclude: job.exclude ?? undefined }
  if (format !== 'table') return writeResult(source, { ...options, format })
  return writeTable(source, { ...options, place: toPlace(job) })
}

/** What went wrong with the work itself. That the database is away is none of it: the job is taken again when it is back. */
function toFault(work: Promise<void>): Promise<{ error: unknown } | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
}

const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Jobs past their days, with their files. One that nobody has answered until then costs nothing. */
async function forgetOld(database: Database, folder: string): Promise<void> {
  if (!(await database.run(hasExpired))) return
  const gone = await database.transact(async (queries) => {
    for (const id of await failExpired(queries)) await returnUnits(queries, id)
    return deleteExpired(queries)
  })
  for (const id of gone) await dropJobFiles(folder, id)
}

/**
 * Files older than any job: of one that another server has forgotten or removed, and of an upload that a kill broke off.
 */
async function dropStrays(folder: string): Promise<void> {
  const oldest = Date.now() - (KEPT_DAYS + 1) * 86_400_000
  for (const name of await readdir(folder).catch(() => [])) {
    if (!FILE.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < oldest) await rm(join(folder, name), { force: true })
  }
}
