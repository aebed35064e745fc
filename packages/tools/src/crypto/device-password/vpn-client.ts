import { sha1 } from '@noble/hashes/legacy.js'
import { createDesBlock } from '../../lib/block-ciphers/des.ts'
import { decryptMode } from '../../lib/block-ciphers/modes.ts'
import { concatBytes, equalBytes, parseHex } from '../../lib/bytes.ts'
import { toPrintable } from './to-printable.ts'

const HASH_BYTES = 20
const BLOCK_BYTES = 8

/**
 * The text behind `enc_GroupPwd` of Cisco's VPN client: a seed, the SHA-1 of what follows, and a Triple DES of the text whose
 * key is made of the seed alone. Undefined if the sum is wrong.
 */
export function readVpnClient(value: string): string | undefined {
  const bytes = parseHex(value, 'text')
  const seed = bytes.subarray(0, HASH_BYTES)
  const sealed = bytes.subarray(2 * HASH_BYTES)
  if (sealed.length === 0 || sealed.length % BLOCK_BYTES > 0) return undefined
  if (!equalBytes(sha1(sealed), bytes.subarray(HASH_BYTES, 2 * HASH_BYTES))) return undefined
  const key = concatBytes(hashWith(seed, 1), hashWith(seed, 3)).subarray(0, 24)
  const opened = decryptMode('cbc', { block: createDesBlock(key), data: sealed, iv: seed.subarray(0, BLOCK_BYTES) })
  const padding = opened.at(-1) ?? 0
  return padding > BLOCK_BYTES ? undefined : toPrintable(opened.subarray(0, opened.length - padding))
}

/** SHA-1 of the seed, with so much added to its last byte. */
function hashWith(seed: Uint8Array, added: number): Uint8Array {
  const changed = Uint8Array.from(seed)
  changed[HASH_BYTES - 1]! += added
  return sha1(changed)
}
