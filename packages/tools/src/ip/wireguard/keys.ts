import { makeOkp, toOkpPoint } from '../../lib/keys/curves.ts'
import { OKP_BYTES } from '../../lib/keys/key.ts'
import { toBase64 } from '../../lib/radix-text.ts'

/** Two keys of X25519 as WireGuard writes them: 32 bytes in Base64. */
export type KeyPair = { readonly privateKey: string; readonly publicKey: string }

type Random = (sizeBytes: number) => Uint8Array

/** A private key as `wg genkey` makes it, three bits of it set as RFC 7748 §5 asks, and its public one. */
export function makeKeyPair(random: Random): KeyPair {
  const secret = Uint8Array.from(makeOkp('X25519', random).secret!)
  secret[0]! &= 248
  secret[31] = (secret[31]! & 127) | 64
  return { privateKey: toBase64(secret), publicKey: toBase64(toOkpPoint('X25519', secret)) }
}

/** A key that both ends know beside their own, as `wg genpsk` makes it. */
export const makeSharedKey = (random: Random): string => toBase64(random(OKP_BYTES.X25519))

/** A whole key in Base64; its last character has no bits left over. */
const KEY = /^[A-Za-z\d+/]{42}[AEIMQUYcgkosw048]=$/

export const isKey = (text: string): boolean => KEY.test(text)

/** The public key of a private one. */
export function toPublicKey(privateKey: string): string {
  return toBase64(
    toOkpPoint(
      'X25519',
      Uint8Array.from(atob(privateKey), (sign) => sign.charCodeAt(0)),
    ),
  )
}
