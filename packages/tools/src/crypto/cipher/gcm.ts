import { concatBytes, equalBytes, type Bytes } from '../../lib/bytes.ts'
import type { Block } from '../../lib/block-ciphers/block.ts'
import { tooShort, wrongTag } from './failure.ts'

type GcmOptions = { readonly block: Block; readonly iv: Uint8Array; readonly aad: Uint8Array; readonly tagBytes: number }

/** Galois/counter mode (SP 800-38D) over any block cipher of 128 bits: ciphertext followed by the tag. */
export async function encryptGcmBlocks(data: Uint8Array, options: GcmOptions): Promise<Bytes> {
  const sealed = crypt(data, options, await findStart(options))
  return concatBytes(sealed, await authenticate(sealed, options))
}

/** Reads ciphertext followed by the tag. Throws `wrong_key` with the cause `wrong_tag`. */
export async function decryptGcmBlocks(data: Uint8Array, options: GcmOptions): Promise<Bytes> {
  const end = data.length - options.tagBytes
  if (end < 0) throw tooShort(data.length, options.tagBytes)
  const sealed = data.subarray(0, end)
  if (!equalBytes(await authenticate(sealed, options), data.subarray(end))) throw wrongTag()
  return crypt(sealed, options, await findStart(options))
}

/** The block before the first counter (§7.1): the IV with a 1, or the hash of an IV of another length than 96 bits. */
async function findStart({ block, iv }: Pick<GcmOptions, 'block' | 'iv'>): Promise<Uint8Array> {
  if (iv.length === 12) return concatBytes(iv, Uint8Array.of(0, 0, 0, 1))
  return hash(block, [toWhole(iv), toLengths(0, iv.length)])
}

async function authenticate(sealed: Uint8Array, options: GcmOptions): Promise<Bytes> {
  const { block, aad, tagBytes } = options
  const tag = await hash(block, [toWhole(aad), toWhole(sealed), toLengths(aad.length, sealed.length)])
  const mask = Uint8Array.from(await findStart(options))
  block.encrypt(mask)
  return Uint8Array.from(tag, (byte, at) => byte ^ mask[at]!).slice(0, tagBytes)
}

/** GHASH (§6.4) under the key that the cipher makes of zeros. */
async function hash(block: Block, parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const { ghash } = await import('@noble/ciphers/_polyval.js')
  const key = new Uint8Array(16)
  block.encrypt(key)
  return ghash(concatBytes(...parts), key)
}

/** Counter mode whose counter is the last 32 bits (§6.5). */
function crypt(data: Uint8Array, { block }: GcmOptions, start: Uint8Array): Bytes {
  const out = Uint8Array.from(data)
  const counter = Uint8Array.from(start)
  const view = new DataView(counter.buffer)
  for (let at = 0; at < out.length; at += 16) {
    view.setUint32(12, view.getUint32(12) + 1)
    const mask = Uint8Array.from(counter)
    block.encrypt(mask)
    for (let i = at; i < Math.min(at + 16, out.length); i++) out[i]! ^= mask[i - at]!
  }
  return out
}

function toWhole(data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(data.length / 16) * 16)
  whole.set(data)
  return whole
}

function toLengths(aadBytes: number, dataBytes: number): Uint8Array {
  const lengths = new DataView(new ArrayBuffer(16))
  lengths.setBigUint64(0, BigInt(aadBytes) * 8n)
  lengths.setBigUint64(8, BigInt(dataBytes) * 8n)
  return new Uint8Array(lengths.buffer)
}
