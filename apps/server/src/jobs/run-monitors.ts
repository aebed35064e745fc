import type { Logger } from 'pino'
import { isAppError, toErrorMessage, type AppError } from '@octet/core/errors.ts'
import type { WhoisProbe } from '@octet/core/probe/whois.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { judgeRegistration, toUnlooked } from '../domain/points/judge-registration.ts'
import type { Measurements } from '../domain/points/measurements.ts'
import type { DomainRequest } from '../domain/points/monitor.ts'
import type { DueMonitor, Monitors } from '../domain/points/monitors.ts'
import type { Database } from '../storage/database.ts'
import { BusyAccounts } from './busy-accounts.ts'
import { nextPhase, repeat } from './repeat.ts'
import { tellMonitorWebhooks } from './tell-monitor-webhooks.ts'

export type MonitorJobOptions = {
  readonly database: Database
  readonly monitors: Monitors
  readonly measurements: Measurements
  readonly guard: Guard
  /** Asks registries. */
  readonly whois: WhoisProbe
  /** Takes the credits of a run from the allowance of an account; false when there are none. */
  readonly takeCredits: (accountId: string, credits: number) => boolean
  readonly log: Logger
  readonly periodMs?: number
}

const PERIOD_MS = 5_000
/** Monitors that run at once; the others wait their turn. */
const AT_ONCE = 8
/** Receivers that are told at the same time, each of another account. */
const WEBHOOKS_AT_ONCE = 4

/**
 * Runs monitors that are due and calls webhooks. Several processes may do it: each row is taken by one. A run that its
 * process does not live to end is lost; the next one comes by its time.
 */
export function startMonitorJob(options: MonitorJobOptions): AsyncDisposable {
  const { monitors, log, periodMs = PERIOD_MS } = options
  const running = new Set<Promise<void>>()
  const ending = new AbortController()

  async function work(): Promise<void> {
    while (!ending.signal.aborted && running.size < AT_ONCE) {
      const due = await monitors.takeDue()
      if (!due) break
      const run = runOne(due, options)
        .catch(report)
        .finally(() => running.delete(run))
      running.add(run)
    }
  }

  function report(error: unknown): void {
    if (isAppError(error)) log.debug({ err: error }, 'a monitor could not run')
    else log.error({ err: error }, 'a monitor could not run')
  }

  const often = { everyMs: periodMs, phase: nextPhase(), onError: report }
  // By themselves: monitors do not wait for receivers that are slow, nor do other receivers.
  const telling = { ...options, busy: new BusyAccounts() }
  const webhooks = Array.from({ length: WEBHOOKS_AT_ONCE }, () =>
    repeat(() => tellMonitorWebhooks(telling, ending.signal), often),
  )
  const turns = [repeat(work, often), ...webhooks]
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await Promise.all(turns.map(({ stop }) => stop()))
      await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, 2_000).unref())])
    },
  }
}

async function runOne(due: DueMonitor, options: MonitorJobOptions): Promise<void> {
  const { id, accountId, request } = due
  if (request.type === 'domain') return runDomain({ id, accountId, request }, options)
  const { monitors, measurements, takeCredits } = options
  const { self, ...wanted } = request
  const asker = { accountId, client: accountId, self }
  // Its owner would see the state of long ago, and take it for today's.
  const plan = await measurements.plan(wanted, asker).catch(async (error: unknown) => {
    if (isAppError(error)) await monitors.noteOmitted(due, toWords(error))
    throw error
  })
  if (!takeCredits(accountId, plan.credits)) return monitors.noteOmitted(due, NO_CREDITS)
  const begun = await measurements.begin(plan, asker)
  await monitors.record({ id, request }, await measurements.waitForEnd(begun.id))
}

/** What a look at a registry costs: as much as the tool. */
const DOMAIN_CREDITS = 2

async function runDomain(
  { id, accountId, request }: DueMonitor & { readonly request: DomainRequest },
  { monitors, whois, takeCredits }: MonitorJobOptions,
): Promise<void> {
  if (!takeCredits(accountId, DOMAIN_CREDITS)) return monitors.noteOmitted({ id, request }, NO_CREDITS)
  // What the registry says is enough, and what it said yesterday is not.
  const found = await whois
    .find({ kind: 'domain', name: request.target }, { isBrief: true, isFresh: true })
    .catch((error: unknown) => (isAppError(error) ? error : Promise.reject(error)))
  await monitors.recordDomain({ id, request }, (rules) =>
    isAppError(found) ? toUnlooked(found) : judgeRegistration(found, rules),
  )
}

const NO_CREDITS: Text = { en: 'The account had too few credits at that moment.', zh: '账户当时的额度不足。' }

const toWords = (error: AppError): Text => ({ en: toErrorMessage(error, 'en'), zh: toErrorMessage(error, 'zh') })
