import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { AppError } from '@octet/core/errors.ts'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { isDue } from '../../storage/queries/is-due.ts'
import { checkWebhook } from '../jobs/webhook.ts'
import { addMail } from '../mail/outbox.ts'
import { judgeRun, toNextState } from './judge.ts'
import type { MonitorRequest, MonitorRules } from './monitor.ts'

const MAX_PER_ACCOUNT = 20
const MAX_EVENTS = 100
const MAX_MESSAGES = 20

export type NewMonitor = {
  readonly name: string
  readonly request: MonitorRequest
  readonly everyMinutes: number
  readonly rules: MonitorRules
  readonly wantsMail: boolean
  readonly webhookUrl: string | null
}

/** A monitor that is due, taken by this thread alone. */
export type DueMonitor = { readonly id: string; readonly accountId: string; readonly request: MonitorRequest }

export type MonitorsOptions = {
  readonly database: Database
  readonly publicOrigin: string
  readonly brand: string
  /** Judges where webhooks may go. */
  readonly guard: Guard
}

/** Measurements that repeat for an account, and who is told when they turn bad and good again. */
export class Monitors {
  readonly #options: MonitorsOptions
  readonly #database: Database

  constructor(options: MonitorsOptions) {
    this.#options = options
    this.#database = options.database
  }

