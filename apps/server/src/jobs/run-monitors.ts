import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { sendWebhook } from '../domain/jobs/webhook.ts'
import type { Measurements } from '../domain/points/measurements.ts'
import type { DueMonitor, Monitors } from '../domain/points/monitors.ts'
import type { Database, Queries } from '../storage/database.ts'
import { isDue, toHoldEnd, toLongestWait, toNextAttempt } from '../storage/is-due.ts'
import { repeat } from './repeat.ts'
import { sendDue } from './send-due.ts'

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

  const turns = [
    repeat(work, { everyMs: periodMs, onError: report }),
    // By themselves: monitors do not wait for receivers that are slow.
    repeat(() => tellWebhooks(options, ending.signal), { everyMs: periodMs, onError: report }),
  ]
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await Promise.all(turns.map(({ stop }) => stop()))
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

/** Tells webhooks; what is not taken is tried again after 15 s, 30 s, 60 s … */
function tellWebhooks({ database, guard, log }: MonitorJobOptions, signal: AbortSignal): Promise<void> {
  const send = ({ webhook_url: url, webhook_secret: secret, body, now }: Call) =>
    sendWebhook(guard, { url: url ?? '', body, secret: Buffer.from(secret ?? '', 'hex'), now })
  const note = (queries: Queries, { id, attempts: before }: Call, fault: string | undefined) => {
    if (fault !== undefined) log.warn({ call: id, fault }, 'the webhook of a monitor was not taken')
    const attempts = before + 1
    return queries
      .updateTable('monitor_calls')
      .set({
        attempts,
        error: fault ?? null,
        state: fault === undefined ? 'sent' : attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting',
        next_at: toNextAttempt(attempts),
      })
      .where('id', '=', id)
      .execute()
  }
  return sendDue(database, { take: takeCall, send, note }, signal)
}

type Call = NonNullable<Awaited<ReturnType<typeof takeCall>>>

async function takeCall(queries: Queries) {
  const call = await queries
    .selectFrom('monitor_calls')
    .innerJoin('monitors', 'monitors.id', 'monitor_calls.monitor_id')
    .select(['monitor_calls.id', 'body', 'attempts', 'webhook_url', 'webhook_secret'])
    // Receivers refuse what is minutes old, and the clocks of machines differ.
    .select(sql<Date>`now()`.as('now'))
    .where('monitor_calls.state', '=', 'waiting')
    .where(isDue('monitor_calls.next_at', toLongestWait('monitor_calls.attempts')))
    .orderBy('monitor_calls.next_at')
    .limit(1)
    .forUpdate('monitor_calls')
    .skipLocked()
    .executeTakeFirst()
  if (call) await queries.updateTable('monitor_calls').set({ next_at: toHoldEnd() }).where('id', '=', call.id).execute()
  return call
}
