import { sql } from 'kysely'
import { addDelivery } from '../domain/jobs/delivery.ts'
import { writeDeliveryFault } from '../domain/jobs/delivery-fault.ts'
import { sendWebhook } from '../domain/jobs/webhook.ts'
import type { Queries } from '../storage/database.ts'
import { isDue, toHoldEnd, toLongestWait, toNextAttempt } from '../storage/queries/is-due.ts'
import type { BusyAccounts } from './busy-accounts.ts'
import { sendDue } from './send-due.ts'
import type { WebhookOptions } from './tell-webhooks.ts'

const MAX_ATTEMPTS = 8

/** Tells the webhooks of monitors; what is not taken is tried again after 15 s, 30 s, 60 s … */
export function tellMonitorWebhooks(
  { database, guard, log, busy }: Omit<WebhookOptions, 'publicOrigin'>,
  signal: AbortSignal,
): Promise<void> {
  const send = ({ account_id: accountId, webhook_url: url, webhook_secret: secret, body, now }: Call) => {
    const call = { url: url ?? '', body, secret: Buffer.from(secret ?? '', 'hex'), now }
    return busy.during(accountId, () => sendWebhook(guard, call))
  }
  const note = (
    queries: Queries,
    { id, attempts: before, deliveries, now }: Call,
    fault: string | undefined,
    outcome: unknown,
  ) => {
    if (fault !== undefined) log.warn({ call: id, fault }, 'the webhook of a monitor was not taken')
    const error = fault === undefined ? undefined : writeDeliveryFault(outcome)
    const attempts = before + 1
    return queries
      .updateTable('monitor_calls')
      .set({
        attempts,
        error: error ?? null,
        deliveries: JSON.stringify(addDelivery(deliveries, { at: now, fault: error, outcome })),
        state: fault === undefined ? 'sent' : attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting',
        next_at: toNextAttempt(attempts),
      })
      .where('id', '=', id)
      .execute()
  }
  return sendDue(
    database,
    { inTurn: (take) => busy.inTurn(take), take: (queries) => takeCall(queries, busy), send, note },
    signal,
  )
}

type Call = NonNullable<Awaited<ReturnType<typeof takeCall>>>

async function takeCall(queries: Queries, busy: BusyAccounts) {
  const call = await queries
    .selectFrom('monitor_calls')
    .innerJoin('monitors', 'monitors.id', 'monitor_calls.monitor_id')
    .select(['monitor_calls.id', 'account_id', 'body', 'attempts', 'deliveries', 'webhook_url', 'webhook_secret'])
    // Receivers refuse what is minutes old, and the clocks of machines differ.
    .select(sql<Date>`now()`.as('now'))
    .where('monitor_calls.state', '=', 'waiting')
    .where(busy.isFree('account_id'))
    .where(isDue('monitor_calls.next_at', toLongestWait('monitor_calls.attempts')))
    .orderBy('monitor_calls.next_at')
    .limit(1)
    .forUpdate('monitor_calls')
    .skipLocked()
    .executeTakeFirst()
  if (call) await queries.updateTable('monitor_calls').set({ next_at: toHoldEnd() }).where('id', '=', call.id).execute()
  return call
}
