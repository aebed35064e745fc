import { toHex, type Bytes } from '../bytes.ts'
import { FLAGS, hasEnded, isBy, toMainUser, type Certificate, type CheckedKey } from './certificate.ts'
import type { Packet } from './packets.ts'
import { Reader } from './reader.ts'
import type { Signature } from './signature-packet.ts'
import { toCanonicalText, verify } from './verify.ts'

/** `keyGone`: it holds, but its key has ended, was withdrawn or may not sign. */
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

/** A file or a text. What signs keys and users is none of these: its bytes could be passed off as a file. */
const OVER_DATA = [0, 1]

/** Holds a signature over a file or a text against the keys that are known. */
export function checkSignature(signature: Signature, { certificates, data, now }: Options): CheckedSignature {
  const over = data && (signature.type === 1 ? toCanonicalText(data) : data)
  const checked = certificates.flatMap(({ keys, users }) => {
    const signer = (toMainUser(users) ?? users.find(({ isAttribute }) => !isAttribute))?.text
    return keys
      .filter(({ key }) => isBy(signature, key))
      .map((by) => ({ signature, by, ...(signer && { signer }), outcome: judge(signature, by, { over, now }) }))
  })
  // Anybody can put another's key into a certificate of their own.
  const best = checked.find(({ outcome }) => outcome === 'valid') ?? checked[0]
  return best ?? { signature, outcome: over ? 'noKey' : 'missing' }
}

function judge(signature: Signature, by: CheckedKey, { over, now }: { over: Bytes | undefined; now: Date }): Outcome {
  if (!OVER_DATA.includes(signature.type)) return 'unsupported'
  if (!over) return 'missing'
  const verdict = verify(signature, [over], by.key)
  if (verdict !== 'valid') return verdict
  if (!maySign(by, signature)) return 'keyGone'
  return hasEnded(signature, now) ? 'expired' : 'valid'
}

/**
 * A key that ended later than it signed is as good as before. One that was withdrawn, was never signed for or is not for signing
 * is none; a subkey has to say that it is, since only then it has signed its primary key.
 */
function maySign({ state, expiresAt, flags, isPrimary, key }: CheckedKey, { createdAt }: Signature): boolean {
  if (createdAt === undefined || createdAt < key.createdAt) return false
  if (flags === undefined ? !isPrimary : (flags & FLAGS.sign) === 0) return false
  return state === 'expired' ? expiresAt !== undefined && createdAt < expiresAt : state === 'valid'
}

/** The content of a message with its name (RFC 9580 §5.9); lines of a text end with CR and LF. */
export type Literal = { readonly content: Bytes; readonly name: string; readonly isText: boolean }

const TEXT_FORMATS = new Set(['t', 'u'])

/** Throws a RangeError for one that is cut off. */
export function readLiteral({ body }: Packet): Literal {
  const reader = new Reader(body)
  const isText = TEXT_FORMATS.has(String.fromCharCode(reader.number(1)))
  const name = new TextDecoder().decode(reader.take(reader.number(1)))
  reader.take(4)
  return { content: Uint8Array.from(reader.rest()), name, isText }
}

export type Recipient = { readonly id: string; readonly algorithm: number }

/** Whom a session key is for, by key ID or fingerprint (RFC 9580 §5.1). Throws a RangeError for one that is cut off. */
export function readRecipient({ body }: Packet): Recipient {
  const reader = new Reader(body)
  const version = reader.number(1)
  const id = version === 6 ? reader.take(reader.number(1)).subarray(1) : reader.take(8)
  return { id: toHex(id).toUpperCase(), algorithm: reader.number(1) }
}
