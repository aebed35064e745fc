import type { BaseHost } from '@octet/core/host.ts'
import { concatBytes, type Bytes } from '../../lib/bytes.ts'
import { makeOkp } from '../../lib/keys/curves.ts'
import type { PrivateKey } from '../../lib/keys/key.ts'
import { makeKey } from '../../lib/keys/make-key.ts'
import { toNumberBytes } from '../../lib/keys/numbers.ts'
import { OCB } from '../../lib/openpgp/aead.ts'
import { AES_128, AES_256 } from '../../lib/openpgp/ciphers.ts'
import { writeBlock } from '../../lib/openpgp/armor.ts'
import { FLAGS } from '../../lib/openpgp/certificate.ts'
import { readKey, type PgpKey } from '../../lib/openpgp/key-packet.ts'
import { makeSignature, type Signer } from '../../lib/openpgp/make-signature.ts'
import { TAG } from '../../lib/openpgp/packets.ts'
import { writeNumbers, writeSecret } from '../../lib/openpgp/secret-numbers.ts'
import { frameUser } from '../../lib/openpgp/verify.ts'
import { toUint32, writeMpi, writePacket, writeSubpacket } from '../../lib/openpgp/write-packet.ts'
import { createPacer } from '../../lib/pacer.ts'

export const KINDS = ['curve25519', 'rsa3072', 'rsa4096', 'v6'] as const
export type Kind = (typeof KINDS)[number]

type Wanted = { readonly kind: Kind; readonly user: string; readonly years: number; readonly passphrase: string }
export type MadeKey = {
  readonly secretBlock: string
  readonly publicBlock: string
  /** What says that the key is no longer used, for the day on which it is lost. */
  readonly revocation: string
  readonly key: PgpKey
  readonly expiresAt?: Date
}

const ALGORITHM = { rsa: 1, ecdh: 18, eddsa: 22, x25519: 25, ed25519: 27 } as const
const ED25519_OID = Uint8Array.of(0x2b, 6, 1, 4, 1, 0xda, 0x47, 0x0f, 1)
const CURVE25519_OID = Uint8Array.of(0x2b, 6, 1, 4, 1, 0x97, 0x55, 1, 5, 1)
const [SHA256, SHA384, SHA512] = [8, 9, 10]
const [EXPIRES, CIPHERS, HASHES, COMPRESSIONS, PRIMARY_USER, FLAG, FEATURES, REASON, SUITES] = [9, 11, 21, 22, 25, 27, 30, 29, 39]
const [POSITIVE, DIRECT, SUBKEY, REVOKED] = [0x13, 0x1f, 0x18, 0x20]
const YEAR_SECONDS = 31_557_600

/** A key with the bytes of its packet and its secret numbers. */
type Part = { readonly key: PgpKey; readonly secret: PrivateKey; readonly numbers: Bytes }

/**
 * Makes a key that signs, with a subkey that is encrypted for; tells how far it is (0–1), the last value is the key. `v6` is for
 * programs of RFC 9580, the others for all.
 */
export async function* makePgpKey({ kind, user, years, passphrase }: Wanted, host: BaseHost): AsyncGenerator<number | MadeKey> {
  const { now, random, signal } = host
  const breathe = createPacer(signal)
  const at = now()
  const parts: Part[] = []
  if (kind === 'rsa3072' || kind === 'rsa4096') {
    for (const share of [0, 0.5])
      for await (const made of makeKey(kind, host))
        if (typeof made === 'number') yield share + made / 2
        else parts.push(toPart(writeRsa(made), { secret: made, at, version: 4 }))
  } else parts.push(...makeCurve(kind, at, random))
  const [primary, subkey] = parts as [Part, Part]
  const signer: Signer = { key: primary.key, secret: primary.secret }
  const sign = (type: number, data: readonly Uint8Array[], says: readonly Bytes[]) =>
    makeSignature(signer, { type, data, at, says, random })
  const isNew = kind === 'v6'
  const expiry = years > 0 ? [writeSubpacket(EXPIRES, toUint32(years * YEAR_SECONDS))] : []
  const flags = writeSubpacket(FLAG, Uint8Array.of(FLAGS.certify | FLAGS.sign))
  const says = [flags, ...expiry, ...listPreferences(isNew)]
  const userBytes = new TextEncoder().encode(user)
  const userData = [primary.key.hashed, frameUser(userBytes, { isAttribute: false, version: primary.key.version })]
  const primaryUser = writeSubpacket(PRIMARY_USER, Uint8Array.of(1))
  const ofKey = isNew ? sign(DIRECT, [primary.key.hashed], says) : new Uint8Array()
  const ofUser = sign(POSITIVE, userData, [...(isNew ? [flags, ...expiry] : says), primaryUser])
  const ofSubkey = sign(
    SUBKEY,
    [primary.key.hashed, subkey.key.hashed],
    [writeSubpacket(FLAG, Uint8Array.of(FLAGS.communications | FLAGS.storage)), ...expiry],
  )
  const write = (first: Bytes, second: Bytes) =>
    concatBytes(first, ofKey, writePacket(TAG.userId, userBytes), ofUser, second, ofSubkey)
  const lock = { passphrase, breathe, random }
  const own = write(
    writePacket(TAG.secretKey, primary.key.open, await writeSecret(primary.key, primary.numbers, { ...lock, isPrimary: true })),
    writePacket(TAG.secretSubkey, subkey.key.open, await writeSecret(subkey.key, subkey.numbers, { ...lock, isPrimary: false })),
  )
  const open = write(writePacket(TAG.publicKey, primary.key.open), writePacket(TAG.publicSubkey, subkey.key.open))
  const block = { hasSum: !isNew }
  const revoked = sign(REVOKED, [primary.key.hashed], [writeSubpacket(REASON, Uint8Array.of(0))])
  yield {
    secretBlock: writeBlock('PRIVATE KEY BLOCK', own, block),
    publicBlock: writeBlock('PUBLIC KEY BLOCK', open, block),
    revocation: writeBlock('PUBLIC KEY BLOCK', concatBytes(writePacket(TAG.publicKey, primary.key.open), revoked), block),
    key: primary.key,
    ...(years > 0 && { expiresAt: new Date(primary.key.createdAt.getTime() + years * YEAR_SECONDS * 1_000) }),
  }
}

