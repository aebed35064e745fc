import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { sendWebhook } from '../domain/jobs/webhook.ts'
import type { Measurements } from '../domain/points/measurements.ts'
import type { DueMonitor, Monitors } from '../domain/points/monitors.ts'
import type { Database, Queries } from '../storage/database.ts'
import { isDue, toLongestWait } from '../storage/is-due.ts'
import { repeat } from './repeat.ts'

export type MonitorJobOptions = {
  readonly database: Database
  readonly monitors: Monitors
  readonly measurements: Measurements
  readonly guard: Guard
  /** Takes the credits of a run from the allowance of an account; false when there are none. */
  readonly takeCredits: (accountId: string, credits: number) => boolean
  readonly log: Logger
  readonly periodMs?: number
}

const PERIOD_MS = 5_000
/** Monitors that run at once; the others wait their turn. */
const AT_ONCE = 8
const MAX_ATTEMPTS = 8

/**
 * Runs monitors that are due and calls webhooks. Several processes may do it: each row is taken by one. A run that its
 * process does not live to end is lost; the next one comes by its time.
 */
export function startMonitorJob(options: MonitorJobOptions): AsyncDisposable {
  const { monitors, database, log, periodMs = PERIOD_MS } = options
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
    while (!ending.signal.aborted && (await database.transact((queries) => callOne(queries, options))));
  }

  function report(error: unknown): void {
    if (isAppError(error)) log.debug({ err: error }, 'a monitor could not run')
    else log.error({ err: error }, 'a monitor could not run')
  }

  const { stop } = repeat(work, { everyMs: periodMs, onError: report })
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await stop()
      await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, 2_000).unref())])
    },
  }
}

async function runOne({ id, accountId, request }: DueMonitor, options: MonitorJobOptions): Promise<void> {
  const { monitors, measurements, takeCredits } = options
  const asker = { accountId, client: accountId }
  const plan = await measurements.plan(request, asker)
  if (!takeCredits(accountId, plan.credits)) return
  const begun = await measurements.begin(plan, asker)
  await monitors.record(id, await measurements.waitForEnd(begun.id))
}

/** Tells one webhook; what is not taken is tried again after 15 s, 30 s, 60 s … */
async function callOne(queries: Queries, { guard, log }: MonitorJobOptions): Promise<boolean> {
  const call = await queries
    .selectFrom('monitor_calls')
    .innerJoin('monitors', 'monitors.id', 'monitor_calls.monitor_id')
    .select(['monitor_calls.id', 'body', 'attempts', 'webhook_url', 'webhook_secret'])
    .where('monitor_calls.state', '=', 'waiting')
    .where(isDue('monitor_calls.next_at', toLongestWait('monitor_calls.attempts')))
    .orderBy('monitor_calls.next_at')
    .limit(1)
    .forUpdate('monitor_calls')
    .skipLocked()
    .executeTakeFirst()
  if (!call) return false
  const secret = Buffer.from(call.webhook_secret ?? '', 'hex')
  const fault = await sendWebhook(guard, { url: call.webhook_url ?? '', body: call.body, secret, now: new Date() }).then(
    () => undefined,
    (error: unknown) => (error as Error).message.slice(0, 300),
  )
  if (fault !== undefined) log.warn({ call: call.id, fault }, 'the webhook of a monitor was not taken')
  const attempts = call.attempts + 1
  await queries
    .updateTable('monitor_calls')
    .set({
      attempts,
      error: fault ?? null,
      state: fault === undefined ? 'sent' : attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting',
      next_at: sql<Date>`now() + make_interval(secs => ${15 * 2 ** (attempts - 1)})`,
    })
    .where('id', '=', call.id)
    .execute()
  return true
}
