import { randomBytes, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@octet/core/errors.ts'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { holdAccount } from '../../storage/queries/accounts.ts'
import * as rows from '../../storage/queries/monitors.ts'
import { wantsSecret } from '../jobs/chat-webhook.ts'
import { checkWebhook } from '../jobs/webhook.ts'
import { judgeRun, toHeldState, toNextState, type Verdict } from './judge.ts'
import { findMaintenanceEnd, measureMaintenance, type KeptTimes } from './maintenance.ts'
import { tryMail, tryWebhook, type MailTrial, type Trial, type TrialEnd } from './channel-trial.ts'
import { refuseUnsigned } from './refuse-unsigned.ts'
import { findLongSilence, findSilence, type SilentRow } from './silent.ts'
import { SHOWN_DAYS, toShownMonitor, toTargets, type ShownMonitor } from './shown-monitor.ts'
import { tellOwner, toWhat, type MonitorNews, type RunAbout, type Told } from './tell-owner.ts'
import type { RegistrationVerdict } from './judge-registration.ts'
import {
  DOMAIN_EVERY_MINUTES,
  USUAL_REGISTRATION_DAYS,
  toSaid,
  type DomainRequest,
  type MonitorRequest,
  type MonitorRules,
} from './monitor.ts'

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
  /** By which the robot of a chat wants its messages signed; it has to be at a web address of such a chat. */
  readonly chatSecret?: string | null
}

/** What is left out stays; null takes the webhook away, or the secret of its chat. */
export type MonitorChange = { readonly [Name in keyof NewMonitor]?: NewMonitor[Name] | undefined } & {
  readonly isActive?: boolean | undefined
}

/** A monitor that is due, taken by this thread alone. */
export type DueMonitor = { readonly id: string; readonly accountId: string; readonly request: MonitorRequest }

type Again = { readonly id: string; readonly messageId: string; readonly beforeSend: () => void }

export type MonitorsOptions = {
  readonly database: Database
  readonly publicOrigin: string
  readonly brand: string
  /** Judges where webhooks may go. */
  readonly guard: Guard
}

/** Measurements that repeat for an account, and who is told when they turn bad and good again, or have no results for long. */
export class Monitors {
  readonly #options: MonitorsOptions
  readonly #database: Database

  constructor(options: MonitorsOptions) {
    this.#options = options
    this.#database = options.database
  }

