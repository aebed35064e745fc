import { DER, listParts, readFirst, toInteger, toOid, type DerValue } from '../der.ts'

/** Extensions by their object identifiers (RFC 5280 §4.2.1). */
export const OIDS = {
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  issuerKey: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const

const BOOLEAN = 0x01

/** The value of an extension among those of a certificate or request; nothing where it has none of that kind. */
export function findExtension(extensions: readonly DerValue[], oid: string): Uint8Array | undefined {
  const parts = extensions.map(listParts).find(([type]) => type?.tag === DER.oid && toOid(type) === oid)
  return parts?.findLast(({ tag }) => tag === DER.octets)?.content
}

/** Whether a certificate is one of an authority, and how many more may stand below it. */
export function readConstraints(extensions: readonly DerValue[]): { isAuthority: boolean; pathLength?: number } {
  const value = findExtension(extensions, OIDS.basicConstraints)
  const parts = value ? listParts(readFirst(value)) : []
  const depth = parts.find(({ tag }) => tag === DER.integer)
  return {
    isAuthority: parts[0]?.tag === BOOLEAN && parts[0].content[0] !== 0,
    ...(depth && { pathLength: Number(toInteger(depth)) }),
  }
}

/** The number of its key in a certificate; nothing where it has none. */
export function findSubjectKey(extensions: readonly DerValue[]): Uint8Array | undefined {
  const value = findExtension(extensions, OIDS.subjectKey)
  return value && readFirst(value).content
}

/** The number of the key that signed a certificate, where it says it (RFC 5280 §4.2.1.1). */
export function findIssuerKey(extensions: readonly DerValue[]): Uint8Array | undefined {
  const value = findExtension(extensions, OIDS.issuerKey)
  return value && listParts(readFirst(value)).find(({ tag }) => tag === KEY_ID)?.content
}

const KEY_ID = 0x80
