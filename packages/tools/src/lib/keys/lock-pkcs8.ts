import type { Bytes } from '../bytes.ts'
import { DER, writeDer } from '../der.ts'
import { sealPbes2, type Sealing } from './seal.ts'

/** What OWASP asks of PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet). */
export const PBKDF2_ROUNDS = 600_000

/** A key of PKCS #8 behind a passphrase (RFC 5958 §3), locked as {@link sealPbes2} does. */
export async function lockPkcs8(der: Bytes, lock: Omit<Sealing, 'rounds'>): Promise<Bytes> {
  const { algorithm, sealed } = await sealPbes2(der, { ...lock, rounds: PBKDF2_ROUNDS })
  return writeDer(DER.sequence, algorithm, writeDer(DER.octets, sealed))
}
