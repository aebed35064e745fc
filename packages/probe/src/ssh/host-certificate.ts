import { toCheck, type Check } from '../check.ts'
import { isSignedBy, readHostKey, toFingerprint, type HostKey } from './host-key.ts'
import { toSshString, WireReader } from './wire.ts'

/** A host key with what an authority says of it (OpenSSH, PROTOCOL.certkeys). */
export type HostCertificate = {
  readonly key: HostKey
  readonly isForHosts: boolean
  readonly id: string
  /** Names of hosts, which may have `*` and `?`; none: the client decides. */
  readonly principals: readonly string[]
  /** Seconds since 1970; undefined for ever. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly authority: HostKey
  /** The authority has signed it. */
  readonly isSigned: boolean
}

const ENDING = '-cert-v01@openssh.com'
/** Strings that a key of each kind has behind its name. */
const FIELDS: readonly (readonly [RegExp, number])[] = [
  [/^ssh-ed25519$/, 1],
  [/^ecdsa-sha2-/, 2],
  [/^ssh-rsa$/, 2],
  [/^ssh-dss$/, 4],
]
const HOST = 2
const FOR_EVER = 0xffff_ffff_ffff_ffffn
/** Names that are shown. */
const MAX_NAMES = 100
const MAX_CHARS = 253

export const isCertificate = (algorithm: string): boolean => algorithm.endsWith(ENDING)
export const withoutCertificate = (algorithm: string): string =>
  isCertificate(algorithm) ? algorithm.slice(0, -ENDING.length) : algorithm

/** Reads a certificate as a server shows it. Throws a RangeError for what is none. */
export function readHostCertificate(blob: Buffer): HostCertificate {
  const reader = new WireReader(blob)
  const type = withoutCertificate(reader.text())
  reader.string() // the nonce
  const count = FIELDS.find(([kind]) => kind.test(type))?.[1]
  if (count === undefined) throw new RangeError(`a certificate for ${type.slice(0, 40)}`)
  const fields = Array.from({ length: count }, () => toSshString(reader.string()))
  const key = readHostKey(Buffer.concat([toSshString(type), ...fields]))
  reader.take(8) // the serial number
  const kind = reader.take(4).readUInt32BE()
  const id = toPlain(reader.text())
  const principals = readNames(reader.string())
  const [from, to] = [reader.take(8).readBigUInt64BE(), reader.take(8).readBigUInt64BE()]
  for (let skipped = 0; skipped < 3; skipped++) reader.string() // options, extensions and what is kept for later
  const authorityBlob = reader.string()
  const signed = blob.subarray(0, reader.count())
  const authority = readHostKey(authorityBlob)
  return {
    key,
    isForHosts: kind === HOST,
    id,
    principals,
    from: from === 0n ? undefined : Number(from),
    to: to === FOR_EVER ? undefined : Number(to),
    authority,
    isSigned: isSignedBy(authority, signed, reader.string()),
  }
}

function readNames(bytes: Buffer): string[] {
  const reader = new WireReader(bytes)
  const names: string[] = []
  while (reader.count() < bytes.length && names.length < MAX_NAMES) names.push(toPlain(reader.text()))
  return names
}

/** A stranger’s words, which a terminal may show. */
const toPlain = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_CHARS)

/** As ISO 8601; numbers beyond all dates as seconds. */
export function toCertificateTime(seconds: number | undefined): string | null {
  if (seconds === undefined) return null
  return seconds > 8.64e12 ? `${seconds} s` : new Date(seconds * 1000).toISOString().replace('.000', '')
}

/** What is to be said of certificates: they hold only for the hosts they name, within their time. */
export function checkCertificates(host: string, certificates: readonly HostCertificate[], now: Date): Check[] {
  return certificates.map((certificate) => checkOne(host, certificate, now.getTime() / 1000))
}

function checkOne(
  host: string,
  { key, isForHosts, isSigned, principals, from, to, authority }: HostCertificate,
  now: number,
): Check {
  const bad = (en: string, zh: string) =>
    toCheck('certificate', 'bad', `the ${key.type} certificate ${en}`, `${key.type} 证书${zh}`)
  if (!isForHosts) return bad('is not for hosts', '不是主机证书')
  if (!isSigned) return bad('was not signed by the authority it names', '并非由所示 CA 签发')
  if (to !== undefined && to <= now) return bad(`expired on ${toCertificateTime(to)}`, `已于 ${toCertificateTime(to)} 到期`)
  if (from !== undefined && from > now)
    return bad(`is valid only from ${toCertificateTime(from)} on`, `自 ${toCertificateTime(from)} 起才生效`)
  if (principals.length > 0 && !principals.some((name) => fits(host, name))) {
    const names = principals.slice(0, 5).join(', ')
    return bad(`is for ${names}, not for ${host}`, `适用于 ${names}，不适用于 ${host}`)
  }
  const by = toFingerprint(authority.blob)
  const until = toCertificateTime(to)
  return toCheck(
    'certificate',
    'good',
    `the ${key.type} certificate is valid${until ? ` until ${until}` : ''}, by the authority ${by}`,
    `${key.type} 证书有效${until ? `，至 ${until}` : ''}，签发 CA 为 ${by}`,
  )
}

/** As OpenSSH matches names of hosts: `*` for any characters, `?` for one, whatever the case. */
function fits(host: string, pattern: string): boolean {
  const [name, wanted] = [host.toLowerCase(), pattern.toLowerCase()]
  // The last star and where its text began: each step back takes one character more.
  let [at, from, star, restart] = [0, 0, -1, 0]
  while (from < name.length) {
    if (wanted[at] === '*') [star, restart, at] = [at, from, at + 1]
    else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === name[from])) [at, from] = [at + 1, from + 1]
    else if (star >= 0) [at, restart, from] = [star + 1, restart + 1, restart + 1]
    else return false
  }
  return /^\**$/.test(wanted.slice(at))
}
