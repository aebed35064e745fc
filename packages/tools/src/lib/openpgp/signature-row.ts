import type { Lang } from '@octet/core/text.ts'
import { HASH_ALGORITHMS, KEY_ALGORITHMS, nameOf, SIGNATURE_TYPES } from './algorithms.ts'
import type { Signature } from './signature-packet.ts'
import type { CheckedSignature, Outcome } from './signed-data.ts'

/** A checked signature as a tool tells it. */
export type SignatureRow = {
  state: Outcome
  signer?: string
  keyId?: string
  signedAt?: string
  over: string
  algorithm: string
  said?: string[]
}

export const toTime = (date: Date | undefined): string | undefined => date?.toISOString().replace('.000', '')
/** Fours, as programs show fingerprints. */
export const toGroups = (fingerprint: string): string => fingerprint.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** What is told of a signature. */
export function toSignatureRow({ signature, outcome, signer, by }: CheckedSignature, lang: Lang): SignatureRow {
  const { type, hash, algorithm, keyId, createdAt } = signature
  const signedAt = toTime(createdAt)
  const said = listSaid(signature)
  return {
    state: outcome,
    ...(signer && { signer }),
    ...(keyId && { keyId }),
    ...(signedAt && { signedAt }),
    over: (SIGNATURE_TYPES[type] ?? { en: `type ${type}`, zh: `类型 ${type}` })[lang],
    algorithm: `${by?.key.name ?? nameOf(KEY_ALGORITHMS, algorithm)}, ${nameOf(HASH_ALGORITHMS, hash)}`,
    ...(said.length > 0 && { said }),
  }
}

/** What the signer added: policies, notations, the user as whom they sign, why something was revoked. */
const listSaid = ({ notations, policy, signer, reason }: Signature): string[] =>
  [...notations, policy, signer, reason?.words].filter((one): one is string => one !== undefined && one !== '')
