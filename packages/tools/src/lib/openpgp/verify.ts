import { powMod } from '@octet/core/pow-mod.ts'
import { concatBytes, equalBytes, type Bytes } from '../bytes.ts'
import { toCoordinateBytes } from '../keys/key.ts'
import { findInverse, toNumber, toNumberBytes } from '../keys/numbers.ts'
import { HASHES, type HashName } from '../signatures/hashes.ts'
import { verifyEc, verifyEdwards } from '../signatures/sign-curve.ts'
import { isSignedByRsa } from '../signatures/sign-rsa.ts'
import { CHECKED_HASHES } from './algorithms.ts'
import type { DsaKey, PgpKey } from './key-packet.ts'
import { Reader, readOrNothing } from './reader.ts'
import type { Signature } from './signature-packet.ts'

/** `changed`: what is signed is another; `unsupported`: an algorithm, or a part that must be understood, is not known here. */
export type Verdict = 'valid' | 'changed' | 'invalid' | 'unsupported'

/** Whether a signature over data was made by a key (RFC 9580 §5.2.4). */
export function verify(signature: Signature, data: readonly Uint8Array[], key: PgpKey): Verdict {
  const hash = CHECKED_HASHES[signature.hash]
  const { verifier } = key
  if (!hash || !verifier || signature.unknownCritical.length > 0) return 'unsupported'
  // Each makes its own kind alone (RFC 9580 §5.2.3).
  if ((signature.version === 6) !== (key.version === 6)) return 'invalid'
  const message = concatBytes(signature.salt, ...data, signature.trailer)
  const digest = Uint8Array.from(HASHES[hash].hash(message))
  if (!equalBytes(digest.subarray(0, 2), signature.left)) return 'changed'
  // Numbers that end too early are none.
  return readOrNothing(() => holds(signature, { hash, message, digest }, verifier)) === true ? 'valid' : 'invalid'
}

type Hashed = { readonly hash: HashName; readonly message: Bytes; readonly digest: Bytes }

function holds({ numbers }: Signature, hashed: Hashed, verifier: NonNullable<PgpKey['verifier']>): boolean {
  const { hash, message, digest } = hashed
  const reader = new Reader(numbers)
  switch (verifier.type) {
    case 'rsa': {
      const size = Math.ceil(verifier.n.toString(16).length / 2)
      const signature = toNumberBytes(reader.bigMpi(), size)
      const way = { scheme: 'pkcs1', hash, mgfHash: hash, saltLength: 'none' } as const
      return isSignedByRsa(verifier, message, { signature, way, saltBytes: 0 })
    }
    case 'ec': {
      const size = toCoordinateBytes(verifier.curve)
      const signature = concatBytes(toNumberBytes(reader.bigMpi(), size), toNumberBytes(reader.bigMpi(), size))
      return verifyEc(verifier, message, { signature, hash }).isValid
    }
    case 'okp': {
      const size = verifier.curve === 'Ed448' ? 57 : 32
      // As numbers where the algorithm is the older EdDSA; each of the two may have zeros in front.
      const signature =
        numbers.length === 2 * size
          ? numbers
          : concatBytes(toNumberBytes(reader.bigMpi(), size), toNumberBytes(reader.bigMpi(), size))
      return verifyEdwards(verifier, digest, signature).isValid
    }
    case 'dsa':
      return verifyDsa(verifier, digest, { r: reader.bigMpi(), s: reader.bigMpi() })
  }
}

/** DSA (FIPS 186-4 §4.7). */
function verifyDsa({ p, q, g, y }: DsaKey, digest: Bytes, { r, s }: { r: bigint; s: bigint }): boolean {
  const inverse = r > 0n && r < q && s > 0n && s < q ? findInverse(s, q) : undefined
  if (inverse === undefined) return false
  const bits = q.toString(2).length
  const extra = Math.max(0, 8 * digest.length - bits)
  const number = toNumber(digest) >> BigInt(extra)
  const power = (powMod(g, (number * inverse) % q, p) * powMod(y, (r * inverse) % q, p)) % p
  return power % q === r
}

/** A user as it is hashed behind a key; version 3 has no length in front. */
export function frameUser(body: Bytes, { isAttribute, version }: { isAttribute: boolean; version: number }): Bytes {
  if (version < 4) return body
  return concatBytes(Uint8Array.of(isAttribute ? 0xd1 : 0xb4), toNumberBytes(BigInt(body.length), 4), body)
}

/** A text as signatures of type 1 hash it: lines end with CR and LF. */
export function toCanonicalText(bytes: Uint8Array): Bytes {
  const isBare = (byte: number, at: number) => byte === 10 && bytes[at - 1] !== 13
  const out = new Uint8Array(bytes.length + bytes.reduce((count, byte, at) => count + (isBare(byte, at) ? 1 : 0), 0))
  let to = 0
  for (const [at, byte] of bytes.entries()) {
    if (isBare(byte, at)) out[to++] = 13
    out[to++] = byte
  }
  return out
}
