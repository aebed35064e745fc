import { addDelivery } from '../domain/jobs/delivery.ts'
import { writeDeliveryFault } from '../domain/jobs/delivery-fault.ts'
import { findChatRefusal, toSentBody } from '../domain/jobs/chat-webhook.ts'
import { sendWebhook, WebhookRefusedError } from '../domain/jobs/webhook.ts'
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
  const send = ({ account_id: accountId, webhook_url: address, webhook_secret: secret, body, now }: DueCall) => {
    const url = address ?? ''
    const call = { url, body: toSentBody(url, body), secret: Buffer.from(secret ?? '', 'hex'), now }
    return busy.during(accountId, async () => {
      const heard = await sendWebhook(guard, call)
      const refusal = findChatRefusal(url, heard.answer)
      if (refusal !== undefined) throw new WebhookRefusedError(heard, refusal)
      return heard
    })
  }
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
