import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { toShown } from '../domain/jobs/jobs.ts'
import { sendWebhook } from '../domain/jobs/webhook.ts'
import type { Database, Queries } from '../storage/database.ts'
import { isDue, toLongestWait } from '../storage/is-due.ts'

const MAX_WEBHOOK_ATTEMPTS = 8

export type WebhookOptions = {
  readonly database: Database
  readonly guard: Guard
  readonly publicOrigin: string
  readonly log: Logger
}

/** Tells each ended job's webhook; what is not taken is tried again after 15 s, 30 s, 60 s … */
export async function tellWebhooks({ database, guard, publicOrigin, log }: WebhookOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await database.transact((queries) => tellOne(queries, { guard, publicOrigin, log }))));
}

async function tellOne(queries: Queries, { guard, publicOrigin, log }: Omit<WebhookOptions, 'database'>): Promise<boolean> {
  const job = await queries
    .selectFrom('jobs')
    .selectAll()
    .where('webhook_state', '=', 'waiting')
    .where(isDue('webhook_next_at', toLongestWait('webhook_attempts')))
    .orderBy('webhook_next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!job?.webhook) return false
  const key = await queries.selectFrom('keys').select('hash').where('id', '=', job.key_id).executeTakeFirst()
  const body = JSON.stringify({
    event: 'job.ended',
    job: toShown(job),
    result_url: job.state === 'done' ? `${publicOrigin}/v1/jobs/${job.id}/result` : null,
  })
  const fault = await sendWebhook(guard, { url: job.webhook, body, secret: key?.hash ?? Buffer.alloc(0), now: new Date() }).then(
    () => undefined,
    (error: unknown) => (error as Error).message.slice(0, 300),
  )
  if (fault !== undefined) log.warn({ job: job.id, fault }, 'a webhook was not taken')
  const attempts = job.webhook_attempts + 1
  await queries
    .updateTable('jobs')
    .set({
      webhook_attempts: attempts,
      webhook_error: fault ?? null,
      webhook_state: fault === undefined ? 'sent' : attempts >= MAX_WEBHOOK_ATTEMPTS ? 'failed' : 'waiting',
      webhook_next_at: sql<Date>`now() + make_interval(secs => ${15 * 2 ** (attempts - 1)})`,
    })
    .where('id', '=', job.id)
    .execute()
  return true
}
