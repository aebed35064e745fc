import { isIP, type Socket } from 'node:net'
import { rootCertificates, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { TlsProbe, TlsReport } from '@octet/core/probe/tls.ts'
import type { Text } from '@octet/core/text.ts'
import type { DnsClient } from '../dns/client.ts'
import type { Guard } from '../guard/guard.ts'
import { checkOtherFamily, tryOtherFamily } from '../other-family.ts'
import { toUnreachable } from '../unreachable.ts'
import { secureSocket } from '../guard/connect.ts'
import type { Fetcher } from '../http/fetch.ts'
import { readHsts } from '../http/hsts.ts'
import { mustStaple, readCertificateParts, readScts } from './certificate-parts.ts'
import { describeCertificate } from './describe-certificate.ts'
import { explainProblem, maySignHandshakes } from './explain-chain.ts'
import type { ChainFacts } from './facts.ts'
import { gradeTls } from './grade.ts'
import { listGroups, listSuites, toKeyExchange, type Shake } from './key-exchange.ts'
import { askOcsp, parseOcsp } from './ocsp.ts'
import { judgeChain, readPlainHandshake, readSentChain, Tap, type PlainHandshake } from './sent-chain.ts'
import { askForTls } from './starttls.ts'
import { checkCaa } from './caa.ts'
import { findMissingIssuer } from './missing-issuer.ts'
import { checkFinalDot, findNameMismatch } from './name-mismatch.ts'
import { ANY_CIPHER, isCode, judgeCipher, listCiphers, MIN_PRIME_BITS, NO_CIPHERS } from './list-ciphers.ts'
import { listWeakCiphers, offersSsl3 } from './old-hello.ts'
import { checkOtherCertificate } from './other-certificate.ts'
import { checkTlsa } from './tlsa.ts'

export type TlsProbeOptions = {
  readonly guard: Guard
  /** Asks OCSP responders. */
  readonly fetcher: Fetcher
  /** Asks for TLSA records; without it none are looked for. */
  readonly client?: DnsClient | undefined
  readonly ca?: string | undefined
  readonly now?: (() => Date) | undefined
}

const TOTAL_MS = 9000
const HANDSHAKE_MS = 3500
const MAX_CHAIN = 8
const VERSIONS = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1'] as const

/** Looks at a TLS server by shaking hands with it in several ways; the certificate comes first, then versions and ciphers. */
export function createTlsProbe(options: TlsProbeOptions): TlsProbe {
  return { report: (asked) => report(options, asked) }
}

async function* report(
  { guard, fetcher, client, ca, now = () => new Date() }: TlsProbeOptions,
  { host, port = 443, startTls, family, signal, timeoutMs = TOTAL_MS }: Parameters<TlsProbe['report']>[0],
): ReturnType<TlsProbe['report']> {
  const deadline = performance.now() + Math.min(timeoutMs, TOTAL_MS)
  const target = await guard.open(host, { signal, timeoutMs: 3000 })
  const left = () => Math.max(1, Math.min(HANDSHAKE_MS, deadline - performance.now()))
  const label = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const { address, missed } = await guard
    .reach(target, { port, family, signal, timeoutMs: left() })
    .catch((error: Error) => Promise.reject(toUnreachable(error, label)))
  const { openPlain, overhear, ...hands } = createHands({ guard, host, address, port, startTls, signal, left, label })
  let { shake } = hands
  const first = await look(shake, host, port, { ca, now: now() }).catch(async (error: Error) => {
    // one that is none of the web may know none of its protocols: DNS, MQTT and the like (RFC 7301 §3.2)
    if (isCode(error, /NO_APPLICATION_PROTOCOL$/))
      return look(shake, host, port, { ca, now: now(), protocols: [] }).catch((cause: Error) => {
        throw toTlsError(cause, label)
      })
    const plain = isAppError(error) ? undefined : await overhear('TLSv1.2')
    if (!plain?.asksForCertificate) {
      if (!isHandshakeFailure(error)) throw toTlsError(error, label)
      // The server may know none of the usual ciphers: CCM, ARIA and the like are left.
      return look(shake, host, port, { ca, now: now(), ciphers: ANY_CIPHER }).catch((second: Error) => {
        throw isAppError(second) ? second : toTlsError(error, label)
      })
    }
    shake = hands.shakeUntilKeys
    return look(shake, host, port, { ca, now: now() }).catch((cause: Error) => {
      throw isAppError(cause) ? cause : new AppError('target_failed', { reason: toClientReason(label) }, { cause })
    })
  })
  const { chain, stapled, isNamed, dotted, ...shown } = first
  const [leaf, issuer] = chain
  const parts = readCertificateParts(leaf!)
  const ocsp = stapled && issuer ? parseOcsp(stapled, leaf!, issuer) : undefined
  const base: Omit<TlsReport, 'grade' | 'checks' | 'isComplete'> = {
    host,
    port,
    address,
    startTls: startTls ?? null,
    ...shown,
    hasStapledOcsp: stapled !== undefined,
    ocsp: ocsp ? { ...ocsp, source: 'stapled', url: null } : null,
    scts: readScts(parts),
    versions: [...VERSIONS, 'SSLv3'].map((version) => ({ version, isOffered: null })),
    groups: [],
    suites: [],
    ciphers: [],
  }
  const more: ChainFacts = {
    mustStaple: mustStaple(parts),
    isUsable: maySignHandshakes(leaf!) || !needsSignature(shown),
    sent: undefined,
    isNamed,
    asksForCertificate: false,
    isRenegotiationSafe: undefined,
    primeBits: undefined,
    hasOrder: undefined,
    now: now(),
    hsts: undefined,
    dns: [],
    other: dotted,
  }
  const toReport = (facts: typeof base, isComplete: boolean): TlsReport => ({
    ...facts,
    ...gradeTls(facts, more),
    isComplete,
  })
  yield toReport(base, false)
  const limits = { signal, timeoutMs: left(), family }
  const { key, fingerprint } = shown.certificates[0]!
  const [offered, asked, sent, ssl3, hsts, other, missing, tlsa, caa, otherFamily] = await Promise.all([
    Promise.all(VERSIONS.map(async (version) => ({ version, ...(await offers(overhear, version)) }))),
    base.ocsp || !issuer ? undefined : askOcsp({ leaf: leaf!, issuer }, { fetcher, signal, timeoutMs: left() }),
    readChainAsSent(openPlain, { host, timeoutMs: left() }),
    offersSsl3({ openPlain, host, left }),
    startTls ? undefined : readHsts(fetcher, { host, port }, limits),
    checkOtherCertificate(shake, { host, key, fingerprint, ca, now: now() }),
    isEndless(base) ? findMissingIssuer(chain.at(-1)!, { fetcher, ca, signal, timeoutMs: left() }) : [],
    client
      ? checkTlsa({ host, port, chain, readSent: () => readSentCertificates(shake), isMail: startTls === 'smtp' }, client, limits)
      : [],
    client ? checkCaa(host, client, { signal, timeoutMs: left() }) : [],
    family ? undefined : tryOtherFamily({ addresses: target.addresses, address, port, missed }, guard, limits),
  ])
  more.hsts = hsts
  more.dns = [...tlsa, ...caa]
  more.other = [...checkOtherFamily(otherFamily), ...dotted, ...missing, ...other]
  more.sent = sent
  more.asksForCertificate = offered.some(({ asksForCertificate }) => asksForCertificate)
  more.isRenegotiationSafe = offered.find((one) => one.isRenegotiationSafe !== undefined)?.isRenegotiationSafe
  if (more.asksForCertificate) shake = hands.shakeUntilKeys
  const versions = [...offered.map(({ version, isOffered }) => ({ version, isOffered })), { version: 'SSLv3', isOffered: ssl3 }]
  const withVersions = { ...base, versions, ...(asked && { ocsp: { ...asked, source: 'asked' as const } }) }
  yield toReport(withVersions, false)
  const speaks = (wanted: Version) => versions.some(({ version, isOffered }) => version === wanted && isOffered)
  const hasTime = () => performance.now() < deadline - 300
  const [groups, suites, { ciphers, primeBits, hasOrder }, weak] = await Promise.all([
    speaks('TLSv1.3') ? listGroups(shake, hasTime) : [],
    speaks('TLSv1.3') ? listSuites(shake, hasTime) : [],
    speaks('TLSv1.2') ? listCiphers(hands.shakeUntilKeys, hasTime) : NO_CIPHERS,
    listWeakCiphers({ openPlain, host, left }, hasTime),
  ])
  more.primeBits = primeBits
  more.hasOrder = hasOrder
  yield toReport(
    {
      ...withVersions,
      groups,
      suites,
      ciphers: [...new Set([...ciphers, ...weak])].map((name) => ({ name, verdict: judgeCipher(name) })),
    },
    true,
  )
}

/** Whether the server has to sign: in all but key exchanges by static RSA. */
const needsSignature = ({ protocol, cipher }: Pick<TlsReport, 'protocol' | 'cipher'>): boolean =>
  protocol === 'TLSv1.3' || /^TLS_(EC)?DHE_/.test(cipher)

/** Whether the chain ends at a certificate whose issuer is not there. */
function isEndless({ problem, certificates }: Pick<TlsReport, 'problem' | 'certificates'>): boolean {
  return /^UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/.test(problem ?? '') && !certificates.at(-1)!.isSelfIssued
}

type HandsOptions = {
  readonly guard: Guard
  readonly host: string
  readonly address: string
  readonly port: number
  readonly startTls: Parameters<TlsProbe['report']>[0]['startTls']
  readonly signal: AbortSignal | undefined
  /** Milliseconds that a handshake may take now. */
  readonly left: () => number
  readonly label: string
}

/**
 * The ways to reach one server: in plain, up to where TLS begins; by a handshake; by one that need not end well, for servers
 * that want a client certificate; by one that is listened to.
 */
function createHands({ guard, host, address, port, startTls, signal, left, label }: HandsOptions) {
  const openPlain = async (): Promise<Socket> => {
    const socket = await guard
      .connect({ host: address, port, signal, timeoutMs: left() })
      .catch((error: Error) => Promise.reject(toUnreachable(error, label)))
    try {
      if (startTls) await askForTls(startTls, socket, { host, timeoutMs: left() })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  const toShake =
    ({ untilKeys }: { untilKeys: boolean }): Shake =>
    async (tls, onOcsp) => {
      const how = { tls: host === address ? tls : { servername: host, ...tls }, onOcsp, untilKeys, signal }
      if (!startTls) return guard.connect({ host: address, port, timeoutMs: left(), ...how })
      return secureSocket(await openPlain(), { host, timeoutMs: left(), ...how })
    }
  const overhear = (version: Version) => overhearHandshake(openPlain, version, { host, timeoutMs: left() })
  return { openPlain, shake: toShake({ untilKeys: false }), shakeUntilKeys: toShake({ untilKeys: true }), overhear }
}

/** The chain as a TLS 1.2 handshake shows it; undefined where the server speaks only TLS 1.3, which encrypts it. */
async function readChainAsSent(
  openPlain: () => Promise<Socket>,
  { host, timeoutMs }: { host: string; timeoutMs: number },
): Promise<ReturnType<typeof judgeChain>> {
  try {
    const tap = new Tap(await openPlain())
    const tls = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: ANY_CIPHER } as const
    const socket = await secureSocket(tap, { host, timeoutMs, tls, untilKeys: true })
    socket.destroy()
    return judgeChain(readSentChain(tap.taken))
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    return undefined
  }
}

type Looking = {
  readonly ca: string | undefined
  readonly now: Date
  readonly ciphers?: string
  /** Offered by ALPN. */
  readonly protocols?: readonly string[]
}

async function look(
  shake: Shake,
  host: string,
  port: number,
  { ca, now, ciphers = 'DEFAULT:@SECLEVEL=0', protocols = ['h2', 'http/1.1'] }: Looking,
) {
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
    return { ...readFacts(socket, host, port, now), stapled }
  } finally {
    socket.destroy()
  }
}

function readFacts(socket: TLSSocket, host: string, port: number, now: Date) {
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

/** What the server sends in any version of TLS: nothing else is known where no root is. */
async function readSentCertificates(shake: Shake): Promise<Buffer[]> {
  const socket = await shake({ ca: [], minVersion: 'TLSv1', ciphers: `DEFAULT:@SECLEVEL=0`, minDHSize: MIN_PRIME_BITS })
  const chain = toChain(socket.getPeerCertificate(true))
  socket.destroy()
  return chain
}

export function toChain(leaf: DetailedPeerCertificate): Buffer[] {
  const chain: Buffer[] = []
  const seen = new Set<string>()
  for (
    let one: DetailedPeerCertificate | undefined = leaf;
    one?.raw && chain.length < MAX_CHAIN && !seen.has(one.fingerprint256);
    one = one.issuerCertificate
  ) {
    seen.add(one.fingerprint256)
    chain.push(one.raw)
  }
  return chain
}

type Version = (typeof VERSIONS)[number]
type Overheard = PlainHandshake & { readonly isDone: boolean }

/** Shakes hands in one version, and keeps what the server says in the open. Throws where no connection came about. */
async function overhearHandshake(
  openPlain: () => Promise<Socket>,
  version: Version,
  { host, timeoutMs }: { host: string; timeoutMs: number },
): Promise<Overheard> {
  const tap = new Tap(await openPlain())
  try {
    const tls = { minVersion: version, maxVersion: version, ciphers: ANY_CIPHER } as const
    const socket = await secureSocket(tap, { host, timeoutMs, tls })
    socket.destroy()
    return { ...readPlainHandshake(tap.taken), isDone: true }
  } catch (error) {
    if (isAppError(error)) throw error
    return { ...readPlainHandshake(tap.taken), isDone: false }
  } finally {
    tap.destroy()
  }
}

/** Versions as ServerHello writes them; TLS 1.3 calls itself 1.2 there, but ends no handshake for want of a certificate. */
const WIRE_VERSIONS: Readonly<Partial<Record<Version, number>>> = { 'TLSv1.2': 0x0303, 'TLSv1.1': 0x0302, TLSv1: 0x0301 }

/**
 * Whether a version is spoken; null when the server could not be asked. A server that agrees on it and then ends the
 * handshake, since it wants a client certificate, speaks it too.
 */
async function offers(overhear: (version: Version) => Promise<Overheard>, version: Version): Promise<Offer> {
  try {
    const { isDone, version: agreed, asksForCertificate, isRenegotiationSafe } = await overhear(version)
    const wanted = WIRE_VERSIONS[version]
    const isAgreed = wanted !== undefined && agreed === wanted
    return { isOffered: isDone || isAgreed, asksForCertificate, isRenegotiationSafe: isAgreed ? isRenegotiationSafe : undefined }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return { isOffered: null, asksForCertificate: false, isRenegotiationSafe: undefined }
  }
}

type Offer = {
  readonly isOffered: boolean | null
  readonly asksForCertificate: boolean
  /** Undefined where the version is not spoken, or knows no renegotiation, as TLS 1.3. */
  readonly isRenegotiationSafe: boolean | undefined
}

function toClientReason(label: string): Text {
  return {
    en: `${label} requires a client certificate and ends the handshake without one`,
    zh: `${label} 要求客户端证书，未提供时即结束握手`,
  }
}

const isHandshakeFailure = (error: Error): boolean => isCode(error, /^ERR_SSL_.*HANDSHAKE_FAILURE$/)

function toTlsError(error: Error, label: string): Error {
  if (isAppError(error)) return error
  const alert = /^ERR_SSL_.*(HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|PROTOCOL_VERSION|INTERNAL_ERROR|ACCESS_DENIED)$/.exec(
    'code' in error ? String(error.code) : '',
  )?.[1]
  if (alert) {
    const words = alert.toLowerCase().replaceAll('_', ' ')
    const reason = { en: `${label} ends the handshake: ${words}`, zh: `${label} 结束了握手：${words}` }
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
