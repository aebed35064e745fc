import { concatBytes, equalBytes, type Bytes } from '../../lib/bytes.ts'
import type { Block } from '../../lib/block-ciphers/block.ts'
import { tooShort, wrongTag } from './failure.ts'
import { encryptMode, xorInto } from '../../lib/block-ciphers/modes.ts'

type CcmOptions = { readonly block: Block; readonly nonce: Uint8Array; readonly aad: Uint8Array; readonly tagBytes: number }

/** Counter with CBC-MAC (RFC 3610): ciphertext followed by the tag. */
export function encryptCcm(data: Uint8Array, options: CcmOptions): Bytes {
  const tag = maskTag(authenticate(data, options), options)
  return concatBytes(crypt(data, options), tag)
}

/** Reads ciphertext followed by the tag. Throws `wrong_key` with the cause `wrong_tag`. */
export function decryptCcm(data: Uint8Array, options: CcmOptions): Bytes {
  if (data.length < options.tagBytes) throw tooShort(data.length, options.tagBytes)
  const end = data.length - options.tagBytes
  const plain = crypt(data.subarray(0, end), options)
  if (!equalBytes(maskTag(authenticate(plain, options), options), data.subarray(end))) throw wrongTag()
  return plain
}

/** CBC-MAC over the first block, the additional data and the content (RFC 3610 §2.2). */
function authenticate(data: Uint8Array, { block, nonce, aad, tagBytes }: CcmOptions): Uint8Array {
  const lengthBytes = 15 - nonce.length
  const first = new Uint8Array(16)
  first[0] = (aad.length ? 64 : 0) + ((tagBytes - 2) / 2) * 8 + (lengthBytes - 1)
  first.set(nonce, 1)
  for (let i = 15, rest = data.length; i > nonce.length; i--, rest = Math.floor(rest / 256)) first[i] = rest % 256
  const blocks = concatBytes(first, toWhole(aad.length ? concatBytes(toLengthMark(aad.length), aad) : aad), toWhole(data))
  const mac = new Uint8Array(16)
  for (let at = 0; at < blocks.length; at += 16) {
    xorInto(mac, blocks.subarray(at, at + 16))
    block.encrypt(mac)
  }
  return mac
}

function toLengthMark(length: number): Uint8Array {
  if (length < 0xff00) return Uint8Array.of(length >> 8, length & 0xff)
  return Uint8Array.of(0xff, 0xfe, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff)
}

function toWhole(data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(data.length / 16) * 16)
  whole.set(data)
  return whole
}

function crypt(data: Uint8Array, { block, nonce }: CcmOptions): Bytes {
  return encryptMode('ctr', { block, data, iv: toCounter(nonce, 1) })
}

function maskTag(mac: Uint8Array, { block, nonce, tagBytes }: CcmOptions): Bytes {
  return encryptMode('ctr', { block, data: mac, iv: toCounter(nonce, 0) }).slice(0, tagBytes)
}

function toCounter(nonce: Uint8Array, value: number): Uint8Array {
  const counter = new Uint8Array(16)
  counter[0] = 14 - nonce.length
  counter.set(nonce, 1)
  counter[15] = value
  return counter
}
