import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../bytes.ts'
import { toBase64, toBase64Url } from '../radix-text.ts'
import { toPublicJwk } from './jwk.ts'
import { hasJwk, type Key } from './key.ts'
import { findSshBlob } from './openssh.ts'
import { writeSpki } from './write-der.ts'

/** Short names of a public key; those of SSH and JWK are there where these have such keys. */
export type Fingerprints = {
  readonly sshSha256?: string
  readonly sshMd5?: string
  readonly spkiSha256: string
  readonly pin: string
  readonly thumbprint?: string
}

/** As `ssh-keygen -l` prints them (RFC 4716 §4), of the SPKI (RFC 7469 §2.4), and of the JWK (RFC 7638). */
export function toFingerprints(key: Key): Fingerprints {
  const blob = findSshBlob(key)
  const spki = sha256(writeSpki(key))
  return {
    ...(blob && { sshSha256: `SHA256:${toBase64(sha256(blob)).replace(/=+$/, '')}`, sshMd5: `MD5:${toHex(md5(blob), ':')}` }),
    spkiSha256: toHex(spki),
    pin: toBase64(spki),
    ...(hasJwk(key) && { thumbprint: toBase64Url(sha256(new TextEncoder().encode(JSON.stringify(toPublicJwk(key))))) }),
  }
}
