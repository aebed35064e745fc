import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, equalBytes, parseHex } from '../../lib/bytes.ts'
import { derivePbkdf2, type Pbkdf2 } from '../../lib/pbkdf2.ts'
import { parseBase64, toBase64 } from '../../lib/radix-text.ts'

const DIGESTS = { SHA: sha1, SSHA: sha1, SSHA256: sha256, SSHA384: sha384, SSHA512: sha512 } as const

/** The salted SHA-1 of LDAP directories (RFC 2307 §5.3, with the salt behind the digest). */
export function makeSsha(password: string, salt: Uint8Array): string {
  return `{SSHA}${toBase64(concatBytes(sha1(concatBytes(new TextEncoder().encode(password), salt)), salt))}`
}

/** Whether a password fits a hash of an LDAP directory; nothing if it is none. */
export function verifyLdap(password: string, hash: string): boolean | undefined {
  const [, mark, value] = /^\{(SHA|SSHA(?:256|384|512)?)\}([A-Za-z\d+/]+={0,2})$/.exec(hash) ?? []
  if (mark === undefined) return undefined
  const digest = DIGESTS[mark as keyof typeof DIGESTS]
  const bytes = parseBase64(value!, 'hash')
  const salt = bytes.subarray(digest.outputLen)
  if (bytes.length < digest.outputLen || (mark === 'SHA' && salt.length > 0)) return undefined
  const made = digest(concatBytes(new TextEncoder().encode(password), salt))
  return equalBytes(made, bytes.subarray(0, digest.outputLen))
}

type Pbkdf2Form = Omit<Pbkdf2, 'password' | 'sizeBytes'> & { readonly expected: Uint8Array }

/** Hash, rounds, salt and digest of a PBKDF2 hash as Django, passlib or Werkzeug write it; nothing if it is none. */
export function readPbkdf2(text: string): Pbkdf2Form | undefined {
  const django = /^pbkdf2_(sha1|sha256)\$(\d{1,9})\$([^$\s]+)\$([A-Za-z\d+/]+={0,2})$/.exec(text)
  if (django) return toForm(django, new TextEncoder().encode(django[3]), parseBase64(django[4]!, 'hash'))
  const passlib = /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(\d{1,9})\$([A-Za-z\d./]*)\$([A-Za-z\d./]+)$/.exec(text)
  if (passlib) return toForm(passlib, fromDotted(passlib[3]!), fromDotted(passlib[4]!))
  const werkzeug = /^pbkdf2:(sha1|sha256|sha512):(\d{1,9})\$([A-Za-z\d]+)\$((?:[\da-f]{2})+)$/.exec(text)
  return werkzeug ? toForm(werkzeug, new TextEncoder().encode(werkzeug[3]), parseHex(werkzeug[4]!, 'hash')) : undefined
}

function toForm(found: RegExpExecArray, salt: Uint8Array, expected: Uint8Array): Pbkdf2Form {
  // passlib leaves the name of the first hash out.
  return { hash: (found[1] ?? 'sha1') as Pbkdf2['hash'], rounds: Number(found[2]), salt, expected }
}

/** Base64 of passlib: `.` in place of `+`, and no padding. */
const fromDotted = (text: string): Uint8Array => parseBase64(text.replaceAll('.', '+'), 'hash')

/** Whether a password fits. */
export async function fitsPbkdf2(password: string, { expected, ...form }: Pbkdf2Form): Promise<boolean> {
  const made = await derivePbkdf2({ ...form, password: new TextEncoder().encode(password), sizeBytes: expected.length })
  return equalBytes(made, expected)
}
