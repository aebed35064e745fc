import type { IHasher } from 'hash-wasm'

/** Hashes that keys are derived with, as `hash-wasm` makes them. */
const MAKERS = {
  md5: 'createMD5',
  sha1: 'createSHA1',
  sha224: 'createSHA224',
  sha256: 'createSHA256',
  sha384: 'createSHA384',
  sha512: 'createSHA512',
  sm3: 'createSM3',
} as const
export type KeyHash = keyof typeof MAKERS
export const KEY_HASHES = Object.keys(MAKERS) as [KeyHash, ...KeyHash[]]

/** A hash that can be used over and over, by `init`. */
export const createKeyHash = async (hash: KeyHash): Promise<IHasher> => (await import('hash-wasm'))[MAKERS[hash]]()