  /** Adds a monitor; its first run is due at once. Throws `too_many_monitors`, `bad_input`, `refused_target`. */
  add(accountId: string, monitor: NewMonitor): Promise<{ id: string; webhookSecret: string | null }> {
    const webhookUrl = monitor.webhookUrl === null ? null : this.#checkWebhook(monitor.webhookUrl)
    if (monitor.chatSecret != null) refuseUnsigned(webhookUrl)
    const webhookSecret = webhookUrl === null ? null : randomBytes(32).toString('hex')
    return this.#database.transact(async (queries) => {
      await refuseTooMany(queries, accountId)
      const id = randomUUID()
      await rows.insertMonitor(queries, {
        id,
        account_id: accountId,
        name: monitor.name,
        request: JSON.stringify(monitor.request),
        every_minutes: toEvery(monitor.request, monitor.everyMinutes),
        rules: JSON.stringify(monitor.rules),
        wants_mail: monitor.wantsMail,
        webhook_url: webhookUrl,
        webhook_secret: webhookSecret,
        chat_secret: monitor.chatSecret ?? null,
      })
      return { id, webhookSecret }
    })
  }

  /** Refuses names that nobody outside can have. Throws `bad_domain`, `refused_target`. */
  checkDomain(name: string): void {
    this.#options.guard.checkName(name)
  }

  #checkWebhook(url: string): string {
    return checkWebhook(url, { guard: this.#options.guard, field: 'webhook_url' })
  }

  /** Without where `me` is: that is for the runs alone. */
  async list(accountId: string) {
    const found = await this.#database.run((queries) => rows.listMonitors(queries, accountId))
    return Promise.all(
      found.map(async ({ recent_runs, silent_runs, maintenance, now, ...row }) => ({
        ...row,
        request: toSaid(row.request),
        rules: toWholeRules(row.rules),
        silent_since: findSilence({ ...row, recent_runs, silent_runs, now })?.toISOString() ?? null,
        maintenance_until: row.is_active ? await findMaintenanceEnd(maintenance, now) : null,
      })),
    )
  }

  /**
   * Changes what is given, pauses or resumes; the next run is due at once. The secret is given where there was no webhook
   * before. Throws `no_such`, `bad_input`, `refused_target`.
   */
  change(accountId: string, id: string, change: MonitorChange): Promise<{ isActive: boolean; webhookSecret: string | null }> {
    const webhookUrl = change.webhookUrl && this.#checkWebhook(change.webhookUrl)
    return this.#database.transact(async (queries) => {
      const before = await rows.holdOwnMonitor(queries, { id, accountId })
      if (!before) throw toMissing(id)
      const { name, request, everyMinutes, rules, wantsMail, isActive = before.is_active } = change
      const webhookSecret = webhookUrl && before.webhook_secret === null ? randomBytes(32).toString('hex') : null
      const newUrl = webhookUrl === undefined ? before.webhook_url : webhookUrl
      if (change.chatSecret) refuseUnsigned(newUrl)
      // Of a robot that is told no more.
      const isOver = before.chat_secret !== null && !wantsSecret(newUrl ?? '')
      await rows.changeMonitor(queries, id, {
        name,
        request: request && JSON.stringify(request),
        every_minutes: toEvery(request ?? before.request, everyMinutes),
        rules: rules && JSON.stringify(rules),
        wants_mail: wantsMail,
        is_active: isActive,
        ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
        ...((webhookUrl === null || webhookSecret !== null) && { webhook_secret: webhookSecret }),
        chat_secret: isOver ? null : change.chatSecret,
        isAnew: request !== undefined || rules !== undefined,
        isResumed: isActive && !before.is_active,
      })
      return { isActive, webhookSecret }
    })
  }

  /** Throws `no_such`. */
  async remove(accountId: string, id: string): Promise<void> {
    await this.#database.transact(async (queries) => {
      await holdAccount(queries, accountId) // who plans maintenance of it has done so, or finds it gone
      if (!(await rows.deleteMonitor(queries, { id, accountId }))) throw toMissing(id)
    })
  }

  /**
   * Shows a monitor to whoever has the id that this gives, which cannot be guessed; changes what is shown where it is shown
   * already. Throws `no_such`.
   */
  async show(accountId: string, id: string, { title, showsTarget }: { title: string; showsTarget: boolean }): Promise<string> {
    const shownId = randomBytes(16).toString('base64url')
    const showing = { shownId, title, showsTarget }
    const found = await this.#database.run((queries) => rows.showMonitor(queries, { id, accountId }, showing))
    if (found === undefined) throw toMissing(id)
    return found
  }

  /** Shows it to nobody any more; its id is never given again. Throws `no_such`. */
  async hide(accountId: string, id: string): Promise<void> {
    if (!(await this.#database.run((queries) => rows.hideMonitor(queries, { id, accountId })))) throw toMissing(id)
  }

  /** Whether a monitor is shown under this id. */
  isShown(shownId: string): Promise<boolean> {
    return this.#database.run((queries) => rows.isMonitorShown(queries, shownId))
  }

  /** What whoever has its id sees of a monitor. Throws `no_such`. */
  async getShown(shownId: string): Promise<ShownMonitor> {
    const found = await this.#database.run((queries) => rows.findShownMonitor(queries, shownId, SHOWN_DAYS))
    if (!found) throw toMissing(shownId)
    return toShownMonitor(found, await findMaintenanceEnd(found.maintenance, found.now))
  }

  /** When a monitor turned bad and good again, had no results and had some again, newest first. Throws `no_such`. */
  async listEvents(accountId: string, id: string) {
    await this.#refuseForeign(accountId, id)
    return this.#database.run((queries) => rows.listMonitorEvents(queries, id, MAX_EVENTS))
  }

  /** How often monitors have turned bad or good again since the account last looked at them. */
  countUnread(accountId: string): Promise<number> {
    return this.#database.run((queries) => rows.countUnread(queries, accountId))
  }

  /** The account has looked at its monitors. */
  async noteSeen(accountId: string): Promise<void> {
    await this.#database.run((queries) => rows.noteSeen(queries, accountId))
  }

  /** The last messages to the webhook with what became of them, newest first. Throws `no_such`. */
  async listMessages(accountId: string, id: string) {
    await this.#refuseForeign(accountId, id)
    return this.#database.run((queries) => rows.listMonitorCalls(queries, id, MAX_MESSAGES))
  }

  /**
   * Has a message sent once more, and as often as a new one if it is not taken; `beforeSend` is called once there is one, and
   * throws where nothing may be sent. Throws `no_such`.
   */
  async sendAgain(accountId: string, { id, messageId, beforeSend }: Again): Promise<void> {
    await this.#refuseForeign(accountId, id)
    const call = { id: messageId, monitorId: id }
    await this.#database.run(async (queries) => {
      if (!(await rows.hasMonitorCall(queries, call)))
        throw new AppError('no_such', { what: { en: 'message', zh: '消息' }, got: messageId })
      beforeSend()
      await rows.resendMonitorCall(queries, call)
    })
  }

  /** Sends a test message to a webhook at once. Throws `no_such`, `bad_input`, `refused_target`. */
  tryWebhook(accountId: string, trial: Trial): Promise<TrialEnd> {
    return tryWebhook(this.#options, accountId, trial)
  }

  /** Sends a test mail to the address of the account, and waits a while for what becomes of it. Throws `no_such`. */
  tryMail(accountId: string, trial: MailTrial): Promise<TrialEnd> {
    return tryMail(this.#options, accountId, trial)
  }

  async #refuseForeign(accountId: string, id: string): Promise<void> {
    if (!(await this.#database.run((queries) => rows.hasMonitor(queries, { id, accountId })))) throw toMissing(id)
  }

  /** Takes one that is due, so that no other thread or machine runs it too, and sets when it is due again. */
  async takeDue(): Promise<DueMonitor | undefined> {
    const due = await this.#database.run(rows.takeDueMonitor)
    return due && { id: due.id, accountId: due.account_id, request: due.request }
  }

  /** Keeps why a run that was due did not begin; the state stays. Its owner is told once when none begins any more. */
  async noteOmitted({ id, request }: Pick<DueMonitor, 'id' | 'request'>, reason: Text): Promise<void> {
    const words = { en: `The last run was left out. ${reason.en}`, zh: `最近一次运行已略过。${reason.zh}` }
    const targets = toTargets(request)
    const what = toWhat({ ...request, targets })
    await this.#database.transact(async (queries) => {
      const monitor = await rows.holdMonitor(queries, id)
      if (!monitor?.is_active) return
      const maintenanceEnd = await findMaintenanceEnd(monitor.maintenance, monitor.last_run_at ?? monitor.now)
      const silent = toSilent(monitor, maintenanceEnd)
      await rows.noteOmitted(queries, id, { ...silent.kept, last_words: JSON.stringify(words) })
      const about = { measurementId: null, type: request.type, targets, what, path: '/monitors' }
      if (silent.since) await this.#tell(queries, monitor, { kind: 'silent', words, about, since: silent.since })
    })
  }

  /** Judges a run; news goes to the outbox and to the webhook in the same transaction. */
  record(due: Pick<DueMonitor, 'id' | 'request'>, measurement: Measurement): Promise<void> {
    const { id: measurementId, type, targets } = measurement
    const about = { measurementId, type, targets, what: toWhat(measurement), path: `/measurements/${measurementId}` }
    return this.#keep(due, about, (rules) => judgeRun(measurement, rules))
  }

  /** The same for a look at the registration of a domain. One that failed is tried again before the day is over. */
  recordDomain(
    { id, request }: { readonly id: string; readonly request: DomainRequest },
    judge: (rules: MonitorRules) => RegistrationVerdict,
  ): Promise<void> {
    const { target } = request
    const path = `/whios?target=${encodeURIComponent(target)}`
    const about = { measurementId: null, type: request.type, targets: [target], what: `${request.type} ${target}`, path }
    return this.#keep({ id, request }, about, judge)
  }

  async #keep(
    { id, request }: Pick<DueMonitor, 'id' | 'request'>,
    about: RunAbout,
    judge: (rules: MonitorRules) => Verdict & { readonly isUndated?: boolean },
  ): Promise<void> {
    await this.#database.transact(async (queries) => {
      const monitor = await rows.holdMonitor(queries, id)
      if (!monitor?.is_active || !isDeepStrictEqual(monitor.request, request)) return // removed, paused or changed while it ran
      const { kind, words, ms, isUndated = false } = judge(monitor.rules)
      // A run that began during maintenance found what maintenance makes of it.
      const maintenanceEnd = await findMaintenanceEnd(monitor.maintenance, monitor.last_run_at ?? monitor.now)
      const next = maintenanceEnd === null ? toNextState(monitor, kind, monitor.rules.confirmations) : toHeldState(monitor, kind)
      // What differs from what its owner knows is looked at when the maintenance ends, and told if it lasts.
      const atEnd = next.streak > 0 ? maintenanceEnd : null
      const hours =
        about.type !== 'domain' || isUndated ? null : next.streak > 0 ? DOUBT_HOURS : kind === 'unknown' ? RETRY_HOURS : null
      const isSilent = kind === 'unknown' && !isUndated
      const silent = isSilent ? toSilent(monitor, maintenanceEnd) : toHeard(monitor, maintenanceEnd)
      await rows.keepOutcome(queries, id, {
        ...silent.kept,
        state: next.state,
        streak: next.streak,
        last_measurement: about.measurementId,
        last_words: JSON.stringify(words),
        isTurned: next.state !== monitor.state,
        run: { kind, ms, inMaintenance: maintenanceEnd !== null },
        dueAgain: atEnd ?? (hours === null ? null : new Date(monitor.now.getTime() + hours * HOUR_MS)),
      })
      if (silent.since && isSilent)
        await this.#tell(queries, monitor, { kind: 'silent', words, about: { ...about, path: '/monitors' }, since: silent.since })
      // A mail that the state has changed says as much to a reader; programs are told of both.
      if (silent.since && !isSilent)
        await this.#tell(
          queries,
          { ...monitor, wants_mail: monitor.wants_mail && !next.isNews },
          { kind: 'heard', words, about, since: silent.since },
        )
      if (next.isNews && next.state !== 'unknown')
        await this.#tell(queries, monitor, { kind: next.state, words, about, since: monitor.state_since })
    })
  }

  async #tell(
    queries: Queries,
    monitor: Told & { readonly maintenance: readonly KeptTimes[] },
    news: Omit<MonitorNews, 'maintenanceMs'>,
  ): Promise<void> {
    const { publicOrigin, brand } = this.#options
    const span = { from: news.since, until: monitor.now }
    // What has turned bad was good, for however long.
    const maintenanceMs = news.kind === 'bad' ? 0 : await measureMaintenance(monitor.maintenance, span)
    await tellOwner(queries, monitor, { publicOrigin, brand, ...news, maintenanceMs })
  }
}

