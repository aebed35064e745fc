import { toHex, type Bytes } from '../../lib/bytes.ts'
import { isBy, toMainUser, type Certificate, type CheckedKey } from './certificate.ts'
import type { Packet } from './packets.ts'
import { Reader } from './reader.ts'
import type { Signature } from './signature-packet.ts'
import { toCanonicalText, verify } from './verify.ts'

/** `keyGone`: it holds, but its key has ended or was withdrawn. */
export type Outcome = 'valid' | 'keyGone' | 'expired' | 'changed' | 'invalid' | 'noKey' | 'missing' | 'unsupported'

export type CheckedSignature = {
  readonly signature: Signature
  readonly outcome: Outcome
  /** Who has the key, where it is known. */
  readonly signer?: string
  readonly by?: CheckedKey
}

type Options = {
  readonly certificates: readonly Certificate[]
  /** What is signed; undefined where it was not given. */
  readonly data: Bytes | undefined
  readonly now: Date
}

/** Holds a signature over a file or a text against the keys that are known. */
export function checkSignature(signature: Signature, { certificates, data, now }: Options): CheckedSignature {
  const certificate = certificates.find(({ keys }) => keys.some(({ key }) => isBy(signature, key)))
  const by = certificate?.keys.find(({ key }) => isBy(signature, key))
  const user = certificate && (toMainUser(certificate.users) ?? certificate.users[0])
  const known = { signature, ...(by && { by }), ...(user && { signer: user.text }) }
  if (!data) return { ...known, outcome: 'missing' }
  if (!by) return { ...known, outcome: 'noKey' }
  const verdict = verify(signature, [signature.type === 1 ? toCanonicalText(data) : data], by.key)
  if (verdict !== 'valid') return { ...known, outcome: verdict }
  const { createdAt, signatureSeconds } = signature
  const endsAt = signatureSeconds && createdAt ? createdAt.getTime() + signatureSeconds * 1_000 : undefined
  if (endsAt !== undefined && endsAt <= now.getTime()) return { ...known, outcome: 'expired' }
  return { ...known, outcome: isUsable(by, signature) ? 'valid' : 'keyGone' }
}

/** A key that ended later than it signed is as good as before; one that was withdrawn, or never signed for, is none. */
function isUsable({ state, expiresAt }: CheckedKey, { createdAt }: Signature): boolean {
  if (state === 'expired') return createdAt !== undefined && expiresAt !== undefined && createdAt < expiresAt
  return state === 'valid'
}

/** The content of a message with its name and time (RFC 9580 §5.9). */
export type Literal = { readonly content: Bytes; readonly name: string; readonly isText: boolean }

/** Throws a RangeError for one that is cut off. */
export function readLiteral({ body }: Packet): Literal {
  const reader = new Reader(body)
  const format = String.fromCharCode(reader.number(1))
  const name = new TextDecoder().decode(reader.take(reader.number(1)))
  reader.take(4)
  return { content: Uint8Array.from(reader.rest()), name, isText: format === 't' || format === 'u' }
}

export type Recipient = { readonly id: string; readonly algorithm: number }

/** Whom a session key is for, by key ID or fingerprint (RFC 9580 §5.1). Throws a RangeError for one that is cut off. */
export function readRecipient({ body }: Packet): Recipient {
  const reader = new Reader(body)
  const version = reader.number(1)
  const id = version === 6 ? reader.take(reader.number(1)).subarray(1) : reader.take(8)
  return { id: toHex(id).toUpperCase(), algorithm: reader.number(1) }
}
