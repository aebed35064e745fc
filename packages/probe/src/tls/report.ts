import { X509Certificate } from 'node:crypto'
import {
  rootCertificates,
  checkServerIdentity,
  type ConnectionOptions,
  type DetailedPeerCertificate,
  type TLSSocket,
} from 'node:tls'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { TlsProbe, TlsReport } from '@octet/core/probe/tls.ts'
import type { Guard } from '../guard/guard.ts'
import { toUnreachable } from '../dns/exchange.ts'
import { gradeTls } from './grade.ts'

export type TlsProbeOptions = { readonly guard: Guard; readonly ca?: string | undefined; readonly now?: (() => Date) | undefined }

const TOTAL_MS = 9000
const HANDSHAKE_MS = 3500
const MAX_CIPHERS = 24
const MAX_CHAIN = 8
const DAY_MS = 86_400_000
const VERSIONS = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1'] as const
/** Everything OpenSSL can still speak, so that a server's weakness shows. */
const ANY_CIPHER = 'ALL:@SECLEVEL=0'

/** Looks at a TLS server by shaking hands with it in several ways; the certificate comes first, then versions and ciphers. */
export function createTlsProbe({ guard, ca, now = () => new Date() }: TlsProbeOptions): TlsProbe {
  return {
    async *report({ host, port = 443, signal, timeoutMs = TOTAL_MS }) {
      const deadline = performance.now() + Math.min(timeoutMs, TOTAL_MS)
      const { addresses } = await guard.open(host, { signal, timeoutMs: 3000 })
      const address = addresses[0]!
      const shake = async (tls: ConnectionOptions): Promise<TLSSocket> => {
        const servername = host === address ? {} : { servername: host }
        const left = Math.min(HANDSHAKE_MS, deadline - performance.now())
        return guard.connect({ host: address, port, signal, timeoutMs: Math.max(1, left), tls: { ...servername, ...tls } })
      }
      const first = await look(shake, host, port, { ca, now: now() }).catch((error: Error) => {
        throw toTlsError(error, `${host}:${port}`)
      })
      const base: Omit<TlsReport, 'grade' | 'checks' | 'isComplete'> = {
        host,
        port,
        address,
        ...first,
        versions: VERSIONS.map((version) => ({ version, isOffered: null })),
        ciphers: [],
      }
      const toReport = (facts: typeof base, isComplete: boolean): TlsReport => ({ ...facts, ...gradeTls(facts), isComplete })
      yield toReport(base, false)
      const versions = await Promise.all(VERSIONS.map(async (version) => ({ version, isOffered: await offers(shake, version) })))
      const withVersions = { ...base, versions }
      yield toReport(withVersions, false)
      const hasTls12 = versions.some(({ version, isOffered }) => version === 'TLSv1.2' && isOffered)
      const ciphers = hasTls12 ? await listCiphers(shake, deadline) : []
      yield toReport({ ...withVersions, ciphers: ciphers.map((name) => ({ name, verdict: judgeCipher(name) })) }, true)
    },
  }
}

type Shake = (tls: ConnectionOptions) => Promise<TLSSocket>

async function look(shake: Shake, host: string, port: number, { ca, now }: { ca: string | undefined; now: Date }) {
  let hasStapledOcsp = false
  const socket = await shake({
    ALPNProtocols: ['h2', 'http/1.1'],
    requestOCSP: true,
    minVersion: 'TLSv1',
    ciphers: `DEFAULT:@SECLEVEL=0`,
    checkServerIdentity: () => undefined,
    ...(ca && { ca: [...rootCertificates, ca] }),
  })
  socket.once('OCSPResponse', (response: Buffer | null) => (hasStapledOcsp = response !== null && response.length > 0))
  const leaf = socket.getPeerCertificate(true)
  if (!leaf.raw)
    throw new AppError('unavailable', {
      reason: { en: `${host}:${port} shows no certificate`, zh: `${host}:${port} 未出示证书` },
    })
  const mismatch = checkServerIdentity(host, leaf)
  const untrusted = socket.authorized
    ? null
    : String(socket.authorizationError instanceof Error ? socket.authorizationError.message : socket.authorizationError)
  const info = socket.getEphemeralKeyInfo()
  const facts = {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    keyExchange:
      info && 'name' in info && info.name ? `${info.name}${'size' in info && info.size ? ` (${info.size} bit)` : ''}` : null,
    alpn: socket.alpnProtocol || null,
    isTrusted: socket.authorized && mismatch === undefined,
    problem: untrusted ?? mismatch?.message ?? null,
    certificates: toChain(leaf).map((raw) => describe(raw, now)),
  }
  // the stapled answer comes with the handshake, its event after it
  await new Promise((resolve) => setImmediate(resolve))
  socket.destroy()
  return { ...facts, hasStapledOcsp }
}

