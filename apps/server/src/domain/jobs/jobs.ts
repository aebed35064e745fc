import { createHash, randomUUID, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HeldUnits } from '@octet/core/endpoint.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { notify } from '../../storage/notify.ts'
import * as rows from '../../storage/queries/jobs.ts'
import { returnUnanswered } from '../../storage/queries/quota.ts'
import { makeSecret, toHash } from '../account/secret.ts'
import { toIdempotency, toOtherCall } from '../repeated-call.ts'
import { dropJobFiles, takeIn, takeTable, toJobFolder, toPart, type TakenIn } from './job-files.ts'
import { toEndMessage, toShown } from './job-view.ts'
import type { TableWish } from './table.ts'
import { checkWebhook } from './webhook.ts'

/** Jobs of an account that wait or run at the same time. */
const MAX_OPEN = 10
export const KEPT_DAYS = 7
/** For so long a sender waits when the database has broken off amid a commit; then the job is removed once it is back. */
const DOUBT_MS = 5_000
const REMOVAL_MS = 600_000
const PAUSE_MS = 250
const LINK_MINUTES = 10

/** `table`: the file itself with columns added. */
export type JobFormat = 'csv' | 'ndjson' | 'table'

export type NewJob = {
  readonly accountId: string
  readonly keyId: string
  /** What its sender calls the file. */
  readonly name?: string | undefined
  readonly format: JobFormat
  readonly lang: Lang
  readonly fields: string | null
  readonly exclude: string | null
  /** Where the addresses of a table stand, as far as its sender says. */
  readonly table?: TableWish | undefined
  readonly webhook: string | null
  /** With it the same file sent again is the same job. */
  readonly idempotencyKey?: string | undefined
}

type AddedJob = NewJob & TakenIn & { readonly id: string; readonly repeatable: Repeatable | undefined }
/** What a job and what it was asked with are known by. */
type Repeatable = { readonly idempotency: Buffer; readonly request_hash: Buffer }

export type JobsOptions = {
  readonly varFolder: string
  /** Refuses webhooks that it would not let through later. */
  readonly guard?: Pick<Guard, 'checkLiteral' | 'checkName'>
  /** For so long a sender waits in doubt; 5 s unless given. */
  readonly doubtMs?: number
}

const ELSEWHERE = { en: 'this server does not have the result', zh: '结果不在本服务器上' }

/** Lookups of whole files: the file is taken in, a worker answers it, and the result waits to be fetched. */
export class Jobs {
  readonly #database: Database
  readonly #folder: string
  readonly #guard: JobsOptions['guard']
  readonly #doubtMs: number

  constructor(database: Database, { varFolder, guard, doubtMs = DOUBT_MS }: JobsOptions) {
    this.#database = database
    this.#guard = guard
    this.#folder = toJobFolder(varFolder)
    this.#doubtMs = doubtMs
  }

