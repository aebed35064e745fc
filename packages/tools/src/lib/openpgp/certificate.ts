import type { Pacer } from '../pacer.ts'
import type { PgpKey } from './key-packet.ts'
import type { Packet } from './packets.ts'
import { readOrNothing } from './reader.ts'
import { readSignature, type Signature } from './signature-packet.ts'
import { toParts, type Parts } from './to-parts.ts'
import { frameUser, verify, type Verdict } from './verify.ts'

/** What a key or a user of one is worth. `unbound`: the primary key has not signed it. */
export type State = 'valid' | 'expired' | 'revoked' | 'unbound' | 'unchecked'

export type CheckedKey = {
  readonly key: PgpKey
  readonly isPrimary: boolean
  readonly state: State
  readonly expiresAt?: Date
  /** What it may be used for (RFC 9580 §5.2.3.29). */
  readonly flags?: number
  readonly reason?: Signature['reason']
  /** The signature that its state stands on. */
  readonly binding?: Signature
}
export type CheckedUser = {
  readonly text: string
  readonly isAttribute: boolean
  readonly state: State
  readonly isPrimary: boolean
  readonly signedAt?: Date
  readonly binding?: Signature
  /** Signatures of other people, which are counted and not checked. */
  readonly others: number
}
export type Certificate = {
  readonly keys: readonly CheckedKey[]
  readonly users: readonly CheckedUser[]
}

export type Listed = {
  readonly certificates: readonly Certificate[]
  /** Signatures that belong to no key: those over files and texts. */
  readonly loose: readonly Signature[]
  /** How many keys and signatures could not be read. */
  readonly unread: number
}

/** The keys of packets with what belongs to each (RFC 9580 §10.1), checked. */
export async function listCertificates(packets: readonly Packet[], now: Date, breathe: Pacer): Promise<Listed> {
  const { all, loose, unread } = toParts(packets)
  const certificates: Certificate[] = []
  for (const parts of all) {
    certificates.push(check(parts, now))
    await breathe()
  }
  return { certificates, loose, unread }
}

/** The latest of the key's own signatures that hold, and whether one could not be checked. */
type Held = { readonly latest?: Signature; readonly isUnchecked: boolean }

/** Those of some types that a key has made over its own parts. */
function hold(
  key: PgpKey,
  signatures: readonly Signature[],
  over: { types: readonly number[]; data: readonly Uint8Array[]; now: Date },
): Held {
  const verdicts = signatures
    .filter((one) => over.types.includes(one.type) && isBy(one, key) && !hasEnded(one, over.now))
    .map((signature): [Signature, Verdict] => [signature, verify(signature, over.data, key)])
  const valid = verdicts.flatMap(([signature, verdict]) => (verdict === 'valid' ? [signature] : []))
  const latest = valid.toSorted((a, b) => toTime(b) - toTime(a))[0]
  return { ...(latest && { latest }), isUnchecked: verdicts.some(([, verdict]) => verdict === 'unsupported') }
}

function check(parts: Parts, now: Date): Certificate {
  const { primary, subkeys } = parts
  const users = parts.users.map((user) => checkUser(primary, user, now))
  const first = checkPrimary(parts, users, now)
  // What the primary key is, its users and subkeys are at best.
  const toAtBest = <T extends { readonly state: State }>(one: T): T =>
    one.state === 'valid' && first.state !== 'valid' ? { ...one, state: first.state } : one
  const others = subkeys.map((subkey) => toAtBest(checkSubkey(primary, subkey, now)))
  return { keys: [first, ...others], users: users.map(toAtBest) }
}

function checkUser(primary: PgpKey, { body, isAttribute, signatures }: Parts['users'][number], now: Date): CheckedUser {
  const data = [primary.hashed, frameUser(body, { isAttribute, version: primary.version })]
  const { latest, ...held } = hold(primary, signatures, { types: TYPES.ofUser, data, now })
  const revoked = hold(primary, signatures, { types: TYPES.userRevoked, data, now }).latest
  const isRevoked = revoked !== undefined && toTime(revoked) >= (latest ? toTime(latest) : 0)
  return {
    text: isAttribute ? '' : new TextDecoder().decode(body),
    isAttribute,
    isPrimary: latest?.isPrimaryUser === true,
    state: isRevoked ? 'revoked' : latest ? 'valid' : toLack(held),
    others: signatures.filter((one) => !isBy(one, primary)).length,
    ...(latest?.createdAt && { signedAt: latest.createdAt, binding: latest }),
  }
}

