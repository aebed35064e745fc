import { concatBytes, type Bytes } from '../bytes.ts'
import type { PrivateKey } from '../keys/key.ts'
import { HASHES, type HashName } from '../signatures/hashes.ts'
import { signEc, signEdwards } from '../signatures/sign-curve.ts'
import { signRsa } from '../signatures/sign-rsa.ts'
import { toPrintBytes, type PgpKey } from './key-packet.ts'
import { TAG } from './packets.ts'
import { toUint16, toUint32, writeMpi, writePacket, writeSubpacket } from './write-packet.ts'

/** A key with what it signs by. */
export type Signer = { readonly key: PgpKey; readonly secret: PrivateKey }

type Made = {
  readonly type: number
  /** What is signed, in the order in which it is hashed. */
  readonly data: readonly Uint8Array[]
  readonly at: Date
  /** What it says besides who made it and when. */
  readonly says?: readonly Bytes[]
  readonly random: (sizeBytes: number) => Bytes
}

const HASH_NUMBERS: Partial<Record<HashName, number>> = { sha256: 8, sha384: 9, sha512: 10 }
/** Bytes of salt of version 6 (RFC 9580 §9.5). */
const SALT_BYTES: Partial<Record<HashName, number>> = { sha256: 16, sha384: 24, sha512: 32 }
const EDDSA = 22

/** The hash that a key signs with: as strong as the key is. */
export function toSigningHash(secret: PrivateKey): HashName {
  if (secret.type !== 'ec' || secret.curve.endsWith('521') || secret.curve.endsWith('512r1')) return 'sha512'
  return secret.curve.endsWith('384') || secret.curve.endsWith('384r1') ? 'sha384' : 'sha256'
}

/** Its number, and for newer ones its salt, which a one-pass packet says beforehand. */
export function toSigningWay({ key, secret }: Signer, random: (sizeBytes: number) => Bytes) {
  const hash = toSigningHash(secret)
  return { hash, number: HASH_NUMBERS[hash]!, salt: key.version === 6 ? random(SALT_BYTES[hash]!) : new Uint8Array() }
}

/** Makes a signature of the version of the key (RFC 9580 §5.2.3), as a packet. */
export function makeSignature(
  signer: Signer,
  { type, data, at, says = [], random }: Made,
  way = toSigningWay(signer, random),
): Bytes {
  const { key, secret } = signer
  const isNew = key.version === 6
  const toSize = isNew ? toUint32 : toUint16
  const print = toPrintBytes(key.fingerprint)
  const hashed = concatBytes(
    writeSubpacket(33, Uint8Array.of(key.version), print),
    writeSubpacket(2, toUint32(Math.floor(at.getTime() / 1_000))),
    ...says,
  )
  const unhashed = isNew ? new Uint8Array() : writeSubpacket(16, print.subarray(-8))
  const head = concatBytes(Uint8Array.of(key.version, type, key.algorithm, way.number), toSize(hashed.length), hashed)
  const message = concatBytes(way.salt, ...data, head, Uint8Array.of(key.version, 0xff), toUint32(head.length))
  const digest = Uint8Array.from(HASHES[way.hash].hash(message))
  return writePacket(
    TAG.signature,
    head,
    toSize(unhashed.length),
    unhashed,
    digest.subarray(0, 2),
    isNew ? Uint8Array.of(way.salt.length) : new Uint8Array(),
    way.salt,
    sign(secret, { algorithm: key.algorithm, hash: way.hash, message, digest }),
  )
}

type Hashed = { readonly algorithm: number; readonly hash: HashName; readonly message: Bytes; readonly digest: Bytes }

function sign(secret: PrivateKey, { algorithm, hash, message, digest }: Hashed): Bytes {
  switch (secret.type) {
    case 'rsa': {
      const way = { scheme: 'pkcs1', hash, mgfHash: hash, saltLength: 'none' } as const
      return writeMpi(signRsa(secret as Parameters<typeof signRsa>[0], message, way))
    }
    case 'ec':
      return writePair(signEc(secret as Parameters<typeof signEc>[0], message, { hash, form: 'raw' }))
    case 'okp': {
      const signature = signEdwards(secret as Parameters<typeof signEdwards>[0], digest)
      return algorithm === EDDSA ? writePair(signature) : signature
    }
  }
}

const writePair = (bytes: Bytes): Bytes =>
  concatBytes(writeMpi(bytes.subarray(0, bytes.length / 2)), writeMpi(bytes.subarray(bytes.length / 2)))
