import type { Text } from '@octet/core/text.ts'

/** Keys that can be made, RSA by its bits. */
export const KINDS = {
  ed25519: { en: 'Ed25519 (signatures, SSH)', zh: 'Ed25519（签名、SSH）' },
  x25519: { en: 'X25519 (key exchange)', zh: 'X25519（密钥协商）' },
  p256: { en: 'ECDSA P-256', zh: 'ECDSA P-256' },
  p384: { en: 'ECDSA P-384', zh: 'ECDSA P-384' },
  p521: { en: 'ECDSA P-521', zh: 'ECDSA P-521' },
  secp256k1: { en: 'ECDSA secp256k1 (blockchains)', zh: 'ECDSA secp256k1（区块链）' },
  ed448: { en: 'Ed448', zh: 'Ed448' },
  x448: { en: 'X448 (key exchange)', zh: 'X448（密钥协商）' },
  rsa2048: { en: 'RSA 2048', zh: 'RSA 2048' },
  rsa3072: { en: 'RSA 3072', zh: 'RSA 3072' },
  rsa4096: { en: 'RSA 4096 (takes some seconds)', zh: 'RSA 4096（需数秒）' },
} as const satisfies Record<string, Text>
export type KeyKind = keyof typeof KINDS

/** Units for making a key, by the time it takes. */
const COSTS: Partial<Record<KeyKind, number>> = { rsa2048: 2, rsa3072: 5, rsa4096: 15 }

/** What making a key of a kind costs, in units. */
export const toKeyCost = (kind: KeyKind): number => COSTS[kind] ?? 1

/** Units for locking a key. */
export const LOCK_COST = 2
