import { md5, sha1 } from '@noble/hashes/legacy.js'
import { joinBytes } from '../bytes.ts'
import { DES_CBC, DES2_CBC, DES3_CBC, toRc2Cbc, type LockCipher } from './lock-ciphers.ts'
import { derivePkcs12, repeatHash, type Hash, type Salted } from './pkcs12-derive.ts'

type Derived = { readonly key: Uint8Array; readonly iv: Uint8Array }

/** A way to lock keys from before PBES2: it is read, and never written. */
export type OldLock = {
  readonly cipher: LockCipher
  /** Key and IV of a passphrase in UTF-8. */
  derive(passphrase: Uint8Array, salted: Salted): Derived
}

/** PBES1: the hash of passphrase and salt is hashed again and again, and gives key and IV of 8 bytes each (RFC 8018 §5.1, §6.1). */
const toPbes1 = (hash: Hash, cipher: LockCipher): OldLock => ({
  cipher,
  derive(passphrase, { salt, rounds }) {
    const digest = repeatHash(hash, joinBytes([passphrase, salt]), rounds)
    return { key: digest.subarray(0, 8), iv: digest.subarray(8, 16) }
  },
})

/** The locks of PKCS #12 (RFC 7292 §C), all with SHA-1. */
const toPkcs12 = (cipher: LockCipher): OldLock => ({
  cipher,
  derive(passphrase, salted) {
    const take = (purpose: 'key' | 'iv', sizeBytes: number) =>
      derivePkcs12(passphrase, { ...salted, hash: sha1, purpose, sizeBytes })
    return { key: take('key', cipher.keyBytes), iv: take('iv', cipher.ivBytes) }
  },
})

/** By object identifier (RFC 8018 §A.3, RFC 7292 §C). */
export const OLD_LOCKS: Readonly<Record<string, OldLock>> = {
  '1.2.840.113549.1.5.3': toPbes1(md5, DES_CBC),
  '1.2.840.113549.1.5.6': toPbes1(md5, toRc2Cbc(8)),
  '1.2.840.113549.1.5.10': toPbes1(sha1, DES_CBC),
  '1.2.840.113549.1.5.11': toPbes1(sha1, toRc2Cbc(8)),
  '1.2.840.113549.1.12.1.3': toPkcs12(DES3_CBC),
  '1.2.840.113549.1.12.1.4': toPkcs12(DES2_CBC),
  '1.2.840.113549.1.12.1.5': toPkcs12(toRc2Cbc(16)),
  '1.2.840.113549.1.12.1.6': toPkcs12(toRc2Cbc(5)),
}
