import { cbc } from '@noble/ciphers/aes.js'
import { toBytes, type Bytes } from '../bytes.ts'
import { DER, writeDer, writeInteger, writeOid } from '../der.ts'
import { derivePbkdf2 } from '../pbkdf2.ts'

const [PBES2, PBKDF2] = ['1.2.840.113549.1.5.13', '1.2.840.113549.1.5.12']
const [HMAC_SHA256, AES_256_CBC] = ['1.2.840.113549.2.9', '2.16.840.1.101.3.4.1.42']
/** What OWASP asks of PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet). */
export const PBKDF2_ROUNDS = 600_000
const [SALT_BYTES, IV_BYTES, KEY_BYTES] = [16, 16, 32]

type Lock = { readonly passphrase: Uint8Array; readonly random: (sizeBytes: number) => Uint8Array }

/** A key of PKCS #8 behind a passphrase (RFC 5958 §3): PBES2 of PBKDF2 with HMAC-SHA-256 and AES-256-CBC (RFC 8018 §6.2, appendix A). */
export async function lockPkcs8(der: Uint8Array, { passphrase, random }: Lock): Promise<Bytes> {
  const [salt, iv] = [toBytes(random(SALT_BYTES)), toBytes(random(IV_BYTES))]
  const key = await derivePbkdf2({ password: passphrase, salt, rounds: PBKDF2_ROUNDS, hash: 'sha256', sizeBytes: KEY_BYTES })
  const hash = writeDer(DER.sequence, writeOid(HMAC_SHA256), writeDer(DER.nothing))
  const derivation = writeDer(DER.sequence, writeDer(DER.octets, salt), writeInteger(BigInt(PBKDF2_ROUNDS)), hash)
  const parameters = writeDer(
    DER.sequence,
    writeDer(DER.sequence, writeOid(PBKDF2), derivation),
    writeDer(DER.sequence, writeOid(AES_256_CBC), writeDer(DER.octets, iv)),
  )
  const scheme = writeDer(DER.sequence, writeOid(PBES2), parameters)
  return writeDer(DER.sequence, scheme, writeDer(DER.octets, cbc(key, iv).encrypt(der)))
}
