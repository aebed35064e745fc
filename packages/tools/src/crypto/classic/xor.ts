import type { Bytes } from '../../lib/bytes.ts'

/** Each byte with the next byte of the key, which begins anew at its end. */
export function xorBytes(bytes: Uint8Array, key: Uint8Array): Bytes {
  return Uint8Array.from(bytes, (byte, at) => byte ^ key[at % key.length]!)
}
