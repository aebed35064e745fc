import type { Logger } from 'pino'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { addDelivery } from '../domain/jobs/delivery.ts'
import { writeDeliveryFault } from '../domain/jobs/delivery-fault.ts'
import { toEndMessage } from '../domain/jobs/job-view.ts'
import { sendWebhook } from '../domain/jobs/webhook.ts'
import type { Database, Queries } from '../storage/database.ts'
import { noteTold, takeTold, type Told } from '../storage/queries/jobs.ts'
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

/** Tells each ended job's webhook; what is not taken is tried again after 15 s, 30 s, 60 s … */
export function tellWebhooks({ database, guard, publicOrigin, log, busy }: WebhookOptions, signal: AbortSignal): Promise<void> {
  const send = ({ job, secret, now }: Told) => {
    const body = toEndMessage(job, publicOrigin)
    return busy.during(job.account_id, () => sendWebhook(guard, { url: job.webhook ?? '', body, secret, now }))
  }
  const note = (queries: Queries, { job, now }: Told, fault: string | undefined, outcome: unknown) => {
    if (fault !== undefined) log.warn({ job: job.id, fault }, 'a webhook was not taken')
    const error = fault === undefined ? undefined : writeDeliveryFault(outcome)
    const attempts = job.webhook_attempts + 1
    return noteTold(queries, job.id, {
      attempts,
      error: error ?? null,
      deliveries: addDelivery(job.webhook_deliveries, { at: now, fault: error, outcome }),
      state: fault === undefined ? 'sent' : attempts >= MAX_WEBHOOK_ATTEMPTS ? 'failed' : 'waiting',
    })
  }
  return sendDue(
    database,
    { inTurn: (take) => busy.inTurn(take), take: (queries) => takeTold(queries, busy.ids), send, note },
    signal,
  )
}
