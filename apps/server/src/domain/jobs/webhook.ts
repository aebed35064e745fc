import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import { http } from '@octet/core/node-http.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'
import { atField } from '../at-field.ts'
import { isForeignPort } from './foreign-ports.ts'

const LIMIT_MS = 10_000
/** So much of an answer is kept, and waited for so long; what counts is its status. */
const MAX_ANSWER = 500
const ANSWER_MS = 1_000

const NO_ANSWER = 'the receiver closed the connection without an answer'

/** What is told when a job has ended. */
export type WebhookMessage = {
  readonly url: string
  readonly body: string
  /** SHA-256 of the key that made the job, or the secret of a monitor: both sides know it, nobody else does. Nothing is signed without one. */
  readonly secret?: Buffer | undefined
  readonly now: Date
  /** Time for the connection, and again for the answer. */
  readonly limitMs?: number
}

/** What a receiver said: its status, and the beginning of its answer. */
export type WebhookAnswer = { readonly status: number; readonly answer: string }

/** A message that was answered with another status than 200–299, or taken by a chat service that says why it did not take it. */
export class WebhookRefusedError extends Error {
  readonly heard: WebhookAnswer
  /** Words of a chat service. */
  readonly said: string | undefined

  constructor(heard: WebhookAnswer, said?: string) {
    super(said ?? `expected a status of 200–299, got ${heard.status}`)
    this.heard = heard
    this.said = said
  }
}

/**
 * The signature of a message: HMAC-SHA256 over `<seconds>.<body>`, with the hexadecimal SHA-256 of the API key as secret.
 *
 * @example sign('1700000000', '{}', createHash('sha256').update(key).digest())
 */
export function sign(seconds: string, body: string, secret: Buffer): string {
  return createHmac('sha256', secret.toString('hex')).update(`${seconds}.${body}`).digest('hex')
}

type WebhookRules = {
  readonly guard?: Pick<Guard, 'checkLiteral' | 'checkName'> | undefined
  /** What the caller calls it, for the error. */
  readonly field?: string
}

/**
 * Where a message may go: http or https, no credentials, no port of another service, and nowhere that the guard would refuse.
 * Throws `bad_input`, `refused_target`, `bad_address` or `bad_domain`.
 */
export function checkWebhook(text: string, { guard, field = 'webhook' }: WebhookRules = {}): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return atField(field, () => {
      refuseForeignPort(url)
      const host = toHost(url)
      if (isIP(host)) guard?.checkLiteral(host)
      else guard?.checkName(host)
      return url.href
    })
  throw new AppError('bad_input', {
    field,
    expected: { en: 'a URL with http or https and no credentials', zh: '不含用户名密码的 http 或 https 网址' },
    got: text.slice(0, 100),
  })
}

/** Judged on every delivery as well: a webhook may have been saved before. */
function refuseForeignPort({ port, host }: Pick<URL, 'port' | 'host'>): void {
  if (port === '' || !isForeignPort(Number(port))) return
  throw new AppError('refused_target', {
    got: host,
    reason: { en: `port ${port} belongs to another service`, zh: `端口 ${port} 属于其他服务` },
  })
}

/** Sends a message through the guard, without following redirects. Throws when it was not taken with a status of 200–299. */
export async function sendWebhook(
  guard: Guard,
  { url, body, secret, now, limitMs = LIMIT_MS }: WebhookMessage,
): Promise<WebhookAnswer> {
  const { protocol, hostname, port, pathname, search, host } = new URL(url)
  refuseForeignPort({ port, host })
  const isSecure = protocol === 'https:'
  const target = { host: toHost({ hostname }), port: Number(port || (isSecure ? 443 : 80)), timeoutMs: limitMs }
  const socket = await (isSecure
    ? guard.connect({ ...target, tls: { ALPNProtocols: ['http/1.1'], rejectUnauthorized: true } })
    : guard.connect(target))
  const seconds = String(Math.floor(now.getTime() / 1_000))
  const headers = {
    host,
    // Many a firewall refuses who does not say what they are.
    'user-agent': 'Octet',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-octet-timestamp': seconds,
    ...(secret && { 'x-octet-signature': `sha256=${sign(seconds, body, secret)}` }),
    connection: 'close',
  }
  // Not the time without a word: a receiver that says one byte at a time would never come to its end.
  const late = setTimeout(() => socket.destroy(new AppError('timed_out', { limit: limitMs })), limitMs)
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const path = `${pathname}${search}`
      const sent = http.request({ createConnection: () => socket, method: 'POST', path, headers }, resolve)
      // 101 comes as no answer, and nothing else would be told of it
      sent
        .on('upgrade', resolve)
        .on('error', reject)
        .on('close', () => reject(new Error(NO_ANSWER)))
      sent.end(body)
    })
    const heard = { status: answer.statusCode ?? 0, answer: await readStart(answer) }
    if (heard.status < 200 || heard.status > 299) throw new WebhookRefusedError(heard)
    return heard
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

/** The beginning of an answer as text, as far as it comes. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const late = setTimeout(() => answer.destroy(), ANSWER_MS)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer) if (chunks.push(chunk as Buffer) && Buffer.concat(chunks).length >= 4 * MAX_ANSWER) break
  } catch {
    // Broken off: the status has come, which is what counts.
  } finally {
    clearTimeout(late)
  }
  // Control characters have no place in the database, nor on a page.
  const text = Buffer.concat(chunks).toString('utf8').slice(0, MAX_ANSWER).toWellFormed()
  return text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
}

const toHost = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replaceAll(/^\[|\]$/g, '')