  /**
   * Takes a file in. `charge` is told how many units it costs before the job exists; when it throws, nothing is kept, and
   * when there is no job after all, or it is there already, nothing is paid. Throws `too_large`, `bad_input` for a file without
   * an address or for another one with the same Idempotency-Key, `too_many_requests` with too many open jobs, `refused_target` for a
   * webhook that is not public.
   */
  async create(
    job: NewJob,
    body: AsyncIterable<Uint8Array>,
    charge: (lines: number) => Promise<HeldUnits | undefined>,
  ): Promise<ReturnType<typeof toShown>> {
    const webhook = job.webhook === null ? null : checkWebhook(job.webhook, { guard: this.#guard })
    const key = job.idempotencyKey
    const idempotency = key ? toIdempotency(job.accountId, key) : undefined
    const isKnown = idempotency && (await this.#database.run((queries) => rows.findRepeated(queries, idempotency)))
    if (!isKnown) await this.#database.run((queries) => refuseMany(queries, job.accountId)) // before the file is sent
    const id = randomUUID()
    await mkdir(this.#folder, { recursive: true })
    await chmod(this.#folder, 0o700) // also one that was made earlier: what is in it belongs to the accounts alone
    const path = this.#path(id, 'in')
    const forget = async () => {
      for (const left of [path, toPart(path)]) await rm(left, { force: true })
    }
    const refuse = (error: unknown) => forget().then(() => Promise.reject(error))
    const hash = idempotency && hashSettings(job)
    const upload = { body, path, hash }
    const taken = await (job.format === 'table' ? takeTable(upload, job.table ?? {}) : takeIn(upload)).catch(refuse)
    const repeatable = idempotency && hash && { idempotency, request_hash: hash.digest() }
    try {
      if (repeatable) await this.#database.run((queries) => endRepeated(queries, repeatable)).catch(refuse)
      const payment = await charge(taken.units).catch(refuse)
      const row = await this.#addSurely({ ...job, ...taken, webhook, id, repeatable }, payment, () => {
        payment?.giveBack()
        return forget()
      })
      payment?.settle(200)
      return toShown(row, job.lang)
    } catch (error) {
      if (!(error instanceof Repeated)) throw error
      if (!error.isSame) throw toOtherCall(key ?? '')
      return toShown(error.row, job.lang)
    }
  }

  /**
   * Adds a job, or undoes all of it. A database that breaks off amid the commit may have written it: then it is looked for
   * and added again, and if that takes too long, whoever sent it hears that there is none, and it is removed before it is
   * undone.
   */
  async #addSurely(job: AddedJob, payment: HeldUnits | undefined, undo: () => Promise<void>): Promise<rows.Job> {
    let isInDoubt = false
    const add = () => this.#add(job, payment, () => (isInDoubt = true))
    try {
      return await persist(add, this.#doubtMs, () => isInDoubt)
    } catch (error) {
      if (isInDoubt && isAway(error))
        void persist(() => this.#drop({ accountId: job.accountId, id: job.id, isPaid: false }), REMOVAL_MS).then(undo, () => {})
      else await undo()
      throw error
    }
  }

  /** Files that came at the same time are counted one after the other. */
  #add(
    { id, lines, units, place, repeatable, ...job }: AddedJob,
    payment: HeldUnits | undefined,
    onCommit: () => void,
  ): Promise<rows.Job> {
    return this.#database.transact(async (queries) => {
      await rows.lockJobs(queries, job.accountId)
      const found = await rows.findJob(queries, id)
      if (found) return found
      if (repeatable) await endRepeated(queries, repeatable)
      await refuseMany(queries, job.accountId)
      await notify(queries, 'octet_jobs', id)
      const added = {
        id,
        account_id: job.accountId,
        key_id: job.keyId,
        kind: 'lookup' as const,
        name: job.name ?? null,
        format: job.format,
        lang: job.lang,
        fields: job.fields,
        exclude: job.exclude,
        webhook: job.webhook,
        lines,
        ...(place && { address_column: place.column + 1, delimiter: place.delimiter }),
        ...repeatable,
        // With the job, so that whatever is killed after this, its units go back if it fails through our fault.
        ...(payment && { charged_units: units, charged_month: payment.month }),
      }
      const row = await rows.insertJob(queries, added, KEPT_DAYS)
      onCommit()
      return row
    })
  }

  /** A job of an account. Throws `no_such`. */
  async get(accountId: string, id: string, lang: Lang) {
    const row = await this.#database.run((queries) => rows.findJob(queries, id))
    if (row?.account_id !== accountId) throw toMissing(id)
    return toShown(row, lang)
  }

  /** A page, from 1, of the jobs of an account, the newest first. */
  async list(accountId: string, { lang, ...page }: rows.JobPage & { readonly lang: Lang }) {
    const jobs = await this.#database.run((queries) => rows.listJobs(queries, accountId, page))
    return jobs.map((row) => toShown(row, lang))
  }

  /**
   * The result of a job that is done. Throws `no_such`, `unsupported_value` while it is not done, and `unavailable`
   * where servers do not share the folder of jobs and another one has it.
   */
  async openResult(accountId: string, id: string) {
    const { format, name, delimiter } = await this.#getDone(accountId, id)
    const path = this.#path(id, 'out')
    const found = await stat(path).catch(() => undefined)
    if (!found) throw new AppError('unavailable', { reason: ELSEWHERE, retryAfter: 5 })
    const hasMark = format === 'table' && (await readStart(path)).equals(BYTE_ORDER_MARK)
    const file = { fileName: toFileName(name ?? id, format), sizeBytes: found.size, stream: createReadStream(path) }
    return { format, delimiter, hasMark, ...file }
  }

  async #getDone(accountId: string, id: string) {
    const job = await this.get(accountId, id, 'en')
    if (job.state === 'done') return job
    throw new AppError('unsupported_value', { got: id, reason: { en: `the job is ${job.state}`, zh: `任务状态为 ${job.state}` } })
  }

  /** A word that opens the result of a job for ten minutes without a token. Throws `no_such`, `unsupported_value` while it is not done. */
  async openLink(accountId: string, id: string) {
    const { format, name } = await this.#getDone(accountId, id)
    const ticket = makeSecret()
    const link = { hash: toHash(ticket), jobId: id }
    const expiresAt = await this.#database.transact((queries) => rows.insertJobLink(queries, link, LINK_MINUTES))
    if (!expiresAt) throw toMissing(id) // removed this moment
    return { ticket, fileName: toFileName(name ?? id, format), expiresAt }
  }

  /** The account whose result a link opens. Throws `link_dead`. */
  async useLink(ticket: string, id: string): Promise<string> {
    const link = { hash: toHash(ticket), jobId: id }
    const accountId = await this.#database.run((queries) => rows.findLinkedAccount(queries, link))
    if (accountId === undefined) throw new AppError('link_dead')
    return accountId
  }

  /** Ends a job, forgets its files, and gives back the units for what it has not answered. Gives how many. Throws `no_such`. */
  async remove(accountId: string, id: string): Promise<number> {
    const { count, returned } = await this.#drop({ accountId, id, isPaid: true })
    if (count === 0) throw toMissing(id)
    return returned
  }