function checkPrimary({ primary, direct }: Parts, users: readonly CheckedUser[], now: Date): CheckedKey {
  const data = [primary.hashed]
  const { latest: ofKey, isUnchecked } = hold(primary, direct, { types: TYPES.ofKey, data, now })
  const revoked = hold(primary, direct, { types: TYPES.keyRevoked, data, now }).latest
  const ofUser = toMainUser(users)?.binding
  const binding = ofUser ?? ofKey
  const lack = toLack({ isUnchecked: isUnchecked || users.some(({ state }) => state === 'unchecked') })
  const expiresAt = toExpiry(primary, ofUser?.keySeconds ?? ofKey?.keySeconds)
  const flags = ofUser?.flags ?? ofKey?.flags
  return {
    isPrimary: true,
    state: revoked ? 'revoked' : binding ? toTimeState(expiresAt, now) : lack,
    ...toCheckedKey(primary, { expiresAt, flags, revoked, binding }),
  }
}

function checkSubkey(primary: PgpKey, { key, signatures }: Parts['subkeys'][number], now: Date): CheckedKey {
  const data = [primary.hashed, key.hashed]
  const { latest, isUnchecked } = hold(primary, signatures, { types: TYPES.ofSubkey, data, now })
  const revoked = hold(primary, signatures, { types: TYPES.subkeyRevoked, data, now }).latest
  const expiresAt = toExpiry(key, latest?.keySeconds)
  const isSigner = ((latest?.flags ?? 0) & FLAGS.sign) > 0
  const isBound = latest !== undefined && (!isSigner || signsBack(latest, data, key))
  return {
    isPrimary: false,
    state: revoked ? 'revoked' : isBound ? toTimeState(expiresAt, now) : toLack({ isUnchecked }),
    ...toCheckedKey(key, { expiresAt, flags: latest?.flags, revoked, binding: latest }),
  }
}

type Known = {
  readonly expiresAt: Date | undefined
  readonly flags: number | undefined
  readonly revoked: Signature | undefined
  readonly binding: Signature | undefined
}

const toCheckedKey = (key: PgpKey, { expiresAt, flags, revoked, binding }: Known) => ({
  key,
  ...(expiresAt && { expiresAt }),
  ...(flags !== undefined && { flags }),
  ...(revoked?.reason && { reason: revoked.reason }),
  ...(binding && { binding }),
})

/** Types of signatures that a key makes over its parts (RFC 9580 §5.2.1). */
const TYPES = {
  ofUser: [0x10, 0x11, 0x12, 0x13],
  userRevoked: [0x30],
  ofKey: [0x1f],
  keyRevoked: [0x20],
  ofSubkey: [0x18],
  subkeyRevoked: [0x28],
} as const
/** Uses of a key (RFC 9580 §5.2.3.29). */
export const FLAGS = { certify: 1, sign: 2, communications: 4, storage: 8, authenticate: 32 } as const

/** Whether a signature says that a key made it. */
export function isBy({ keyId, fingerprint }: Signature, key: PgpKey): boolean {
  return fingerprint === undefined ? keyId === key.keyId : fingerprint === key.fingerprint
}

/** Whether a signature was made for a time that is over. */
export function hasEnded({ createdAt, signatureSeconds }: Signature, now: Date): boolean {
  return !!signatureSeconds && createdAt !== undefined && createdAt.getTime() + signatureSeconds * 1_000 <= now.getTime()
}

const toTime = ({ createdAt }: Signature): number => createdAt?.getTime() ?? 0

/** Where no signature of the key holds. */
const toLack = ({ isUnchecked }: Pick<Held, 'isUnchecked'>): State => (isUnchecked ? 'unchecked' : 'unbound')

const toTimeState = (expiresAt: Date | undefined, now: Date): State => (expiresAt && expiresAt <= now ? 'expired' : 'valid')

function toExpiry({ createdAt, daysValid }: PgpKey, seconds: number | undefined): Date | undefined {
  const span = seconds || daysValid * 86_400
  return span > 0 ? new Date(createdAt.getTime() + span * 1_000) : undefined
}

/** The user that stands for the key: the one that says so, else the one signed last. */
export function toMainUser(users: readonly CheckedUser[]): CheckedUser | undefined {
  const valid = users.filter(({ state, isAttribute }) => state === 'valid' && !isAttribute)
  const rank = ({ isPrimary, signedAt }: CheckedUser) => (isPrimary ? 1e15 : 0) + (signedAt?.getTime() ?? 0)
  return valid.toSorted((a, b) => rank(b) - rank(a))[0]
}

/** A subkey that signs has to sign its primary key, too: nobody can take another's for their own (RFC 9580 §10.1.5). */
function signsBack({ embedded }: Signature, data: readonly Uint8Array[], key: PgpKey): boolean {
  if (!embedded) return false
  const back = readOrNothing(() => readSignature(embedded))
  return back?.type === 0x19 && verify(back, data, key) === 'valid'
}
