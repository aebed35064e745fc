import { addDelivery } from '../domain/jobs/delivery.ts'
import { writeDeliveryFault } from '../domain/jobs/delivery-fault.ts'
import { tellReceiver } from '../domain/jobs/tell-receiver.ts'
import type { Queries } from '../storage/database.ts'
import { noteMonitorCall, takeMonitorCall, type DueCall } from '../storage/queries/monitors.ts'
import { sendDue } from './send-due.ts'
import type { WebhookOptions } from './tell-webhooks.ts'

const MAX_ATTEMPTS = 8

/** Tells the webhooks of monitors; what is not taken is tried again after 15 s, 30 s, 60 s … */
export function tellMonitorWebhooks(
  { database, guard, log, busy }: Omit<WebhookOptions, 'publicOrigin'>,
  signal: AbortSignal,
): Promise<void> {
  const send = ({ webhook_url: url, webhook_secret: secret, chat_secret: chatSecret, body, now, ...call }: DueCall) =>
    busy.during(call.account_id, () =>
      tellReceiver(guard, { url: url ?? '', body, secret: Buffer.from(secret ?? '', 'hex'), chatSecret, now }),
    )
  const note = (
    queries: Queries,
    { id, attempts: before, deliveries, now }: DueCall,
    fault: string | undefined,
    outcome: unknown,
  ) => {
    if (fault !== undefined) log.warn({ call: id, fault }, 'the webhook of a monitor was not taken')
    const error = fault === undefined ? undefined : writeDeliveryFault(outcome)
    const attempts = before + 1
    return noteMonitorCall(queries, id, {
      attempts,
      error: error ?? null,
      deliveries: addDelivery(deliveries, { at: now, fault: error, outcome }),
      state: fault === undefined ? 'sent' : attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting',
    })
  }
  return sendDue(
    database,
    { inTurn: (take) => busy.inTurn(take), take: (queries) => takeMonitorCall(queries, busy.ids), send, note },
    signal,
  )
}
