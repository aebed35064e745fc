import { cfb } from '@noble/ciphers/aes.js'
import type { Bytes } from '../bytes.ts'
import { createDesBlock } from '../block-ciphers/des.ts'
import { CIPHERS, nameOf } from './algorithms.ts'
import { UnsupportedError } from './reader.ts'
import { decryptMode, encryptMode } from '../block-ciphers/modes.ts'

export const AES_128 = 7
export const AES_256 = 9
const TRIPLE_DES = 2

const KEY_BYTES: Readonly<Record<number, number>> = { [TRIPLE_DES]: 24, [AES_128]: 16, 8: 24, [AES_256]: 32 }

/** Bytes of a key. Throws an UnsupportedError for a cipher that is not supported. */
export function toKeyBytes(cipher: number): number {
  const size = KEY_BYTES[cipher]
  if (size === undefined) throw new UnsupportedError(nameOf(CIPHERS, cipher))
  return size
}

/** Whether a number is a cipher that is supported, and its keys have so many bytes. */
export const isKeyOf = (cipher: number, sizeBytes: number): boolean => KEY_BYTES[cipher] === sizeBytes

export const toBlockBytes = (cipher: number): number => (cipher === TRIPLE_DES ? 8 : 16)

/** CFB as in SP 800-38A; without an IV it is of zeros. */
export function decryptCfb(cipher: number, { key, iv, data }: { key: Bytes; iv?: Bytes; data: Uint8Array }): Bytes {
  const start = iv ?? new Uint8Array(toBlockBytes(cipher))
  if (cipher === TRIPLE_DES) return decryptMode('cfb', { block: createDesBlock(key), data, iv: start })
  return Uint8Array.from(cfb(key, start).decrypt(Uint8Array.from(data)))
}

export function encryptCfb(cipher: number, { key, iv, data }: { key: Bytes; iv?: Bytes; data: Uint8Array }): Bytes {
  const start = iv ?? new Uint8Array(toBlockBytes(cipher))
  if (cipher === TRIPLE_DES) return encryptMode('cfb', { block: createDesBlock(key), data, iv: start })
  return Uint8Array.from(cfb(key, start).encrypt(Uint8Array.from(data)))
}
