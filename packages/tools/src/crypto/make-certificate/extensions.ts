import { sha1 } from '@noble/hashes/legacy.js'
import { toBytes, type Bytes } from '../../lib/bytes.ts'
import { DER, writeDer, writeInteger, writeOid } from '../../lib/der.ts'
import { isSigningCurve, toNumbers, type Key } from '../../lib/keys/key.ts'
import { writePkcs1Public } from '../../lib/keys/write-der.ts'
import { OIDS } from '../../lib/x509/extensions.ts'

/** What a certificate is for, by the object identifiers of extended key usage (RFC 5280 §4.2.1.12). */
export const PURPOSES = {
  server: ['1.3.6.1.5.5.7.3.1'],
  client: ['1.3.6.1.5.5.7.3.2'],
  both: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'],
  email: ['1.3.6.1.5.5.7.3.4'],
  code: ['1.3.6.1.5.5.7.3.3'],
  any: [],
} as const satisfies Record<string, readonly string[]>
export type Purpose = keyof typeof PURPOSES

const [BOOLEAN, KEY_ID] = [0x01, 0x80]

/** One extension (RFC 5280 §4.1): who does not know a critical one must refuse the certificate. */
export function writeExtension(oid: string, value: Bytes, isCritical = false): Bytes {
  const critical = isCritical ? [writeDer(BOOLEAN, Uint8Array.of(0xff))] : []
  return writeDer(DER.sequence, writeOid(oid), ...critical, writeDer(DER.octets, value))
}

type Kind = { readonly isAuthority: boolean; readonly pathLength?: number | undefined; readonly purpose: Purpose }

/** What a key may do, and whether it may sign certificates (RFC 5280 §4.2.1.3, §4.2.1.9, §4.2.1.12). */
export function listUses(key: Key, { isAuthority, pathLength, purpose }: Kind): Bytes[] {
  if (isAuthority) {
    const depth = pathLength === undefined ? [] : [writeInteger(BigInt(pathLength))]
    const constraints = writeDer(DER.sequence, writeDer(BOOLEAN, Uint8Array.of(0xff)), ...depth)
    return [
      writeExtension(OIDS.basicConstraints, constraints, true),
      writeExtension(OIDS.keyUsage, writeUsage(USAGE.signCertificates | USAGE.signLists | USAGE.sign), true),
    ]
  }
  const purposes = PURPOSES[purpose].map(writeOid)
  return [
    writeExtension(OIDS.basicConstraints, writeDer(DER.sequence), true),
    writeExtension(OIDS.keyUsage, writeUsage(toUsage(key)), true),
    ...(purposes.length > 0 ? [writeExtension(OIDS.extendedKeyUsage, writeDer(DER.sequence, ...purposes))] : []),
  ]
}

/** Bits of key usage, the first the highest. */
const USAGE = { sign: 0x80, encipherKeys: 0x20, agree: 0x08, signCertificates: 0x04, signLists: 0x02 } as const

/** RSA may wrap keys too, which TLS 1.2 and mail ask for; the curves of RFC 7748 only agree on them (RFC 9295 §3). */
function toUsage(key: Key): number {
  if (key.type === 'okp' && !isSigningCurve(key.curve)) return USAGE.agree
  return key.type === 'rsa' ? USAGE.sign | USAGE.encipherKeys : USAGE.sign
}

/** A list of named bits has no zeros behind its last one (X.690 §11.2.2). */
const writeUsage = (bits: number): Bytes => writeDer(DER.bits, Uint8Array.of(31 - Math.clz32(bits & -bits), bits))

/** The number that a certificate tells its key by: SHA-1 of its bits, which is no matter of safety (RFC 5280 §4.2.1.2). */
export function toKeyId(key: Key): Bytes {
  const numbers = toNumbers(key)
  return toBytes(sha1(numbers.type === 'rsa' ? writePkcs1Public(numbers) : numbers.point))
}

export const writeSubjectKey = (id: Uint8Array): Bytes => writeExtension(OIDS.subjectKey, writeDer(DER.octets, id))
export const writeIssuerKey = (id: Uint8Array): Bytes =>
  writeExtension(OIDS.issuerKey, writeDer(DER.sequence, writeDer(KEY_ID, id)))
