import type { Bytes } from '../../lib/bytes.ts'
import { toWords } from '../../lib/block-ciphers/block.ts'
import { xorInto } from '../../lib/block-ciphers/modes.ts'
import type { CipherSpec } from './spec.ts'

/** RC4 with the first `drop` bytes of the key stream thrown away. Encrypting and decrypting are the same. */
function runRc4(data: Uint8Array, key: Uint8Array, drop = 0): Bytes {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff
    swap(state, i, j)
  }
  const out = new Uint8Array(data.length)
  for (let n = -drop, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 0xff
    j = (j + (state[i] ?? 0)) & 0xff
    swap(state, i, j)
    if (n >= 0) out[n] = (data[n] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0)
  }
  return out
}

function swap(state: Uint8Array, i: number, j: number): void {
  const held = state[i] ?? 0
  state[i] = state[j] ?? 0
  state[j] = held
}

/** RC4 takes keys of 5–256 bytes here. */
export function toRc4Spec(keyBytes: number, drop: number): CipherSpec {
  const run: CipherSpec['encrypt'] = (data, { key }) => runRc4(data, key, drop)
  return {
    name: `RC4-${keyBytes * 8}${drop ? `-drop[${drop}]` : ''}`,
    keySizes: Array.from({ length: 256 }, (_, i) => i + 1),
    ivSizes: [],
    ivBytes: 0,
    hasTag: false,
    openssl: drop === 0 && keyBytes === 16 ? 'rc4' : undefined,
    encrypt: run,
    decrypt: run,
  }
}

/**
 * Forms of Rabbit: `estream` reads and writes low bytes first (eSTREAM, Crypto++, CryptoJS); `rfc4503` reads key and IV and
 * writes each 16 bytes of key stream with the high byte first, as the RFC prints them (RFC 4503 §2.1, Appendix A);
 * `legacy` is CryptoJS's RabbitLegacy, which takes key words in its own order.
 */
export type RabbitVariant = 'estream' | 'rfc4503' | 'legacy'

const RABBIT_NAMES = { estream: 'Rabbit', rfc4503: 'Rabbit (RFC 4503)', legacy: 'RabbitLegacy' } as const

/** Rabbit with or without an IV. */
export function toRabbitSpec(variant: RabbitVariant, hasIv: boolean): CipherSpec {
  const run: CipherSpec['encrypt'] = (data, { key, iv }) => runRabbit({ data, key, iv, variant })
  return {
    name: RABBIT_NAMES[variant],
    keySizes: [16],
    ivSizes: hasIv ? [8] : [],
    ivBytes: hasIv ? 8 : 0,
    hasTag: false,
    encrypt: run,
    decrypt: run,
  }
}

async function runRabbit(options: { data: Bytes; key: Bytes; iv: Bytes; variant: RabbitVariant }): Promise<Bytes> {
  const { data, variant } = options
  const isHighFirst = variant === 'rfc4503'
  const key = isHighFirst ? options.key.toReversed() : options.key
  const iv = isHighFirst ? options.iv.toReversed() : options.iv
  const stream = await makeRabbitStream({ key, iv, isLegacy: variant === 'legacy', blocks: Math.ceil(data.length / 16) })
  if (isHighFirst) turnBlocks(stream, data.length)
  xorInto(stream, data)
  return stream.slice(0, data.length)
}

/** High byte first; a last part takes the low end of its block (RFC 4503 §2.8). */
function turnBlocks(stream: Uint8Array, length: number): void {
  for (let at = 0; at < length; at += 16) stream.subarray(at, Math.min(at + 16, length)).reverse()
}

async function makeRabbitStream(options: { key: Uint8Array; iv: Uint8Array; isLegacy: boolean; blocks: number }): Promise<Bytes> {
  const { key, iv, isLegacy, blocks } = options
  const { RabbitAlgo, RabbitLegacyAlgo, WordArray } = await import('crypto-es')
  const words = (bytes: Uint8Array) => WordArray.create(toWords(bytes), bytes.length)
  const config = iv.length ? { iv: words(iv) } : {}
  const cipher = isLegacy ? RabbitLegacyAlgo.create(1, words(key), config) : RabbitAlgo.create(1, words(key), config)
  const zeros = Array.from({ length: blocks * 4 }, () => 0)
  const made = cipher.finalize(WordArray.create(zeros, blocks * 16))
  const stream = new Uint8Array(blocks * 16)
  const view = new DataView(stream.buffer)
  for (let i = 0; i < blocks * 4; i++) view.setInt32(i * 4, made.words[i] ?? 0)
  return stream
}
