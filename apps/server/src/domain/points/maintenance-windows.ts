import { randomUUID } from 'node:crypto'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { holdAccount } from '../../storage/queries/accounts.ts'
import * as rows from '../../storage/queries/maintenance.ts'
import { findPeriod, type MaintenanceSchedule, type MaintenanceTimes } from './maintenance.ts'

const MAX_PER_ACCOUNT = 20
const MAX_ONCE_DAYS = 31
const DAY_MS = 86_400_000

export type NewWindow = {
  readonly name: string
  /** Null for all monitors of the account, also later ones. */
  readonly monitorIds: readonly string[] | null
  /** IANA name. */
  readonly timeZone: string
  readonly schedule: MaintenanceSchedule
}

/** What is left out stays. */
export type WindowChange = { readonly [Name in keyof NewWindow]?: NewWindow[Name] | undefined }

/** Times in which the monitors of an account go on measuring and tell nobody. */
export class MaintenanceWindows {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The oldest first, each with when it is under way or comes next; null where it comes no more. */
  async list(accountId: string) {
    const found = await this.#database.run((queries) => rows.listWindows(queries, accountId))
    return Promise.all(
      found.map(async ({ now, monitor_ids: monitorIds, ...row }) => {
        const period = (await findPeriod(row, now)) ?? null
        return { ...row, monitorIds, period, isUnderWay: period !== null && period.from <= now }
      }),
    )
  }

  /** Gives its id. Throws `too_many_windows`, `bad_input`, `no_such`. */
  async add(accountId: string, { name, monitorIds, timeZone, schedule }: NewWindow): Promise<string> {
    const zone = readTimeZone(timeZone)
    refuseWrong(schedule)
    await refuseOver({ time_zone: zone, schedule })
    return this.#database.transact(async (queries) => {
      await holdAccount(queries, accountId)
      const count = await rows.countWindows(queries, accountId)
      if (count >= MAX_PER_ACCOUNT) throw new AppError('too_many_windows', { limit: MAX_PER_ACCOUNT })
      await refuseForeign(queries, accountId, monitorIds)
      const id = randomUUID()
      await rows.insertWindow(queries, {
        id,
        account_id: accountId,
        name,
        monitor_ids: monitorIds && [...new Set(monitorIds)],
        time_zone: zone,
        schedule: JSON.stringify(schedule),
      })
      return id
    })
  }

  /** Throws `no_such`, `bad_input`. */
  async change(accountId: string, id: string, { name, monitorIds, timeZone, schedule }: WindowChange): Promise<void> {
    const zone = timeZone === undefined ? undefined : readTimeZone(timeZone)
    if (schedule) refuseWrong(schedule)
    await this.#database.transact(async (queries) => {
      await holdAccount(queries, accountId) // so that its monitors stay
      const before = await rows.holdWindow(queries, { id, accountId })
      if (!before) throw toMissing('window', id)
      if (schedule) await refuseOver({ time_zone: zone ?? before.time_zone, schedule })
      if (monitorIds) await refuseForeign(queries, accountId, monitorIds)
      await rows.changeWindow(queries, id, {
        name,
        monitor_ids: monitorIds && [...new Set(monitorIds)],
        time_zone: zone,
        schedule: schedule && JSON.stringify(schedule),
      })
    })
  }

  /** Throws `no_such`. */
  async remove(accountId: string, id: string): Promise<void> {
    if (!(await this.#database.run((queries) => rows.deleteWindow(queries, { id, accountId })))) throw toMissing('window', id)
  }
}

/** The name of a zone as the system writes it. Throws `bad_input`. */
function readTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    throw refuse('time_zone', { en: 'a time zone, such as Europe/Berlin', zh: '时区，如 Asia/Shanghai' }, text)
  }
}

function refuseWrong(schedule: MaintenanceSchedule): void {
  if ('weekly' in schedule) {
    const { from, until } = schedule.weekly
    if (from === until) throw refuse('until', { en: 'another time than it begins at', zh: '与开始时间不同' }, until)
    return
  }
  const { from, until } = schedule.once
  // Both by the same clock, whatever zone it shows.
  const lengthMs = Date.parse(`${until}Z`) - Date.parse(`${from}Z`)
  if (lengthMs <= 0) throw refuse('until', { en: 'a time after it begins', zh: '晚于开始时间' }, until)
  if (lengthMs > MAX_ONCE_DAYS * DAY_MS)
    throw refuse('until', { en: `at most ${MAX_ONCE_DAYS} days after it begins`, zh: `不超过开始后 ${MAX_ONCE_DAYS} 天` }, until)
}

async function refuseOver(times: MaintenanceTimes): Promise<void> {
  if ('weekly' in times.schedule || (await findPeriod(times, new Date()))) return
  throw refuse('until', { en: 'a time that is not over', zh: '尚未过去的时间' }, times.schedule.once.until)
}

async function refuseForeign(queries: Queries, accountId: string, ids: readonly string[] | null): Promise<void> {
  if (ids === null) return
  const own = new Set(await rows.listOwnMonitors(queries, accountId, ids))
  const foreign = ids.find((id) => !own.has(id))
  if (foreign !== undefined) throw toMissing('monitor', foreign)
}

const WHAT = { window: { en: 'maintenance window', zh: '维护时段' }, monitor: { en: 'monitor', zh: '监控' } } as const

const toMissing = (what: keyof typeof WHAT, id: string): AppError => new AppError('no_such', { what: WHAT[what], got: id })

const refuse = (field: string, expected: Text, got: string): AppError =>
  new AppError('bad_input', { field, expected, got: got.slice(0, 100) })
