import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { addDelivery } from '../domain/jobs/delivery.ts'
import { writeDeliveryFault } from '../domain/jobs/delivery-fault.ts'
import { toEndMessage } from '../domain/jobs/job-view.ts'
import { sendWebhook } from '../domain/jobs/webhook.ts'
import type { Database, Queries } from '../storage/database.ts'
import { isDue, toHoldEnd, toLongestWait, toNextAttempt } from '../storage/queries/is-due.ts'
import type { Job } from '../storage/queries/jobs.ts'
import type { BusyAccounts } from './busy-accounts.ts'
import { sendDue } from './send-due.ts'

const MAX_WEBHOOK_ATTEMPTS = 8

export type WebhookOptions = {
  readonly database: Database
  readonly guard: Guard
  readonly publicOrigin: string
  readonly log: Logger
  readonly busy: BusyAccounts
}

type Ended = { readonly job: Job; readonly secret: Buffer; readonly now: Date }

/** Tells each ended job's webhook; what is not taken is tried again after 15 s, 30 s, 60 s … */
export function tellWebhooks({ database, guard, publicOrigin, log, busy }: WebhookOptions, signal: AbortSignal): Promise<void> {
  const send = ({ job, secret, now }: Ended) => {
    const body = toEndMessage(job, publicOrigin)
    return busy.during(job.account_id, () => sendWebhook(guard, { url: job.webhook ?? '', body, secret, now }))
  }
  const note = (queries: Queries, { job, now }: Ended, fault: string | undefined, outcome: unknown) => {
    if (fault !== undefined) log.warn({ job: job.id, fault }, 'a webhook was not taken')
    const error = fault === undefined ? undefined : writeDeliveryFault(outcome)
    const attempts = job.webhook_attempts + 1
    return queries
      .updateTable('jobs')
      .set({
        webhook_attempts: attempts,
        webhook_error: error ?? null,
        webhook_deliveries: JSON.stringify(addDelivery(job.webhook_deliveries, { at: now, fault: error, outcome })),
        webhook_state: fault === undefined ? 'sent' : attempts >= MAX_WEBHOOK_ATTEMPTS ? 'failed' : 'waiting',
        webhook_next_at: toNextAttempt(attempts),
      })
      .where('id', '=', job.id)
      .execute()
  }
  return sendDue(
    database,
    { inTurn: (take) => busy.inTurn(take), take: (queries) => takeEnded(queries, busy), send, note },
    signal,
  )
}

async function takeEnded(queries: Queries, busy: BusyAccounts): Promise<Ended | undefined> {
  const found = await queries
    .selectFrom('jobs')
    .selectAll()
    // Receivers refuse what is minutes old, and the clocks of machines differ.
    .select(sql<Date>`now()`.as('now'))
    .where('webhook_state', '=', 'waiting')
    .where('webhook', 'is not', null)
    .where(busy.isFree('account_id'))
    .where(isDue('webhook_next_at', toLongestWait('webhook_attempts')))
    .orderBy('webhook_next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!found) return undefined
  const { now, ...job } = found
  await queries.updateTable('jobs').set({ webhook_next_at: toHoldEnd() }).where('id', '=', job.id).execute()
  const key = await queries.selectFrom('keys').select('hash').where('id', '=', job.key_id).executeTakeFirst()
  return { job, secret: key?.hash ?? Buffer.alloc(0), now }
}
