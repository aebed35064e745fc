import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import { renewLinksOf } from '../domain/account/links.ts'
import { toMailFault, toMailFaultKind, writeMailFault } from '../domain/mail/mail-fault.ts'
import type { MailServer } from '../domain/mail/mail-server.ts'
import type { Sender } from '../domain/mail/to-sender.ts'
import { MAIL_HOLD_SECONDS } from '../domain/mail/outbox.ts'
import type { Database, Queries } from '../storage/database.ts'
import { giveUpStale, noteSent, noteUntaken, putBackMail, takeDueMail, type DueMail } from '../storage/queries/mails.ts'
import { openTransport } from './mail-transport.ts'
import { repeat } from './repeat.ts'
import { sendDue } from './send-due.ts'

const PERIOD_MS = 5_000
/** After so many attempts, over about a day, a mail is given up. */
const MAX_ATTEMPTS = 12
const LONGEST_WAIT_SECONDS = 4 * 3_600
/** The links of a mail that leaves later than this work as long as if they had been asked for then. */
const LATE_MS = 60_000
/** A server that looks at a mail before it takes it is silent for long (RFC 5321 §4.5.3.2.6); one left too early gets it twice. */
const LIMITS = { connectMs: 10_000, silenceMs: 60_000 }

export type MailJobOptions = {
  readonly database: Database
  readonly smtpUrl: string | undefined
  readonly from: Sender
  readonly server: MailServer
  readonly log: Logger
}

/**
 * Sends what waits in the outbox: at once when told, and every 5 s. Without SMTP the mails are kept and the local
 * outbox page shows them; those that are old by the time there is SMTP are not sent any more. Several processes may run it: each mail is taken by one.
 * A server that cannot be reached is asked with one mail at a time, and the others wait untouched and in their order.
 */
export function startMailJob({ database, smtpUrl, from, server, log }: MailJobOptions): AsyncDisposable {
  if (smtpUrl === undefined) return { async [Symbol.asyncDispose]() {} }
  let transport: Promise<Transporter> | undefined
  const send = async ({ id, created_at, recipient, subject, text, html }: DueMail) => {
    if (Date.now() - created_at.getTime() > LATE_MS) await database.run((queries) => renewLinksOf(queries, text))
    // The same at each attempt, so that a receiver knows a mail that was taken and whose answer was lost.
    const messageId = `<${id}.${created_at.getTime()}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
    transport ??= openTransport(smtpUrl, LIMITS)
    return (await transport).sendMail({
      from: { ...from },
      to: recipient,
      envelope: { from: from.address, to: [recipient] },
      messageId,
      // Or programs that answer for people on holiday answer it (RFC 3834 §5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      subject,
      text,
      html,
    })
  }
  const note = (queries: Queries, mail: DueMail, fault: string | undefined, error: unknown) => {
    const { id, attempts: before } = mail
    if (fault === undefined) {
      server.noteAnswer()
      return noteSent(queries, id)
    }
    const kind = toMailFaultKind(error)
    const words = toMailFault(error).en
    if (kind === 'mail') server.noteAnswer()
    else log.warn({ fault: words, pauseSeconds: server.noteFault() / 1_000 }, 'the mail server takes nothing; mails wait')
    if (kind === 'server') return putBackMail(queries, mail, writeMailFault(error))
    log.warn({ mail: id, fault: words, attempts: before }, 'a mail was not taken')
    const attempts = before + 1
    const state = attempts >= MAX_ATTEMPTS || isRefusedForGood(error) ? 'failed' : 'waiting'
    if (state === 'failed') {
      server.noteGivenUp(1)
      log.warn({ mail: id, attempts }, 'a mail is given up')
    }
    return noteUntaken(queries, id, { state, attempts, error: writeMailFault(error), longestWaitSeconds: LONGEST_WAIT_SECONDS })
  }
  const sendAll = async () => {
    const stale = await database.run(giveUpStale)
    if (stale > 0) {
      server.noteGivenUp(stale)
      log.warn({ mails: stale }, 'mails that nobody could send for days are given up')
    }
    const take = async (queries: Queries) => (server.isPaused ? undefined : takeDueMail(queries, MAIL_HOLD_SECONDS))
    if (!server.isPaused) await sendDue(database, { take, send, note })
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
      ;(await transport)?.close()
    },
  }
}

/**
 * Whether the server has said that the same mail to the same receiver will not be taken later either: 5yz to RCPT or DATA
 * (RFC 5321 §4.2.1). One that refuses our sender, our password or our right to send through it (5.7.z, RFC 3463 §3.8) is asked
 * again, since that is for the operator to mend.
 */
function isRefusedForGood(error: unknown): boolean {
  const { permanent = false, command = '', response = '' } = error as { permanent?: boolean; command?: string; response?: string }
  return permanent && /^(RCPT TO|DATA)$/.test(command) && !/^\d{3}[ -]5\.7\./.test(response)
}
