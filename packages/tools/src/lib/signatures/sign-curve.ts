import { countOf } from '@octet/core/counted.ts'
import type { Text } from '@octet/core/text.ts'
import { toBytes, type Bytes } from '../bytes.ts'
import { EC_LIBRARIES, EDWARDS_LIBRARIES } from '../keys/curves.ts'
import { OKP_BYTES, toCoordinateBytes, type EcKey, type OkpKey } from '../keys/key.ts'
import { HASHES, type HashName } from './hashes.ts'
import { DIFFERS } from './reasons.ts'

/** How the two numbers of a signature of ECDSA are written: as DER (RFC 3279 §2.2.3), or one after the other (IEEE P1363). */
export type EcForm = 'der' | 'raw'

/** Signs a message; the same message gives the same signature (RFC 6979). */
export function signEc(key: EcKey & { secret: Bytes }, message: Bytes, { hash, form }: { hash: HashName; form: EcForm }): Bytes {
  const digest = HASHES[hash].hash(message)
  const format = form === 'der' ? 'der' : 'compact'
  return toBytes(EC_LIBRARIES[key.curve].sign(digest, key.secret, { prehash: false, lowS: false, format }))
}

/** Checks a signature in either form, and says in which it was. */
export function verifyEc(
  key: EcKey,
  message: Bytes,
  { signature, hash }: { signature: Bytes; hash: HashName },
): { isValid: boolean; reason?: Text; form?: EcForm } {
  const raw = 2 * toCoordinateBytes(key.curve)
  const forms: EcForm[] = [
    ...(signature.length === raw ? (['raw'] as const) : []),
    ...(signature[0] === 0x30 ? (['der'] as const) : []),
  ]
  if (forms.length === 0)
    return {
      isValid: false,
      reason: {
        en: `A signature of ${key.curve} is DER or has ${raw} bytes, got ${countOf(signature.length, 'byte')}`,
        zh: `${key.curve} 的签名应为 DER 或 ${raw} 字节，收到 ${signature.length} 字节`,
      },
    }
  const holds = (form: EcForm, name: HashName) => verifyForm(key, HASHES[name].hash(message), { signature, form })
  const form = forms.find((one) => holds(one, hash))
  if (form) return { isValid: true, form }
  const other = (Object.keys(HASHES) as HashName[]).find((name) => forms.some((one) => holds(one, name)))
  return { isValid: false, reason: other ? toOtherHash(HASHES[other].name) : DIFFERS }
}

function verifyForm(
  { curve, point }: EcKey,
  digest: Uint8Array,
  { signature, form }: { signature: Bytes; form: EcForm },
): boolean {
  const format = form === 'der' ? 'der' : 'compact'
  try {
    return EC_LIBRARIES[curve].verify(signature, digest, point, { prehash: false, lowS: false, format })
  } catch {
    // Bytes that are no two numbers of the curve.
    return false
  }
}

const toOtherHash = (name: string): Text => ({
  en: `It was made differently and is valid with: ${name}`,
  zh: `哈希不同，改用 ${name} 则有效`,
})

/** What a key that signs is worked with by; the callers have refused those that do not. */
const toLibrary = ({ curve }: OkpKey) => EDWARDS_LIBRARIES[curve === 'Ed448' ? 'Ed448' : 'Ed25519']

/** Signs with Ed25519 or Ed448 (RFC 8032). */
export function signEdwards(key: OkpKey & { secret: Bytes }, message: Bytes): Bytes {
  return toBytes(toLibrary(key).sign(message, key.secret))
}

export function verifyEdwards(key: OkpKey, message: Bytes, signature: Bytes): { isValid: boolean; reason?: Text } {
  const size = 2 * OKP_BYTES[key.curve]
  if (signature.length !== size)
    return {
      isValid: false,
      reason: {
        en: `A signature of ${key.curve} has ${size} bytes, got ${countOf(signature.length, 'byte')}`,
        zh: `${key.curve} 签名为 ${size} 字节，收到 ${signature.length} 字节`,
      },
    }
  try {
    if (toLibrary(key).verify(signature, message, key.point, { zip215: false })) return { isValid: true }
  } catch {
    // Bytes that are no point.
  }
  return { isValid: false, reason: DIFFERS }
}