const HOUR_MS = 3_600_000
/** A registry that says something else than before is asked again so soon, until it has said so often enough. */
const DOUBT_HOURS = 1
/** One that could not be asked. */
const RETRY_HOURS = 6

/** Domains are asked for once a day, whatever is wanted. */
const toEvery = <T>({ type }: MonitorRequest, wanted: T): T | number => (type === 'domain' ? DOMAIN_EVERY_MINUTES : wanted)

async function refuseTooMany(queries: Queries, accountId: string): Promise<void> {
  await holdAccount(queries, accountId)
  const count = await rows.countMonitors(queries, accountId)
  if (count >= MAX_PER_ACCOUNT) throw new AppError('too_many_monitors', { limit: MAX_PER_ACCOUNT })
}

/** Rules that were kept before there were all of them judge by the others alone. */
const toWholeRules = ({
  certificateDays = null,
  registrationDays = USUAL_REGISTRATION_DAYS,
  answers = null,
  ...rules
}: MonitorRules) => ({
  ...rules,
  certificateDays,
  registrationDays,
  answers: answers && [...answers],
})

type Silent = SilentRow & { readonly is_silence_told: boolean }

/** Of a run that cannot judge: what is kept of the silence, and since when it lasts where its owner is to hear of it now. */
function toSilent(monitor: Silent, maintenanceEnd: Date | null) {
  const { is_silence_told: isTold, silent_since: toldSince } = monitor
  const runs = monitor.silent_runs + 1
  const since = maintenanceEnd === null && !isTold ? findLongSilence({ ...monitor, silent_runs: runs }) : null
  return { since, kept: { silent_runs: runs, is_silence_told: isTold || since !== null, silent_since: since ?? toldSince } }
}

/**
 * Of a run that judges, or says why it never can, and so ends a silence: the same, with since when it was where its owner has been
 * told of it, and so is to hear of its end. What ends during maintenance is told by the first such run after it.
 */
function toHeard(monitor: Silent, maintenanceEnd: Date | null) {
  const { is_silence_told: isTold, silent_since: toldSince, now } = monitor
  if (maintenanceEnd !== null) return { since: null, kept: { silent_runs: 0 } }
  const since = isTold ? (toldSince ?? findSilence(monitor) ?? now) : null
  return { since, kept: { silent_runs: 0, is_silence_told: false, silent_since: null } }
}

function toMissing(id: string): AppError {
  return new AppError('no_such', { what: { en: 'monitor', zh: '监控' }, got: id })
}
