import { sha256 } from '@noble/hashes/sha2.js'
import { isAppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { concatBytes, toBytes } from '../../lib/bytes.ts'
import type { SshCertificate, SshOption } from '../../lib/keys/found-key.ts'
import type { Key } from '../../lib/keys/key.ts'
import { toNumberBytes } from '../../lib/keys/numbers.ts'
import { readBlob } from '../../lib/keys/openssh.ts'
import { createWireReader } from '../../lib/keys/ssh-wire.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import type { HashName } from '../../lib/signatures/hashes.ts'
import { verifyEc, verifyEdwards } from '../../lib/signatures/sign-curve.ts'
import { isSignedByRsa } from '../../lib/signatures/sign-rsa.ts'

/** A certificate of SSH in words; what stands for all or for ever is left out. */
export type CertificateFacts = {
  readonly certificateFor?: 'user' | 'host'
  readonly certificateId: string
  readonly serial: string
  readonly principals?: string[]
  readonly validFrom?: string
  readonly validTo?: string
  readonly criticalOptions?: string[]
  readonly extensions?: string[]
  readonly authority: string
  readonly signatureAlgorithm: string
  readonly isSigned?: boolean
}

/** The largest number of seconds that a date can have (ECMAScript §21.4.1.1). */
const MAX_SECONDS = 8_640_000_000_000n
const FOR_EVER = 0xffff_ffff_ffff_ffffn

/** What `ssh-keygen -L` shows, whether the authority’s signature holds, and what to mind. */
export function describeCertificate(certificate: SshCertificate, now: Date): { facts: CertificateFacts; notes: Text[] } {
  const { kind, id, serial, principals, from, to, options, extensions, authority } = certificate
  const isSigned = isSignedByAuthority(certificate)
  const facts: CertificateFacts = {
    ...(kind && { certificateFor: kind }),
    certificateId: id,
    serial: String(serial),
    ...(principals.length > 0 && { principals: [...principals] }),
    ...(from > 0n && { validFrom: toTime(from) }),
    ...(to < FOR_EVER && { validTo: toTime(to) }),
    ...(options.length > 0 && { criticalOptions: options.map(toText) }),
    ...(extensions.length > 0 && { extensions: extensions.map(toText) }),
    authority: `${createWireReader(authority).text()} SHA256:${toBase64(sha256(authority)).replace(/=+$/, '')}`,
    signatureAlgorithm: createWireReader(certificate.signature).text(),
    ...(isSigned !== undefined && { isSigned }),
  }
  const seconds = BigInt(Math.floor(now.getTime() / 1000))
  const notes: (Text | false)[] = [
    isSigned === false && {
      en: 'The signature of the certificate does not hold: it was changed, or is cut',
      zh: '证书签名无效：内容被改动或不完整',
    },
    to <= seconds && { en: `The certificate expired on ${toTime(to)}`, zh: `证书已于 ${toTime(to)} 到期` },
    from > seconds && { en: `The certificate is valid only from ${toTime(from)} on`, zh: `证书自 ${toTime(from)} 起生效` },
    principals.length === 0 && (kind === 'host' ? ANY_HOST : NO_USER),
    kind === undefined && { en: 'It is neither for users nor for hosts', zh: '既非用户证书也非主机证书' },
  ]
  return { facts, notes: notes.filter((note) => note !== false) }
}

const NO_USER: Text = { en: 'It names no user: OpenSSH servers refuse it', zh: '未列出用户名，OpenSSH 服务器会拒绝' }
const ANY_HOST: Text = {
  en: 'It names no host: it depends on the client whether it holds for every host or for none',
  zh: '未列出主机名：对所有主机有效还是一概无效，取决于客户端',
}

const toTime = (seconds: bigint): string =>
  seconds > MAX_SECONDS ? `${seconds} s` : new Date(Number(seconds) * 1000).toISOString().replace('.000', '')

const toText = ({ name, value }: SshOption): string => (value === '' ? name : `${name} ${value}`)

const RSA_HASHES: Readonly<Record<string, HashName>> = { 'ssh-rsa': 'sha1', 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' }
const EC_HASHES: Readonly<Record<string, HashName>> = { 'P-256': 'sha256', 'P-384': 'sha384', 'P-521': 'sha512' }

/** Whether the authority that the certificate names has signed it; undefined for keys that cannot be worked with here. */
function isSignedByAuthority({ authority, signed, signature }: SshCertificate): boolean | undefined {
  const key = findKey(authority)
  if (!key) return undefined
  const reader = createWireReader(signature)
  const [algorithm, bytes] = [reader.text(), toBytes(reader.string())]
  const message = toBytes(signed)
  if (key.type === 'okp') return verifyEdwards(key, message, bytes).isValid
  if (key.type === 'ec') {
    // Two numbers, where others have them in equal lengths or as DER (RFC 5656 §3.1.2).
    const numbers = createWireReader(bytes)
    const [r, s] = [numbers.mpint(), numbers.mpint()]
    const size = { 'P-256': 32, 'P-384': 48, 'P-521': 66 }[key.curve as string] ?? 0
    if (toNumberBytes(r).length > size || toNumberBytes(s).length > size) return false
    const raw = concatBytes(toNumberBytes(r, size), toNumberBytes(s, size))
    return verifyEc(key, message, { signature: raw, hash: EC_HASHES[key.curve] ?? 'sha256' }).isValid
  }
  const hash = RSA_HASHES[algorithm]
  if (!hash) return undefined
  const way = { scheme: 'pkcs1', hash, mgfHash: hash, saltLength: 'none' } as const
  return isSignedByRsa(key, message, { signature: bytes, way, saltBytes: 0 })
}

function findKey(blob: Uint8Array): Key | undefined {
  try {
    return readBlob(blob).key
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}