  /** Adds a monitor; its first run is due at once. Throws `too_many_monitors`, `bad_input`, `refused_target`. */
  add(accountId: string, monitor: NewMonitor): Promise<{ id: string; webhookSecret: string | null }> {
    const webhookUrl = monitor.webhookUrl === null ? null : checkWebhook(monitor.webhookUrl, this.#options.guard)
    const webhookSecret = webhookUrl === null ? null : randomBytes(32).toString('hex')
    return this.#database.transact(async (queries) => {
      await refuseTooMany(queries, accountId)
      const id = randomUUID()
      await queries
        .insertInto('monitors')
        .values({
          id,
          account_id: accountId,
          name: monitor.name,
          request: JSON.stringify(monitor.request),
          every_minutes: monitor.everyMinutes,
          rules: JSON.stringify(monitor.rules),
          wants_mail: monitor.wantsMail,
          webhook_url: webhookUrl,
          webhook_secret: webhookSecret,
        })
        .execute()
      return { id, webhookSecret }
    })
  }

  list(accountId: string) {
    return this.#database.run((queries) =>
      queries
        .selectFrom('monitors')
        .select(['id', 'name', 'request', 'every_minutes', 'rules', 'wants_mail', 'webhook_url', 'is_active', 'state'])
        .select(['state_since', 'next_at', 'last_measurement', 'last_run_at', 'last_words'])
        .select(({ selectFrom }) =>
          jsonObjectFrom(
            selectFrom('monitor_calls')
              .select(['monitor_calls.state', 'attempts', 'error'])
              .whereRef('monitor_id', '=', 'monitors.id')
              .orderBy('monitor_calls.created_at', 'desc')
              .limit(1),
          ).as('last_call'),
        )
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute(),
    )
  }

  /** Pauses or resumes; a resumed one runs at once. Throws `no_such`. */
  async setActive(accountId: string, id: string, isActive: boolean): Promise<void> {
    const { numUpdatedRows } = await this.#database.run((queries) =>
      queries
        .updateTable('monitors')
        .set({ is_active: isActive, streak: 0, ...(isActive && { next_at: sql<Date>`now()` }) })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst(),
    )
    if (numUpdatedRows === 0n) throw toMissing(id)
  }

  /** Throws `no_such`. */
  async remove(accountId: string, id: string): Promise<void> {
    const { numDeletedRows } = await this.#database.run((queries) =>
      queries.deleteFrom('monitors').where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst(),
    )
    if (numDeletedRows === 0n) throw toMissing(id)
  }

  /** When a monitor turned bad and good again, newest first. Throws `no_such`. */
  async listEvents(accountId: string, id: string) {
    await this.#refuseForeign(accountId, id)
    return this.#database.run((queries) =>
      queries
        .selectFrom('monitor_events')
        .select(['kind', 'words', 'measurement_id', 'created_at'])
        .where('monitor_id', '=', id)
        .orderBy('created_at', 'desc')
        .limit(MAX_EVENTS)
        .execute(),
    )
  }

  /** The last messages to the webhook with what became of them, newest first. Throws `no_such`. */
  async listMessages(accountId: string, id: string) {
    await this.#refuseForeign(accountId, id)
    return this.#database.run((queries) =>
      queries
        .selectFrom('monitor_calls')
        .select(['id', 'body', 'state', 'next_at', 'deliveries', 'created_at'])
        .where('monitor_id', '=', id)
        .orderBy('created_at', 'desc')
        .limit(MAX_MESSAGES)
        .execute(),
    )
  }

  /** Has a message sent once more, and as often as a new one if it is not taken. Throws `no_such`. */
  async sendAgain(accountId: string, id: string, messageId: string): Promise<void> {
    await this.#refuseForeign(accountId, id)
    const { numUpdatedRows } = await this.#database.run((queries) =>
      queries
        .updateTable('monitor_calls')
        .set({ state: 'waiting', attempts: 0, next_at: sql<Date>`now()` })
        .where('id', '=', messageId)
        .where('monitor_id', '=', id)
        .executeTakeFirst(),
    )
    if (numUpdatedRows === 0n) throw new AppError('no_such', { what: { en: 'message', zh: '消息' }, got: messageId })
  }

  async #refuseForeign(accountId: string, id: string): Promise<void> {
    const own = await this.#database.run((queries) =>
      queries.selectFrom('monitors').select('id').where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst(),
    )
    if (!own) throw toMissing(id)
  }

  /** Takes one that is due, so that no other thread or machine runs it too, and sets when it is due again. */
  takeDue(): Promise<DueMonitor | undefined> {
    return this.#database.transact(async (queries) => {
      const due = await queries
        .selectFrom('monitors')
        .select(['id', 'account_id', 'request', 'every_minutes'])
        .where('is_active', '=', true)
        // A locked account sends nothing and hears nothing until it is let in again.
        .where(sql<boolean>`not exists (select from accounts where id = account_id and disabled_at is not null)`)
        .where(isDue('next_at', sql`60 * every_minutes + 1`))
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!due) return undefined
      await queries
        .updateTable('monitors')
        // What was missed while nobody ran is not made up for.
        .set({ next_at: sql<Date>`now() + make_interval(mins => ${due.every_minutes})`, last_run_at: sql<Date>`now()` })
        .where('id', '=', due.id)
        .execute()
      return { id: due.id, accountId: due.account_id, request: due.request }
    })
  }

  /** Keeps why a run that was due did not begin; the state stays. */
  async noteOmitted(id: string, reason: Text): Promise<void> {
    const words = { en: `The last run was left out. ${reason.en}`, zh: `最近一次运行已略过。${reason.zh}` }
    await this.#database.run((queries) =>
      queries
        .updateTable('monitors')
        .set({ last_words: JSON.stringify(words), last_measurement: null })
        .where('id', '=', id)
        .execute(),
    )
  }

  /** Judges a run; news goes to the outbox and to the webhook in the same transaction. */
  async record(id: string, measurement: Measurement): Promise<void> {
    await this.#database.transact(async (queries) => {
      const monitor = await queries
        .selectFrom('monitors')
        .innerJoin('accounts', 'accounts.id', 'monitors.account_id')
        .select(['monitors.id', 'account_id', 'name', 'rules', 'state', 'streak', 'wants_mail', 'webhook_url', 'email', 'lang'])
        .select('is_active')
        .select(sql<Date>`now()`.as('now'))
        .where('monitors.id', '=', id)
        .forUpdate('monitors')
        .executeTakeFirst()
      if (!monitor?.is_active) return // removed or paused while it ran
      const { kind, words } = judgeRun(measurement, monitor.rules)
      const next = toNextState(monitor, kind, monitor.rules.confirmations)
      await queries
        .updateTable('monitors')
        .set({
          state: next.state,
          streak: next.streak,
          last_measurement: measurement.id,
          last_words: JSON.stringify(words),
          ...(next.state !== monitor.state && { state_since: sql<Date>`now()` }),
        })
        .where('id', '=', id)
        .execute()
      if (next.isNews && next.state !== 'unknown') await this.#tell(queries, monitor, { state: next.state, words, measurement })
    })
  }

  async #tell(queries: Queries, monitor: Told, { state, words, measurement }: News): Promise<void> {
    const { publicOrigin, brand } = this.#options
    const { id, name, lang, email, now, account_id: accountId } = monitor
    await queries
      .insertInto('monitor_events')
      .values({ monitor_id: id, kind: state, words: JSON.stringify(words), measurement_id: measurement.id })
      .execute()
    const link = `${publicOrigin}${lang === 'zh' ? '/zh' : ''}/measurements/${measurement.id}`
    if (monitor.wants_mail)
      await addMail(queries, {
        accountId,
        recipient: email,
        kind: state === 'bad' ? 'monitor_bad' : 'monitor_good',
        lang,
        brand,
        link,
        values: { monitor: name, what: toWhat(measurement), words: words[lang] },
      })
    if (monitor.webhook_url !== null) {
      const messageId = randomUUID()
      await queries
        .insertInto('monitor_calls')
        .values({
          id: messageId,
          monitor_id: id,
          body: JSON.stringify({
            id: messageId,
            event: `monitor.${state}`,
            monitor: { id, name },
            type: measurement.type,
            targets: measurement.targets,
            words,
            measurement_url: `${publicOrigin}/v1/measurements/${measurement.id}`,
            at: now.toISOString(),
          }),
        })
        .execute()
    }
  }
}

type Told = {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly wants_mail: boolean
  readonly webhook_url: string | null
  readonly email: string
  readonly lang: 'en' | 'zh'
  readonly now: Date
}
type News = { readonly state: 'good' | 'bad'; readonly words: Text; readonly measurement: Measurement }

async function refuseTooMany(queries: Queries, accountId: string): Promise<void> {
  // The row of the account is held, so that two calls at once cannot both find room.
  await queries.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
  const { count } = await queries
    .selectFrom('monitors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PER_ACCOUNT) throw new AppError('too_many_monitors', { limit: MAX_PER_ACCOUNT })
}

/** What is measured, in a few words: `ping example.com, TCP 8443`. */
function toWhat({ type, targets, measurementOptions: { protocol = '', port = '' } }: Measurement): string {
  const reach = `${String(protocol).toUpperCase()} ${String(port)}`.trim()
  return [`${type} ${targets.join(', ')}`, ...(reach ? [reach] : [])].join(', ')
}

function toMissing(id: string): AppError {
  return new AppError('no_such', { what: { en: 'monitor', zh: '监控' }, got: id })
}