function toChain(leaf: DetailedPeerCertificate): Buffer[] {
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

function describe(raw: Buffer, now: Date): TlsReport['certificates'][number] {
  const certificate = new X509Certificate(raw)
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  const size = asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve ?? ''
  const validTo = new Date(certificate.validTo)
  return {
    subject: toName(certificate.subject),
    issuer: toName(certificate.issuer),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: validTo.toISOString(),
    daysLeft: Math.floor((validTo.getTime() - now.getTime()) / DAY_MS),
    names: (certificate.subjectAltName ?? '')
      .split(', ')
      .filter(Boolean)
      .slice(0, 200)
      .map((name) => name.replace(/^(DNS|IP Address):/, '')),
    key: `${(asymmetricKeyType ?? '').toUpperCase()} ${size}`.trim(),
    serial: certificate.serialNumber,
    fingerprint: certificate.fingerprint256,
    isSelfIssued: certificate.subject === certificate.issuer,
    pem: certificate.toString(),
  }
}

/** `CN=a\nO=b` → `CN=a, O=b` */
function toName(lines: string | undefined): string {
  return (lines ?? '').split('\n').join(', ').slice(0, 500)
}

/** Whether a version is spoken; null when the server could not be asked. */
async function offers(shake: Shake, version: (typeof VERSIONS)[number]): Promise<boolean | null> {
  try {
    const socket = await shake({ minVersion: version, maxVersion: version, ciphers: ANY_CIPHER })
    socket.destroy()
    return true
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    return isAppError(error) ? null : false
  }
}

/** The TLS 1.2 ciphers a server takes, in its order: each one agreed on is struck from the next offer. */
async function listCiphers(shake: Shake, deadline: number): Promise<string[]> {
  const found: { name: string; standardName: string }[] = []
  while (found.length < MAX_CIPHERS && performance.now() < deadline - 300) {
    const without = found.map(({ name }) => `!${name}`).join(':')
    try {
      const socket = await shake({
        minVersion: 'TLSv1.2',
        maxVersion: 'TLSv1.2',
        ciphers: [ANY_CIPHER, without].filter(Boolean).join(':'),
      })
      const { name, standardName } = socket.getCipher()
      socket.destroy()
      if (found.some((one) => one.name === name)) break
      found.push({ name, standardName })
    } catch (error) {
      if (isAppError(error) && error.key === 'cancelled') throw error
      break // nothing is left that both sides speak
    }
  }
  return found.map(({ standardName }) => standardName)
}

/** Forward secrecy with an AEAD is good; CBC or static RSA is dated; no encryption, RC4, DES or no authentication is bad. */
export function judgeCipher(name: string): 'good' | 'notice' | 'bad' {
  if (/NULL|EXPORT|RC4|_DES_|3DES|MD5|anon/i.test(name)) return 'bad'
  return /^TLS_(ECDHE|DHE)_/.test(name) && /GCM|CCM|POLY1305/.test(name) ? 'good' : 'notice'
}

function toTlsError(error: Error, label: string): Error {
  if (isAppError(error)) return error
  const known = toUnreachable(error, label)
  const code = 'code' in error ? String(error.code) : ''
  if (!/^(ERR_SSL|ERR_TLS|EPROTO|ECONNRESET)/.test(code) && isAppError(known)) return known
  return new AppError(
    'unavailable',
    { reason: { en: `${label} does not speak TLS that is understood here`, zh: `${label} 未使用可识别的 TLS` } },
    { cause: error },
  )
}
