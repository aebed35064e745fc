import { isAppError } from '@octet/core/errors.ts'
import { toTimeText } from '../asn1-time.ts'
import { equalBytes } from '../bytes.ts'
import { toNumbers, type Key } from '../keys/key.ts'
import { readDerKey } from '../keys/read-der.ts'
import { writeSpki } from '../keys/write-der.ts'
import { toUnreadable } from './blocks.ts'
import { findIssuerKey, findSubjectKey, readConstraints } from './extensions.ts'
import { isSameName } from './same-name.ts'
import { splitCertificate } from './signed-parts.ts'
import { isSignedBy, splitSigned } from './verify.ts'

/** What tells who issued a certificate, and to whom. */
export type ChainCertificate = {
  readonly der: Uint8Array
  /** Names as DER. */
  readonly subject: Uint8Array
  readonly issuer: Uint8Array
  /** Nothing where it is of a kind that is not worked with. */
  readonly key: Key | undefined
  readonly subjectKey: Uint8Array | undefined
  readonly issuerKey: Uint8Array | undefined
  readonly isAuthority: boolean
  /** How many authorities may stand between it and the last certificate; nothing where it does not say. */
  readonly pathLength: number | undefined
  /** Whether it names itself as its issuer. */
  readonly isRoot: boolean
  /** Moments, as RFC 3339 writes them; as they stand in the certificate where they are none. */
  readonly notBefore: string
  readonly notAfter: string
}

/** Reads a certificate; words on trust may stand behind it (OpenSSL). Throws `unsupported_value` where the bytes are none. */
export function readChainCertificate(bytes: Uint8Array): ChainCertificate {
  try {
    const { subject, issuer, extensions, notBefore, notAfter, whole } = splitCertificate(bytes)
    const { isAuthority, pathLength } = readConstraints(extensions)
    return {
      der: whole,
      subject: subject.raw,
      issuer: issuer.raw,
      key: findKey(whole),
      subjectKey: findSubjectKey(extensions),
      issuerKey: findIssuerKey(extensions),
      isAuthority,
      pathLength,
      isRoot: isSameName(subject.raw, issuer.raw),
      notBefore: toTimeText(notBefore),
      notAfter: toTimeText(notAfter),
    }
  } catch (error) {
    throw error instanceof RangeError ? toUnreadable(error) : error
  }
}

function findKey(der: Uint8Array): Key | undefined {
  try {
    return readDerKey(der, 'CERTIFICATE').key
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

/** Whether two keys have the same public numbers, whatever each is for. */
export const isSameKey = (one: Key, other: Key): boolean => equalBytes(writeSpki(toNumbers(one)), writeSpki(toNumbers(other)))

/**
 * Whether one certificate was issued by the holder of the other (RFC 5280 §6.1): its issuer is the other's subject, the numbers of
 * the keys agree where both are told, and the signature holds. A signature of a kind that is not worked with is left open.
 */
export function isIssuedBy(one: ChainCertificate, by: ChainCertificate): boolean {
  if (!isSameName(one.issuer, by.subject)) return false
  if (one.issuerKey && by.subjectKey && !equalBytes(one.issuerKey, by.subjectKey)) return false
  return isSignedBy(by.der, splitSigned(one.der)) !== false
}

/**
 * The certificate and those above it, each the issuer of the one before, as servers send them (RFC 8446 §4.4.2). Of several
 * issuers, as cross-signed authorities have, the one that is valid longest is taken; one that names itself comes last of all,
 * since whoever trusts it has it, and whoever does not may trust the one that signed it across.
 */
export function orderChain(first: ChainCertificate, all: readonly ChainCertificate[]): ChainCertificate[] {
  const chain = [first]
  for (let last = first; !last.isRoot;) {
    const issuers = all.filter((one) => !chain.includes(one) && isIssuedBy(last, one))
    const [next] = issuers.toSorted((a, b) => Number(a.isRoot) - Number(b.isRoot) || (a.notAfter < b.notAfter ? 1 : -1))
    if (!next) break
    chain.push(next)
    last = next
  }
  return chain
}
