import { sha1 } from '@noble/hashes/legacy.js'
import { toHex } from '../../lib/bytes.ts'
import { cryptPassword, readCrypt } from '../../lib/crypt/unix-crypt.ts'
import { hashAsa, hashType4, hashType8, hashType9 } from './cisco.ts'
import type { Secret } from './find-secrets.ts'
import { fitsFortinet } from './fortinet.ts'

/** Rounds of SHA-crypt that are tried. */
const MAX_ROUNDS = 100_000

/**
 * Whether a password fits a secret that cannot be read; undefined where that cannot be told: the key is in the device, or the
 * maker has not published how it is made.
 */
export async function fitsSecret(password: string, { form, value, setting }: Secret): Promise<boolean | undefined> {
  switch (form) {
    case 'cisco4':
      return hashType4(password) === value
    case 'cisco8':
      return (await hashType8(password, toSalt(value))) === value
    case 'cisco9':
      return (await hashType9(password, toSalt(value))) === value
    case 'asa':
      return hashAsa(password, /\busername (\S+)/.exec(setting)?.[1] ?? '') === value
    case 'sha1':
      return toHex(sha1(new TextEncoder().encode(password))) === value.toLowerCase()
    case 'fortinetSha1':
    case 'fortinetSha2':
      return fitsFortinet(password, value)
    case 'md5crypt':
    case 'shaCrypt': {
      const crypt = readCrypt(value)
      if (!crypt || (crypt.rounds ?? 0) > MAX_ROUNDS) return undefined
      return cryptPassword({ ...crypt, password }) === value.replace('rounds=5000$', '')
    }
    default:
      return undefined
  }
}

const toSalt = (value: string): string => value.split('$')[2] ?? ''