  /** The same with all jobs of an account, or with those of them that wait or run. */
  async removeAll(accountId: string, { areOpen }: { readonly areOpen?: boolean } = {}): Promise<void> {
    await this.#drop({ accountId, areOpen, isPaid: true })
  }

  /** Also of those that are just being added. Other servers hear of it, and forget the files that lie with them. */
  async #drop({ isPaid, ...choice }: rows.JobChoice & { readonly isPaid: boolean }) {
    const { accountId, id } = choice
    const { gone, returned } = await this.#database.transact(async (queries) => {
      await rows.lockJobs(queries, accountId)
      const returned = isPaid ? await returnUnanswered(queries, accountId, id) : 0
      return { gone: await rows.deleteJobs(queries, choice), returned }
    })
    for (const one of gone) await dropJobFiles(this.#folder, one)
    return { count: gone.length, returned }
  }

  /**
   * What the webhook of a job is sent, and the last attempts to hand it over. Throws `no_such`, `unsupported_value` for a
   * job without one or that has not ended.
   */
  async getDeliveries(accountId: string, id: string, publicOrigin: string) {
    const row = await this.#database.run((queries) => rows.findTold(queries, accountId, id))
    if (!row) throw await this.#toUntold(accountId, id)
    const { webhook_state: state, webhook_next_at: nextAt, webhook_deliveries: deliveries } = row
    const next_at = state === 'waiting' ? (nextAt?.toISOString() ?? null) : null
    return { state, next_at, sent: toEndMessage(row, publicOrigin), deliveries }
  }

  /**
   * Has the message sent once more, and as often as a new one if it is not taken; `beforeSend` is called once there is one, and
   * throws where nothing may be sent. Throws as `getDeliveries`.
   */
  async sendAgain(accountId: string, id: string, { beforeSend }: { readonly beforeSend: () => void }): Promise<void> {
    if (!(await this.#database.run((queries) => rows.findTold(queries, accountId, id)))) throw await this.#toUntold(accountId, id)
    beforeSend()
    await this.#database.transact(async (queries) => {
      await rows.retellJob(queries, id)
      await notify(queries, 'octet_jobs', id)
    })
  }

  async #toUntold(accountId: string, id: string): Promise<AppError> {
    const { webhook, state } = await this.get(accountId, id, 'en')
    const reason =
      webhook === null
        ? { en: 'the job has no webhook', zh: '任务未设置 webhook' }
        : { en: `the job is ${state}`, zh: `任务状态为 ${state}` }
    return new AppError('unsupported_value', { got: id, reason })
  }

  #path(id: string, kind: 'in' | 'out'): string {
    return join(this.#folder, `${id}.${kind}`)
  }
}

/** U+FEFF in UTF-8 (RFC 3629 §6). */
export const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf)

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTE_ORDER_MARK.length), 0, BYTE_ORDER_MARK.length, 0)
  return buffer.subarray(0, bytesRead)
}

/** There is a job of the same Idempotency-Key. */
class Repeated extends Error {
  readonly row: rows.Job
  readonly isSame: boolean

  constructor(row: rows.Job, { request_hash: hash }: Repeatable) {
    super('the file has been sent before')
    this.row = row
    this.isSame = row.request_hash?.equals(hash) ?? false
  }
}

/** Throws `Repeated`. */
async function endRepeated(queries: Queries, repeatable: Repeatable): Promise<void> {
  const row = await rows.findRepeated(queries, repeatable.idempotency)
  if (row) throw new Repeated(row, repeatable)
}

/** `visitors.txt` → `visitors.csv`; of one that is given back whole, `visitors-octet.txt`. */
function toFileName(name: string, format: JobFormat): string {
  const [, stem = name, end = ''] = /^(.*)(\.(?:csv|tsv|txt|log|json|ndjson))$/i.exec(name) ?? []
  return format === 'table' ? `${stem}-octet${end || '.csv'}` : `${stem}.${format}`
}

/** What is asked of a file; the file itself follows. */
const hashSettings = ({ format, lang, fields, exclude, webhook, table }: NewJob): Hash =>
  createHash('sha256').update(
    JSON.stringify([format, lang, fields, exclude, webhook, ...(table ? [table.column, table.delimiter] : [])]),
  )

const isAway = (error: unknown): boolean => isAppError(error) && error.key === 'unavailable'

/** Does it again while the database is away, for so long. */
async function persist<T>(work: () => Promise<T>, forMs: number, isWorthIt = () => true): Promise<T> {
  const endMs = performance.now() + forMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error) || !isWorthIt() || performance.now() > endMs) throw error
    }
    await sleep(PAUSE_MS, undefined, { ref: false })
  }
}

function toMissing(id: string): AppError {
  return new AppError('no_such', { what: { en: 'job', zh: '任务' }, got: id })
}

async function refuseMany(queries: Queries, accountId: string): Promise<void> {
  const count = await rows.countOpen(queries, accountId)
  if (count >= MAX_OPEN) throw new AppError('too_many_requests', { limit: MAX_OPEN, window: 60, retryAfter: 60 })
}
