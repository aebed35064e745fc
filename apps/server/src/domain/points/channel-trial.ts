import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@octet/core/errors.ts'
import { joinText, type Text } from '@octet/core/text.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import type { Database } from '../../storage/database.ts'
import { findMailEnd } from '../../storage/queries/mails.ts'
import { findReceiver } from '../../storage/queries/monitors.ts'
import { toSentBody, wantsSecret } from '../jobs/chat-webhook.ts'
import { addDelivery } from '../jobs/delivery.ts'
import { writeDeliveryFault } from '../jobs/delivery-fault.ts'
import { tellReceiver } from '../jobs/tell-receiver.ts'
import { checkWebhook } from '../jobs/webhook.ts'
import type { MailSetUp } from '../mail/has-outbox.ts'
import { putMail } from '../mail/outbox.ts'
import { refuseUnsigned } from './refuse-unsigned.ts'

/** For the connection, and again for the answer: whoever tries it waits for the answer. */
const LIMIT_MS = 4_000
const MAIL_WAIT_MS = 8_000
const MAIL_LOOK_MS = 200

/** What is tried: for a monitor, with what it has unless something else is given; before there is one, with what is given. */
export type Trial = {
  readonly monitorId?: string | undefined
  readonly webhookUrl?: string | undefined
  /** Empty for none. */
  readonly chatSecret?: string | undefined
  /** Called before anything is sent, once it could be; throws where nothing may be. */
  readonly beforeSend: () => void
}

export type MailTrial = Pick<Trial, 'monitorId' | 'beforeSend'> & { readonly setUp: MailSetUp; readonly signal: AbortSignal }

/** What came of a test message. */
export type TrialEnd = {
  /** Null for a mail that has not left yet, or never leaves this machine. */
  readonly isTaken: boolean | null
  /** HTTP status; null without an answer, and of mail. */
  readonly status: number | null
  /** The beginning of what the receiver said. */
  readonly answer: string | null
  /** Why it was not taken, in both languages in one string. */
  readonly error: string | null
  readonly tookMs: number
  /** The body of the message; null of mail. */
  readonly sent: string | null
}

type Parts = { readonly database: Database; readonly publicOrigin: string; readonly brand: string; readonly guard: Guard }

/** Sends a test message to a webhook at once. Throws `no_such`, `bad_input`, `refused_target`. */
export async function tryWebhook(
  { database, publicOrigin, brand, guard }: Parts,
  accountId: string,
  { monitorId, beforeSend, ...given }: Trial,
): Promise<TrialEnd> {
  const receiver = await getReceiver(database, { accountId, monitorId })
  const address = given.webhookUrl || receiver.webhook_url
  if (!address) throw new AppError('bad_input', NO_WEBHOOK)
  const url = checkWebhook(address, { guard, field: 'webhook_url' })
  if (given.chatSecret) refuseUnsigned(url)
  const chatSecret = given.chatSecret === undefined && wantsSecret(url) ? receiver.chat_secret : given.chatSecret || null
  const { now, lang, name, webhook_secret: secret } = receiver
  const body = JSON.stringify({
    id: randomUUID(),
    event: 'monitor.test',
    monitor: monitorId === undefined ? null : { id: monitorId, name },
    at: now.toISOString(),
    text: `${toWords({ brand, name })[lang]}\n${publicOrigin}${lang === 'zh' ? '/zh' : ''}/monitors`,
  })
  beforeSend()
  const begun = performance.now()
  const message = {
    url,
    body,
    now,
    limitMs: LIMIT_MS,
    chatSecret,
    ...(secret !== null && { secret: Buffer.from(secret, 'hex') }),
  }
  const [fault, outcome] = await tellReceiver(guard, message).then(
    (heard) => [undefined, heard] as const,
    (error: unknown) => [writeDeliveryFault(error), error] as const,
  )
  const tookMs = Math.round(performance.now() - begun)
  const [{ status, answer, error }] = addDelivery([], { at: now, fault, outcome }) as [ReturnType<typeof addDelivery>[number]]
  return { isTaken: fault === undefined, status, answer, error, tookMs, sent: toSentBody(url, body) }
}

/** Sends a test mail to the address of the account, and waits a while for what becomes of it. Throws `no_such`. */
export async function tryMail(
  { database, publicOrigin, brand }: Parts,
  accountId: string,
  { monitorId, setUp, signal, beforeSend }: MailTrial,
): Promise<TrialEnd> {
  const { email, lang, name } = await getReceiver(database, { accountId, monitorId })
  beforeSend()
  const begun = performance.now()
  const toEnd = (isTaken: boolean | null, error: Text | string | null): TrialEnd => ({
    isTaken,
    status: null,
    answer: null,
    error: error === null || typeof error === 'string' ? error : joinText(error),
    tookMs: Math.round(performance.now() - begun),
    sent: null,
  })
  if (setUp === 'unsent') return toEnd(false, UNSENT)
  const link = `${publicOrigin}${lang === 'zh' ? '/zh' : ''}/monitors`
  const values = { words: toWords({ brand, name })[lang] }
  const order = { accountId, recipient: email, kind: 'monitor_test', lang, brand, link, values } as const
  const mail = await database.transact((queries) => putMail(queries, order))
  if (mail === undefined) return toEnd(false, TOO_MANY)
  if (setUp === 'kept') return toEnd(null, KEPT)
  while (performance.now() - begun < MAIL_WAIT_MS) {
    await sleep(MAIL_LOOK_MS, undefined, { signal })
    const end = await database.run((queries) => findMailEnd(queries, mail))
    if (end?.state === 'sent') return toEnd(true, null)
    if (end && end.error !== null) return toEnd(end.state === 'failed' ? false : null, end.error)
  }
  return toEnd(null, WAITS)
}

async function getReceiver(database: Database, asked: { accountId: string; monitorId: string | undefined }) {
  const found = await database.run((queries) => findReceiver(queries, asked))
  if (!found) throw new AppError('no_such', { what: { en: 'monitor', zh: '监控' }, got: asked.monitorId ?? '' })
  return found
}

/** Has the words that robots with keywords want. */
const toWords = ({ brand, name }: { brand: string; name: string | null }): Text => ({
  en: `[${brand} monitor] ${name === null ? '' : `${name}: `}this is a test. Alerts will arrive here.`,
  zh: `[${brand} 监控] ${name === null ? '' : `${name}：`}这是一条测试消息，告警将发送到这里。`,
})

const NO_WEBHOOK = {
  field: 'webhook_url',
  expected: { en: 'an address, or the id of a monitor that has one', zh: '网址，或已设置 webhook 的监控 ID' },
  got: { en: 'neither', zh: '均未提交' },
}
const UNSENT: Text = { en: 'this site has no mail server, so no email is sent', zh: '本站未配置邮件服务器，不会发送邮件' }
const KEPT: Text = {
  en: 'no mail server is set up; the email can be read at /account/outbox on this machine',
  zh: '未配置邮件服务器，邮件可在本机的 /account/outbox 查看',
}
const WAITS: Text = { en: 'the email still waits for the mail server', zh: '邮件仍在等待邮件服务器' }
const TOO_MANY: Text = {
  en: 'this address has been sent as many emails of this kind within the hour as it may be',
  zh: '该邮箱一小时内的此类邮件已达上限',
}
