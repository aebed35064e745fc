import { isIP, type Socket } from 'node:net'
import { checkServerIdentity, rootCertificates, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { AppError, isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { MailReport } from '@octet/core/probe/mail.ts'
import type { Text } from '@octet/core/text.ts'
import { secureSocket } from '../guard/connect.ts'
import type { Guard } from '../guard/guard.ts'
import type { Missed } from '../guard/race.ts'
import { toFamilyProblem, tryOtherFamily } from '../other-family.ts'
import { REPLY, Talk } from '../tcp/talk.ts'
import { describeCertificate } from '../tls/describe-certificate.ts'
import { toHandshakeZh } from '../tls/handshake-words.ts'
import { findCertificateProblem } from '../tls/problems.ts'
import { toChain } from '../tls/to-chain.ts'
import { askForTls } from '../tls/starttls.ts'
import { askForSent } from '../tls/hands.ts'
import { findUsable, fitsTlsa } from '../tls/tlsa.ts'
import { toUnreachable } from '../unreachable.ts'
import { findNameMismatch } from '../tls/name-mismatch.ts'

export type MailServer = MailReport['servers'][number]
type Limits = { readonly signal: AbortSignal | undefined; readonly timeoutMs: number }
type Options = {
  readonly guard: Guard
  /** Trusted beside the public roots. */
  readonly ca?: string | undefined
  readonly port?: number | undefined
  /** Whose mail it is; a certificate for it will do in DANE-TA. */
  readonly domain?: string | undefined
  readonly now: Date
}

/** Servers that are spoken to, those of the first preference first; a domain with more is served by machines alike. */
const MAX_SERVERS = 4
const MAX_GREETING = 200
const MAX_FEATURES = 30
/** A name that nobody has (RFC 2606), since this host brings no mail. */
const HELLO = 'EHLO octet.invalid\r\n'
/** Everything OpenSSL can still speak, so that an old server shows. */
const ANY_TLS = {
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
  minDHSize: 256,
  checkServerIdentity: () => undefined,
} as const
const SMTP = 25
/** Networks that let nobody out on port 25 are silent; servers that try the patience of others connect at once. */
const CONNECT_MS = 4000
/** What is said inside TLS is not worth more. */
const LAST_WORDS_MS = 2000

/** The TLSA records of each server, as text. */
type TlsaOf = (host: string) => readonly string[]

/** Says hello to the mail servers, asks for TLS, and leaves; no mailbox is named and no mail begun. */
export async function speakToServers(
  mx: MailReport['mx'],
  tlsa: Promise<TlsaOf>,
  options: Options,
  limits: Limits,
): Promise<MailServer[]> {
  const hosts = [...new Set(mx.map(({ host }) => host))].filter((host) => host !== '.' && isIP(host) === 0)
  return Promise.all(hosts.slice(0, MAX_SERVERS).map((host) => speakTo(host, tlsa, options, limits)))
}

async function speakTo(
  host: string,
  tlsa: Promise<TlsaOf>,
  options: Options,
  { signal, timeoutMs }: Limits,
): Promise<MailServer> {
  const found: MailServer = { ...NOTHING_KNOWN, host }
  const started = performance.now()
  const deadline = started + timeoutMs
  const asked = { host, tlsa, options, signal, left: () => Math.max(1, deadline - performance.now()) }
  try {
    await using line = await openLine(asked)
    found.isReachable = true
    found.address = line.socket.remoteAddress?.replace(/^::ffff:/, '') ?? null
    const problem = findFamilyProblem(found.address, line.missed, asked)
    await converse(line.socket, found, asked).finally(async () => (found.familyProblem = await problem))
  } catch (error) {
    if (!isAppError(error)) throw error
    const isSilent = error.key === 'timed_out' && found.isReachable === true
    found.failure = isSilent
      ? toSilence(found, performance.now() - started)
      : { en: toFailureWords(error, 'en'), zh: toFailureWords(error, 'zh') }
    const wasTried = error.key === 'timed_out' || error.key === 'target_failed'
    found.isReachable ??= wasTried ? false : null
  }
  if (signal?.aborted) throw new AppError('cancelled')
  return found
}

type Line = AsyncDisposable & {
  readonly socket: Socket
  /** What was tried before the address that it leads to. */
  readonly missed: readonly Missed[]
}

/** A connection that ends with its use, and with the caller's wish. */
async function openLine({ host, options, left, signal }: Asked): Promise<Line> {
  const { guard, port = SMTP } = options
  let missed: readonly Missed[] = []
  const onMissed = (others: readonly Missed[]) => (missed = others)
  const socket = await guard
    .connect({ host, port, signal, timeoutMs: Math.min(CONNECT_MS, left()), onMissed })
    .catch((error: Error) => Promise.reject(toUnreachable(error, `${host}:${port}`)))
  const end = () => void socket.destroy()
  signal?.addEventListener('abort', end, { once: true })
  return {
    socket,
    missed,
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener('abort', end)
      socket.end()
      socket.destroySoon()
    },
  }
}

/** Why the server takes no connection by the IP version that it was not spoken to by; null where it does, or has only one. */
async function findFamilyProblem(address: string | null, missed: readonly Missed[], asked: Asked): Promise<Text | null> {
  const { host, options, left, signal } = asked
  const { guard, port = SMTP } = options
  if (address === null) return null
  try {
    const { addresses } = await guard.open(host, { signal, timeoutMs: left() })
    const other = await tryOtherFamily({ addresses, address, port, missed }, guard, { signal, timeoutMs: left() })
    return other?.error ? toFamilyProblem(other) : null
  } catch (error) {
    if (!isAppError(error)) throw error
    return null // its addresses could not be asked for once more, or the caller has left, which is noticed elsewhere
  }
}

type Asked = {
  readonly host: string
  readonly tlsa: Promise<TlsaOf>
  readonly options: Options
  readonly left: () => number
  readonly signal: AbortSignal | undefined
}

/** Fills in what the server says and shows, as far as it goes. */
async function converse(socket: Socket, found: MailServer, asked: Asked): Promise<void> {
  const plain = new Talk(socket, asked.left())
  const greeting = await plain.read(REPLY)
  found.greeting = toLine(greeting)
  if (!greeting.startsWith('220')) return void (found.failure = toRefusal(asked.host, greeting))
  plain.say(HELLO)
  const hello = await plain.read(REPLY)
  if (!hello.startsWith('250')) return void (found.failure = toRefusal(asked.host, hello))
  found.features = toFeatures(hello)
  found.hasOpenLogin = found.features.some((feature) => /^AUTH\b/i.test(feature))
  found.startTls = found.features.some((feature) => /^STARTTLS$/i.test(feature))
  if (!found.startTls) return plain.say('QUIT\r\n')
  plain.say('STARTTLS\r\n')
  const ready = await plain.read(REPLY)
  plain.end()
  if (!ready.startsWith('220')) return void (found.tlsProblem = toRefusal(asked.host, ready))
  await shakeHands(socket, found, asked)
}

async function shakeHands(socket: Socket, found: MailServer, asked: Asked): Promise<void> {
  const { host, options, left, signal } = asked
  const ca = options.ca ? [...rootCertificates, options.ca] : undefined
  let secured: TLSSocket
  try {
    secured = await secureSocket(socket, { host, tls: { ...ANY_TLS, ...(ca && { ca }) }, signal, timeoutMs: left() })
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    return void (found.tlsProblem = toHandshakeProblem(error as Error))
  }
  const leaf = secured.getPeerCertificate(true)
  found.protocol = secured.getProtocol()
  found.cipher = secured.getCipher().standardName
  if (leaf.raw) {
    const chain = toChain(leaf)
    const { subject, issuer, validTo, daysLeft, names } = describeCertificate(chain[0]!, options.now)
    found.certificate = { subject, issuer, validTo, daysLeft, names }
    found.isNamed = findNameMismatch(host, leaf) === undefined
    found.isTrusted = secured.authorized
    found.certificateProblem = secured.authorized ? null : toProblem(secured.authorizationError)
    found.fitsDane = await judgeDane(leaf, chain, asked)
  }
  found.features = (await askAgain(secured, left())) ?? found.features
}

/** What is offered inside TLS is told there only (RFC 3207 §4.2); undefined where the server falls silent. */
async function askAgain(secured: TLSSocket, timeoutMs: number): Promise<string[] | undefined> {
  const talk = new Talk(secured, Math.min(timeoutMs, LAST_WORDS_MS))
  const ask = (words: string) => (talk.say(words), talk.read(REPLY).catch(() => ''))
  const hello = await ask(HELLO)
  await ask('QUIT\r\n')
  return hello.startsWith('250') ? toFeatures(hello) : undefined
}

/** A client of DANE-EE looks at nothing but the key; one of DANE-TA at the name and the date too, and takes only what is sent (RFC 7672 §3.1). */
async function judgeDane(leaf: DetailedPeerCertificate, chain: readonly Buffer[], asked: Asked): Promise<boolean | null> {
  const records = findUsable((await asked.tlsa)(asked.host).filter((record) => /^[23] /.test(record)))
  if (records.length === 0) return null
  const fitting = records.filter((record) => fitsTlsa(record, chain))
  if (fitting.some((record) => record.startsWith('3 '))) return true
  if (fitting.length === 0 || !isNamedForMail(leaf, asked) || new Date(leaf.valid_to) < asked.options.now) return false
  const sent = await readSent(asked)
  return sent ? fitting.some((record) => fitsTlsa(record, sent)) : null
}

/** By the name of the server or of the domain (RFC 7672 §3.2.2), or by CN where no other name is there, as Postfix takes it. */
const isNamedForMail = (leaf: DetailedPeerCertificate, { host, options: { domain } }: Asked): boolean =>
  [host, ...(domain ? [domain] : [])].some((name) => checkServerIdentity(name, leaf) === undefined)

/** The certificates of the server alone: it is asked once more. Undefined where it did not answer again. */
async function readSent(asked: Asked): Promise<Buffer[] | undefined> {
  const { host, left, signal } = asked
  try {
    await using line = await openLine(asked)
    await askForTls('smtp', line.socket, { host, timeoutMs: left() })
    return await askForSent(async () => line.socket, { host, timeoutMs: left(), signal })
  } catch {
    return undefined // a caller that left is noticed above
  }
}

/** The lines behind the first, which names the server (RFC 5321 §4.1.1.1). */
function toFeatures(reply: string): string[] {
  const lines = reply.split(/\r?\n/).flatMap((line) => /^250[ -](.+)$/.exec(line)?.[1] ?? [])
  return lines.slice(1, MAX_FEATURES + 1).map((line) => toLine(line).slice(0, 120))
}

/** A reply as one line, its code once. */
const toLine = (text: string): string =>
  text
    .replace(/^(\d{3})-/, '$1 ')
    .replaceAll(/\r?\n\d{3}[ -]/g, ' ')
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, MAX_GREETING)

