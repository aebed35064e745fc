import { encodeText } from '../../lib/charset.ts'
import { CRC16, createCrc16 } from './crc16.ts'

/** A hash that is fed piece by piece. */
export type Hasher = { update(data: Uint8Array): unknown; digest(): Uint8Array }

/** A hash algorithm: its name, its length, and whether it may key an HMAC. */
export type Algorithm = { readonly title: string; readonly bits: number; readonly isKeyable: boolean; create(): Promise<Hasher> }

type Wasm = typeof import('hash-wasm')
type WasmHasher = Awaited<ReturnType<Wasm['createMD5']>>

function wasm(title: string, bits: number, create: (library: Wasm) => Promise<WasmHasher>, isKeyable = true): Algorithm {
  return {
    title,
    bits,
    isKeyable,
    create: async () => {
      const hasher = await create(await import('hash-wasm'))
      hasher.init()
      return { update: (data) => hasher.update(data), digest: () => hasher.digest('binary') }
    },
  }
}

function checksum(title: string, bits: number, create: (library: Wasm) => Promise<WasmHasher>): Algorithm {
  return wasm(title, bits, create, false)
}

function shake(title: string, size: 128 | 256): Algorithm {
  return {
    title,
    bits: size * 2,
    isKeyable: false,
    create: async () => {
      const { shake128, shake256 } = await import('@noble/hashes/sha3.js')
      return size === 128 ? shake128.create({ dkLen: 32 }) : shake256.create({ dkLen: 64 })
    },
  }
}

function crc16(title: string, name: keyof typeof CRC16): Algorithm {
  return { title, bits: 16, isKeyable: false, create: async () => createCrc16(CRC16[name]) }
}

/** MD4 of the password as UTF-16 LE ([MS-NLMP] §3.3.1). The pieces must be UTF-8; a sign cut in two is kept for the next. */
async function createNtlm(): Promise<Hasher> {
  const { createMD4 } = await import('hash-wasm')
  const md4 = await createMD4()
  md4.init()
  const decoder = new TextDecoder()
  const feed = (text: string) => md4.update(encodeText(text, 'utf-16le'))
  return {
    update: (data) => feed(decoder.decode(data, { stream: true })),
    digest: () => {
      feed(decoder.decode())
      return md4.digest('binary')
    },
  }
}

