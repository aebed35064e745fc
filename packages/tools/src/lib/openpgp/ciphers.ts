import { cfb } from '@noble/ciphers/aes.js'
import type { Block } from '../block-ciphers/block.ts'
import { decryptMode } from '../block-ciphers/modes.ts'
import type { Bytes } from '../bytes.ts'
import { CIPHERS, nameOf } from './algorithms.ts'
import { UnsupportedError } from './reader.ts'

export const IDEA = 1
export const AES_128 = 7
export const AES_256 = 9

const AES_BLOCK_BYTES = 16

type Cipher = {
  readonly keyBytes: number
  readonly blockBytes: number
  /** Of those that only old messages and keys have, loaded with the first of them; none for AES. */
  readonly create?: (key: Bytes) => Promise<Block>
}

const SUPPORTED: Readonly<Record<number, Cipher>> = {
  [IDEA]: { keyBytes: 16, blockBytes: 8, create: async (key) => (await import('../block-ciphers/idea.ts')).createIdeaBlock(key) },
  2: { keyBytes: 24, blockBytes: 8, create: async (key) => (await import('../block-ciphers/des.ts')).createDesBlock(key) },
  3: { keyBytes: 16, blockBytes: 8, create: async (key) => (await import('../block-ciphers/cast5.ts')).createCast5Block(key) },
  4: {
    keyBytes: 16,
    blockBytes: 8,
    create: async (key) => (await import('../block-ciphers/blowfish.ts')).createBlowfishBlock(key),
  },
  [AES_128]: { keyBytes: 16, blockBytes: AES_BLOCK_BYTES },
  8: { keyBytes: 24, blockBytes: AES_BLOCK_BYTES },
  [AES_256]: { keyBytes: 32, blockBytes: AES_BLOCK_BYTES },
  10: {
    keyBytes: 32,
    blockBytes: 16,
    create: async (key) => (await import('../block-ciphers/twofish.ts')).createTwofishBlock(key),
  },
  11: { keyBytes: 16, blockBytes: 16, create: createCamellia },
  12: { keyBytes: 24, blockBytes: 16, create: createCamellia },
  13: { keyBytes: 32, blockBytes: 16, create: createCamellia },
}

async function createCamellia(key: Bytes): Promise<Block> {
  return (await import('../block-ciphers/camellia.ts')).createCamelliaBlock(key)
}

/** Bytes of a key. Throws an UnsupportedError for a cipher that there is not. */
export const toKeyBytes = (cipher: number): number => find(cipher).keyBytes

/** Bytes of a key of AES. Throws an UnsupportedError for another cipher. */
export function toAesKeyBytes(cipher: number): number {
  const { keyBytes, create } = find(cipher)
  if (create) throw new UnsupportedError(nameOf(CIPHERS, cipher))
  return keyBytes
}

/** Bytes of a block. Throws an UnsupportedError for a cipher that there is not. */
export const toBlockBytes = (cipher: number): number => find(cipher).blockBytes

/** Whether there is a cipher of this number, and its keys have so many bytes. */
export const isKeyOf = (cipher: number, sizeBytes: number): boolean => SUPPORTED[cipher]?.keyBytes === sizeBytes

function find(cipher: number): Cipher {
  const found = SUPPORTED[cipher]
  if (!found) throw new UnsupportedError(nameOf(CIPHERS, cipher))
  return found
}

type Sealed = { readonly key: Bytes; readonly iv?: Bytes; readonly data: Uint8Array }

/** Takes off CFB as in SP 800-38A; without an IV it is of zeros. */
export async function decryptCfb(cipher: number, { key, iv, data }: Sealed): Promise<Bytes> {
  const { blockBytes, create } = find(cipher)
  const start = iv ?? new Uint8Array(blockBytes)
  if (create) return decryptMode('cfb', { block: await create(key), data, iv: start })
  return cfb(key, start).decrypt(data) as Bytes
}

/**
 * Takes off CFB as it was before messages had a check: a block of anything and its last two bytes again come first, and behind them
 * it begins anew with what was encrypted of the last block (RFC 9580 §13.9). Undefined where the two bytes differ: the key is
 * another.
 */
export async function decryptResynced(cipher: number, { key, data }: Sealed): Promise<Bytes | undefined> {
  const size = toBlockBytes(cipher)
  const start = await decryptCfb(cipher, { key, data: data.subarray(0, size + 2) })
  if (start.length < size + 2) throw new RangeError('encrypted data that is cut off')
  const isRepeated = start[size] === start[size - 2] && start[size + 1] === start[size - 1]
  return isRepeated
    ? decryptCfb(cipher, { key, iv: Uint8Array.from(data.subarray(2, size + 2)), data: data.subarray(size + 2) })
    : undefined
}

/** AES with CFB as in SP 800-38A; without an IV it is of zeros. */
export function encryptCfb({ key, iv = new Uint8Array(AES_BLOCK_BYTES), data }: Sealed): Bytes {
  return cfb(key, iv).encrypt(data) as Bytes
}
