import { cbc } from '@noble/ciphers/aes.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { createDesBlock } from '../block-ciphers/des.ts'
import { encryptMode } from '../block-ciphers/modes.ts'
import { concatBytes, toBytes, type Bytes } from '../bytes.ts'
import { DER, writeDer, writeInteger, writeOid } from '../der.ts'
import { derivePbkdf2 } from '../pbkdf2.ts'
import { derivePkcs12 } from './pkcs12-derive.ts'

/** What a passphrase locks with. */
export type Sealing = {
  /** In UTF-8. */
  readonly passphrase: Uint8Array
  readonly rounds: number
  readonly random: (sizeBytes: number) => Uint8Array
}
/** Locked bytes, and the algorithm identifier that says how, as DER. */
export type Sealed = { readonly algorithm: Bytes; readonly sealed: Bytes }

const [PBES2, PBKDF2] = ['1.2.840.113549.1.5.13', '1.2.840.113549.1.5.12']
const [HMAC_SHA256, AES_256_CBC] = ['1.2.840.113549.2.9', '2.16.840.1.101.3.4.1.42']
const [SALT_BYTES, IV_BYTES, KEY_BYTES] = [16, 16, 32]

/** PBES2 of PBKDF2 with HMAC-SHA-256 and AES-256-CBC (RFC 8018 §6.2, appendix A). */
export async function sealPbes2(plain: Uint8Array, { passphrase, rounds, random }: Sealing): Promise<Sealed> {
  const [salt, iv] = [toBytes(random(SALT_BYTES)), toBytes(random(IV_BYTES))]
  const key = await derivePbkdf2({ password: passphrase, salt, rounds, hash: 'sha256', sizeBytes: KEY_BYTES })
  const hash = writeDer(DER.sequence, writeOid(HMAC_SHA256), writeDer(DER.nothing))
  const derivation = writeDer(DER.sequence, writeDer(DER.octets, salt), writeInteger(BigInt(rounds)), hash)
  const parameters = writeDer(
    DER.sequence,
    writeDer(DER.sequence, writeOid(PBKDF2), derivation),
    writeDer(DER.sequence, writeOid(AES_256_CBC), writeDer(DER.octets, iv)),
  )
  return { algorithm: writeDer(DER.sequence, writeOid(PBES2), parameters), sealed: toBytes(cbc(key, iv).encrypt(plain)) }
}

const PBE_SHA1_3DES = '1.2.840.113549.1.12.1.3'
const DES = { saltBytes: 8, keyBytes: 24, blockBytes: 8 } as const

/** Triple DES with a key that PKCS #12 derives with SHA-1 (RFC 7292 §C): only for programs that know nothing newer. */
export function sealTripleDes(plain: Uint8Array, { passphrase, rounds, random }: Sealing): Sealed {
  const salt = toBytes(random(DES.saltBytes))
  const take = (purpose: 'key' | 'iv', sizeBytes: number) =>
    derivePkcs12(passphrase, { salt, rounds, hash: sha1, purpose, sizeBytes })
  const size = DES.blockBytes - (plain.length % DES.blockBytes)
  const data = concatBytes(plain, new Uint8Array(size).fill(size))
  return {
    algorithm: writeDer(
      DER.sequence,
      writeOid(PBE_SHA1_3DES),
      writeDer(DER.sequence, writeDer(DER.octets, salt), writeInteger(BigInt(rounds))),
    ),
    sealed: encryptMode('cbc', { block: createDesBlock(take('key', DES.keyBytes)), data, iv: take('iv', DES.blockBytes) }),
  }
}
