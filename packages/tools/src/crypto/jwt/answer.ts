import type { ByteFormat } from '../../lib/byte-text.ts'

export const VERDICTS = ['valid', 'invalid', 'unchecked', 'signed', 'decrypted', 'locked'] as const
export const ALGORITHMS = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'ES256K',
  'EdDSA',
  'Ed25519',
  'Ed448',
  'none',
] as const
export type Input = {
  text: string
  action: 'decode' | 'sign'
  key: string
  keyFormat: ByteFormat
  passphrase: string
  algorithm: (typeof ALGORITHMS)[number]
  header: string
}
export type Claim = { claim: string; value: string; meaning: string }
export type Output = {
  text: string
  token: string
  header: string
  payload: string
  verdict: (typeof VERDICTS)[number]
  claims: Claim[]
  disclosures?: { claim: string; value: string; isIn: boolean }[]
  notes: string[]
}
