import { rootCertificates, type TLSSocket } from 'node:tls'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { toUnreachable } from '../unreachable.ts'
import { describeCertificate } from './describe-certificate.ts'
import { explainProblem } from './explain-chain.ts'
import type { Hands } from './hands.ts'
import { toHandshakeZh } from './handshake-words.ts'
import { toKeyExchange, type Shake } from './key-exchange.ts'
import { ANY_CIPHER, isCode, MIN_PRIME_BITS } from './list-ciphers.ts'
import { findPlainAnswer } from './plain-answer.ts'
import { checkFinalDot, findNameMismatch } from './name-mismatch.ts'
import { toChain } from './to-chain.ts'

/** Which server is looked at, and by what it is judged. */
type Asked = {
  readonly host: string
  readonly port: number
  /** Host and port, as errors name them. */
  readonly label: string
  /** An authority to be trusted beside those that Node knows. */
  readonly ca: string | undefined
  readonly now: Date
}

/**
 * The first handshake that comes about, and the way to it: as browsers shake hands; without the protocols of the web, of which
 * others may know none (DNS, MQTT and the like, RFC 7301 §3.2); by any cipher, as CCM or ARIA; for servers that want a client
 * certificate until the keys stand.
 */
export async function lookFirst(hands: Hands, asked: Asked): ReturnType<typeof lookSomehow> {
  try {
    return await lookSomehow(hands, asked)
  } catch (error) {
    throw (mayBePlain(error) && (await findPlainAnswer(hands.openPlain, asked))) || error
  }
}

/** Whether a failure leaves it open if TLS is spoken at all: who sends an alert speaks it (RFC 8446 §6). */
function mayBePlain(error: unknown): boolean {
  if (!isAppError(error) || error.key !== 'target_failed') return false
  return !(error.cause instanceof Error && isCode(error.cause, /ALERT|^ECONNREFUSED$/))
}

async function lookSomehow({ shake, shakeUntilKeys, overhear }: Hands, asked: Asked) {
  const { label } = asked
  const first = await look(shake, asked).catch((error: Error) => error)
  if (!(first instanceof Error)) return { shake, first }
  if (isCode(first, /NO_APPLICATION_PROTOCOL$/)) {
    const toError = (cause: Error) => toTlsError(cause, label)
    return { shake, first: await orThrow(look(shake, asked, { protocols: [] }), toError) }
  }
  const plain = isAppError(first) ? undefined : await overhear('TLSv1.2')
  if (plain?.asksForCertificate) {
    const toError = (cause: Error) => (isAppError(cause) ? cause : refusesStrangers(label, cause))
    return { shake: shakeUntilKeys, first: await orThrow(look(shakeUntilKeys, asked), toError) }
  }
  if (!isHandshakeFailure(first)) throw toTlsError(first, label)
  const toError = (cause: Error) => (isAppError(cause) ? cause : toTlsError(first, label))
  return { shake, first: await orThrow(look(shake, asked, { ciphers: ANY_CIPHER }), toError) }
}

const orThrow = <T>(looking: Promise<T>, toError: (cause: Error) => Error): Promise<T> =>
  looking.catch((cause: Error) => Promise.reject(toError(cause)))

type Offered = {
  readonly ciphers?: string
  /** Offered by ALPN. */
  readonly protocols?: readonly string[]
}

async function look(
  shake: Shake,
  asked: Asked,
  { ciphers = 'DEFAULT:@SECLEVEL=0', protocols = ['h2', 'http/1.1'] }: Offered = {},
) {
  const { ca } = asked
  let stapled: Buffer | undefined
  const options = {
    ...(protocols.length > 0 && { ALPNProtocols: [...protocols] }),
    requestOCSP: true,
    minVersion: 'TLSv1',
    ciphers,
    minDHSize: MIN_PRIME_BITS,
    checkServerIdentity: () => undefined,
    ...(ca && { ca: [...rootCertificates, ca] }),
  } as const
  const socket = await shake(options, (answer) => (stapled = answer))
  try {
    return { ...readFacts(socket, asked), stapled }
  } finally {
    socket.destroy()
  }
}

function readFacts(socket: TLSSocket, { host, port, now }: Asked) {
  const leaf = socket.getPeerCertificate(true)
  if (!leaf.raw)
    throw new AppError('target_failed', {
      reason: { en: `${host}:${port} shows no certificate`, zh: `${host}:${port} 未出示证书` },
    })
  const mismatch = findNameMismatch(host, leaf)
  const untrusted = socket.authorized
    ? null
    : String(socket.authorizationError instanceof Error ? socket.authorizationError.message : socket.authorizationError)
  const chain = toChain(leaf)
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    keyExchange: toKeyExchange(socket),
    alpn: socket.alpnProtocol || null,
    isTrusted: socket.authorized && mismatch === undefined,
    isNamed: mismatch === undefined,
    dotted: checkFinalDot(host, leaf),
    problem: (untrusted && explainProblem(untrusted, chain)) ?? mismatch ?? null,
    chain,
    certificates: chain.map((raw) => describeCertificate(raw, now)),
  }
}

function refusesStrangers(label: string, cause: Error): AppError {
  const reason = {
    en: `${label} requires a client certificate and ends the handshake without one`,
    zh: `${label} 要求客户端证书，未提供时即结束握手`,
  }
  return new AppError('target_failed', { reason }, { cause })
}

const isHandshakeFailure = (error: Error): boolean => isCode(error, /^ERR_SSL_.*HANDSHAKE_FAILURE$/)

function toTlsError(error: Error, label: string): Error {
  if (isAppError(error)) return error
  const alert = /^ERR_SSL_.*(HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|PROTOCOL_VERSION|INTERNAL_ERROR|ACCESS_DENIED)$/.exec(
    'code' in error ? String(error.code) : '',
  )?.[1]
  if (alert) {
    const words = alert.toLowerCase().replaceAll('_', ' ')
    const reason = { en: `${label} ends the handshake: ${words}`, zh: `${label} 结束了握手：${toHandshakeZh(alert)}` }
    return new AppError('target_failed', { reason }, { cause: error })
  }
  const known = toUnreachable(error, label)
  const code = 'code' in error ? String(error.code) : ''
  if (!/^(ERR_SSL|ERR_TLS|EPROTO|ECONNRESET)/.test(code) && isAppError(known)) return known
  return new AppError(
    'target_failed',
    { reason: { en: `${label} does not speak a TLS that is supported here`, zh: `${label} 未使用可识别的 TLS` } },
    { cause: error },
  )
}
