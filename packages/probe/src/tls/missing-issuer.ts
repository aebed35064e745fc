import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { isAppError } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import type { Fetcher } from '../http/fetch.ts'
import { readCertificateParts } from './certificate-parts.ts'

type Asking = {
  readonly fetcher: Fetcher
  /** Trusted beside the public roots. */
  readonly ca: string | undefined
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

const MAX_STEPS = 3
const ASK_MS = 2500
const MAX_BYTES = 20_000

/**
 * Whether a chain that ends nowhere lacks only an intermediate certificate: browsers fetch it from where the certificate says
 * (RFC 5280 §4.2.2.1), most other clients do not. Nothing where no root is reached that way.
 */
export async function findMissingIssuer(last: Buffer, asking: Asking): Promise<Check[]> {
  const missing: X509Certificate[] = []
  let top = new X509Certificate(last)
  while (missing.length < MAX_STEPS) {
    if (missing.length > 0 && isUnderRoot(top, asking.ca)) return [toMissing(missing)]
    const issuer = await fetchIssuer(top, asking)
    if (!issuer) return []
    missing.push(issuer)
    top = issuer
  }
  return []
}

async function fetchIssuer(
  certificate: X509Certificate,
  { fetcher, signal, timeoutMs }: Asking,
): Promise<X509Certificate | undefined> {
  const [url] = readCertificateParts(certificate.raw).issuerUrls
  if (!url) return undefined
  try {
    const limits = { signal, timeoutMs: Math.min(ASK_MS, timeoutMs) }
    const { body, status } = await fetcher.fetch(url, { maxBytes: MAX_BYTES, ...limits })
    const issuer = status === 200 ? toCertificate(body) : undefined
    return issuer?.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey) ? issuer : undefined
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return undefined
  }
}

function toCertificate(body: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(body)
  } catch {
    return undefined // a bundle, or no certificate at all
  }
}

function isUnderRoot(certificate: X509Certificate, ca: string | undefined): boolean {
  return [...rootCertificates, ...(ca ? [ca] : [])]
    .map((pem) => new X509Certificate(pem))
    .some((root) => certificate.checkIssued(root) && certificate.verify(root.publicKey))
}

function toMissing(missing: readonly X509Certificate[]): Check {
  const names = missing.map(({ subject }) => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')).join(', ')
  return toCheck(
    'missing-intermediate',
    'bad',
    `the server does not send ${names}: browsers may fetch it themselves, other clients refuse. Send the whole chain`,
    `服务器未发送中间证书 ${names}：浏览器可能自行获取，其他客户端会拒绝连接。请配置完整的证书链`,
  )
}