/** Every algorithm of the tool, in the order shown. */
export const ALGORITHMS = {
  md5: wasm('MD5', 128, (h) => h.createMD5()),
  sha1: wasm('SHA-1', 160, (h) => h.createSHA1()),
  sha224: wasm('SHA-224', 224, (h) => h.createSHA224()),
  sha256: wasm('SHA-256', 256, (h) => h.createSHA256()),
  sha384: wasm('SHA-384', 384, (h) => h.createSHA384()),
  sha512: wasm('SHA-512', 512, (h) => h.createSHA512()),
  'sha512-224': {
    title: 'SHA-512/224',
    bits: 224,
    isKeyable: true,
    create: async () => (await import('@noble/hashes/sha2.js')).sha512_224.create(),
  },
  'sha512-256': {
    title: 'SHA-512/256',
    bits: 256,
    isKeyable: true,
    create: async () => (await import('@noble/hashes/sha2.js')).sha512_256.create(),
  },
  'sha3-224': wasm('SHA3-224', 224, (h) => h.createSHA3(224)),
  'sha3-256': wasm('SHA3-256', 256, (h) => h.createSHA3(256)),
  'sha3-384': wasm('SHA3-384', 384, (h) => h.createSHA3(384)),
  'sha3-512': wasm('SHA3-512', 512, (h) => h.createSHA3(512)),
  shake128: shake('SHAKE128 (256 bit)', 128),
  shake256: shake('SHAKE256 (512 bit)', 256),
  'keccak-256': wasm('Keccak-256', 256, (h) => h.createKeccak(256)),
  'keccak-512': wasm('Keccak-512', 512, (h) => h.createKeccak(512)),
  'blake2b-512': wasm('BLAKE2b-512', 512, (h) => h.createBLAKE2b(512)),
  'blake2b-256': wasm('BLAKE2b-256', 256, (h) => h.createBLAKE2b(256)),
  'blake2s-256': wasm('BLAKE2s-256', 256, (h) => h.createBLAKE2s(256)),
  blake3: wasm('BLAKE3', 256, (h) => h.createBLAKE3(256)),
  sm3: wasm('SM3', 256, (h) => h.createSM3()),
  ripemd160: wasm('RIPEMD-160', 160, (h) => h.createRIPEMD160()),
  whirlpool: wasm('Whirlpool', 512, (h) => h.createWhirlpool()),
  md4: wasm('MD4', 128, (h) => h.createMD4()),
  md2: { title: 'MD2', bits: 128, isKeyable: false, create: async () => (await import('./md2.ts')).createMd2() },
  ntlm: { title: 'NTLM', bits: 128, isKeyable: false, create: createNtlm },
  crc32: checksum('CRC-32', 32, (h) => h.createCRC32()),
  crc32c: checksum('CRC-32C', 32, (h) => h.createCRC32(0x82f63b78)),
  crc64: checksum('CRC-64/XZ', 64, (h) => h.createCRC64()),
  'crc64-iso': checksum('CRC-64/GO-ISO', 64, (h) => h.createCRC64('d800000000000000')),
  'crc16-arc': crc16('CRC-16/ARC', 'crc16-arc'),
  'crc16-modbus': crc16('CRC-16/MODBUS', 'crc16-modbus'),
  'crc16-ccitt': crc16('CRC-16/CCITT-FALSE', 'crc16-ccitt'),
  'crc16-xmodem': crc16('CRC-16/XMODEM', 'crc16-xmodem'),
  'crc16-kermit': crc16('CRC-16/KERMIT', 'crc16-kermit'),
  'crc16-x25': crc16('CRC-16/X-25', 'crc16-x25'),
  adler32: checksum('Adler-32', 32, (h) => h.createAdler32()),
  xxh32: checksum('xxHash32', 32, (h) => h.createXXHash32()),
  xxh64: checksum('xxHash64', 64, (h) => h.createXXHash64()),
  xxh3: checksum('XXH3-64', 64, (h) => h.createXXHash3()),
  xxh128: checksum('XXH3-128', 128, (h) => h.createXXHash128()),
} as const satisfies Record<string, Algorithm>
export type AlgorithmId = keyof typeof ALGORITHMS
export const ALGORITHM_IDS = Object.keys(ALGORITHMS) as [AlgorithmId, ...AlgorithmId[]]

/** Shown when no algorithm is chosen. */
export const COMMON: readonly AlgorithmId[] = ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'blake3', 'sm3', 'crc32']

/** Lengths of a block in bytes where it is not 64, for HMAC (RFC 2104 §2). */
const BLOCK_BYTES: Partial<Record<AlgorithmId, number>> = {
  sha384: 128,
  sha512: 128,
  'sha512-224': 128,
  'sha512-256': 128,
  'sha3-224': 144,
  'sha3-256': 136,
  'sha3-384': 104,
  'sha3-512': 72,
  'keccak-256': 136,
  'keccak-512': 72,
  'blake2b-512': 128,
  'blake2b-256': 128,
}

/** An HMAC fed piece by piece (RFC 2104). */
export async function createHmac(id: AlgorithmId, key: Uint8Array): Promise<Hasher> {
  const { create } = ALGORITHMS[id]
  const blockBytes = BLOCK_BYTES[id] ?? 64
  const full = new Uint8Array(blockBytes)
  full.set(key.length > blockBytes ? await digestOnce(create, key) : key)
  const inner = await create()
  const outer = await create()
  inner.update(full.map((byte) => byte ^ 0x36))
  outer.update(full.map((byte) => byte ^ 0x5c))
  return {
    update: (data) => inner.update(data),
    digest: () => {
      outer.update(inner.digest())
      return outer.digest()
    },
  }
}

async function digestOnce(create: () => Promise<Hasher>, data: Uint8Array): Promise<Uint8Array> {
  const hasher = await create()
  hasher.update(data)
  return hasher.digest()
}
