import type { Bytes } from '../../lib/bytes.ts'

/** Each byte with the next byte of the key, which begins anew at its end. */
export function xorBytes(bytes: Uint8Array, key: Uint8Array): Bytes {
  const out = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) out[at] = bytes[at]! ^ key[at % key.length]!
  return out
}
