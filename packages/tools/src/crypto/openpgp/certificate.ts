import type { Bytes } from '../../lib/bytes.ts'
import type { Pacer } from '../../lib/pacer.ts'
import { readKey, type PgpKey } from './key-packet.ts'
import { TAG, type Packet } from './packets.ts'
import { readOrNothing } from './reader.ts'
import { readSignature, type Signature } from './signature-packet.ts'
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

type Component = { readonly signatures: Signature[] }
type Parts = {
  readonly primary: PgpKey
  readonly direct: Signature[]
  readonly users: (Component & { readonly body: Bytes; readonly isAttribute: boolean })[]
  readonly subkeys: (Component & { readonly key: PgpKey })[]
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

function toParts(packets: readonly Packet[]): { all: Parts[]; loose: Signature[]; unread: number } {
  const all: Parts[] = []
  const loose: Signature[] = []
  /** What belongs to a part that cannot be read is left out with it. */
  let current: Parts | undefined
  let open: Signature[] = loose
  let unread = 0
  const tryRead = <T>(read: () => T): T | undefined => {
    const one = readOrNothing(read)
    if (one === undefined) unread++
    return one
  }
  for (const { tag, body } of packets) {
    const isSecret = tag === TAG.secretKey || tag === TAG.secretSubkey
    switch (tag) {
      case TAG.publicKey:
      case TAG.secretKey: {
        const primary = tryRead(() => readKey(body, { isSecret }))
        open = []
        current = primary && { primary, direct: open, users: [], subkeys: [] }
        if (current) all.push(current)
        break
      }
      case TAG.publicSubkey:
      case TAG.secretSubkey: {
        const key = tryRead(() => readKey(body, { isSecret }))
        open = []
        if (key) current?.subkeys.push({ key, signatures: open })
        break
      }
      case TAG.userId:
      case TAG.userAttribute:
        open = []
        current?.users.push({ body, isAttribute: tag === TAG.userAttribute, signatures: open })
        break
      case TAG.signature: {
        const signature = tryRead(() => readSignature(body))
        if (signature) open.push(signature)
        break
      }
      case TAG.literal:
      case TAG.onePass:
        open = loose
    }
  }
  return { all, loose, unread }
}

/** The latest of those that hold, and whether one could not be checked. */
type Held = { readonly latest?: Signature; readonly isUnchecked: boolean }

function check({ primary, direct, users, subkeys }: Parts, now: Date): Certificate {
  const own = (signatures: readonly Signature[]) => signatures.filter((one) => isBy(one, primary))
  const hold = (signatures: readonly Signature[], types: readonly number[], data: readonly Uint8Array[]): Held => {
    const verdicts = own(signatures)
      .filter(({ type }) => types.includes(type))
      .map((signature): [Signature, Verdict] => [signature, verify(signature, data, primary)])
    const valid = verdicts.flatMap(([signature, verdict]) => (verdict === 'valid' ? [signature] : []))
    const latest = valid.toSorted((a, b) => toTime(b) - toTime(a))[0]
    return { ...(latest && { latest }), isUnchecked: verdicts.some(([, verdict]) => verdict === 'unsupported') }
  }
  const checkedUsers = users.map(({ body, isAttribute, signatures }): CheckedUser => {
    const data = [primary.hashed, frameUser(body, { isAttribute, version: primary.version })]
    const held = hold(signatures, CERTIFICATIONS, data)
    const revoked = hold(signatures, [0x30], data).latest
    const isRevoked = revoked !== undefined && toTime(revoked) >= (held.latest ? toTime(held.latest) : 0)
    return {
      text: isAttribute ? '' : new TextDecoder().decode(body),
      isAttribute,
      isPrimary: held.latest?.isPrimaryUser === true,
      state: isRevoked ? 'revoked' : toState(held),
      others: signatures.length - own(signatures).length,
      ...(held.latest?.createdAt && { signedAt: held.latest.createdAt, binding: held.latest }),
    }
  })
  const ofKey = hold(direct, [0x1f], [primary.hashed])
  const revocation = hold(direct, [0x20], [primary.hashed]).latest
  const main = toMainUser(checkedUsers)
  const binding = main?.binding ?? ofKey.latest
  const expiresAt = toExpiry(primary, main?.binding?.keySeconds ?? ofKey.latest?.keySeconds)
  const isUnchecked = ofKey.isUnchecked || checkedUsers.some(({ state }) => state === 'unchecked')
  const state = revocation ? 'revoked' : binding ? toTimeState(expiresAt, now) : toState({ isUnchecked })
  const flags = main?.binding?.flags ?? ofKey.latest?.flags
  const first: CheckedKey = {
    key: primary,
    isPrimary: true,
    state,
    ...(expiresAt && { expiresAt }),
    ...(flags !== undefined && { flags }),
    ...(revocation?.reason && { reason: revocation.reason }),
    ...(binding && { binding }),
  }
  const others = subkeys.map(({ key, signatures }): CheckedKey => {
    const data = [primary.hashed, key.hashed]
    const held = hold(signatures, [0x18], data)
    const revoked = hold(signatures, [0x28], data).latest
    const ends = toExpiry(key, held.latest?.keySeconds)
    const isSigner = ((held.latest?.flags ?? 0) & FLAGS.sign) > 0
    const isBound = held.latest !== undefined && (!isSigner || signsBack(held.latest, data, key))
    const own = isBound ? toTimeState(ends, now) : toState({ isUnchecked: held.isUnchecked })
    return {
      key,
      isPrimary: false,
      // What the primary key is, its subkeys are at best.
      state: revoked ? 'revoked' : own === 'valid' && state !== 'valid' ? state : own,
      ...(ends && { expiresAt: ends }),
      ...(held.latest?.flags !== undefined && { flags: held.latest.flags }),
      ...(revoked?.reason && { reason: revoked.reason }),
      ...(held.latest && { binding: held.latest }),
    }
  })
  // What the primary key is, its users are at best.
  const ofUsers = checkedUsers.map((user) => (user.state === 'valid' && state !== 'valid' ? { ...user, state } : user))
  return { keys: [first, ...others], users: ofUsers }
}

const CERTIFICATIONS = [0x10, 0x11, 0x12, 0x13]
/** Uses of a key (RFC 9580 §5.2.3.29). */
export const FLAGS = { certify: 1, sign: 2, communications: 4, storage: 8, authenticate: 32 } as const

/** Whether a signature says that a key made it. */
export function isBy({ keyId, fingerprint }: Signature, key: PgpKey): boolean {
  return fingerprint === undefined ? keyId === key.keyId : fingerprint === key.fingerprint
}

const toTime = ({ createdAt }: Signature): number => createdAt?.getTime() ?? 0

const toState = ({ latest, isUnchecked }: Held): State => (latest ? 'valid' : isUnchecked ? 'unchecked' : 'unbound')

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
