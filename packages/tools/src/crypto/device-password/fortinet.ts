import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createAesBlock } from '../../lib/block-ciphers/block.ts'
import { decryptMode } from '../../lib/block-ciphers/modes.ts'
import { concatBytes, equalBytes, parseHex } from '../../lib/bytes.ts'
import { parseBase64 } from '../../lib/radix-text.ts'
import { toPrintable } from './to-printable.ts'

/** The same in every FortiOS before 7.4 whose owner has not switched `private-data-encryption` on (CVE-2019-6693). */
const FIXED_KEY = new TextEncoder().encode('Mary had a littl')
const BLOCK_BYTES = 16
const IV_BYTES = 4
const SALT_BYTES = 12
/** What is hashed behind each password of an administrator. */
const PEPPER = parseHex('a388ba2e424cb04a537930c13107cc3fa1329029a9815b70', 'pepper')

/** The text behind `ENC` of users, tunnels and the like; undefined where another key was used. */
export async function readFortinet(value: string): Promise<string | undefined> {
  const bytes = parseBase64(value, 'text')
  const sealed = bytes.subarray(IV_BYTES)
  if (sealed.length === 0 || sealed.length % BLOCK_BYTES > 0) return undefined
  const iv = new Uint8Array(BLOCK_BYTES)
  iv.set(bytes.subarray(0, IV_BYTES))
  const opened = decryptMode('cbc', { block: await createAesBlock(FIXED_KEY), data: sealed, iv })
  const end = opened.indexOf(0)
  return toPrintable(end === -1 ? opened : opened.subarray(0, end))
}

/** Whether a password fits `ENC AK1…` or `ENC SH2…` of an administrator; undefined if it is neither. */
export function fitsFortinet(password: string, value: string): boolean | undefined {
  const hash = { AK1: sha1, SH2: sha256 }[value.slice(0, 3)]
  if (!hash) return undefined
  const bytes = parseBase64(value.slice(3), 'text')
  const made = hash(concatBytes(bytes.subarray(0, SALT_BYTES), new TextEncoder().encode(password), PEPPER))
  return equalBytes(made, bytes.subarray(SALT_BYTES))
}