function toRefusal(host: string, words: string): Text {
  const said = toLine(words)
  return said === ''
    ? { en: `${host} closes the connection without an answer`, zh: `${host} 未作应答即关闭连接` }
    : said.startsWith('4')
      ? { en: `${host} puts us off for now: “${said}”`, zh: `${host} 要求稍后再试：“${said}”` }
      : { en: `${host} answers “${said}”`, zh: `${host} 回应“${said}”` }
}

/** Some servers let strangers wait for minutes; those that speak TLS at once wait for us to begin. */
function toSilence({ host, greeting }: MailServer, ms: number): Text {
  const seconds = Math.round(ms / 100) / 10
  return greeting === null
    ? {
        en: `${host} takes the connection, but had not greeted after ${seconds} s`,
        zh: `${host} 接受了连接，但 ${seconds} 秒内没有问候`,
      }
    : { en: `${host} falls silent after its greeting (${seconds} s)`, zh: `${host} 问候之后不再应答（${seconds} 秒）` }
}

function toHandshakeProblem(error: Error): Text {
  if (isAppError(error)) return { en: toFailureWords(error, 'en'), zh: toFailureWords(error, 'zh') }
  const code = 'code' in error ? String(error.code) : error.name
  const words = code
    .replace(/^ERR_SSL_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')
  return { en: `the handshake ends: ${words}`, zh: `握手失败：${toHandshakeZh(code)}` }
}

function toProblem(error: Error | string | undefined): Text {
  const code = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
  return findCertificateProblem(code) ?? { en: code, zh: code }
}

/** What is known of a mail server before it has been spoken to, but for its name. */
export const NOTHING_KNOWN: Omit<MailServer, 'host'> = {
  address: null,
  failure: null,
  isReachable: null,
  greeting: null,
  features: [],
  startTls: null,
  hasOpenLogin: false,
  tlsProblem: null,
  protocol: null,
  cipher: null,
  certificate: null,
  isTrusted: null,
  isNamed: null,
  certificateProblem: null,
  fitsDane: null,
  familyProblem: null,
}