/** What the holder's program knows and takes, best first (RFC 9580 §5.2.3.14 to §5.2.3.17, §5.2.3.32). */
const listPreferences = (isNew: boolean): Bytes[] => [
  writeSubpacket(CIPHERS, Uint8Array.of(AES_256, 8, AES_128)),
  writeSubpacket(HASHES, Uint8Array.of(SHA512, SHA384, SHA256)),
  writeSubpacket(COMPRESSIONS, Uint8Array.of(0)),
  writeSubpacket(FEATURES, Uint8Array.of(isNew ? 9 : 1)),
  ...(isNew ? [writeSubpacket(SUITES, Uint8Array.of(AES_256, OCB, AES_128, OCB))] : []),
]

type Numbers = { readonly algorithm: number; readonly open: Bytes }

function toPart(
  { algorithm, open }: Numbers,
  { secret, at, version, numbers }: { secret: PrivateKey; at: Date; version: 4 | 6; numbers?: Bytes },
): Part {
  const head = concatBytes(Uint8Array.of(version), toUint32(Math.floor(at.getTime() / 1_000)), Uint8Array.of(algorithm))
  const body = concatBytes(head, version === 6 ? toUint32(open.length) : new Uint8Array(), open)
  return { key: readKey(body, { isSecret: false }), secret, numbers: numbers ?? writeNumbers(secret, algorithm) }
}

function writeRsa(key: PrivateKey): Numbers {
  if (key.type !== 'rsa') throw new TypeError('not an RSA key')
  return { algorithm: ALGORITHM.rsa, open: concatBytes(writeMpi(toNumberBytes(key.n)), writeMpi(toNumberBytes(key.e))) }
}

function makeCurve(kind: 'curve25519' | 'v6', at: Date, random: BaseHost['random']): readonly Part[] {
  const signing = makeOkp('Ed25519', random) as PrivateKey & { type: 'okp'; secret: Bytes }
  const agreeing = makeOkp('X25519', random) as PrivateKey & { type: 'okp'; secret: Bytes }
  if (kind === 'v6')
    return [
      toPart({ algorithm: ALGORITHM.ed25519, open: signing.point }, { secret: signing, at, version: 6 }),
      toPart({ algorithm: ALGORITHM.x25519, open: agreeing.point }, { secret: agreeing, at, version: 6 }),
    ]
  const writePoint = (oid: Bytes, point: Bytes) =>
    concatBytes(Uint8Array.of(oid.length), oid, writeMpi(concatBytes(Uint8Array.of(0x40), point)))
  const settings = Uint8Array.of(3, 1, SHA256, AES_128)
  return [
    toPart({ algorithm: ALGORITHM.eddsa, open: writePoint(ED25519_OID, signing.point) }, { secret: signing, at, version: 4 }),
    toPart(
      { algorithm: ALGORITHM.ecdh, open: concatBytes(writePoint(CURVE25519_OID, agreeing.point), settings) },
      { secret: agreeing, at, version: 4, numbers: writeMpi(toClamped(agreeing.secret).toReversed()) },
    ),
  ]
}

/** The bits of a secret of X25519 that are always the same (RFC 7748 §5), as programs expect them to be written. */
function toClamped(secret: Bytes): Bytes {
  const out = Uint8Array.from(secret)
  out[0]! &= 248
  out[31] = (out[31]! & 127) | 64
  return out
}
