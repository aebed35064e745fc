import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Database } from '../storage/database.ts'
import { isDue, toLongestWait } from '../storage/is-due.ts'
import { repeat } from './repeat.ts'

const PERIOD_MS = 5_000
const AT_ONCE = 10
/** After so many attempts, over about a day, a mail is given up. */
const MAX_ATTEMPTS = 12
const CONNECT_LIMIT_MS = 10_000

export type MailJobOptions = {
  readonly database: Database
  readonly smtpUrl: string | undefined
  /** Sender, such as `Octet <no-reply@example.org>`. */
  readonly from: string
  readonly log: Logger
}

/**
 * Sends what waits in the outbox: at once when told, and every 5 s. Without SMTP the mails are kept and the local
 * outbox page shows them. Several processes may run it: each row is held by one.
 */
export function startMailJob({ database, smtpUrl, from, log }: MailJobOptions): AsyncDisposable {
  const transport =
    smtpUrl === undefined
      ? undefined
      : createTransport({
          url: smtpUrl,
          connectionTimeout: CONNECT_LIMIT_MS,
          greetingTimeout: CONNECT_LIMIT_MS,
          socketTimeout: CONNECT_LIMIT_MS,
        })
  async function sendAll(): Promise<void> {
    if (!transport) return
    while ((await database.transact((queries) => sendSome(queries))) === AT_ONCE);
  }

  async function sendSome(queries: Parameters<Parameters<Database['transact']>[0]>[0]): Promise<number> {
    const mails = await queries
      .selectFrom('mails')
      .selectAll()
      .where('state', '=', 'waiting')
      .where(isDue('next_at', toLongestWait('attempts')))
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, recipient, subject, text, html, attempts } of mails) {
      const fault = await transport
        ?.sendMail({ from, to: recipient, envelope: { from: toAddress(from), to: [recipient] }, subject, text, html })
        .then(
          () => undefined,
          (error: unknown) => (error as Error).message.slice(0, 500),
        )
      if (fault !== undefined) log.warn({ mail: id, fault, attempts }, 'a mail was not taken')
      await queries
        .updateTable('mails')
        .set(
          fault === undefined
            ? { state: 'sent', sent_at: sql<Date>`now()`, error: null }
            : {
                state: attempts + 1 >= MAX_ATTEMPTS ? 'failed' : 'waiting',
                attempts: attempts + 1,
                error: fault,
                next_at: sql<Date>`now() + make_interval(secs => ${Math.min(4 * 3_600, 15 * 2 ** attempts)})`,
              },
        )
        .where('id', '=', id)
        .execute()
    }
    return mails.length
  }

  const { ask, stop } = repeat(sendAll, {
    everyMs: PERIOD_MS,
    onError(error) {
      if (!isAppError(error)) log.error({ err: error }, 'the outbox cannot be worked on')
    },
  })
  database.listen('octet_mail', ask)
  return {
    async [Symbol.asyncDispose]() {
      await stop()
      transport?.close()
    },
  }
}

function toAddress(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from
}
