import type { BenchRow } from '@octet/core/bench.ts'
import { createTestHost } from '../testing/host.ts'
import { toAesSpec } from './cipher/aes.ts'
import { toDesSpec } from './cipher/des.ts'
import { toSm4Spec } from './cipher/sm4.ts'
import type { CipherSpec } from './cipher/spec.ts'
import { ALGORITHMS, type AlgorithmId } from './hash/algorithms.ts'

const SIZE_BYTES = 16 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024

/**
 * Measures hashes and AES against noble and WebCrypto, DES against crypto-es and SM4 against sm-crypto-v2, on the same
 * bytes, best of three; MB/s.
 */
export async function run(): Promise<BenchRow[]> {
  const data = new Uint8Array(SIZE_BYTES).map((_, i) => i * 31)
  return [...(await benchHashes(data)), ...(await benchAes(data)), ...(await benchOldBlocks(data.subarray(0, PIECE_BYTES)))]
}

async function benchHashes(data: Uint8Array<ArrayBuffer>): Promise<BenchRow[]> {
  const { md5, sha1 } = await import('@noble/hashes/legacy.js')
  const { sha256, sha512 } = await import('@noble/hashes/sha2.js')
  const { blake3 } = await import('@noble/hashes/blake3.js')
  const noble: Partial<Record<AlgorithmId, (data: Uint8Array) => unknown>> = { md5, sha1, sha256, sha512, blake3 }
  const subtle: Partial<Record<AlgorithmId, string>> = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' }
  const rows: BenchRow[] = []
  for (const id of ['md5', 'sha1', 'sha256', 'sha512', 'blake3', 'sm3', 'crc32', 'xxh64'] as const) {
    const peers: Record<string, number> = {}
    const library = noble[id]
    const name = subtle[id]
    if (library) peers.noble = await measure(() => library(data))
    if (name) peers.webcrypto = await measure(() => crypto.subtle.digest(name, data))
    rows.push(...toRows(id, await measure(() => hashPieces(id, data)), peers))
  }
  return rows
}

async function hashPieces(id: AlgorithmId, data: Uint8Array): Promise<void> {
  const hasher = await ALGORITHMS[id].create()
  for (let at = 0; at < data.length; at += PIECE_BYTES) hasher.update(data.subarray(at, at + PIECE_BYTES))
  hasher.digest()
}

async function benchAes(data: Uint8Array<ArrayBuffer>): Promise<BenchRow[]> {
  const { cbc, ctr, gcm } = await import('@noble/ciphers/aes.js')
  const host = createTestHost()
  const key = host.random(32)
  const iv = host.random(16)
  const nonce = iv.slice(0, 12)
  const names = {
    'AES-CBC': { name: 'AES-CBC', iv },
    'AES-CTR': { name: 'AES-CTR', counter: iv, length: 64 },
    'AES-GCM': { name: 'AES-GCM', iv: nonce },
  }
  const subtle = async (name: keyof typeof names) => {
    const imported = await crypto.subtle.importKey('raw', key, name, false, ['encrypt'])
    return measure(() => crypto.subtle.encrypt(names[name], imported, data))
  }
  const ours = (mode: 'cbc' | 'ctr' | 'gcm') =>
    measure(() =>
      toAesSpec(mode, 32).encrypt(data, { key, iv: mode === 'gcm' ? nonce : iv, aad: new Uint8Array(0), tagBytes: 16 }),
    )
  return [
    ...toRows('aes-256-cbc', await ours('cbc'), {
      noble: await measure(() => cbc(key, iv, { disablePadding: true }).encrypt(data)),
      webcrypto: await subtle('AES-CBC'),
    }),
    ...toRows('aes-256-ctr', await ours('ctr'), {
      noble: await measure(() => ctr(key, iv).encrypt(data)),
      webcrypto: await subtle('AES-CTR'),
    }),
    ...toRows('aes-256-gcm', await ours('gcm'), {
      noble: await measure(() => gcm(key, nonce).encrypt(data)),
      webcrypto: await subtle('AES-GCM'),
    }),
  ]
}

async function benchOldBlocks(data: Uint8Array<ArrayBuffer>): Promise<BenchRow[]> {
  const { DES, NoPadding, TripleDES, WordArray } = await import('crypto-es')
  const { sm4 } = await import('sm-crypto-v2')
  const key = createTestHost().random(24)
  const iv = key.slice(0, 16)
  const toWords = (bytes: Uint8Array) => WordArray.create(bytes)
  const options = { iv: toWords(iv.slice(0, 8)), padding: NoPadding }
  const words = toWords(data)
  const ours = (spec: CipherSpec) => {
    const parts = { key: key.slice(0, spec.keySizes[0]), iv: iv.slice(0, spec.ivBytes), aad: new Uint8Array(0), tagBytes: 0 }
    return measure(() => spec.encrypt(data, parts), data.length)
  }
  const theirs = (cipher: typeof DES, keyBytes: number) =>
    measure(() => cipher.encrypt(words, toWords(key.slice(0, keyBytes)), options), data.length)
  const sm4Options = { mode: 'cbc', iv, padding: 'none', output: 'array' } as const
  return [
    ...toRows('des-cbc', await ours(toDesSpec('des', 'cbc')), { 'crypto-es': await theirs(DES, 8) }),
    ...toRows('3des-cbc', await ours(toDesSpec('ede3', 'cbc')), { 'crypto-es': await theirs(TripleDES, 24) }),
    ...toRows('sm4-cbc', await ours(toSm4Spec('cbc')), {
      'sm-crypto-v2': await measure(() => sm4.encrypt(data, iv, sm4Options), data.length),
    }),
  ]
}

/** A row for each peer, or one without when there is none. */
function toRows(name: string, value: number, peers: Readonly<Record<string, number>>): BenchRow[] {
  const rows = Object.entries(peers).map(([peer, theirs]) => ({
    name,
    value,
    unit: 'MB/s',
    peer: { name: peer, value: theirs, ratio: value / theirs },
  }))
  return rows.length > 0 ? rows : [{ name, value, unit: 'MB/s' }]
}

async function measure(work: () => unknown, sizeBytes = SIZE_BYTES): Promise<number> {
  let best = Infinity
  for (let round = 0; round < 3; round++) {
    const start = performance.now()
    await work()
    best = Math.min(best, performance.now() - start)
  }
  return Math.round(sizeBytes / 100 / best) / 10
}
