import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { noteBeat, readHistory, type History } from '../../storage/queries/beats.ts'
import type { IpService } from '../ip-service.ts'
import type { PointHub } from '../points/point-hub.ts'
import { CheckLog, hasFailed, toSpans } from './check-log.ts'
import { CHECK_SECONDS, type PartState, type PartStates } from './part.ts'
import { DAYS, toReport, type Report } from './report.ts'

/** What has been read is told to all who ask within so long. */
export const KEPT_SECONDS = 10
/** For so long the database is waited for; what works now is told without it. */
const PATIENCE_MS = 2_000
/** A turn comes a little early or late. */
const SLACK_SECONDS = 1
/** Lapses of 90 days: three parts that change every quarter of an hour. */
const MOST_LAPSES = 10_000
/** One of each family that has a place; they are looked up in memory. */
const KNOWN_ADDRESSES = ['8.8.8.8', '2001:4860:4860::8888'] as const

export type AvailabilityOptions = {
  readonly database: Database
  readonly ip: Pick<IpService, 'lookup'>
  readonly hub: { readonly roster: Pick<PointHub['roster'], 'size'> }
  /** The steady clock of this process. */
  readonly nowMs?: () => number
}

/**
 * Whether the parts of the service work, checked from within, and how often they did. Servers on one database write one
 * history: whoever comes first after 15 seconds writes what it has seen since. One that saw something fail leaves it a turn
 * longer to one that may have seen it work.
 */
export class Availability {
  readonly #options: AvailabilityOptions
  readonly #log: CheckLog
  readonly #nowMs: () => number
  #states: PartStates | undefined
  #hadPoints = false
  /** The clock of the database, as it was told last. */
  #told: { readonly databaseMs: number; readonly atMs: number } | undefined
  #kept: { readonly history: History | undefined; readonly atMs: number } | undefined
  #reading: Promise<boolean> | undefined

  constructor(options: AvailabilityOptions) {
    this.#options = options
    this.#nowMs = options.nowMs ?? (() => performance.now())
    this.#log = new CheckLog(this.#nowMs())
  }

  /** What this process has seen last; undefined before the first check. */
  get states(): PartStates | undefined {
    return this.#states
  }

  /** Checks every part, and writes down what happened since it was done last; `isLast`: however short ago that was. */
  async check({ isLast = false } = {}): Promise<void> {
    const rest = { lookup: this.#checkLookup(), measurements: this.#checkPoints() }
    const states = await this.#write({ ...rest, accounts: 'up' }, isLast).catch((error: unknown) => {
      this.#log.keep(this.#log.listWith({ ...rest, accounts: 'failing' }, this.#nowMs()))
      this.#states = { ...rest, accounts: 'failing' }
      throw error
    })
    this.#states = states
  }

  /** That the database takes the word is the check of it. */
  async #write(states: PartStates, isLast: boolean): Promise<PartStates> {
    const nowMs = this.#nowMs()
    const turns = this.#log.listWith(states, nowMs)
    const waitSeconds = hasFailed(turns) ? 2 * CHECK_SECONDS : isLast ? SLACK_SECONDS : CHECK_SECONDS
    const { ageSeconds, now } = await this.#options.database.run((queries) =>
      noteBeat(queries, {
        knownSeconds: (nowMs - turns[0]!.fromMs) / 1_000,
        leastSeconds: waitSeconds - SLACK_SECONDS,
        spans: toSpans(turns, nowMs),
        sentAt: this.#told ? new Date(this.#told.databaseMs + nowMs - this.#told.atMs) : null,
      }),
    )
    this.#told = { databaseMs: now.getTime(), atMs: this.#nowMs() }
    this.#log.keep(turns)
    if (ageSeconds !== null) this.#log.dropBefore(nowMs - ageSeconds * 1_000)
    return states
  }

  #checkLookup(): PartState {
    try {
      for (const address of KNOWN_ADDRESSES) this.#options.ip.lookup(address, 'en')
      return 'up'
    } catch {
      return 'failing'
    }
  }

  /** Without any point from the start on there is nothing to measure from, as its operator wants it. */
  #checkPoints(): PartState {
    if (this.#options.hub.roster.size > 0) this.#hadPoints = true
    else return this.#hadPoints ? 'failing' : 'unchecked'
    return 'up'
  }

  /** How often the parts worked; while the database is away, as far as it was known before, and what works now. */
  async read(): Promise<Report> {
    const { database } = this.#options
    if (!database.isConfigured) return toReport({ extent: 'none', history: undefined })
    const isFresh = this.#kept && this.#nowMs() - this.#kept.atMs < KEPT_SECONDS * 1_000
    if (isFresh) return toReport({ extent: 'whole', history: this.#kept?.history })
    const isRead = await Promise.race([this.#readHistory(), sleep(PATIENCE_MS, false, { ref: false })])
    const history = this.#kept?.history
    if (isRead) return toReport({ extent: 'whole', history })
    const now = this.#look()
    if (!history) return toReport({ extent: 'missing', history: undefined, now })
    const sinceMs = this.#nowMs() - this.#kept!.atMs
    return toReport({ extent: 'partial', history: { ...history, now: new Date(history.now.getTime() + sinceMs) }, now })
  }

  /** Reads what is written and keeps it; false where the database is away. All who ask meanwhile wait for the same. */
  #readHistory(): Promise<boolean> {
    this.#reading ??= this.#options.database
      .run((queries) => readHistory(queries, { days: DAYS + 1, limit: MOST_LAPSES }))
      .then(
        (history) => {
          this.#kept = { history, atMs: this.#nowMs() }
          return true
        },
        (error: unknown) => {
          if (isAppError(error)) return false
          throw error
        },
      )
      .finally(() => (this.#reading = undefined))
    return this.#reading
  }

  /** What can be seen without the database. A thread that does not check does not know whether there have been points. */
  #look() {
    const isKnown = this.#states !== undefined || this.#options.hub.roster.size > 0
    const measurements = isKnown ? this.#checkPoints() : ('unknown' as const)
    return { lookup: this.#checkLookup(), accounts: 'failing' as const, measurements }
  }
}
