import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import type { Guard } from '@octet/probe/guard/guard.ts'

const LIMIT_MS = 10_000

/** What is told when a job has ended. */
export type WebhookMessage = {
  readonly url: string
  readonly body: string
  /** SHA-256 of the key that made the job: both sides know it, nobody else does. */
  readonly secret: Buffer
  readonly now: Date
  /** Time for the connection, and again for the answer. */
  readonly limitMs?: number
}

/**
 * The signature of a message: HMAC-SHA256 over `<seconds>.<body>`, with the hexadecimal SHA-256 of the API key as secret.
 *
 * @example sign('1700000000', '{}', createHash('sha256').update(key).digest())
 */
export function sign(seconds: string, body: string, secret: Buffer): string {
  return createHmac('sha256', secret.toString('hex')).update(`${seconds}.${body}`).digest('hex')
}

/** Where a message may go: http or https, no credentials, and nowhere that the guard would refuse. Throws `bad_input`, `refused_target`. */
export function checkWebhook(text: string, guard?: Pick<Guard, 'checkLiteral' | 'checkName'>): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
    const host = toHost(url)
    if (isIP(host)) guard?.checkLiteral(host)
    else guard?.checkName(host)
    return url.href
  }
  throw new AppError('bad_input', {
    field: 'webhook',
    expected: { en: 'a URL with http or https and no credentials', zh: '不含用户名密码的 http 或 https 网址' },
    got: text.slice(0, 100),
  })
}

/** Sends a message through the guard, without following redirects. Throws when it was not taken with a status of 200–299. */
export async function sendWebhook(guard: Guard, { url, body, secret, now, limitMs = LIMIT_MS }: WebhookMessage): Promise<void> {
  const { protocol, hostname, port, pathname, search, host } = new URL(url)
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
    'x-octet-signature': `sha256=${sign(seconds, body, secret)}`,
    connection: 'close',
  }
  // Not the time without a word: a receiver that says one byte at a time would never come to its end.
  const late = setTimeout(() => socket.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs)
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = requestHttp(
        { createConnection: () => socket, method: 'POST', path: `${pathname}${search}`, headers },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })
    if (status < 200 || status > 299) throw new Error(`expected a status of 200–299, got ${status}`)
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

const toHost = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replaceAll(/^\[|\]$/g, '')
