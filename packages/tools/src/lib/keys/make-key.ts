import type { BaseHost } from '@octet/core/host.ts'
import { createPacer } from '../pacer.ts'
import { makeEc, makeOkp } from './curves.ts'
import type { KeyKind } from './key-kinds.ts'
import type { PrivateKey } from './key.ts'
import { makeRsa } from './make-rsa.ts'

const OKP_CURVES = { ed25519: 'Ed25519', x25519: 'X25519', ed448: 'Ed448', x448: 'X448' } as const
const CURVES = { p256: 'P-256', p384: 'P-384', p521: 'P-521', secp256k1: 'secp256k1' } as const
const BITS = { rsa2048: 2048, rsa3072: 3072, rsa4096: 4096 } as const

/** Makes a key of a kind, telling how far it is (0–1); the last value is the key. */
export async function* makeKey(kind: KeyKind, { random, signal }: BaseHost): AsyncGenerator<number | PrivateKey> {
  if (kind in OKP_CURVES) return yield makeOkp(OKP_CURVES[kind as keyof typeof OKP_CURVES], random) as PrivateKey
  if (kind in CURVES) return yield makeEc(CURVES[kind as keyof typeof CURVES], random) as PrivateKey
  const source = { random, breathe: createPacer(signal) }
  for await (const made of makeRsa(BITS[kind as keyof typeof BITS], source))
    yield typeof made === 'number' ? made : (made as PrivateKey)
}
